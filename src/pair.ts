/**
 * `hullstorm/pair`: one pair at a time, plain TypeScript, synchronous, no threads, no wasm, no engine. The same kernel as
 * the engine's `scalar` one, for tools, tests and questions that come one by one.
 */
import { checkKeys, type Keys, lengthOf, unreadable } from './checks.ts';
import { fail, finite, flag, refuse, viewName } from './errors.ts';
import { distanceRows } from './narrow/scalar/distanceRows.ts';
import { createScalarScratch, type Geometry, type ScalarScratch } from './narrow/scalar/scratch.ts';
import { SIMPLEX_STRIDE, Status, type StatusCode, UNUSED } from './queries/distance/table.ts';
import { COUNT_TABLE_BYTES, ROWS, type SceneCounts, SHAPES } from './scene/countTable.ts';
import { prepareBox } from './shapes/cores/box.ts';
import { broughtPrepare, broughtSupports } from './shapes/cores/brought.ts';
import type { Prepare } from './shapes/cores/core.ts';
import { preparePoint } from './shapes/cores/point.ts';
import { prepareSegment } from './shapes/cores/segment.ts';
import { prepareShape } from './shapes/prepareShape.ts';
import type { Shape } from './shapes/shape.ts';
import { bindShapes, shapeTableBytes } from './shapes/shapeTable.ts';
import { storeShape } from './shapes/storeShape.ts';
import { bindVertices, CELL_WORDS, vertexTableBytes } from './shapes/vertexTable.ts';

export { QueryError } from './errors.ts';
export { Status, type StatusCode } from './queries/distance/table.ts';
export * from './shapes/spec.ts';

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

const OPTIONS: Keys<PairOptions> = { maxDistance: 0, depth: 0 };

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
let workbench: ScalarScratch | undefined; // 3 MB, made by the first query

/**
 * Whether two shapes touch or overlap.
 * @throws QueryError on a bad shape or a pose with NaN or a zero quaternion
 */
export function intersect(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): boolean {
  const a = geometryOf('intersect: shapeA', shapeA);
  const b = geometryOf('intersect: shapeB', shapeB);
  load('intersect: poseA', 0, poseA);
  load('intersect: poseB', 4, poseB);
  question.flags = true;
  ask('intersect', a, b);
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
  load('distance: poseA', 0, poseA);
  load('distance: poseB', 4, poseB);
  readQuestion(options);
  const { normal, offsetA, offsetB } = columnsOf(out);
  question.flags = false;
  ask('distance', a, b);
  for (let c = 0; c < 3; c++) {
    normal[c] = answer.separation[c];
    offsetA[c] = answer.offsetA[c];
    offsetB[c] = answer.offsetB[c];
  }
  out.status = answer.status[0] as StatusCode;
  out.distance = answer.separation[3];
  out.errorBound = answer.offsetA[3];
  return out;
}

/** Sets the limit and the depth of the question. */
function readQuestion(options: PairOptions | undefined): void {
  question.limit[0] = Infinity;
  question.depth = true;
  if (options === undefined) return;
  checkKeys('distance: options', options, OPTIONS);
  try {
    const { maxDistance = Infinity, depth = true } = options;
    if (!(typeof maxDistance === 'number' && maxDistance >= 0)) {
      refuse('distance: maxDistance', 'a number ≥ 0 (m)', maxDistance);
    }
    question.depth = flag('distance: depth', depth);
    question.limit[0] = maxDistance;
  } catch (cause) {
    unreadable('distance: options', cause);
  }
}

/** `out`, if it can be written to. */
function columnsOf(out: PairDistance): PairDistance {
  if (!isAnswer(out)) refuse('distance: out', 'what createPairDistance() makes', out);
  return out;
}

function isAnswer(out: PairDistance): boolean {
  try {
    return !Object.isFrozen(out) && isColumn(out.normal) && isColumn(out.offsetA) && isColumn(out.offsetB);
  } catch {
    return false;
  }
}

function isColumn(column: Float64Array): boolean {
  return viewName(column) === 'Float64Array' && column.length >= 3;
}

/** Tables of one shape, built once for each shape object. */
function geometryOf(where: string, shape: Shape): Geometry {
  const known = prepared.get(shape);
  if (known) return known;
  const ready = prepareShape(where, shape, prepareOf);
  const rows = Math.max(ready.vertexRows, 4);
  // pools are sized by vertices; a hull with many cells for its vertices needs a larger one
  const capacity = Math.max(rows, Math.ceil(ready.cells.length / CELL_WORDS));
  const shapes = bindShapes(new ArrayBuffer(shapeTableBytes(1)), 0, 1);
  const vertices = bindVertices(new ArrayBuffer(vertexTableBytes(capacity)), 0, capacity);
  storeShape(shapes, vertices, { row: 0, vertexBegin: 0, neighbourBegin: 0, cellBegin: 0, withCells: true }, ready);
  const geometry = { shapes, vertices, cores: broughtSupports() };
  prepared.set(shape, geometry);
  return geometry;
}

/** What prepares the shapes of a kind: three come with this file, others with the function that makes their shapes. */
function prepareOf(kind: string): Prepare | undefined {
  if (kind === 'point') return preparePoint;
  if (kind === 'segment') return prepareSegment;
  if (kind === 'box') return prepareBox;
  return broughtPrepare(kind);
}

/** Writes a pose to the scene, in the rows from `at`. */
function load(where: string, at: number, pose: Pose): void {
  if (typeof pose !== 'object' || pose === null) refuse(where, 'a pose: { position, rotation }', pose);
  const { positions, rotations } = poses;
  let position: unknown;
  let rotation: unknown;
  try {
    position = pose.position;
    rotation = pose.rotation;
  } catch (cause) {
    unreadable(where, cause);
  }
  loadNumbers(where, ': position', 'x y z', position, 3, positions, at);
  if (rotation === undefined) {
    rotations.fill(0, at, at + 3);
    rotations[at + 3] = 1;
  } else {
    loadNumbers(where, ': rotation', 'a quaternion x y z w', rotation, 4, rotations, at);
    scaleRotation(where, rotations, at);
  }
}

/** Writes the first `count` numbers of `given`, which must be finite, to `to`. */
function loadNumbers(
  where: string,
  part: string,
  expected: string,
  given: unknown,
  count: number,
  to: Float64Array,
  at: number,
): void {
  const length = lengthOf(where, expected, given, part);
  if (length < count) fail(where + part, expected, `${length} numbers`);
  try {
    for (let c = 0; c < count; c++) {
      const value = (given as ArrayLike<unknown>)[c];
      to[at + c] = Number.isFinite(value) ? (value as number) : finite(`${where}${part}[${c}]`, value);
    }
  } catch (cause) {
    unreadable(where + part, cause);
  }
}

/** Runs the kernel on the one row. */
function ask(where: string, a: Geometry, b: Geometry): void {
  workbench ??= createScalarScratch();
  distanceRows(answer, ids, poses, counts, a, b, workbench, question, 0, 1);
  if (answer.status[0] === Status.Invalid)
    fail(`${where}: poses`, 'poses nearer to each other', 'farther than f64 holds');
}

function twoRows(): SceneCounts {
  const words = new Uint32Array(COUNT_TABLE_BYTES / 4);
  words[ROWS] = 2;
  words[SHAPES] = 1;
  return words;
}

/** Fails for a quaternion that is zero. One whose square f64 cannot hold is scaled. */
function scaleRotation(where: string, f: Float64Array, at: number): void {
  let largest = 0;
  for (let c = 0; c < 4; c++) largest = Math.max(largest, Math.abs(f[at + c]));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
  if (largest < 1e100 && largest > 1e-100) return;
  for (let c = 0; c < 4; c++) f[at + c] /= largest;
}
