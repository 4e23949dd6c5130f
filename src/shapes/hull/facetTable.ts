/**
 * The triangles of one hull during its construction, one per row. Plain columns: objects, sets and maps would take most
 * of the time of a build (docs/lab/hull-building.md).
 *
 *   column    per row  meaning
 *   corners   3        point ids, counter-clockwise seen from outside; the first is −1 in a row that is free
 *   across    3        across[3 f + k] is the facet beyond the edge from corner k to corner k + 1
 *   planes    4        normal x y z, rounded, and the largest rounding error of a side (see plane.ts)
 *   first     1        first of the points above the facet that are not on the hull yet; −1 for none
 *   farthest  1        the farthest of them; `reach` is its distance
 *   mark      1        mark of the last search
 *   open      1        whether the row waits on the stack
 *
 * Points above a facet form a list: `next[p]` follows p, −1 ends it. A thread builds one hull at a time, so all its
 * hulls share one table.
 */

/** The plane of a facet in whole units: normal and n · a. */
export type WholePlane = readonly [bigint, bigint, bigint, bigint];

/** Rows up to which a table is kept for the next hull: 12 MB. */
const MAX_KEPT_ROWS = 2 ** 17;

export class FacetTable {
  /** Rows that have been taken at least once, in use or free. */
  rows = 0;
  corners = new Int32Array(0);
  across = new Int32Array(0);
  planes = new Float64Array(0);
  first = new Int32Array(0);
  farthest = new Int32Array(0);
  reach = new Float64Array(0);
  mark = new Int32Array(0);
  open = new Uint8Array(0);
  /** Exact planes in whole units, computed on demand, by row. */
  readonly whole = new Map<number, WholePlane>();
  /** Per point. */
  next = new Int32Array(0);
  /** Per point on the rim of a view: the facet of the cone whose first edge begins at the point. */
  startingAt = new Int32Array(0);
  /** Rows that are free again. */
  #free = new Int32Array(0);
  #freeCount = 0;

  /** Makes the table empty, with room for a set of `count` points. */
  clear(count: number): void {
    this.rows = 0;
    this.#freeCount = 0;
    this.whole.clear();
    if (this.next.length < count) {
      this.next = new Int32Array(count);
      this.startingAt = new Int32Array(count);
    }
    if (this.mark.length === 0) this.#grow(64);
  }

  /** Makes room for `more` facets. It may replace the columns. */
  reserve(more: number): void {
    const wanted = this.rows - this.#freeCount + more;
    if (wanted > this.mark.length) this.#grow(2 * wanted);
  }

  /** Takes a row; the caller sets corners, plane and neighbors. `reserve` has made room for it. */
  take(): number {
    const row = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.rows++;
    this.first[row] = -1;
    this.farthest[row] = -1;
    this.reach[row] = 0;
    this.mark[row] = 0;
    this.open[row] = 0;
    return row;
  }

  give(row: number): void {
    this.corners[3 * row] = -1;
    this.#free[this.#freeCount++] = row;
  }

  #grow(rows: number): void {
    this.corners = grown(this.corners, new Int32Array(3 * rows));
    this.across = grown(this.across, new Int32Array(3 * rows));
    this.planes = grown(this.planes, new Float64Array(4 * rows));
    this.first = grown(this.first, new Int32Array(rows));
    this.farthest = grown(this.farthest, new Int32Array(rows));
    this.reach = grown(this.reach, new Float64Array(rows));
    this.mark = grown(this.mark, new Int32Array(rows));
    this.open = grown(this.open, new Uint8Array(rows));
    this.#free = grown(this.#free, new Int32Array(rows));
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}

let kept: FacetTable | undefined;

/** The thread's table, empty. */
export function facetTable(count: number): FacetTable {
  if (!kept || kept.mark.length > MAX_KEPT_ROWS || kept.next.length > MAX_KEPT_ROWS) kept = new FacetTable();
  kept.clear(count);
  return kept;
}
