/**
 * Which colliders may form a pair: their groups match, and they are not both static. All candidates are such pairs. A
 * collider whose filter changes is searched again, like one that moved.
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0, and not both static
 *
 *   reads   colliders.groups, statics
 *   writes  tree.filters, statics: the filters of the candidates
 */

import type { ColliderTable } from '../../scene/colliderTable.ts';
import type { TreeTable } from '../tree/treeTable.ts';

/** Membership and mask in one word. */
function filterOf(groups: Uint16Array, row: number): number {
  return (groups[2 * row] | (groups[2 * row + 1] << 16)) >>> 0;
}

/** 1 if the filter of `row` differs from that of its candidates. */
export function isRefiltered({ filters, statics }: TreeTable, colliders: ColliderTable, row: number): number {
  return (
    Number(filters[row] !== filterOf(colliders.groups, row)) |
    Number(statics[row] !== Number(colliders.statics[row] !== 0))
  );
}

/** Stores the filters of rows [begin, end). */
export function storeFilters(
  { filters, statics }: TreeTable,
  colliders: ColliderTable,
  begin: number,
  end: number,
): void {
  for (let row = begin; row < end; row++) {
    filters[row] = filterOf(colliders.groups, row);
    statics[row] = Number(colliders.statics[row] !== 0);
  }
}

/** Of `count` pairs from found[2 at] on, keeps the pairable ones. @returns their number */
export function keepPairable({ filters, statics }: TreeTable, found: Uint32Array, at: number, count: number): number {
  let next = 2 * at;
  for (let k = 2 * at; k < 2 * (at + count); k += 2) {
    const a = found[k];
    const b = found[k + 1];
    const filterA = filters[a];
    const filterB = filters[b];
    found[next] = a;
    found[next + 1] = b;
    next +=
      2 *
      (Number((filterA & (filterB >>> 16)) !== 0) &
        Number((filterB & (filterA >>> 16)) !== 0) &
        (1 - (statics[a] & statics[b])));
  }
  return next / 2 - at;
}
