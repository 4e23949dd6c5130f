import { childNumber } from '../../kernels/children/childNumber.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import type { Whole } from './whole.ts';

/** The user's number of a child. @param child from the first of its shape, or NO_CHILD */
export function numberOf(children: ChildTable, { head, isCompound }: Whole, child: number): number {
  return childNumber(children, children.parts.words, head, Number(isCompound), child);
}
