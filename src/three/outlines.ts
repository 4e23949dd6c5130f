/** Lines around shapes: seen from a few sides, and all edges of meshes. Pairs of points, x y z each. */
import type { Shape, ShapePart, Vec3Like } from 'hullstorm';
import { Quaternion, Vector3 } from 'three';
import { numbers } from '../checks.ts';
import { surfaceOf } from './geometryShapes.ts';

/** Directions around a shape, per side that it is seen from. */
const STEPS = 48;
/** Sides. Slightly off the axes, so that both faces of a box are seen from its two sides. */
const SIDES = [0, 1, 2].flatMap((axis) => [-0.02, 0.02].map((off) => side(axis, off)));
/** Half the edge of the square that stands for a half-space (m). */
const FLOOR = 10;

function side(axis: number, off: number): Vector3 {
  const normal = new Vector3(off, off / 2, -off);
  return normal.setComponent(axis, 1).normalize();
}

/** The lines of a shape, in its frame. */
export function outline(shape: Shape): number[] {
  if (shape.kind === 'compound')
    return shape.parts.flatMap((part) =>
      isPlaced(part) ? placedLines(outline(part.shape), part) : outline(part as Shape),
    );
  if (shape.kind === 'halfSpace') return loop([-1, 0, 1, 2].map((k) => corner(k)));
  if (shape.kind === 'mesh' || shape.kind === 'heightField') return edges(shape);
  return SIDES.flatMap((normal) => {
    const [u, v] = [new Vector3(normal.y, normal.z, normal.x).cross(normal).normalize(), new Vector3()];
    v.crossVectors(normal, u);
    const around = Array.from({ length: STEPS }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5)) / STEPS;
      return support(shape, u.clone().multiplyScalar(Math.cos(angle)).addScaledVector(v, Math.sin(angle)));
    });
    return loop(around.filter((point, k) => !point.equals(around[(k + 1) % STEPS])));
  });
}

const corner = (k: number) => new Vector3(k === 0 || k === 1 ? FLOOR : -FLOOR, 0, k > 0 ? FLOOR : -FLOOR);

const loop = (points: readonly Vector3[]): number[] =>
  points.flatMap((point, k) => [...point.toArray(), ...points[(k + 1) % points.length].toArray()]);

function edges(shape: Shape): number[] {
  const { positions, indices } = surfaceOf(shape) ?? { positions: [], indices: [] };
  const point = (k: number) => new Vector3().fromArray(positions, 3 * indices[k]);
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => [3 * t, 3 * t + 1, 3 * t + 2]);
  return triangles.flatMap((corners) => loop(corners.map(point)));
}

interface Placed {
  readonly shape: Shape;
  readonly position?: Vec3Like | undefined;
  readonly rotation?: Vec3Like | undefined;
}

const isPlaced = (part: object): part is Placed => !('kind' in part);

const placeOf = ({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }: Placed) => ({
  shift: new Vector3().fromArray(numbers('position', 'x y z', position, 3)),
  turn: new Quaternion().fromArray(numbers('rotation', 'x y z w', rotation, 4)).normalize(),
});

function placedLines(lines: number[], part: Placed): number[] {
  const { shift, turn } = placeOf(part);
  const point = new Vector3();
  for (let k = 0; k < lines.length; k += 3)
    point.fromArray(lines, k).applyQuaternion(turn).add(shift).toArray(lines, k);
  return lines;
}

/** The point of a shape that is farthest along a unit direction. */
function support(shape: Shape, d: Vector3): Vector3 {
  return coreSupport(shape, d).addScaledVector(d, shape.radius);
}

function coreSupport(shape: Shape, d: Vector3): Vector3 {
  switch (shape.kind) {
    case 'segment':
      return new Vector3(0, Math.sign(d.y) * shape.halfHeight, 0);
    case 'box': {
      const [x, y, z] = shape.halfExtents;
      return new Vector3(Math.sign(d.x) * x, Math.sign(d.y) * y, Math.sign(d.z) * z);
    }
    case 'ellipsoid': {
      const radii = new Vector3(...shape.radii);
      const scaled = d.clone().multiply(radii);
      return scaled.normalize().multiply(radii);
    }
    case 'frustum': {
      const { halfHeight, bottomRadius, topRadius } = shape;
      const around = new Vector3(d.x, 0, d.z).normalize();
      const rim = (y: number, radius: number) => around.clone().multiplyScalar(radius).setY(y);
      return farthest([rim(halfHeight, topRadius), rim(-halfHeight, bottomRadius)], d);
    }
    case 'taperedCapsule': {
      const ball = (y: number, radius: number) =>
        d
          .clone()
          .multiplyScalar(radius)
          .add(new Vector3(0, y, 0));
      return farthest([ball(shape.halfHeight, shape.radiusA), ball(-shape.halfHeight, shape.radiusB)], d);
    }
    case 'hull': {
      const { points } = shape;
      const all = Array.from({ length: points.length / 3 }, (_, k) =>
        new Vector3().fromArray(Array.from(points), 3 * k),
      );
      return farthest(all, d);
    }
    case 'sum':
      return shape.parts.reduce((all, part) => all.add(partSupport(part, d)), new Vector3());
    case 'hullOf':
      return farthest(
        shape.parts.map((part) => partSupport(part, d)),
        d,
      );
    default:
      return new Vector3();
  }
}

function partSupport(part: ShapePart, d: Vector3): Vector3 {
  if (!isPlaced(part)) return support(part as Shape, d);
  const { shift, turn } = placeOf(part);
  return support(part.shape, d.clone().applyQuaternion(turn.clone().conjugate())).applyQuaternion(turn).add(shift);
}

const farthest = (points: readonly Vector3[], d: Vector3): Vector3 =>
  points.reduce((best, point) => (point.dot(d) > best.dot(d) ? point : best)).clone();
