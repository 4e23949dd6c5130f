/** What the descents of the f64 tree read and write (descend.ts). */
import type { Doubles, Int, Ints, Words } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';

/** The columns of the tree. */
export interface TreeNodes {
  readonly boxes: Doubles;
  readonly order: Words;
  readonly words: Ints;
}

/** Pending boxes: 33 to start with, then at most three more for each of 20 levels. The last one comes next. */
export class TreeStack {
  /** Positions in the tree, or rows at level 0. The tail is in nodes of level 1 with positions −1, −1 − WIDTH, … */
  readonly nodes = ints(128);
  readonly levels = ints(128);
  /** Where they begin, in the measure of a search for the nearest. */
  readonly begins = doubles(128);
  height: Int = 0;
}

/** Pending boxes of a tree of children: the root, and at most three more for each level (tables/meshWords.ts). */
export class RunStack {
  /** Child words: of nodes, and of runs. The last one comes next. */
  readonly words = ints(256);
  /** Where they begin, in the measure of the search. */
  readonly begins = doubles(256);
  height: Int = 0;
}
