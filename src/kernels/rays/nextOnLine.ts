/** The children of a shape whose boxes a ray enters, on hosts: those below a node by where it enters. */
import type { Flag } from '../../language/lanes.ts';
import { type ChildSearch, nextChildren } from '../children/childSearch.ts';
import type { FieldPools } from '../fields/fieldView.ts';
import { entryTo } from './childLine.ts';
import type { ChildLine } from './rayNumbers.ts';

/** @returns as nextChildren */
export function nextOnLine(search: ChildSearch, pools: FieldPools, line: ChildLine): Flag {
  return nextChildren(search, pools, line, line.limit, entryTo);
}
