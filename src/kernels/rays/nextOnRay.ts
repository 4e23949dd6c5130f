/** The bodies whose bounds a ray enters, on hosts: the nearest below each node first. */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { boxAt } from '../tree/box.ts';
import { nextNearest } from '../tree/descend.ts';
import type { TreeNodes, TreeStack } from '../tree/tables.ts';
import { boxEntry, LEAF_SLACK, NODE_SLACK } from './boxEntry.ts';
import type { RayNumbers, WorldRay } from './rayNumbers.ts';

/** @returns the row of the next body, whose bounds the ray enters at numbers.entry; −1: there are no more */
export function nextOnRay(tree: TreeNodes, bounds: Doubles, stack: TreeStack, numbers: RayNumbers): Int {
  const row = nextNearest(tree, bounds, stack, numbers.ray, numbers.best.end, entryOf);
  numbers.entry = stack.begins[stack.height];
  return row;
}

function entryOf(ray: WorldRay, boxes: Doubles, at: Int, isLeaf: Flag): Double {
  const box = boxAt(boxes, at);
  return boxEntry(ray, box, isLeaf ? LEAF_SLACK : NODE_SLACK);
}
