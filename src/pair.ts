/**
 * `hullstorm/pair`: one pair at a time, plain TypeScript, synchronous, no threads, no wasm, no engine. The same kernel as
 * the engine's `scalar` one, for tools, tests and questions that come one by one.
 */
import { fail } from './errors.ts';
import { answerRows } from './kernel/ts/answerRows.ts';
import { createWorkbench, type Geometry, type Workbench } from './kernel/ts/scratch.ts';
import { SIMPLEX_STRIDE, Status, type StatusCode, UNUSED } from './results/resultTable.ts';
import { COUNT_TABLE_BYTES, ROWS, type SceneCounts, SHAPES } from './scene/countTable.ts';
import { prepareHull } from './shapes/prepareHull.ts';
import { type PrepareHull, prepareShape } from './shapes/prepareShape.ts';
import { bindShapes, shapeTableBytes } from './shapes/shapeTable.ts';
import { type HullOptions, type HullShape, type Shape, hull as specifyHull } from './shapes/specs.ts';
import { storeShape } from './shapes/storeShape.ts';
import { bindVertices, CELL_WORDS, vertexTableBytes } from './shapes/vertexTable.ts';

export { QueryError } from './errors.ts';
export { Status, type StatusCode } from './results/resultTable.ts';
export {
  type BoxShape,
  box,
  capsule,
  type HullOptions,
  type HullShape,
  type PointShape,
  point,
  rounded,
  type SegmentShape,
  type Shape,
  segment,
  sphere,
} from './shapes/specs.ts';

/**
 * The convex hull of points, built when it is first asked about. Any finite set will do: duplicates, collinear and
 * coplanar runs, a flat polygon, a segment, a single point. Coordinates are rounded to f32.
 *
 * @param points x y z triples (m)
 */
export function hull(points: ArrayLike<number>, options?: HullOptions): HullShape {
  buildHulls = prepareHull;
  return specifyHull(points, options);
}

/** Where a shape is. */
export interface Pose {
  /** x y z (m), world. Differences are taken in f64, so far from the origin is as good as near it. */
  readonly position: ArrayLike<number>;
  /** Quaternion x y z w, local → world, of any length but zero. Default: none. */
  readonly rotation?: ArrayLike<number>;
}

/** The answer for one pair. */
export interface PairDistance {
  /** `Separated`, `Overlapping`, `BeyondMaxDistance` or `NotConverged`. */
  status: StatusCode;
  /** Signed distance (m): > 0 a gap, < 0 minus the penetration depth. */
  distance: number;
  /** Unit normal from A to B, world axes. Moving B by −distance · normal makes the two touch. */
  readonly normal: Float64Array;
  /** Witness point on A minus A's position, world axes (m). */
  readonly offsetA: Float64Array;
  /** Witness point on B minus B's position, world axes (m). */
  readonly offsetB: Float64Array;
  /** The distance is within this of the true one (m). */
  errorBound: number;
}

export interface PairOptions {
  /** Stop as soon as the pair is proven farther apart than this (m). Default: Infinity. */
  readonly maxDistance?: number;
  /** Measure penetration. Default: true; false reports overlap with distance 0 and NaN for the rest. */
  readonly depth?: boolean;
}

/** An answer to write to: give it to `distance` again and again, and nothing is allocated. */
export function createPairDistance(): PairDistance {
  return {
    status: Status.Separated,
    distance: 0,
    normal: new Float64Array(3),
    offsetA: new Float64Array(3),
    offsetB: new Float64Array(3),
    errorBound: 0,
  };
}

// a scene of two rows and a list of one pair, in f64
const poses = /* @__PURE__ */ {
  positions: new Float64Array(8),
  rotations: new Float64Array(8),
  shapes: new Uint32Array(2),
};
const counts = /* @__PURE__ */ twoRows();
const ids = /* @__PURE__ */ new Uint32Array([0, 1]);
const answer = {
  status: /* @__PURE__ */ new Uint8Array(1),
  separation: /* @__PURE__ */ new Float64Array(4),
  offsetA: /* @__PURE__ */ new Float64Array(4),
  offsetB: /* @__PURE__ */ new Float64Array(4),
};
const question = {
  flags: false,
  limit: /* @__PURE__ */ new Float64Array([Infinity]),
  depth: true,
  from: /* @__PURE__ */ new Uint16Array(SIMPLEX_STRIDE).fill(UNUSED),
  to: /* @__PURE__ */ new Uint16Array(SIMPLEX_STRIDE),
};
const prepared = /* @__PURE__ */ new WeakMap<Shape, Geometry>();
let workbench: Workbench | undefined; // 3 MB, made by the first query
let buildHulls: PrepareHull | undefined; // set by hull(): programs that never call it are bundled without the builder

/**
 * Whether two shapes touch or overlap.
 * @throws QueryError on a bad shape or a pose with NaN or a zero quaternion
 */
export function intersect(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const a = geometryOf('intersect: shapeA', shapeA);
  const b = geometryOf('intersect: shapeB', shapeB);
  load(poseA, poseB);
  question.flags = true;
  ask('intersect', a, b, poseA, poseB);
  return answer.status[0] === Status.Overlapping;
}

/**
 * Signed distance, normal and witness points of two shapes.
 * @param out written and returned; a new one if not given
 * @throws QueryError on a bad shape or a pose with NaN or a zero quaternion
 */
export function distance(
  shapeA: Shape,
  poseA: Pose,
  shapeB: Shape,
  poseB: Pose,
  out: PairDistance = createPairDistance(),
  options?: PairOptions,
): PairDistance {
  const a = geometryOf('distance: shapeA', shapeA);
  const b = geometryOf('distance: shapeB', shapeB);
  const maxDistance = options?.maxDistance ?? Infinity;
  if (!(maxDistance >= 0)) fail('distance: maxDistance', 'a number ≥ 0 (m)', maxDistance);
  load(poseA, poseB);
  question.flags = false;
  question.depth = options?.depth ?? true;
  question.limit[0] = maxDistance;
  ask('distance', a, b, poseA, poseB);
  const { status, separation, offsetA, offsetB } = answer;
  out.status = status[0] as StatusCode;
  out.distance = separation[3]!;
  out.errorBound = offsetA[3]!;
  for (let c = 0; c < 3; c++) {
    out.normal[c] = separation[c]!;
    out.offsetA[c] = offsetA[c]!;
    out.offsetB[c] = offsetB[c]!;
  }
  return out;
}

/** Tables of one shape, built once for each shape object. */
function geometryOf(where: string, shape: Shape): Geometry {
  const known = prepared.get(shape);
  if (known) return known;
  const ready = prepareShape(where, shape, buildHulls);
  const rows = Math.max(ready.vertexRows, 4);
  // pools are sized by vertices; a hull with many cells for its vertices needs a larger one
  const capacity = Math.max(rows, Math.ceil(ready.cells.length / CELL_WORDS));
  const shapes = bindShapes(new ArrayBuffer(shapeTableBytes(1)), 0, 1);
  const vertices = bindVertices(new ArrayBuffer(vertexTableBytes(capacity)), 0, capacity);
  storeShape(shapes, vertices, { row: 0, vertexBegin: 0, neighbourBegin: 0, cellBegin: 0, withCells: true }, ready);
  const geometry = { shapes, vertices };
  prepared.set(shape, geometry);
  return geometry;
}

function load(poseA: Pose, poseB: Pose): void {
  const { positions, rotations } = poses;
  loadRotation(rotations, 0, poseA);
  loadRotation(rotations, 4, poseB);
  for (let c = 0; c < 3; c++) {
    positions[c] = poseA.position[c]!;
    positions[4 + c] = poseB.position[c]!;
  }
}

/** Runs the kernel on the one row. */
function ask(where: string, a: Geometry, b: Geometry, poseA: Pose, poseB: Pose): void {
  workbench ??= createWorkbench();
  answerRows(answer, ids, poses, counts, a, b, workbench, question, 0, 1);
  if (answer.status[0] === Status.Invalid)
    fail(`${where}: poses`, 'finite positions and quaternions not zero', describe(poseA, poseB));
}

function twoRows(): SceneCounts {
  const words = new Uint32Array(COUNT_TABLE_BYTES / 4);
  words[ROWS] = 2;
  words[SHAPES] = 1;
  return words;
}

/** Loads a quaternion; one whose square f64 cannot hold is scaled first. */
function loadRotation(f: Float64Array, at: number, { rotation }: Pose): void {
  f.fill(0, at, at + 3);
  f[at + 3] = 1;
  if (!rotation) return;
  let largest = 0;
  for (let c = 0; c < 4; c++) largest = Math.max(largest, Math.abs(rotation[c]!));
  const extreme = largest > 1e100 || (largest < 1e-100 && largest > 0);
  for (let c = 0; c < 4; c++) f[at + c] = extreme ? rotation[c]! / largest : rotation[c]!;
}

function describe(...poses: Pose[]): string {
  return poses.map((p) => `[${Array.from(p.position)}] [${Array.from(p.rotation ?? [0, 0, 0, 1])}]`).join(' and ');
}
