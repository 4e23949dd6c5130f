/**
 * Mass properties of a frustum of a cone grown by a radius, and of a tapered capsule: bodies of revolution about y. The
 * profile ρ(y) is an arc at the bottom, a line, and an arc at the top. With radius 0 only the line is left.
 *
 *   ∫ 1 = π ∫ ρ² dy    ∫ y = π ∫ ρ² y dy    ∫ y² = π ∫ ρ² y² dy    ∫ x² = ∫ z² = π/4 ∫ ρ⁴ dy
 *
 * Gauss quadrature with 16 nodes per piece: exact for the line, and to 1e-13 for arcs of up to 180°.
 */
import { gaussNodes } from './gauss.ts';
import { NO_TURN } from './principalAxes.ts';
import type { UnitBody } from './unitBody.ts';

/** Height y and radius ρ of a point of the profile, and its share dy of the height. */
interface ProfileNode {
  readonly y: number;
  readonly rho: number;
  readonly dy: number;
}

const NODES = /* @__PURE__ */ gaussNodes(16);

/** @param h half height, ≥ 0; `bottom` and `top` are radii, `radius` grows the frustum (m) */
export function frustumMoments(h: number, bottom: number, top: number, radius: number): UnitBody {
  // angle of the side's normal above the horizontal
  return profileMoments(Math.atan2(bottom - top, 2 * h), h, [bottom, radius], [top, radius]);
}

/** @param h half height, > 0; `bottom` and `top` are the radii of the balls (m) */
export function taperedCapsuleMoments(h: number, bottom: number, top: number): UnitBody {
  // a ball in the other one adds nothing: its arc and the line have no length
  const sine = Math.max(-1, Math.min((bottom - top) / (2 * h), 1));
  return profileMoments(Math.asin(sine), h, [0, bottom], [0, top]);
}

/** Radius of a rim, and of the arc around it (m). */
type End = readonly [rim: number, radius: number];

/** @param slope angle of the normal of the line above the horizontal */
function profileMoments(slope: number, h: number, bottom: End, top: End): UnitBody {
  const nodes = [
    ...arc(bottom, -h, -Math.PI / 2, slope),
    ...line(slope, h, bottom, top),
    ...arc(top, h, slope, Math.PI / 2),
  ];
  const sum = (value: (node: ProfileNode) => number) =>
    nodes.reduce((total, node) => total + value(node) * node.rho * node.rho * node.dy, 0);
  const area = sum(() => 1);
  const middle = sum(({ y }) => y) / area;
  const across = (Math.PI / 4) * sum(({ rho }) => rho * rho);
  const along = Math.PI * sum(({ y }) => (y - middle) * (y - middle));
  return { volume: Math.PI * area, center: [0, middle, 0], squares: [across, along, across], axes: NO_TURN };
}

/** The arc around a rim at height `y`, for normals from angle `from` to `to` above the horizontal. */
function arc([rim, radius]: End, y: number, from: number, to: number): ProfileNode[] {
  return NODES.map(([at, weight]) => {
    const angle = from + at * (to - from);
    const rho = rim + radius * Math.cos(angle);
    return { y: y + radius * Math.sin(angle), rho, dy: weight * (to - from) * radius * Math.cos(angle) };
  });
}

function line(slope: number, h: number, bottom: End, top: End): ProfileNode[] {
  return NODES.map(([at, weight]) => {
    const radius = bottom[1] + at * (top[1] - bottom[1]);
    return {
      y: (2 * at - 1) * h + radius * Math.sin(slope),
      rho: bottom[0] + at * (top[0] - bottom[0]) + radius * Math.cos(slope),
      dy: weight * (2 * h + (top[1] - bottom[1]) * Math.sin(slope)),
    };
  });
}
