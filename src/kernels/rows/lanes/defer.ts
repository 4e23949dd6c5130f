/** The list of deferred rows. */
import { addressOf, type Int, type Ints, intsAt } from '../../../language/lanes.ts';
import { DEFERRED_BYTES } from '../../../tables/kernelContext.ts';
import type { Counts } from './rows.ts';

/** Defers `row` of the pair list to the scalar kernel. */
export function defer(context: Ints, counts: Counts, row: Int): void {
  const deferred = intsAt(counts.deferred);
  const count = deferred[0];
  intsAt(addressOf(context) + DEFERRED_BYTES)[count] = row;
  deferred[0] = count + 1;
}
