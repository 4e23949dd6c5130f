/**
 * The first hits of casts by brute force over all bodies, in f64, and the verdict on a library's times.
 *
 * Two convex polyhedra are apart along a normal of a face or along a cross product of two edges, or not at all. Along
 * each of these axes two intervals move past each other; the bodies meet when the last of them meets. The code shares
 * no line with the library, whose boxes have 15 axes of their own, and whose hulls are cast without any list of axes.
 */
import type { Bodies, ShapeCasts } from '../../castScenes.ts';
import { rotationMatrix, type VertexShape, verticesOf } from '../../workloadShapes.ts';

/** Larger errors are wrong (m, along the way). */
const MOST_ERROR = 1e-3;
/** A cast is judged if its first hit differs by less than MOST_ERROR with bodies larger and smaller by this (m). */
const SKIN = 1e-4;
/** Points within this of a plane lie in it, and shorter cross products are no axes (parts of the size). */
const FLAT = 1e-9;

export interface Truth {
  /** The time of the first hit, Infinity for none, NaN for a cast that is not judged. */
  readonly times: Float64Array;
  readonly judged: number;
  readonly hits: number;
}

/** In local axes: points, normals of faces, and directions of edges, x y z each. */
interface Polyhedron {
  readonly points: readonly Vector[];
  readonly normals: readonly Vector[];
  readonly edges: readonly Vector[];
  readonly radius: number;
}
type Vector = readonly [number, number, number];

export function truthOf(bodies: Bodies, casts: ShapeCasts): Truth {
  const columns = [0, SKIN, -SKIN].map((grown) => firstHits(bodies, casts, grown));
  const times = columns[0]!.map((own, k) =>
    columns.every((column) => isNear(column[k]!, own, wayOf(casts, k))) ? own : Number.NaN,
  );
  const judged = times.filter((t) => !Number.isNaN(t));
  return { times, judged: judged.length, hits: judged.filter((t) => t < Infinity).length };
}

/** How many judged casts have another answer, or one that is farther off than MOST_ERROR. */
export function countWrong({ times }: Truth, casts: ShapeCasts, answers: Float64Array): number {
  return times.reduce((wrong, own, k) => {
    return Number.isNaN(own) || isNear(answers[k]!, own, wayOf(casts, k)) ? wrong : wrong + 1;
  }, 0);
}

function isNear(t: number, own: number, way: number): boolean {
  return t === own || Math.abs(t - own) * way <= MOST_ERROR;
}

function wayOf({ moves }: ShapeCasts, k: number): number {
  return Math.hypot(moves[3 * k]!, moves[3 * k + 1]!, moves[3 * k + 2]!);
}

function firstHits(bodies: Bodies, { count, halves, starts, rotations, moves }: ShapeCasts, grown: number) {
  const shapes = bodies.shapes.map(polyhedronOf);
  const boxes = halves.map((half) => polyhedronOf({ kind: 'box', halfExtents: Float32Array.from(half) }));
  const turned = Array.from({ length: bodies.colliderCount }, (_, k) =>
    turnedBy(shapes[bodies.shapeOf[k]!]!, bodies.rotations, k),
  );
  const first = new Float64Array(count).fill(Infinity);
  const turns = Float32Array.from(rotations);
  for (let k = 0; k < count; k++) {
    const moving = turnedBy(boxes[k % boxes.length]!, turns, k);
    const move = vectorAt(moves, 3 * k);
    for (let n = 0; n < bodies.colliderCount; n++) {
      const body = turned[n]!;
      const away = difference(vectorAt(bodies.positions, 4 * n), vectorAt(starts, 3 * k));
      if (!comesNear(away, move, moving.radius + body.radius + grown)) continue;
      const t = meet(moving, body, away, move, grown);
      if (t < first[k]!) first[k] = t;
    }
  }
  return first;
}

/** Whether the origin, moving by `move`, comes within `reach` of a point. */
function comesNear(away: Vector, move: Vector, reach: number): boolean {
  const along = Math.min(1, Math.max(0, dot(away, move) / dot(move, move)));
  return Math.hypot(...away.map((c, axis) => c - along * move[axis]!)) <= reach;
}

/** The time at which A, moving by `move`, meets B, whose position is `away`; Infinity for none up to 1. */
function meet(a: Polyhedron, b: Polyhedron, away: Vector, move: Vector, grown: number): number {
  let enter = 0;
  let exit = 1;
  const narrow = (axis: Vector, length: number): boolean => {
    const [lowA, highA] = interval(a.points, axis);
    const [lowB, highB] = interval(b.points, axis);
    const offset = dot(away, axis);
    const speed = dot(move, axis);
    // A meets B while low ≤ speed t ≤ high
    const low = offset + lowB - highA - grown * length;
    const high = offset + highB - lowA + grown * length;
    if (speed === 0) return low <= 0 && high >= 0;
    enter = Math.max(enter, Math.min(low / speed, high / speed));
    exit = Math.min(exit, Math.max(low / speed, high / speed));
    return enter <= exit;
  };
  for (const normal of [...a.normals, ...b.normals]) if (!narrow(normal, 1)) return Infinity;
  for (const one of a.edges) {
    for (const other of b.edges) {
      const axis = cross(one, other);
      const length = Math.hypot(...axis);
      if (length > FLAT && !narrow(axis, length)) return Infinity;
    }
  }
  return enter;
}

function interval(points: readonly Vector[], axis: Vector): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const point of points) {
    const at = dot(point, axis);
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return [low, high];
}

/** Faces are the planes through three points that have all points on one side. Edges are unit vectors. */
function polyhedronOf(shape: VertexShape): Polyhedron {
  const numbers = verticesOf(shape);
  const points = Array.from({ length: numbers.length / 3 }, (_, k) => vectorAt(numbers, 3 * k));
  const radius = Math.max(...points.map((point) => Math.hypot(...point)));
  const normals: Vector[] = [];
  const edges: Vector[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) {
      const edge = difference(points[i]!, points[j]!);
      let faces = 0;
      for (let k = 0; k < points.length; k++) {
        const normal = cross(edge, difference(points[k]!, points[j]!));
        const length = Math.hypot(...normal);
        if (length < FLAT * radius * radius) continue;
        const unit = scaled(normal, 1 / length);
        const [low, high] = interval(points, unit);
        const at = dot(unit, points[i]!);
        if (high - at > FLAT * radius && at - low > FLAT * radius) continue;
        faces++;
        addWay(normals, unit);
      }
      // diagonals of faces are no edges, but axes that prove as much
      if (faces > 0) addWay(edges, scaled(edge, 1 / Math.hypot(...edge)));
    }
  }
  return { points, normals, edges, radius };
}

/** Adds a unit vector unless the list has it or its opposite. */
function addWay(list: Vector[], unit: Vector): void {
  if (!list.some((other) => Math.abs(dot(other, unit)) > 1 - FLAT)) list.push(unit);
}

function turnedBy({ points, normals, edges, radius }: Polyhedron, rotations: Float32Array, k: number): Polyhedron {
  const m = new Float64Array(9);
  rotationMatrix(m, rotations, k);
  const turn = (v: Vector): Vector => [
    m[0]! * v[0] + m[1]! * v[1] + m[2]! * v[2],
    m[3]! * v[0] + m[4]! * v[1] + m[5]! * v[2],
    m[6]! * v[0] + m[7]! * v[1] + m[8]! * v[2],
  ];
  return { points: points.map(turn), normals: normals.map(turn), edges: edges.map(turn), radius };
}

const vectorAt = (column: ArrayLike<number>, at: number): Vector => [column[at]!, column[at + 1]!, column[at + 2]!];
const difference = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (a: Vector, by: number): Vector => [by * a[0], by * a[1], by * a[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
