/** The colliders whose bounds a shape enters on its sweep, on hosts: the nearest below each node first. */

import type { Doubles, Int } from '../../language/lanes.ts';
import type { CastSweep } from '../../tables/castSweep.ts';
import { nextNearest } from '../tree/descend.ts';
import type { TreeNodes, TreeStack } from '../tree/tables.ts';
import { entryTime, sweepOf } from './sweptBoxes.ts';

/**
 * @param times the best time is at `k`
 * @returns the row of the next collider, or −1: there are no more
 */
export function nextSwept(
  tree: TreeNodes,
  bounds: Doubles,
  stack: TreeStack,
  own: CastSweep,
  times: Doubles,
  k: Int,
): Int {
  const sweep = sweepOf(own);
  return nextNearest(tree, bounds, stack, sweep, times[k], entryTime);
}
