/** Lines around shapes: seen from a few sides, and all edges of meshes. */
import type { Shape } from 'hullstorm';
import { distance, point } from 'hullstorm/pair';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { numbers } from '../checks.ts';
import { surfaceOf } from './geometryShapes.ts';

/** Directions around a shape, per side that it is seen from. */
const STEPS = 48;
/** By which sides are off the axes, so that both faces of a box are seen from its two sides. */
const OFF = 0.02;
/** Half the edge of the square that stands for a half-space (m). */
const FLOOR = 10;
/** Farther than shapes are large (m). */
const FAR = 1e7;

const outlines = /* @__PURE__ */ new WeakMap<Shape, readonly Vector3[]>();

/** The lines of a shape, in its frame: two points each. None for a mesh that was not made from a geometry. */
export function outlineOf(shape: Shape): readonly Vector3[] {
  const known = outlines.get(shape) ?? outline(shape);
  outlines.set(shape, known);
  return known;
}

function outline(shape: Shape): readonly Vector3[] {
  switch (shape.kind) {
    case 'compound':
      return shape.parts.flatMap((part) => {
        const { shape: own, position = [0, 0, 0], rotation = [0, 0, 0, 1] } = 'kind' in part ? { shape: part } : part;
        const shift = new Vector3().fromArray(numbers('position', 'x y z', position, 3));
        const turn = new Quaternion().fromArray(numbers('rotation', 'x y z w', rotation, 4)).normalize();
        const matrix = new Matrix4().compose(shift, turn, new Vector3(1, 1, 1));
        return outlineOf(own as Shape).map((own) => own.clone().applyMatrix4(matrix));
      });
    case 'halfSpace':
      return loop([-1, 1, 1, -1].map((x, k) => new Vector3(FLOOR * x, 0, k < 2 ? FLOOR : -FLOOR)));
    case 'mesh':
    case 'heightField': {
      const { positions = [], indices = [] } = surfaceOf(shape) ?? {};
      const corners = Array.from(indices, (vertex) => new Vector3().fromArray(positions, 3 * vertex));
      return corners.flatMap((_, k) => (k % 3 === 0 ? loop(corners.slice(k, k + 3)) : []));
    }
    default:
      return [0, 1, 2].flatMap((axis) => [...around(shape, axis, OFF), ...around(shape, axis, -OFF)]);
  }
}

const loop = (points: readonly Vector3[]): Vector3[] =>
  points.flatMap((from, k) => [from, points[(k + 1) % points.length]]);

/** A convex shape, seen along an axis. */
function around(shape: Shape, axis: number, off: number): Vector3[] {
  const normal = new Vector3(off, off / 2, -off).setComponent(axis, 1).normalize();
  const u = new Vector3(normal.y, normal.z, normal.x).cross(normal).normalize();
  const v = normal.cross(u);
  const points = Array.from({ length: STEPS }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.5)) / STEPS;
    const position = new Vector3().addScaledVector(u, FAR * Math.cos(angle)).addScaledVector(v, FAR * Math.sin(angle));
    // the outermost point is the one next to a point that is far out
    return new Vector3(...distance(shape, { position: [0, 0, 0] }, point(), { position }).offsetA);
  });
  return loop(points.filter((own, k) => !own.equals(points[(k + 1) % STEPS])));
}
