/**
 * What a rigid-body solver wants to know of a shape: volume, mass, centre, principal moments of inertia and their axes.
 * Of the body that queries see: numbers rounded to f32, hulls built and simplified as `scene.addShape` does it, grown by
 * the radius. Closed forms in f64 throughout; nothing is sampled.
 */
import { fail, refuse } from '../../errors.ts';
import { hullAngles, meanOf, type Polytope } from '../hull/angles.ts';
import type { HullGeometry } from '../hull/build.ts';
import { hullOf } from '../hull/prepareHull.ts';
import { prepareShape, prepareVertices } from '../prepareShape.ts';
import { BOX, HULL, POINT } from '../shapeTable.ts';
import type { Shape } from '../spec.ts';
import { chained, NO_TURN, principalAxes, type Quaternion, turned } from './principalAxes.ts';
import { roundedMoments } from './roundedMoments.ts';

/** Mass properties of a shape of one density, in its local frame. */
export interface MassProperties {
  /** m³ */
  readonly volume: number;
  /** kg */
  readonly mass: number;
  /** Centre of mass x y z, local (m). */
  readonly center: readonly [number, number, number];
  /** Moments of inertia about the centre, one for each principal axis (kg m²), > 0. */
  readonly moments: readonly [number, number, number];
  /** Quaternion x y z w, principal axes → local, w ≥ 0. No turn for boxes, capsules and spheres. */
  readonly axes: readonly [number, number, number, number];
}

/** Of density 1. */
interface Body {
  readonly volume: number;
  readonly center: readonly [number, number, number];
  /** ∫ x² ∫ y² ∫ z² about the centre along the principal axes (m⁵). */
  readonly squares: readonly [number, number, number];
  readonly axes: Quaternion;
}

const WHERE = 'massProperties';

/**
 * Volume, mass, centre of mass and inertia of a shape, its rounding included. Exact for every shape but for f64 rounding.
 *
 * In world axes at a rotation q, the inverse inertia is R diag(1 / moments) Rᵀ, R the matrix of q · axes.
 *
 * @param density kg/m³, > 0. Default: 1000, water
 * @throws QueryError on a bad shape or density, and for a shape of no volume: a point, segment or flat hull without radius
 */
export function massProperties(shape: Shape, density = 1000): MassProperties {
  const { volume, center, squares, axes } = bodyOf(shape);
  if (!(typeof density === 'number' && density > 0 && density < Infinity)) {
    refuse(`${WHERE}: density`, 'a finite number > 0 (kg/m³)', density);
  }
  const [x, y, z] = squares;
  return {
    volume,
    mass: density * volume,
    center,
    moments: [density * (y + z), density * (z + x), density * (x + y)],
    axes,
  };
}

function bodyOf(shape: Shape): Body {
  let hull: HullGeometry | undefined;
  const { core, half, radius, vertices } = prepareShape(WHERE, shape, (at, spec, radius) => {
    hull = hullOf(at, spec);
    return prepareVertices(HULL, hull.vertices, radius, new Uint32Array(0));
  });
  if (core === BOX) return boxBody(half, radius);
  const polytope = hull ?? { dimension: core === POINT ? 0 : 1, vertices, faces: [] };
  if (polytope.dimension < 3 && radius === 0) {
    const what = ['a point', 'a segment', 'a flat polygon'][polytope.dimension];
    const kind = hull ? 'hull' : what.slice(2);
    fail(`${WHERE}(${kind})`, 'a body with volume (one without has no mass)', `${what} of radius 0`);
  }
  return polytopeBody(polytope, radius);
}

/** The formulas of roundedMoments.ts for a box with half extents a b c, along each axis. */
function boxBody(half: readonly [number, number, number], r: number): Body {
  const square = (a: number, b: number, c: number): number => {
    const ends = 8 * b * c; // areas (m²)
    const sides = 8 * a * (b + c);
    const core = (8 / 3) * a * a * a * b * c;
    const faces = (ends + sides / 3) * a * a;
    const edges = Math.PI * ((2 / 3) * a + 2 * (b + c)) * a * a; // ½ · π/2 · 4 edges of each direction, 2a 2b 2c long
    const corners = (ends + 2 * sides + 4 * Math.PI * a * a) / 3;
    const lengths = (Math.PI / 2) * (2 * a + b + c);
    const ball = (4 * Math.PI) / 15;
    return core + r * (faces + r * (8 * a * b * c + edges + r * (corners + r * (lengths + r * ball))));
  };
  const [a, b, c] = half;
  const volume =
    8 * a * b * c + r * (8 * (a * b + b * c + c * a) + r * (2 * Math.PI * (a + b + c) + r * ((4 / 3) * Math.PI)));
  return { volume, center: [0, 0, 0], squares: [square(a, b, c), square(b, c, a), square(c, a, b)], axes: NO_TURN };
}

/**
 * Twice: about the mean of the vertices in local axes first, then about the centre and along the axes found, where thin
 * bodies lose nothing to cancellation.
 */
function polytopeBody(polytope: Polytope, radius: number): Body {
  const angles = hullAngles(polytope);
  let body: Body = { volume: 0, center: meanOf(polytope.vertices), squares: [0, 0, 0], axes: NO_TURN };
  for (let pass = 0; pass < 2; pass++) {
    const { center, axes } = body;
    const xyz = seenFrom(polytope.vertices, center, axes);
    const { volume, first, second } = roundedMoments(polytope, angles, xyz, radius);
    const [x, y, z] = [first[0] / volume, first[1] / volume, first[2] / volume];
    const [dx, dy, dz] = turned(axes, x, y, z);
    const principal = principalAxes([
      second[0] - x * first[0],
      second[1] - y * first[1],
      second[2] - z * first[2],
      second[3] - y * first[2],
      second[4] - z * first[0],
      second[5] - x * first[1],
    ]);
    body = {
      volume,
      center: [center[0] + dx, center[1] + dy, center[2] + dz],
      squares: principal.values,
      axes: chained(axes, principal.axes),
    };
  }
  return body;
}

/** Vertices in the frame at `origin` whose axes → local is `axes`. */
function seenFrom(vertices: Float32Array, origin: Body['center'], axes: Quaternion): Float64Array {
  const xyz = new Float64Array(vertices.length);
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y, z] = [vertices[k] - origin[0], vertices[k + 1] - origin[1], vertices[k + 2] - origin[2]];
    xyz.set(turned(axes, x, y, z, true), k);
  }
  return xyz;
}
