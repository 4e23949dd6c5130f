/** A half-space has a support along +y alone: the origin stands for it. */
import type { CorePools } from '../../../kernels/cores/tables.ts';
import type { Doubles, Int } from '../../../kernels/lanes.ts';

/** Replaces a direction by the origin. @returns 0 */
export function supportHalfSpace(direction: Doubles, _pools: CorePools, _word: Int): Int {
  for (let c: Int = 0; c < 3; c++) direction[c] = 0;
  return 0;
}
