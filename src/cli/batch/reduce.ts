/**
 * The row of the least distance of each group. A group with an Invalid row has that row: its least distance is not
 * known. Of equal distances, the first row.
 */
import { Status } from 'hullstorm';
import { Rows } from './rows.ts';
import type { Column, Numbers } from './schema.ts';

type Group = 'motion' | 'frame' | 'collider';

/** Whether row `k` of `rows` comes before row `best` of `others`. */
function isLess(rows: Rows, k: number, others: Rows, best: number): boolean {
  const { status, distance } = rows.columns as Record<string, Numbers>;
  const { status: statuses, distance: distances } = others.columns as Record<string, Numbers>;
  if (statuses[best] === Status.Invalid) return false;
  return status[k] === Status.Invalid || distance[k] < distances[best];
}

export class Reduction {
  readonly #by: Group;
  /** A row per group, in the order of their first rows. */
  readonly #best: Rows;
  /** By collider: its row, or −1. */
  readonly #rowOf: Int32Array;
  #last = Number.NaN;

  constructor(schema: readonly Column[], by: Group, colliders: number) {
    this.#by = by;
    this.#best = new Rows(schema);
    this.#rowOf = new Int32Array(by === 'collider' ? colliders : 0).fill(-1);
  }

  /** Begins a block: groups of frames and motions do not span blocks. */
  begin(): void {
    if (this.#by === 'collider') return;
    this.#best.count = 0;
    this.#last = Number.NaN;
  }

  /** The groups of the block; of colliders, none before the end. */
  end(): Rows {
    return this.#by === 'collider' ? new Rows(this.#best.schema) : this.#best;
  }

  /** Takes answered rows, in order. @param motion of all rows */
  take(rows: Rows, motion: number): void {
    const { frame, a, b } = rows.columns as Record<string, Numbers>;
    for (let k = 0; k < rows.count; k++) {
      if (this.#by === 'collider') {
        this.#takeFor(a[k], rows, k);
        if (b[k] !== a[k]) this.#takeFor(b[k], rows, k);
        continue;
      }
      const key = this.#by === 'motion' ? motion : frame[k];
      const row = this.#best.count - 1;
      if (key === this.#last && !isLess(rows, k, this.#best, row)) continue;
      this.#best.take(rows, k, key === this.#last ? row : row + 1);
      if (this.#by === 'motion') this.#best.columns.motion[this.#best.count - 1] = key;
      this.#last = key;
    }
  }

  /** Takes the rows by collider of a part. */
  merge(rows: Rows): void {
    const { collider } = rows.columns as Record<string, Numbers>;
    for (let k = 0; k < rows.count; k++) this.#takeFor(collider[k], rows, k);
  }

  /** Rows by collider, of all blocks. */
  rest(): Rows | undefined {
    if (this.#by !== 'collider') return undefined;
    const sorted = new Rows(this.#best.schema);
    for (const row of this.#rowOf) if (row >= 0) sorted.take(this.#best, row, sorted.count);
    return sorted;
  }

  #takeFor(id: number, rows: Rows, k: number): void {
    let row = this.#rowOf[id];
    if (row >= 0 && !isLess(rows, k, this.#best, row)) return;
    if (row < 0) {
      row = this.#best.count;
      this.#rowOf[id] = row;
    }
    this.#best.take(rows, k, row);
    this.#best.columns.collider[row] = id;
  }
}
