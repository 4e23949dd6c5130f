/**
 * The passes of the broad phase as exports of the wide kernel. Each is a function over rows that hosts compile, too;
 * its file has the contract. `context` is that of the thread (tables/kernelContext.ts).
 */
import { floatsAt, type Int, type Ints, intsAt, type Words, wordsAt } from '../../language/lanes.ts';
import { ODD_IDS } from '../../tables/candidateWords.ts';
import { COORDINATES, LIST_CARRIED, LIST_IDS } from '../../tables/kernelContext.ts';
import { boundRows } from '../bounds/boundRows.ts';
import { copySimplexes } from '../candidates/copySimplexes.ts';
import { filterBlocks, findRows, placeBlocks } from '../candidates/filter.ts';
import { mergeBlocks } from '../candidates/merge.ts';
import { sortPairs } from '../candidates/sortPairs.ts';
import { enterRows, fattenRows, findMoved } from '../tree/fatBoxes.ts';
import { findGroups } from '../tree/findAll.ts';
import { findMore } from '../tree/findMore.ts';
import { boxGroups, boxLevels, isComplete, measureSpread, moveRows } from '../tree/nodes.ts';
import { orderTree } from '../tree/order.ts';
import { boundsOf, candidatesOf, collidersOf, leftOf, placedOf, scratchOf, shapesOf, treeOf } from './columnViews.ts';

export function broadBounds(context: Ints, shapeCount: Int, begin: Int, end: Int): Int {
  const coordinates = floatsAt(context[COORDINATES]);
  const left = leftOf(context);
  return boundRows(boundsOf(context), placedOf(context), shapesOf(context), coordinates, shapeCount, left, begin, end);
}

export function broadMoved(context: Ints, begin: Int, end: Int): Int {
  return findMoved(treeOf(context), boundsOf(context), collidersOf(context), begin, end);
}

export function broadEnter(context: Ints, begin: Int, end: Int): void {
  enterRows(treeOf(context), begin, end);
}

export function broadFatten(context: Ints, begin: Int, end: Int): void {
  fattenRows(treeOf(context), boundsOf(context), collidersOf(context), begin, end);
}

export function broadMove(context: Ints, count: Int, isPlaced: Int): Int {
  return moveRows(treeOf(context), boundsOf(context), collidersOf(context), count, isPlaced);
}

export function broadComplete(context: Ints, rows: Int): Int {
  return Number(isComplete(treeOf(context), rows));
}

export function broadOrder(context: Ints, rows: Int): void {
  const scratch = scratchOf(context);
  orderTree(treeOf(context), rows, scratch.stack.nodes);
}

export function broadGroups(context: Ints, begin: Int, end: Int): void {
  boxGroups(treeOf(context), begin, end);
}

export function broadSpread(context: Ints): void {
  measureSpread(treeOf(context));
}

export function broadLevels(context: Ints): void {
  boxLevels(treeOf(context));
}

export function broadFind(context: Ints, end: Int): Int {
  return findGroups(treeOf(context), scratchOf(context), end);
}

export function broadFindMore(context: Ints, end: Int): Int {
  return findMore(treeOf(context), scratchOf(context), end);
}

/** Copies `count` pairs that a search has found to word `at` of the staging column. */
export function broadStage(context: Ints, at: Int, count: Int): void {
  const candidates = candidatesOf(context);
  const scratch = scratchOf(context);
  for (let k: Int = 0; k < 2 * count; k++) candidates.staging[at + k] = scratch.found[k];
}

/** Orders `count` staged pairs of ids below `idCount`: to the fresh ones, or to the candidates. */
export function broadSort(context: Ints, count: Int, idCount: Int, isFresh: Int): void {
  const candidates = candidatesOf(context);
  const tree = treeOf(context);
  const isOdd = candidates.words[ODD_IDS] === 1;
  const own = isOdd ? candidates.idsOdd : candidates.idsEven;
  const other = isOdd ? candidates.idsEven : candidates.idsOdd;
  const fresh = candidates.fresh;
  const to = isFresh === 1 ? fresh : own;
  sortPairs(to, candidates.staging, other, count, tree.spare, idCount);
}

export function broadMerge(context: Ints, begin: Int, end: Int): void {
  mergeBlocks(candidatesOf(context), treeOf(context), begin, end);
}

export function broadFilter(context: Ints, begin: Int, end: Int): void {
  filterBlocks(candidatesOf(context), boundsOf(context), treeOf(context), begin, end);
}

export function broadPlace(context: Ints, begin: Int, end: Int): void {
  placeBlocks(candidatesOf(context), wordsAt(context[LIST_IDS]), intsAt(context[LIST_CARRIED]), begin, end);
}

export function broadRows(context: Ints, begin: Int, end: Int): void {
  findRows(candidatesOf(context), wordsAt(context[LIST_IDS]), begin, end);
}

export function broadCarry(from: Words, to: Words, carried: Ints, begin: Int, end: Int): void {
  copySimplexes(from, to, carried, begin, end);
}
