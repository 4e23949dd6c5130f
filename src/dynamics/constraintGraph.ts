/**
 * The order in which contacts are solved. Each contact has a color, and no two contacts of one color move the same
 * body, so threads and lanes work on different bodies. Colors follow from the order of rows alone: the order is the
 * same for any number of threads.
 *
 * Method: first fit over rows, with a mask of used colors per body, as in Box2D v3's constraint graph. The graph is
 * built from scratch in each step, which takes no longer than an update. Within a color, contacts are sorted by slices
 * of space (slots.ts): a thread that takes the same part of each color finds the bodies of that part in its cache.
 * Within a slice, contacts with the same number of points are neighbors, so that the lanes of a bundle end together.
 */
import { SLICES } from './slots.ts';
import { AWAKE } from './wide/context.ts';
import { COLORS } from './wide/limits.ts';

/** Sort classes of a slice: 4, 3, 2 or 1 points. */
const CLASSES = 4;
/** Color of contacts for which no color is free. */
const NO_COLOR = COLORS;

/** What a step solves: rows of the query, and those behind them. */
export interface SolvedRows {
  readonly ids: Uint32Array;
  readonly pointCount: Uint8Array;
  readonly rowCount: number;
}

export class ConstraintGraph {
  /** Colors in use. */
  count = 0;
  /** First bundle of each color, of the contacts without a color, and one past the last bundle. */
  readonly first = new Int32Array(COLORS + 2);
  contacts = 0;
  /** Contact points of all contacts. */
  points = 0;
  /** The rows that are contacts, ascending: the first `contacts` entries. */
  readonly rows: Int32Array;
  /** By body, two words: a mask of the colors in use, and CLASSES · slice + 4, or −1 if the body does not move. */
  readonly #bodies: Int32Array;
  readonly #keys: Uint16Array;
  /** Contacts per color, slice and class: only of the slices that are in use. */
  readonly #counts = new Int32Array((COLORS + 1) * CLASSES * SLICES);
  /** Classes of a color, of all slices that are in use. */
  #classes = CLASSES;

  /**
   * @param bodies rows of the scene
   * @param rows capacity of a contact query
   * @param contacts capacity of a step
   */
  constructor(bodies: number, rows: number, contacts: number) {
    this.#bodies = new Int32Array(2 * bodies);
    this.rows = new Int32Array(rows);
    this.#keys = new Uint16Array(contacts);
  }

  /** Makes it the graph of no contact. */
  clear(): void {
    this.count = 0;
    this.contacts = 0;
    this.points = 0;
  }

  /**
   * Gives each contact a color.
   * @param kinds of bodies
   * @param slices of bodies, below `sliceCount`
   * @param sliceCount at most SLICES
   * @param idle called for each row with points but without an awake body
   * @returns false if there are more contacts than `contacts` of the constructor
   */
  color(
    contacts: SolvedRows,
    kinds: Int32Array,
    slices: Uint8Array,
    sliceCount: number,
    bodies: number,
    idle: (row: number) => void,
  ): boolean {
    const { pointCount, ids, rowCount } = contacts;
    const { rows } = this;
    const moving = this.#bodies;
    const keys = this.#keys;
    const counts = this.#counts;
    const classes = CLASSES * sliceCount;
    this.#classes = classes;
    for (let id = 0; id < bodies; id++) {
      moving[2 * id] = 0;
      moving[2 * id + 1] = kinds[id] === AWAKE ? CLASSES * slices[id] + 4 : -1;
    }
    counts.fill(0, 0, classes * (COLORS + 1));
    // compacts rows with points; without a branch, because the processor cannot predict it
    let touching = 0;
    for (let row = 0; row < rowCount; row++) {
      rows[touching] = row;
      touching += Number(pointCount[row] !== 0);
    }
    let found = 0;
    let points = 0;
    for (let k = 0; k < touching; k++) {
      const row = rows[k];
      const rowPoints = pointCount[row];
      const a = 2 * ids[2 * row];
      const b = 2 * ids[2 * row + 1];
      const classA = moving[a + 1];
      const classB = moving[b + 1];
      if ((classA & classB) < 0) {
        idle(row);
        continue;
      }
      if (found === keys.length) return false;
      // the mask of a body that does not move stays 0
      const used = moving[a] | moving[b];
      const free = ~used & -~used;
      moving[a] |= free & ~(classA >> 31);
      moving[b] |= free & ~(classB >> 31);
      // `free` is 0 if no color is free
      const color = free === 0 ? NO_COLOR : 31 - Math.clz32(free);
      const key = classes * color + (classA < 0 ? classB : classA) - rowPoints;
      rows[found] = row;
      keys[found] = key;
      counts[key]++;
      found++;
      points += rowPoints;
    }
    this.contacts = found;
    this.points = points;
    return true;
  }

  /**
   * Writes the rows of each bundle, −1 for empty lanes. Call it after `color`.
   * @returns false if there are more bundles than `order` holds
   */
  write(order: Int32Array): boolean {
    const counts = this.#counts;
    const classes = this.#classes;
    const { first } = this;
    let alone = 0;
    for (let key = classes * NO_COLOR; key < classes * (NO_COLOR + 1); key++) alone += counts[key];
    let lane = 0;
    this.count = 0;
    for (let color = 0; color < COLORS; color++) {
      first[color] = lane / 4;
      for (let key = classes * color; key < classes * (color + 1); key++) {
        const size = counts[key];
        counts[key] = lane;
        lane += size;
      }
      if (lane > 4 * first[color]) this.count = color + 1;
      const end = (lane + 3) & ~3;
      if (end > order.length) return false;
      while (lane < end) order[lane++] = -1;
    }
    first[COLORS] = lane / 4;
    first[COLORS + 1] = lane / 4 + alone;
    if (4 * first[COLORS + 1] > order.length) return false;
    order.fill(-1, lane, lane + 4 * alone);
    for (let k = 0; k < this.contacts; k++) {
      const key = this.#keys[k];
      if (key < classes * NO_COLOR) order[counts[key]++] = this.rows[k];
      else {
        order[lane] = this.rows[k];
        lane += 4;
      }
    }
    return true;
  }
}
