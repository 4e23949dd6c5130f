/**
 * The way of one shape through the scene, in f64: down the twin of the tree (seekTwin.ts), or down the tree itself, the
 * nearest box first. What has a proof here is cast here. At each other collider that the shape may meet before its best
 * hit, the search stops: the host casts the pair, and goes on.
 *
 *   reads   the way, the shape, its motion and options; tree, bounds, groups
 *   writes  a row of the results, if a collider is met
 *
 * A box is left out only if it is entered after the best time, and of equal times the smallest id counts. So the result
 * does not depend on the tree.
 */
import { doublesAt, type Int, type Ints, intsAt, min } from '../../../language/lanes.ts';
import { FOR_MOVERS } from '../../../tables/castWords.ts';
import { CAST_T, CAST_WORDS, RAY_WORDS, TREE_BOXES, TREE_ORDER, TREE_WORDS } from '../../../tables/kernelContext.ts';
import { HAS_TWIN } from '../../../tables/rayTree.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL_COUNT, TOP, WIDTH } from '../../../tables/treeWords.ts';
import { LEFT } from '../boxTurn.ts';
import { type CastTables, castTables } from './castTables.ts';
import { entryOf, meetLeaf } from './meetLeaf.ts';
import { seekTwin, startTwin } from './seekTwin.ts';

/** Starts the way of the shape in `row`, a probe: row `result` of the results. */
export function beginSeek(context: Ints, result: Int, row: Int, probe: Int, mask: Int, ignored: Int): void {
  const tables = castTables(context);
  const search = tables.search;
  search.result = result;
  search.row = row;
  search.probe = probe;
  search.mask = mask;
  search.ignored = ignored;
  for (let k: Int = 0; k < 3; k++) {
    const isBack = tables.way.inverse[k] < 0;
    search.near[k] = isBack ? k + 3 : k;
    search.far[k] = isBack ? k : k + 3;
  }
  search.twin = hasTwin(context);
  if (search.twin === 1) {
    startTwin(context, tables);
    return;
  }
  const words = intsAt(context[TREE_WORDS]);
  const stack = tables.stack;
  search.height = 0;
  const root = words[TOP];
  if (root !== 0) {
    stack.places[0] = words[LEVEL_BEGIN + root];
    stack.levels[0] = root;
    stack.entries[0] = 0;
    search.height = 1;
  }
  push(context, tables, words[LEAVES], words[LEAVES] + words[TAIL_COUNT], 0);
}

/** Casts of movers have no stage that makes the twin. */
function hasTwin(context: Ints): Int {
  return intsAt(context[CAST_WORDS])[FOR_MOVERS] === 0 ? intsAt(context[RAY_WORDS])[HAS_TWIN] : 0;
}

/** @returns the row of the next collider that it is to be cast against in f64, or −1 */
export function seekCast(context: Ints): Int {
  const tables = castTables(context);
  if (tables.search.twin === 1) return seekTwin(context, tables);
  return seekTree(context, tables);
}

/** The same down the tree of f64 boxes. */
function seekTree(context: Ints, tables: CastTables): Int {
  const search = tables.search;
  const places = tables.stack.places;
  const levels = tables.stack.levels;
  const entries = tables.stack.entries;
  const words = intsAt(context[TREE_WORDS]);
  const t = doublesAt(context[CAST_T] + 8 * search.result);
  while (search.height > 0) {
    search.height -= 1;
    const top = search.height;
    if (!(entries[top] <= t[0])) continue;
    const level = levels[top];
    const place = places[top];
    if (level === 0) {
      const row = intsAt(context[TREE_ORDER])[place];
      const status = meetLeaf(context, tables, row);
      if (status === LEFT) return row;
      continue;
    }
    const first = words[LEVEL_BEGIN + level - 1];
    const begin = first + WIDTH * (place - words[LEVEL_BEGIN + level]);
    push(context, tables, begin, min(begin + WIDTH, first + words[LEVEL_COUNT + level - 1]), level - 1);
  }
  return -1;
}

/** Pushes the boxes [begin, end) that the way enters before the best time, the nearest last. */
function push(context: Ints, tables: CastTables, begin: Int, end: Int, level: Int): void {
  const search = tables.search;
  const places = tables.stack.places;
  const levels = tables.stack.levels;
  const entries = tables.stack.entries;
  const boxes = doublesAt(context[TREE_BOXES]);
  const best = doublesAt(context[CAST_T])[search.result];
  const first = search.height;
  let top = first;
  for (let place: Int = begin; place < end; place++) {
    const entry = entryOf(tables, boxes, FAT_STRIDE * place);
    if (!(entry <= best)) continue;
    let at = top;
    while (at > first && entries[at - 1] < entry) {
      entries[at] = entries[at - 1];
      places[at] = places[at - 1];
      at -= 1;
    }
    entries[at] = entry;
    places[at] = place;
    levels[top] = level;
    top += 1;
  }
  search.height = top;
}
