/** The levels of a tree. Host and wide kernel compile this file. */
import type { Int } from '../../language/lanes.ts';
import { LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL, TAIL_COUNT, TOP, WIDTH, WIDTH_BITS } from '../../tables/treeWords.ts';
import type { TreeColumns } from '../columns.ts';

/** Writes the levels of a tree of `leaves` leaves to the header. */
export function layLevels(tree: TreeColumns, leaves: Int): void {
  const words = tree.words;
  words[LEAVES] = leaves;
  words[TAIL_COUNT] = 0;
  words[LEVEL_BEGIN] = 0;
  words[LEVEL_COUNT] = leaves;
  let level: Int = 0;
  let at: Int = leaves + TAIL;
  let count: Int = leaves;
  while (count > 0 && (level === 0 || count > 1)) {
    count = (count + WIDTH - 1) >> WIDTH_BITS;
    level++;
    words[LEVEL_BEGIN + level] = at;
    words[LEVEL_COUNT + level] = count;
    at += count;
  }
  words[TOP] = level;
}
