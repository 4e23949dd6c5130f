/** The list of rows that the wide kernel leaves to the scalar one. */
import { DEFERRED_BYTES } from './context.ts';
import { addressOf, type Int, type Ints, intsAt } from './lanes.ts';
import type { Counts } from './rows.ts';

/** Leaves `row` of the pair list to the scalar kernel. */
export function defer(context: Ints, counts: Counts, row: Int): void {
  const left = intsAt(counts.left);
  const count = left[0];
  intsAt(addressOf(context) + DEFERRED_BYTES)[count] = row;
  left[0] = count + 1;
}
