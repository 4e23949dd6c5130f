/**
 * In which order contacts are solved. Every contact gets a colour, and no two of a colour move the same body: threads and lanes then
 * work on different bodies, whoever takes which. Colours go by the order of rows alone, so the order is the same for any number of
 * threads.
 *
 * Method: first fit over rows, a mask of used colours per body (as in Box2D v3's constraint graph, but from scratch in each step: it
 * takes no longer than to keep it). Within a colour contacts go by slices of space (slots.ts), so that a thread that takes the same part
 * of every colour finds the bodies that it moved last. Within a slice contacts with as many points are neighbours, so that lanes end
 * together.
 */
import type { ContactResults } from 'hullstorm';
import { COLOURS } from './memory.ts';
import { SLICES } from './slots.ts';
import { AWAKE } from './wide/context.ts';

/** Classes: by slice, and in it by number of points: 4, 3, 2, 1. */
const CLASSES = 4 * SLICES;
/** The contacts that find no colour free. */
const LEFT = COLOURS;

export class ConstraintGraph {
  /** Colours in use. */
  count = 0;
  /** First bundle of each colour and of those without; then one behind the last. */
  readonly first = new Int32Array(COLOURS + 2);
  /** Contacts, and their points. */
  contacts = 0;
  points = 0;
  readonly #masks: Int32Array;
  readonly #rows: Int32Array;
  readonly #keys: Uint16Array;
  readonly #counts = new Int32Array((COLOURS + 1) * CLASSES);

  /** @param bodies rows of the scene @param rows most of a contact query @param contacts most that are solved in a step */
  constructor(bodies: number, rows: number, contacts: number) {
    this.#masks = new Int32Array(bodies);
    this.#rows = new Int32Array(rows);
    this.#keys = new Uint16Array(contacts);
  }

  /**
   * Colours the contacts of a query.
   * @param kinds of bodies
   * @param slices of bodies, below SLICES
   * @param idle called for rows with points of which neither body is awake
   * @returns false if there are more than there is room for
   */
  color(
    contacts: ContactResults,
    kinds: Int32Array,
    slices: Uint8Array,
    bodies: number,
    idle: (row: number) => void,
  ): boolean {
    const { pointCount, pairs, count } = contacts;
    const { ids } = pairs;
    const masks = this.#masks;
    const rows = this.#rows;
    const keys = this.#keys;
    const counts = this.#counts;
    masks.fill(0, 0, bodies);
    counts.fill(0);
    // no branch on who has points, which nobody foresees
    let touching = 0;
    for (let row = 0; row < count; row++) {
      rows[touching] = row;
      touching += Number(pointCount[row] !== 0);
    }
    let found = 0;
    let points = 0;
    for (let k = 0; k < touching; k++) {
      const row = rows[k];
      const rowPoints = pointCount[row];
      const a = ids[2 * row];
      const b = ids[2 * row + 1];
      const movesA = kinds[a] === AWAKE;
      const movesB = kinds[b] === AWAKE;
      if (!movesA && !movesB) {
        idle(row);
        continue;
      }
      if (found === keys.length) return false;
      const used = (movesA ? masks[a] : 0) | (movesB ? masks[b] : 0);
      const free = ~used & -~used;
      if (movesA) masks[a] |= free;
      if (movesB) masks[b] |= free;
      // 32 if none is free
      const colour = free === 0 ? LEFT : 31 - Math.clz32(free);
      const key = CLASSES * colour + 4 * slices[movesA ? a : b] + 4 - rowPoints;
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
   * Writes the rows of each bundle, −1 for empty lanes. After `paint`.
   * @returns false if there are more bundles than there is room for
   */
  write(order: Int32Array): boolean {
    const counts = this.#counts;
    const { first } = this;
    let alone = 0;
    for (let key = CLASSES * LEFT; key < counts.length; key++) alone += counts[key];
    let lane = 0;
    this.count = 0;
    for (let colour = 0; colour < COLOURS; colour++) {
      first[colour] = lane / 4;
      for (let key = CLASSES * colour; key < CLASSES * (colour + 1); key++) {
        const size = counts[key];
        counts[key] = lane;
        lane += size;
      }
      if (lane > 4 * first[colour]) this.count = colour + 1;
      const end = (lane + 3) & ~3;
      if (end > order.length) return false;
      while (lane < end) order[lane++] = -1;
    }
    first[COLOURS] = lane / 4;
    first[COLOURS + 1] = lane / 4 + alone;
    if (4 * first[COLOURS + 1] > order.length) return false;
    order.fill(-1, lane, lane + 4 * alone);
    for (let k = 0; k < this.contacts; k++) {
      const key = this.#keys[k];
      if (key < CLASSES * LEFT) order[counts[key]++] = this.#rows[k];
      else {
        order[lane] = this.#rows[k];
        lane += 4;
      }
    }
    return true;
  }
}
