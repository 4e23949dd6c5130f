/**
 * Records which call changed which row of a scene. Code that keeps data by collider id, such as a stepper, can detect
 * that nothing changed at no cost, and find the changed rows in one pass. Each row stores the number of the call that
 * changed it last. Writes to columns are not calls, and are not recorded.
 */
import type { NewArray } from '../memory/rowArrays.ts';
import { type ColliderTable, NO_SHAPE } from '../tables/colliderTable.ts';
import { PARTS, ROWS, type SceneCounts, SHAPES, VERTICES } from '../tables/countTable.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  COMPOSITE,
  CORE,
  MANY,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  PART_COUNT,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import type { VertexTable } from '../tables/vertexTable.ts';

/** The tables that are compared before and after a restore. */
interface Tables {
  readonly counts: SceneCounts;
  readonly shapes: ShapeRows;
  readonly parts: ShapeRows;
  readonly vertices: Pick<VertexTable, 'coordinates'>;
  readonly colliders: Pick<ColliderTable, 'shapes'>;
}

export class SceneChanges {
  /** By row: `calls` after the last call that changed its pose, groups, static flag or collider. */
  readonly changedAt: Float64Array;
  /**
   * By row: `calls` after the row got its collider, or lost it. A restore counts if the row then holds another shape,
   * or no collider.
   */
  readonly bornAt: Float64Array;
  /** By shape id: `calls` after the id got its shape, or lost it. */
  readonly shapeBornAt: Float64Array;
  /** `calls` and `lastBirth`. In an array, because V8 allocates at each write of a number > 2³¹ to a field. */
  readonly #calls = new Float64Array(2);

  /** @internal */
  constructor(newArray: NewArray, shapes: number) {
    this.changedAt = newArray(Float64Array);
    this.bornAt = newArray(Float64Array);
    this.shapeBornAt = newArray(Float64Array, 1, shapes);
  }

  /** Calls so far that changed colliders or shapes. */
  get calls(): number {
    return this.#calls[0];
  }

  /** `calls` after the last call by which any row got or lost its collider. */
  get lastBirth(): number {
    return this.#calls[1];
  }

  /** @internal Whether a collider of pair p has its row since a call after `seen`, or has none. */
  isReborn(ids: Uint32Array, p: number, seen: number): boolean {
    return this.bornAt[ids[2 * p]] > seen || this.bornAt[ids[2 * p + 1]] > seen;
  }

  /** @internal */
  addShape(shape: number): void {
    this.shapeBornAt[shape] = ++this.#calls[0];
  }

  /** @internal */
  removeShape(shape: number): void {
    this.shapeBornAt[shape] = ++this.#calls[0];
  }

  /** @internal Records that the pose, groups or static flag of a row changed. */
  change(row: number): void {
    this.changedAt[row] = ++this.#calls[0];
  }

  /** @internal Records that rows from `first` on got or lost their colliders. */
  replace(first: number, count: number): void {
    const now = ++this.#calls[0];
    this.#calls[1] = now;
    this.changedAt.fill(now, first, first + count);
    this.bornAt.fill(now, first, first + count);
  }

  /** @internal A copy of the tables that a restore will overwrite. */
  remember({ counts, shapes, parts, vertices, colliders }: Tables): Tables {
    return {
      counts: counts.slice(),
      shapes: firstRows(shapes, counts[SHAPES]),
      parts: firstRows(parts, PART_ROWS * counts[PARTS]),
      vertices: { coordinates: vertices.coordinates.slice(0, 3 * counts[VERTICES]) },
      colliders: { shapes: colliders.shapes.slice(0, counts[ROWS]) },
    };
  }

  /** @internal Records a restore: all rows before and after it have changed. */
  restore(before: Tables, after: Tables): void {
    const now = ++this.#calls[0];
    this.#calls[1] = now;
    const shapes = Math.max(before.counts[SHAPES], after.counts[SHAPES]);
    const isSame = Array.from({ length: shapes }, (_, shape) => isSameShape(shape, before, after));
    for (const [shape, same] of isSame.entries()) if (!same) this.shapeBornAt[shape] = now;
    const rows = Math.max(before.counts[ROWS], after.counts[ROWS]);
    this.changedAt.fill(now, 0, rows);
    for (let row = 0; row < rows; row++) {
      const [was, is] = [shapeIn(row, before), shapeIn(row, after)];
      if (was !== is || (is !== NO_SHAPE && !isSame[is])) this.bornAt[row] = now;
    }
  }
}

function shapeIn(row: number, { counts, colliders }: Tables): number {
  return row < counts[ROWS] ? colliders.shapes[row] : NO_SHAPE;
}

/** Whether a shape id names the same geometry before and after. */
function isSameShape(shape: number, one: Tables, other: Tables): boolean {
  if (shape >= one.counts[SHAPES] || shape >= other.counts[SHAPES]) return false;
  const word = SHAPE_STRIDE * shape;
  // children are not compared
  if ((one.shapes.words[word + TRAITS] & MANY) !== 0) return false;
  if (!haveSameCores(one, one.shapes, other, other.shapes, word, word)) return false;
  if (one.shapes.words[word + CORE] !== COMPOSITE) return true;
  const rows = PART_ROWS * one.shapes.reals[word + PART_COUNT];
  const partOf = ({ shapes: { words } }: Tables, row: number) =>
    SHAPE_STRIDE * (PART_ROWS * words[word + PART_BEGIN] + row);
  for (let row = 0; row < rows; row += PART_ROWS) {
    const [at, otherAt] = [partOf(one, row), partOf(other, row)];
    if (!haveSameCores(one, one.parts, other, other.parts, at, otherAt)) return false;
    for (let k = SHAPE_STRIDE; k < PART_ROWS * SHAPE_STRIDE; k++) {
      if (one.parts.words[at + k] !== other.parts.words[otherAt + k]) return false;
    }
  }
  return true;
}

/** Whether two rows hold the same core, wherever its blocks are. */
function haveSameCores(
  one: Tables,
  { words }: ShapeRows,
  other: Tables,
  { words: otherWords }: ShapeRows,
  word: number,
  otherWord: number,
): boolean {
  for (let k = 0; k < SHAPE_STRIDE; k++) {
    if (!isPlace(words, word, k) && words[word + k] !== otherWords[otherWord + k]) return false;
  }
  const begin = 3 * words[word + VERTEX_BEGIN];
  const otherBegin = 3 * otherWords[otherWord + VERTEX_BEGIN];
  for (let k = 0; k < 3 * words[word + VERTEX_ROWS]; k++) {
    if (one.vertices.coordinates[begin + k] !== other.vertices.coordinates[otherBegin + k]) return false;
  }
  return true;
}

/** Whether word k of the row at `word` is the place of a block. */
function isPlace(words: Uint32Array, word: number, k: number): boolean {
  if (k === VERTEX_BEGIN) return true;
  if ((words[word + TRAITS] & SMOOTH) === 0) return k === CELL_BEGIN || k === NEIGHBOR_BEGIN;
  return words[word + CORE] === COMPOSITE && k === PART_BEGIN;
}

function firstRows({ words }: ShapeRows, count: number): ShapeRows {
  const own = words.slice(0, SHAPE_STRIDE * count);
  return { words: own, reals: new Float32Array(own.buffer) };
}
