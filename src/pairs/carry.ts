/**
 * Finds the row of each pair in the previous list: `carried[p]`, or −1 for a new pair. (a, b) and (b, a) are the same
 * pair. A pair may occur several times, in one order or both: the first occurrence matches the first, the second the
 * second. Occurrences without a match are new or gone.
 */

/** The columns of a pair table that this file uses. */
export interface CarriedPairs {
  readonly ids: Uint32Array;
  readonly previousIds: Uint32Array;
  readonly carried: Int32Array;
}

/** Marks in the table of `lookUp`: a slot without a pair, and a pair whose rows are all matched. */
const EMPTY = -1;
const TAKEN = -2;
/** Which id comes first in each pair of an ordered list. */
const MIXED = 0;
const SMALLER = 1;
const LARGER = 2;

/**
 * Fills `carried` for `count` pairs in `ids`; the previous list is `before` pairs in `previousIds`.
 * @returns whether some pair stood in the other order before
 */
export function carryPairs(pairs: CarriedPairs, count: number, before: number): boolean {
  const { ids, previousIds, carried } = pairs;
  let isMirrored = false;
  // the same list again is the common case, and needs no search
  let same = 0;
  for (; same < count && same < before; same++) {
    if (ids[2 * same] !== previousIds[2 * same] || ids[2 * same + 1] !== previousIds[2 * same + 1]) {
      if (!equal(ids, same, previousIds, same)) break;
      isMirrored = true;
    }
    carried[same] = same;
  }
  if (same === count) return isMirrored;
  const side = sideOf(ids, same, count);
  const search = side !== MIXED && side === sideOf(previousIds, same, before) ? merge : lookUp;
  return search(pairs, same, count, before) || isMirrored;
}

/** Which id comes first in all pairs of [begin, end), if they are ordered without duplicates; else MIXED. */
function sideOf(ids: Uint32Array, begin: number, end: number): number {
  const isSmaller = ids[2 * begin] < ids[2 * begin + 1];
  let lastA = -1;
  let lastB = -1;
  for (let p = begin; p < end; p++) {
    const a = ids[2 * p];
    const b = ids[2 * p + 1];
    if (a < b !== isSmaller || a < lastA || (a === lastA && b <= lastB)) return MIXED;
    lastA = a;
    lastB = b;
  }
  return isSmaller ? SMALLER : LARGER;
}

/** Matches rows [begin, count) with rows [begin, before), both ordered and with the same side. */
function merge({ ids, previousIds, carried }: CarriedPairs, begin: number, count: number, before: number): boolean {
  let q = begin;
  for (let p = begin; p < count; p++) {
    const a = ids[2 * p];
    const b = ids[2 * p + 1];
    carried[p] = -1;
    for (; q < before; q++) {
      const c = previousIds[2 * q];
      const d = previousIds[2 * q + 1];
      if (c < a || (c === a && d < b)) continue;
      if (c === a && d === b) carried[p] = q;
      break;
    }
  }
  return false;
}

/** `merge` for lists in any order. */
function lookUp({ ids, previousIds, carried }: CarriedPairs, begin: number, count: number, before: number): boolean {
  const mask = tableMask(before - begin);
  const table = new Int32Array(mask + 1).fill(EMPTY);
  // links each row to the next row of the same pair
  let next: Int32Array | undefined;
  for (let q = before - 1; q >= begin; q--) {
    let slot = hash(previousIds[2 * q], previousIds[2 * q + 1]) & mask;
    while (table[slot] !== EMPTY && !equal(previousIds, table[slot], previousIds, q)) slot = (slot + 1) & mask;
    if (table[slot] !== EMPTY) {
      next ??= new Int32Array(before).fill(TAKEN);
      next[q] = table[slot];
    }
    table[slot] = q;
  }
  let isMirrored = false;
  for (let p = begin; p < count; p++) {
    let slot = hash(ids[2 * p], ids[2 * p + 1]) & mask;
    let row = table[slot];
    while (row !== EMPTY && (row === TAKEN || !equal(previousIds, row, ids, p))) {
      slot = (slot + 1) & mask;
      row = table[slot];
    }
    carried[p] = row;
    if (row === EMPTY) continue;
    table[slot] = next ? next[row] : TAKEN;
    if (ids[2 * p] !== previousIds[2 * row]) isMirrored = true;
  }
  return isMirrored;
}

/** Mask of a table with open addressing, at most half full. */
function tableMask(count: number): number {
  let slots = 16;
  while (slots < 2 * count) slots *= 2;
  return slots - 1;
}

/** A symmetric hash: the product and the sum of two ids determine the pair. */
function hash(a: number, b: number): number {
  const h = Math.imul(Math.imul(a, b) + Math.imul(a + b, 0x85ebca77), 0x9e3779b1);
  return (h ^ (h >>> 15)) >>> 0;
}

function equal(left: Uint32Array, p: number, right: Uint32Array, q: number): boolean {
  const a = left[2 * p];
  const b = left[2 * p + 1];
  const c = right[2 * q];
  const d = right[2 * q + 1];
  return (a === c && b === d) || (a === d && b === c);
}
