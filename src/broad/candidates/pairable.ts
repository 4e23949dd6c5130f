/**
 * Which colliders may form a pair: their groups match, and they are not both static. All candidates are such pairs. A
 * collider whose filter changes is searched again, like one that moved.
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0, and not both static
 *
 *   reads   colliders.groups, statics
 *   writes  tree.filters, statics: the filters of the candidates
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Shorts, Words } from '../../language/lanes.ts';
import type { ColliderColumns, TreeColumns } from '../columns.ts';

/** Membership and mask in one word. */
function filterOf(groups: Shorts, row: Int): Int {
  return (groups[2 * row] | (groups[2 * row + 1] << 16)) >>> 0;
}

/** 1 if the filter of `row` differs from that of its candidates. */
export function isRefiltered(tree: TreeColumns, colliders: ColliderColumns, row: Int): Int {
  return (
    Number(tree.filters[row] !== filterOf(colliders.groups, row)) |
    Number(tree.statics[row] !== Number(colliders.statics[row] !== 0))
  );
}

/** Stores the filters of rows [begin, end). */
export function storeFilters(tree: TreeColumns, colliders: ColliderColumns, begin: Int, end: Int): void {
  for (let row: Int = begin; row < end; row++) {
    tree.filters[row] = filterOf(colliders.groups, row);
    tree.statics[row] = Number(colliders.statics[row] !== 0);
  }
}

/** Of the pairs [begin, end) of `found`, keeps the pairable ones. @returns the end of these */
export function keepPairable(tree: TreeColumns, found: Words, begin: Int, end: Int): Int {
  const filters = tree.filters;
  const statics = tree.statics;
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
      (1 - (statics[a] & statics[b]));
  }
  return next;
}
