/**
 * Finds the children of a shape near a box, in the frame of the shape, the nearest first. It stops and goes on.
 *
 *   reads   children.nodes, children.heights
 *   writes  its own stack
 */
import { FieldView, loadField } from '../../kernels/fields/fieldView.ts';
import { CellStack } from '../../kernels/fields/nextCell.ts';
import { nextCellNearBox } from '../../kernels/fields/nextCellNearBox.ts';
import { startNearBox } from '../../kernels/fields/startNearBox.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { CHILD_FLAGS, IS_FIELD } from '../../tables/childWords.ts';
import { countOfRun, firstOfRun, MOST_DEPTH } from '../../tables/meshWords.ts';
import { CHILDREN, HIGH_BYTES, NODE_WORDS, WIDTH } from '../../tables/rayTree.ts';

/** From a low number of a node's child to the high one. */
const HIGH_WORDS = HIGH_BYTES / 4;
/** The three other children of each node on the way down, and the root. */
const STACK = 3 * MOST_DEPTH + WIDTH;

export class ChildSearch {
  /** Low x y z, high x y z of the box, in the frame of the shape (m). */
  readonly box = new Float64Array(6);
  /** Boxes that are farther away than this are left out (m). The caller may lower it between two runs. */
  readonly limit = new Float64Array(1);
  /** The run that `next` has found: children counted from the first of the shape. */
  first = 0;
  count = 0;
  readonly #children: ChildTable;
  /** Child words of nodes, and how far their boxes are away (m). The last one is the nearest. */
  readonly #words = new Int32Array(STACK);
  readonly #gaps = new Float64Array(STACK);
  #height = 0;
  /** The root's first word. */
  #root = 0;
  /** Cells of height fields, which have no nodes. */
  readonly #field = new FieldView();
  readonly #cells = new CellStack();
  #isField = false;

  constructor(children: ChildTable) {
    this.#children = children;
  }

  /** Begins a search. `box` and `limit` are set. @param head of the shape, counted in nodes */
  begin(head: number): void {
    this.#isField = (this.#children.nodes[NODE_WORDS * head + CHILD_FLAGS] & IS_FIELD) !== 0;
    if (this.#isField) {
      loadField(this.#field, this.#children, NODE_WORDS * head);
      startNearBox(this.#field, this.#cells, this.box, this.limit[0]);
      return;
    }
    this.#root = NODE_WORDS * (head + 1);
    this.#words[0] = 0;
    this.#gaps[0] = 0;
    this.#height = 1;
  }

  /** Finds the next run. @returns whether there is one */
  next(): boolean {
    if (this.#isField) {
      const cell = nextCellNearBox(this.#field, this.#children, this.#cells, this.box, this.limit);
      this.first = 2 * cell;
      this.count = 2;
      return cell >= 0;
    }
    while (this.#height > 0) {
      const top = --this.#height;
      if (!(this.#gaps[top] <= this.limit[0])) continue;
      const word = this.#words[top];
      if (word < 0) {
        this.first = firstOfRun(word);
        this.count = countOfRun(word);
        return true;
      }
      this.#open(this.#root + NODE_WORDS * word);
    }
    return false;
  }

  /** Pushes the children of a node that are near enough, the nearest last. */
  #open(node: number): void {
    const { nodes, reals } = this.#children;
    const { box } = this;
    const words = this.#words;
    const gaps = this.#gaps;
    const bottom = this.#height;
    const limit = this.limit[0];
    for (let child = 0; child < WIDTH; child++) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const low = node + WIDTH * axis + child;
        const above = reals[low] - box[3 + axis];
        const below = box[axis] - reals[low + HIGH_WORDS];
        const gap = Math.max(above, below, 0);
        square += gap * gap;
      }
      const gap = Math.sqrt(square);
      // an empty child is infinitely far away
      if (!(gap <= limit && gap < Infinity)) continue;
      let at = this.#height++;
      for (; at > bottom && gaps[at - 1] < gap; at--) {
        gaps[at] = gaps[at - 1];
        words[at] = words[at - 1];
      }
      gaps[at] = gap;
      words[at] = nodes[node + CHILDREN + child] | 0;
    }
  }
}
