/**
 * Records which call changed which row of a scene. Code that keeps data by collider id, such as a stepper, can detect
 * that nothing changed at no cost, and find the changed rows in one pass. Each row stores the number of the call that
 * changed it last. Writes to columns are not calls, and are not recorded.
 */
import { SHAPE_STRIDE, VERTEX_BEGIN, VERTEX_ROWS } from '../shapes/codes.ts';
import type { ShapeTable } from '../shapes/shapeTable.ts';
import type { VertexTable } from '../shapes/vertexTable.ts';
import { type ColliderTable, NO_SHAPE } from './colliderTable.ts';
import { ROWS, type SceneCounts, SHAPES, VERTICES } from './countTable.ts';

/** The tables that are compared before and after a restore. */
interface Tables {
  readonly counts: SceneCounts;
  readonly shapes: Pick<ShapeTable, 'words'>;
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
  /** By shape id: `calls` after the id got its shape. */
  readonly shapeBornAt: Float64Array;
  /** `calls` and `lastBirth`. In an array, because V8 allocates at each write of a number > 2³¹ to a field. */
  readonly #calls = new Float64Array(2);

  constructor(colliders: number, shapes: number) {
    this.changedAt = new Float64Array(colliders);
    this.bornAt = new Float64Array(colliders);
    this.shapeBornAt = new Float64Array(shapes);
  }

  /** Calls so far that changed colliders or shapes. */
  get calls(): number {
    return this.#calls[0];
  }

  /** `calls` after the last call by which any row got or lost its collider. */
  get lastBirth(): number {
    return this.#calls[1];
  }

  /** @internal */
  addShape(shape: number): void {
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
  remember({ counts, shapes, vertices, colliders }: Tables): Tables {
    return {
      counts: counts.slice(),
      shapes: { words: shapes.words.slice(0, SHAPE_STRIDE * counts[SHAPES]) },
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
