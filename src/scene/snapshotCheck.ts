/**
 * Checks that kernels can run on the columns of a snapshot: every index is inside its column, and every number is
 * valid. Each core checks its own rows (shapes/cores).
 */
import { fail } from '../errors.ts';
import { MOST_UNBOUNDED } from '../memory/capacity.ts';
import { arePartsSound } from '../shapes/cores/composite/core.ts';
import { halfExtents } from '../shapes/cores/composite/pack.ts';
import { axisOfParts } from '../shapes/cores/composite/revolution.ts';
import { isExtent, type SnapshotShapes, type StoredCore } from '../shapes/cores/core.ts';
import { SMOOTH_CORES } from '../shapes/cores/list.ts';
import { isList } from '../shapes/cores/vertices.ts';
import { NO_SHAPE } from '../tables/colliderTable.ts';
import {
  CELLS,
  FREE_ROWS,
  FREE_SHAPES,
  NEIGHBORS,
  PARTS,
  type SceneCounts,
  SHAPES,
  UNBOUNDED_COUNT,
  VERTICES,
} from '../tables/countTable.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import {
  CELL_BEGIN,
  CHILD_HEAD,
  COMPOSITE,
  CORE,
  EXTENT,
  FACE_COUNT,
  FACE_WORDS,
  HALF_SPACE_TRAITS,
  HALF_X,
  MANY,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  PART_COUNT,
  RADIUS,
  REVOLUTION,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  VACANT,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import { faceRowsOf, loopsAt, planesAt } from '../tables/vertexTable.ts';
import { type ChildColumns, ChildrenCheck } from './childrenCheck.ts';
import { cellsOf, isVacant, neighborsOf } from './shapeBlocks.ts';
import { isUnboundedShape } from './unbounded.ts';

/** The used part of one column. */
export type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The cores of a scene, by code. */
export type StoredCores = readonly (StoredCore | undefined)[];

/** Fails unless every index in the snapshot is inside its column. */
export function checkReferences(at: string, counts: SceneCounts, columns: Column[], cores: StoredCores): void {
  const [words, coordinates, neighbors, cells, planes, loops, , , shapes, freeRows, , , parts, , sensors] = columns as [
    Uint32Array,
    Float32Array,
    Uint32Array,
    Uint16Array,
    Float32Array,
    Uint16Array,
    Float64Array,
    Float32Array,
    Uint32Array,
    Uint32Array,
    Uint16Array,
    Uint8Array,
    Uint32Array,
    Uint32Array,
    Uint8Array,
  ];
  const children = columns.slice(15) as unknown as ChildColumns;
  const stored = { words, reals: new Float32Array(words.buffer), coordinates, neighbors, cells };
  const pool = { ...stored, words: parts, reals: new Float32Array(parts.buffer) };
  const compounds = { ...stored, words: children[6], reals: new Float32Array(children[6].buffer) };
  const childrenCheck = new ChildrenCheck(at, counts, children);
  let vertices = 0;
  let neighborWords = 0;
  let cellWords = 0;
  let used = 0;
  let vacant = 0;
  const checkRow = (rows: SnapshotShapes, word: number, row: number): void => {
    // blocks are contiguous: two shapes must not share vertices
    if (rows.words[word + VERTEX_BEGIN] !== vertices) fail(at, `vertices of shape ${row} at ${vertices}`, 'elsewhere');
    vertices += rows.words[word + VERTEX_ROWS];
    if (!isSound(rows, word, cores)) fail(at, 'sound shapes', `a bad shape ${row}`);
    if (!hasFaces(rows.words, word, planes, loops, cores)) fail(at, 'sound contact faces', `bad ones of shape ${row}`);
    const hasLists = (rows.words[word + TRAITS] & SMOOTH) === 0;
    const areHere = rows.words[word + NEIGHBOR_BEGIN] === neighborWords && rows.words[word + CELL_BEGIN] === cellWords;
    if (hasLists && !areHere) fail(at, `lists of shape ${row} behind those before`, 'elsewhere');
    neighborWords += neighborsOf(rows, rows.words, word);
    cellWords += cellsOf(rows, rows.words, word);
  };
  const checkShape = (rows: SnapshotShapes, word: number, row: number): void => {
    checkRow(rows, word, row);
    if (rows.words[word + CORE] !== COMPOSITE) return;
    const count = rows.reals[word + PART_COUNT];
    if (rows.words[word + PART_BEGIN] !== used) fail(at, `parts of shape ${row} at ${used}`, 'elsewhere');
    if (!arePartsSound(pool, used, count)) fail(at, 'sound parts', `bad ones of shape ${row}`);
    for (let k = used; k < used + count; k++) checkRow(pool, PART_ROWS * k * SHAPE_STRIDE, row);
    if (!hasExtents(rows, pool, word)) fail(at, 'sound shapes', `a bad shape ${row}`);
    used += count;
  };
  for (let row = 0; row < counts[SHAPES]; row++) {
    const word = row * SHAPE_STRIDE;
    if (isVacant(stored, row)) {
      if (!isEmptyRow(words, word, vertices))
        fail(at, 'nothing in the row of a removed shape', `numbers in row ${row}`);
      vacant++;
      continue;
    }
    checkShape(stored, word, row);
    if ((words[word + TRAITS] & MANY) === 0) continue;
    const [first, end] = childrenCheck.check(stored, word, row);
    if (first === end) continue;
    for (let k = first; k < end; k++) checkShape(compounds, PART_ROWS * k * SHAPE_STRIDE, row);
    childrenCheck.checkParts(compounds, first, end, words[word + CHILD_HEAD]);
  }
  childrenCheck.finish();
  if (used !== counts[PARTS]) fail(at, `${counts[PARTS]} parts`, `shapes with ${used}`);
  if (vertices !== counts[VERTICES]) fail(at, `${counts[VERTICES]} vertices`, `shapes with ${vertices}`);
  if (neighborWords !== counts[NEIGHBORS] || cellWords !== counts[CELLS]) fail(at, 'lists of all shapes', 'others');
  if (vacant !== counts[FREE_SHAPES]) fail(at, `${counts[FREE_SHAPES]} removed shapes`, vacant);
  if (!coordinates.every(Number.isFinite)) fail(at, 'finite vertices', 'NaN or infinity');
  let removed = 0;
  let halfSpaces = 0;
  for (const shape of shapes) {
    if (shape === NO_SHAPE) removed++;
    else if (shape >= counts[SHAPES] || isVacant(stored, shape))
      fail(at, 'colliders of shapes in the snapshot', `shape ${shape}`);
    else if (isUnboundedShape(stored, shape)) halfSpaces++;
  }
  if (halfSpaces !== counts[UNBOUNDED_COUNT]) fail(at, `${counts[UNBOUNDED_COUNT]} half-spaces`, halfSpaces);
  if (halfSpaces > MOST_UNBOUNDED) fail(at, `at most ${MOST_UNBOUNDED} half-spaces`, halfSpaces);
  const flag = sensors.find((value) => value > 1);
  if (flag !== undefined) fail(at, 'sensors of 0 or 1', flag);
  const free = new Set(freeRows);
  if (free.size !== removed || removed !== counts[FREE_ROWS])
    fail(at, 'each removed row once on the free list', 'another list');
  for (const row of free) {
    if (shapes[row] !== NO_SHAPE) fail(at, 'removed rows on the free list', `row ${row}`);
  }
}

/** Whether a vacant row has no numbers, but for its place. */
function isEmptyRow(words: Uint32Array, word: number, vertices: number): boolean {
  const others = [CORE, VACANT, VERTEX_BEGIN, TRAITS];
  const row = words.subarray(word, word + SHAPE_STRIDE);
  const isPlaced = row[VERTEX_BEGIN] === vertices && row[TRAITS] === HALF_SPACE_TRAITS;
  return isPlaced && row.every((value, k) => value === 0 || others.includes(k));
}

function isSound(stored: SnapshotShapes, word: number, cores: StoredCores): boolean {
  const { words, reals } = stored;
  const isLength = (value: number) => value >= 0 && value < Infinity;
  const core = cores[words[word + CORE]];
  return (
    core !== undefined &&
    words[word + TRAITS] === core.traits &&
    isLength(reals[word + RADIUS]) &&
    isLength(reals[word + EXTENT]) &&
    core.isSound(stored, word)
  );
}

/** Whether the half extents of the composite at `word` are those of its supports, and its axis that of its parts. */
function hasExtents(stored: SnapshotShapes, pool: SnapshotShapes, word: number): boolean {
  const geometryOf = (shapes: SnapshotShapes) => ({ shapes, vertices: shapes, cores: SMOOTH_CORES });
  const geometry = { ...geometryOf(stored), partGeometry: geometryOf(pool) };
  const [begin, count] = [stored.words[word + PART_BEGIN], stored.reals[word + PART_COUNT]];
  return (
    halfExtents(geometry, word).every((half, k) => isExtent(stored.reals, word + HALF_X + k, half)) &&
    stored.reals[word + REVOLUTION] === axisOfParts(geometry.partGeometry, begin, count)
  );
}

/** Whether the contact faces have unit normals, finite offsets, and loops of the shape's vertices inside its block. */
function hasFaces(
  words: Uint32Array,
  word: number,
  planes: Float32Array,
  loops: Uint16Array,
  cores: StoredCores,
): boolean {
  const count = words[word + FACE_COUNT];
  if (count === 0) return true;
  const begin = words[word + VERTEX_BEGIN];
  const room = FACE_WORDS * words[word + VERTEX_ROWS];
  const rows = faceRowsOf(count);
  if (!cores[words[word + CORE]]!.hasFaces || 4 * rows > room) return false;
  const block = planes.subarray(planesAt(begin), planesAt(begin) + 4 * rows);
  for (let row = 0; row < rows; row++) {
    const [x, y, z, offset] = [block[row], block[rows + row], block[2 * rows + row], block[3 * rows + row]];
    if (!(Math.abs(x * x + y * y + z * z - 1) <= 1e-5 && Number.isFinite(offset))) return false;
    // padding rows repeat the last one: a scan of whole vectors finds no other face there
    for (let k = 0; row >= count && k < 4; k++) if (block[k * rows + row] !== block[k * rows + count - 1]) return false;
  }
  const run = loops.subarray(loopsAt(begin), loopsAt(begin) + room);
  return isList(run, 0, count, words[word + VERTEX_COUNT], 3);
}
