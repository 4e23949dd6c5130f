/**
 * Which row of the list before each pair comes from: `carried[p]`, or −1 for a pair that is new. (a, b) and (b, a) are
 * different pairs. Of a pair that stood twice in the list before, the first row counts; a list that is the beginning of
 * the one before, or all of it, carries row by row.
 */

/** The columns of a pair table that this is about. */
export interface CarriedPairs {
  readonly ids: Uint32Array;
  readonly previousIds: Uint32Array;
  readonly carried: Int32Array;
}

/** Fills `carried` for `count` pairs in `ids`, the list before being `before` pairs in `previousIds`. */
export function carryPairs({ ids, previousIds, carried }: CarriedPairs, count: number, before: number): void {
  if (isAscending(ids, count) && isAscending(previousIds, before)) merge(carried, ids, count, previousIds, before);
  else lookUp(carried, ids, count, previousIds, before);
}

/** Whether pairs are ordered and no pair stands twice. */
function isAscending(ids: Uint32Array, count: number): boolean {
  for (let p = 1; p < count; p++) if (!isBefore(ids, p - 1, ids, p)) return false;
  return true;
}

function isBefore(left: Uint32Array, p: number, right: Uint32Array, q: number): boolean {
  const a = left[2 * p]!;
  const b = right[2 * q]!;
  return a < b || (a === b && left[2 * p + 1]! < right[2 * q + 1]!);
}

function merge(carried: Int32Array, ids: Uint32Array, count: number, previous: Uint32Array, before: number): void {
  let q = 0;
  for (let p = 0; p < count; p++) {
    while (q < before && isBefore(previous, q, ids, p)) q++;
    carried[p] = q < before && !isBefore(ids, p, previous, q) ? q : -1;
  }
}

function lookUp(carried: Int32Array, ids: Uint32Array, count: number, previous: Uint32Array, before: number): void {
  // the same list again is the common case, and needs no table
  let same = 0;
  while (same < count && same < before && equal(ids, same, previous, same)) {
    carried[same] = same;
    same++;
  }
  if (same === count) return;
  const mask = tableMask(before);
  const table = new Int32Array(mask + 1).fill(-1);
  for (let q = 0; q < before; q++) {
    let slot = hash(previous[2 * q]!, previous[2 * q + 1]!) & mask;
    while (table[slot] !== -1 && !equal(previous, table[slot]!, previous, q)) slot = (slot + 1) & mask;
    if (table[slot] === -1) table[slot] = q;
  }
  for (let p = 0; p < count; p++) {
    let slot = hash(ids[2 * p]!, ids[2 * p + 1]!) & mask;
    while (table[slot] !== -1 && !equal(previous, table[slot]!, ids, p)) slot = (slot + 1) & mask;
    carried[p] = table[slot]!;
  }
}

/** Open addressing, at most half full. */
function tableMask(count: number): number {
  let slots = 16;
  while (slots < 2 * count) slots *= 2;
  return slots - 1;
}

function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

function equal(left: Uint32Array, p: number, right: Uint32Array, q: number): boolean {
  return left[2 * p] === right[2 * q] && left[2 * p + 1] === right[2 * q + 1];
}
