/**
 * Which colliders may form a pair: their groups match, and no bit excludes the pair. All candidates are such pairs. A
 * collider whose filter changes is searched again, like one that moved.
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0 && (excludedA & excludedB) === 0
 *
 * Two that are static are no pair, but for a sleeping body and a sensor. Two sensors are none.
 *
 *                          moves     static            asleep
 *   collider               –         STILL | FIXED     STILL
 *   sensor                 SENSOR    SENSOR | FIXED    SENSOR | STILL
 *
 *   reads   colliders.groups, statics, sensors
 *   writes  tree.filters, kinds, excluded: the filters of the candidates
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Shorts, Words } from '../../language/lanes.ts';
import { ASLEEP } from '../../tables/colliderWords.ts';
import type { ColliderColumns, TreeColumns } from '../columns.ts';

/** A shift by one bit: STILL is 1, FIXED 2, SENSOR 4. */
const FIXED_BIT = 1;
const SENSOR_BIT = 2;

/** Membership and mask in one word. */
function filterOf(groups: Shorts, row: Int): Int {
  return (groups[2 * row] | (groups[2 * row + 1] << 16)) >>> 0;
}

/** The bits of a collider of which a pair has none in common. */
function excludedOf(colliders: ColliderColumns, row: Int): Int {
  const value = colliders.statics[row];
  const isStatic = Number(value !== 0);
  const isFixed = isStatic & Number(value !== ASLEEP);
  const isSensor = Number(colliders.sensors[row] !== 0);
  return (isStatic & ~(isFixed & isSensor)) | (isFixed << FIXED_BIT) | (isSensor << SENSOR_BIT);
}

/** What `excludedOf` reads, in one number: it takes less time to compare. */
function kindOf(colliders: ColliderColumns, row: Int): Int {
  return colliders.statics[row] | (colliders.sensors[row] << 8);
}

/** 1 if the filter of `row` differs from that of its candidates. */
export function isRefiltered(tree: TreeColumns, colliders: ColliderColumns, row: Int): Int {
  return (
    Number(tree.filters[row] !== filterOf(colliders.groups, row)) | Number(tree.kinds[row] !== kindOf(colliders, row))
  );
}

/** Stores the filters of rows [begin, end). */
export function storeFilters(tree: TreeColumns, colliders: ColliderColumns, begin: Int, end: Int): void {
  for (let row: Int = begin; row < end; row++) {
    tree.filters[row] = filterOf(colliders.groups, row);
    tree.kinds[row] = kindOf(colliders, row);
    tree.excluded[row] = excludedOf(colliders, row);
  }
}

/** Of the pairs [begin, end) of `found`, keeps the pairable ones. @returns the end of these */
export function keepPairable(tree: TreeColumns, found: Words, begin: Int, end: Int): Int {
  const filters = tree.filters;
  const excluded = tree.excluded;
  let next: Int = begin;
  for (let k: Int = begin; k < end; k++) {
    const a = found[2 * k];
    const b = found[2 * k + 1];
    const filterA = filters[a];
    const filterB = filters[b];
    found[2 * next] = a;
    found[2 * next + 1] = b;
    next +=
      Number((filterA & (filterB >>> 16)) !== 0) &
      Number((filterB & (filterA >>> 16)) !== 0) &
      Number((excluded[a] & excluded[b]) === 0);
  }
  return next;
}
