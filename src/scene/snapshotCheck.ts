/**
 * Whether the columns of a snapshot are a scene that kernels can run on: every index in them points into them, every
 * number that kernels trust is one they can trust. Reads only what it is given, so a scene is checked before it is one.
 */
import { fail } from '../errors.ts';
import { alignUp } from '../memory/units.ts';
import {
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  EXTENT,
  FACE_COUNT,
  HALF_X,
  HULL,
  NEIGHBOUR_BEGIN,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../shapes/shapeTable.ts';
import { FACE_WORDS, faceRowsOf, loopsAt, PAD_VERTICES, planesAt } from '../shapes/vertexTable.ts';
import { NO_SHAPE } from './colliderTable.ts';
import { FREE_ROWS, type SceneCounts, SHAPES, VERTICES } from './countTable.ts';

/** The used part of one column. */
export type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** Vertex ids are u16, and one value means "none". */
const UNUSED_ID = 0xffff;

/** Whether every index in the snapshot points into the snapshot. */
export function checkReferences(at: string, counts: SceneCounts, columns: Column[]): void {
  const [words, , neighbours, cells, , loops, , , shapes, freeRows] = columns as Uint32Array[];
  const coordinates = columns[1] as Float32Array;
  const planes = columns[4] as Float32Array;
  const reals = new Float32Array(words!.buffer);
  let vertices = 0;
  for (let row = 0; row < counts[SHAPES]; row++) {
    const word = row * SHAPE_STRIDE;
    // blocks follow one another: vertices that two shapes share would be rows of either
    if (words![word + VERTEX_BEGIN] !== vertices) fail(at, `vertices of shape ${row} at ${vertices}`, 'elsewhere');
    vertices += words![word + VERTEX_ROWS];
    if (!isSound(words!, reals, word, counts, neighbours!, cells!) || !isExtent(words!, reals, word, coordinates))
      fail(at, 'sound shapes', `a bad shape ${row}`);
    if (!hasFaces(words!, word, planes, loops!)) fail(at, 'sound contact faces', `bad ones of shape ${row}`);
  }
  if (vertices !== counts[VERTICES]) fail(at, `${counts[VERTICES]} vertices`, `shapes with ${vertices}`);
  if (!coordinates.every(Number.isFinite)) fail(at, 'finite vertices', 'NaN or infinity');
  let removed = 0;
  for (const shape of shapes!) {
    if (shape === NO_SHAPE) removed++;
    else if (shape >= counts[SHAPES]) fail(at, 'colliders of shapes in the snapshot', `shape ${shape}`);
  }
  const free = new Set(freeRows);
  if (free.size !== removed || removed !== counts[FREE_ROWS])
    fail(at, 'each removed row once on the free list', 'another list');
  for (const row of free) {
    if (shapes![row] !== NO_SHAPE) fail(at, 'removed rows on the free list', `row ${row}`);
  }
}

function isSound(
  words: Uint32Array,
  reals: Float32Array,
  word: number,
  counts: SceneCounts,
  neighbours: Uint32Array,
  cells: Uint32Array,
): boolean {
  const core = words[word + CORE];
  if (core > HULL || !(reals[word + RADIUS] >= 0 && reals[word + RADIUS] < Infinity)) return false;
  if (!(reals[word + EXTENT] >= 0 && reals[word + EXTENT] < Infinity)) return false;
  const vertexCount = words[word + VERTEX_COUNT];
  const rows = words[word + VERTEX_ROWS];
  if (core === BOX) {
    const half = reals.subarray(word + HALF_X, word + HALF_X + 3);
    return vertexCount === 8 && rows === 0 && half.every((h) => h > 0 && h < Infinity);
  }
  if (vertexCount < 1 || vertexCount >= UNUSED_ID || rows !== alignUp(vertexCount, PAD_VERTICES)) return false;
  if ((core === POINT && vertexCount !== 1) || (core === SEGMENT && vertexCount !== 2)) return false;
  if (words[word + VERTEX_BEGIN] + rows > counts[VERTICES]) return false;
  if (core !== POINT && !isList(neighbours, words[word + NEIGHBOUR_BEGIN], vertexCount, vertexCount)) return false;
  const grid = words[word + CELL_GRID];
  return grid === 0 || (grid <= 256 && isList(cells, words[word + CELL_BEGIN], 2 * grid * grid, vertexCount, 1));
}

/** Whether the contact faces are unit normals with finite offsets, and loops of the shape's vertices within its block. */
function hasFaces(words: Uint32Array, word: number, planes: Float32Array, loops: Uint32Array): boolean {
  const count = words[word + FACE_COUNT];
  if (count === 0) return true;
  const begin = words[word + VERTEX_BEGIN];
  const room = FACE_WORDS * words[word + VERTEX_ROWS];
  const rows = faceRowsOf(count);
  if (words[word + CORE] !== HULL || 4 * rows > room) return false;
  const block = planes.subarray(planesAt(begin), planesAt(begin) + 4 * rows);
  for (let row = 0; row < rows; row++) {
    const [x, y, z, offset] = [block[row], block[rows + row], block[2 * rows + row], block[3 * rows + row]];
    if (!(Math.abs(x * x + y * y + z * z - 1) <= 1e-5 && Number.isFinite(offset))) return false;
    // rows behind the last repeat it: what scans whole vectors finds no other face there
    for (let k = 0; row >= count && k < 4; k++) if (block[k * rows + row] !== block[k * rows + count - 1]) return false;
  }
  const run = loops.subarray(loopsAt(begin), loopsAt(begin) + room);
  return isList(run, 0, count, words[word + VERTEX_COUNT], 3);
}

/** Whether the extent is that of the core, as f32: tolerances are parts of it. */
function isExtent(words: Uint32Array, reals: Float32Array, word: number, coordinates: Float32Array): boolean {
  const rows = words[word + VERTEX_ROWS];
  const x = 3 * words[word + VERTEX_BEGIN];
  let farthest = words[word + CORE] === BOX ? Math.hypot(...reals.subarray(word + HALF_X, word + HALF_X + 3)) : 0;
  for (let k = x; k < x + rows; k++) {
    farthest = Math.max(farthest, Math.hypot(coordinates[k], coordinates[k + rows], coordinates[k + 2 * rows]));
  }
  // rounded up by 2⁻²³ and then to f32; the absolute part is for numbers so small that f32 has few bits for them
  return Math.abs(reals[word + EXTENT] - farthest) <= 3e-7 * farthest + 1e-44;
}

/**
 * Whether `runs` runs of vertex ids lie at `begin`, each of `least` or more: starts that ascend from 0, then ids below
 * `vertexCount`.
 */
function isList(pool: Uint32Array | Uint16Array, begin: number, runs: number, vertexCount: number, least = 0): boolean {
  const ids = begin + runs + 1;
  if (ids > pool.length || pool[begin] !== 0) return false;
  for (let k = 0; k < runs; k++) if (pool[begin + k] + least > pool[begin + k + 1]) return false;
  const end = ids + pool[begin + runs];
  if (end > pool.length) return false;
  for (let k = ids; k < end; k++) if (pool[k] >= vertexCount) return false;
  return true;
}
