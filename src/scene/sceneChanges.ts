/**
 * Which calls changed which rows of a scene: numbers that grow from call to call, so that whatever keeps something by collider id, as a
 * stepper does, finds out in no time that nothing happened, and in one pass over the rows what did. Writes into columns are no calls.
 */
import { SHAPE_STRIDE, type ShapeTable, VERTEX_BEGIN, VERTEX_ROWS } from '../shapes/shapeTable.ts';
import type { VertexTable } from '../shapes/vertexTable.ts';
import { type ColliderTable, NO_SHAPE } from './colliderTable.ts';
import { ROWS, type SceneCounts, SHAPES, VERTICES } from './countTable.ts';

/** What is compared before and after a restore. */
interface Tables {
  readonly counts: SceneCounts;
  readonly shapes: Pick<ShapeTable, 'words'>;
  readonly vertices: Pick<VertexTable, 'coordinates'>;
  readonly colliders: Pick<ColliderTable, 'shapes'>;
}

export class SceneChanges {
  /** By row: `calls` when a call last changed its pose, groups or static flag, or what collider it holds. */
  readonly changedAt: Float64Array;
  /** By row: `calls` when it got the collider that it holds, or lost it. A restore counts where it brings another shape, or none. */
  readonly bornAt: Float64Array;
  /** By shape: `calls` when its id became that of this shape. */
  readonly shapeBornAt: Float64Array;
  /** `calls`, now and when a row last got or lost its collider. An array: a field with a number beyond 2³¹ is allocated at every write. */
  readonly #calls = new Float64Array(2);

  constructor(colliders: number, shapes: number) {
    this.changedAt = new Float64Array(colliders);
    this.bornAt = new Float64Array(colliders);
    this.shapeBornAt = new Float64Array(shapes);
  }

  /** Calls so far that changed rows or shapes. */
  get calls(): number {
    return this.#calls[0];
  }

  /** `calls` when any row last got or lost its collider. */
  get lastBirth(): number {
    return this.#calls[1];
  }

  /** @internal */
  addShape(shape: number): void {
    this.shapeBornAt[shape] = ++this.#calls[0];
  }

  /** @internal A row has another pose, other groups, another static flag. */
  change(row: number): void {
    this.changedAt[row] = ++this.#calls[0];
  }

  /** @internal Rows from `first` on hold other colliders, or none. */
  replace(first: number, count: number): void {
    const now = ++this.#calls[0];
    this.#calls[1] = now;
    this.changedAt.fill(now, first, first + count);
    this.bornAt.fill(now, first, first + count);
  }

  /** @internal What a restore is about to overwrite: a copy. */
  remember({ counts, shapes, vertices, colliders }: Tables): Tables {
    return {
      counts: counts.slice(),
      shapes: { words: shapes.words.slice(0, SHAPE_STRIDE * counts[SHAPES]) },
      vertices: { coordinates: vertices.coordinates.slice(0, 3 * counts[VERTICES]) },
      colliders: { shapes: colliders.shapes.slice(0, counts[ROWS]) },
    };
  }

  /** @internal All rows that were there before or are there now. */
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

/** Whether a shape id stands for the same numbers in both. */
function isSameShape(shape: number, one: Tables, other: Tables): boolean {
  if (shape >= one.counts[SHAPES] || shape >= other.counts[SHAPES]) return false;
  const [words, others] = [one, other].map(({ shapes }) => wordsOf(shapes, shape)) as [Uint32Array, Uint32Array];
  if (!words.every((word, k) => word === others[k])) return false;
  const begin = 3 * words[VERTEX_BEGIN];
  const end = begin + 3 * words[VERTEX_ROWS];
  for (let k = begin; k < end; k++) {
    if (one.vertices.coordinates[k] !== other.vertices.coordinates[k]) return false;
  }
  return true;
}

function wordsOf({ words }: Tables['shapes'], shape: number): Uint32Array {
  return words.subarray(SHAPE_STRIDE * shape, SHAPE_STRIDE * (shape + 1));
}
