/**
 * Finds the children of a shape that a moving box meets, in the frame of the shape: those that it may enter first come
 * first. The limit of the search is a time, and the box is that at time 0.
 */
import type { FieldPools, FieldView } from '../../kernels/fields/fieldView.ts';
import { type CellStack, nextCell, startCells } from '../../kernels/fields/nextCell.ts';
import { nextRun, type RunNodes } from '../../kernels/tree/nextRun.ts';
import type { RunStack } from '../../kernels/tree/tables.ts';
import type { Floats } from '../../language/lanes.ts';
import { HIGH_WORDS, WIDTH } from '../../tables/rayTree.ts';
import { ChildSearch } from './childSearch.ts';

/** Stands for the inverse of 0: no product with a length is NaN. */
const MOST_INVERSE = 1e300;
/** Of times, relative: more than their rounding. */
const SLACK = 2 ** -40;

export class SweptSearch extends ChildSearch {
  /** The inverse of the displacement of the box (1/m). */
  readonly #inverse = new Float64Array(3);
  /** When the box enters and leaves the last box that was asked for. */
  readonly #times = new Float64Array(2);

  /** @param move displacement of the box in the frame of the shape (m) */
  setMove(move: Float64Array): void {
    for (let c = 0; c < 3; c++) {
      this.#inverse[c] = MOST_INVERSE;
      if (Math.abs(move[c]) > 1 / MOST_INVERSE) this.#inverse[c] = 1 / move[c];
    }
  }

  protected override startCells(view: FieldView, stack: CellStack): void {
    startCells(view, stack);
  }

  protected override nextCell(view: FieldView, pools: FieldPools, stack: CellStack): number {
    stack.limit = this.limit[0];
    return nextCell(view, pools, stack, this, cellEntry);
  }

  protected override nextRun(pool: RunNodes, root: number, stack: RunStack): number {
    stack.limit = this.limit[0];
    return nextRun(pool, root, stack, this, runEntry);
  }

  /** Starts with a box at rest. */
  start(): void {
    this.#times[0] = 0;
    this.#times[1] = Infinity;
  }

  /** Clips the times to those at which the boxes overlap along an axis. A box of NaN is left out. */
  clip(axis: number, low: number, high: number): void {
    const inverse = this.#inverse[axis];
    const times = this.#times;
    const above = (low - this.box[3 + axis]) * inverse;
    const below = (high - this.box[axis]) * inverse;
    const first = inverse < 0 ? below : above;
    const last = inverse < 0 ? above : below;
    if (!(first <= last)) times[1] = -1;
    if (first > times[0]) times[0] = first;
    if (last < times[1]) times[1] = last;
  }

  /** @returns when the box enters; NaN: never */
  entry(): number {
    const first = this.#times[0] * (1 - SLACK);
    return first <= this.#times[1] * (1 + SLACK) ? first : Number.NaN;
  }
}

function runEntry(search: SweptSearch, reals: Floats, at: number): number {
  search.start();
  for (let axis = 0; axis < 3; axis++) {
    search.clip(axis, Number(reals[at + WIDTH * axis]), Number(reals[at + WIDTH * axis + HIGH_WORDS]));
  }
  return search.entry();
}

function cellEntry(search: SweptSearch, { box }: FieldView): number {
  search.start();
  for (let axis = 0; axis < 3; axis++) search.clip(axis, box[axis], box[3 + axis]);
  return search.entry();
}
