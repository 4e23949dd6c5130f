/**
 * Checks that kernels can run on the columns of a snapshot: every index is inside its column, and every number is
 * valid. Each core checks its own rows (shapes/cores).
 */
import { fail } from '../errors.ts';
import { MOST_HALF_SPACES } from '../memory/capacity.ts';
import {
  CORE,
  EXTENT,
  FACE_COUNT,
  RADIUS,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../shapes/codes.ts';
import type { SnapshotShapes, StoredCore } from '../shapes/cores/core.ts';
import { isList } from '../shapes/cores/vertices.ts';
import { FACE_WORDS, faceRowsOf, loopsAt, planesAt } from '../shapes/vertexTable.ts';
import { NO_SHAPE } from './colliderTable.ts';
import { FREE_ROWS, HALF_SPACES, type SceneCounts, SHAPES, VERTICES } from './countTable.ts';
import { isHalfSpace } from './halfSpaces.ts';

/** The used part of one column. */
export type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The cores of a scene, by code. */
type StoredCores = readonly (StoredCore | undefined)[];

/** Fails unless every index in the snapshot is inside its column. */
export function checkReferences(at: string, counts: SceneCounts, columns: Column[], cores: StoredCores): void {
  const [words, coordinates, neighbors, cells, planes, loops, , , shapes, freeRows] = columns as [
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
  ];
  const stored = { words, reals: new Float32Array(words.buffer), coordinates, neighbors, cells };
  let vertices = 0;
  for (let row = 0; row < counts[SHAPES]; row++) {
    const word = row * SHAPE_STRIDE;
    // blocks are contiguous: two shapes must not share vertices
    if (words[word + VERTEX_BEGIN] !== vertices) fail(at, `vertices of shape ${row} at ${vertices}`, 'elsewhere');
    vertices += words[word + VERTEX_ROWS];
    if (!isSound(stored, word, cores)) fail(at, 'sound shapes', `a bad shape ${row}`);
    if (!hasFaces(words, word, planes, loops, cores)) fail(at, 'sound contact faces', `bad ones of shape ${row}`);
  }
  if (vertices !== counts[VERTICES]) fail(at, `${counts[VERTICES]} vertices`, `shapes with ${vertices}`);
  if (!coordinates.every(Number.isFinite)) fail(at, 'finite vertices', 'NaN or infinity');
  let removed = 0;
  let halfSpaces = 0;
  for (const shape of shapes) {
    if (shape === NO_SHAPE) removed++;
    else if (shape >= counts[SHAPES]) fail(at, 'colliders of shapes in the snapshot', `shape ${shape}`);
    else if (isHalfSpace(stored, shape)) halfSpaces++;
  }
  if (halfSpaces !== counts[HALF_SPACES]) fail(at, `${counts[HALF_SPACES]} half-spaces`, halfSpaces);
  if (halfSpaces > MOST_HALF_SPACES) fail(at, `at most ${MOST_HALF_SPACES} half-spaces`, halfSpaces);
  const free = new Set(freeRows);
  if (free.size !== removed || removed !== counts[FREE_ROWS])
    fail(at, 'each removed row once on the free list', 'another list');
  for (const row of free) {
    if (shapes[row] !== NO_SHAPE) fail(at, 'removed rows on the free list', `row ${row}`);
  }
}

function isSound(stored: SnapshotShapes, word: number, cores: StoredCores): boolean {
  const { words, reals } = stored;
  const isLength = (value: number) => value >= 0 && value < Infinity;
  const core = cores[words[word + CORE]];
  return (
    core !== undefined && isLength(reals[word + RADIUS]) && isLength(reals[word + EXTENT]) && core.isSound(stored, word)
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
