/** The children of a shape that a moving box meets, in the frame of the shape: those below a node by time. */
import { type ChildSearch, nextChildren } from '../../kernels/children/childSearch.ts';
import type { FieldPools } from '../../kernels/fields/fieldView.ts';
import type { Flag } from '../../language/lanes.ts';
import { type SweptBox, timeTo } from './sweptBox.ts';

/** @returns as nextChildren */
export function nextOnSweep(search: ChildSearch, pools: FieldPools, swept: SweptBox): Flag {
  return nextChildren(search, pools, swept, swept.limit[0], timeTo);
}
