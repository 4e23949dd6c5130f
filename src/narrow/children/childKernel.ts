/**
 * What computes the contacts of children on one thread, between the kernels of pairs: wasm (kernels/exact/children.ts),
 * or the same sources in JavaScript (hostChildren.ts).
 */
import { ChildState } from '../../kernels/children/childState.ts';
import { DIRECTIONS } from '../../kernels/children/planarHull.ts';
import { overlay } from '../../memory/overlay.ts';
import { type Frame, type ListTables, scratchAt } from '../../tables/frame.ts';
import { CHILDREN_BYTES, IDS } from '../../tables/kernelContext.ts';
import type { WideKernel } from '../wideKernel.ts';
import type { RowColumns } from './childRows.ts';

export interface ChildKernel {
  readonly state: ChildState;
  /** Begins with a body and the triangles of a surface. */
  begin(): void;
  /** Writes the triangles that follow to the thread's list. @returns their number; 0: there are no more */
  stage(): number;
  /** Adds those of the first `count` pairs of the list, whose distances are computed, that are contacts. */
  add(count: number): void;
  /** Makes manifolds of the rows. */
  join(): void;
  /** Writes manifold n to row `to`. @param last the row that it had in the last query, or −1 */
  write(columns: RowColumns, n: number, to: number, last: number): void;
}

/** Writes what stays the same. */
export function prepareState(state: ChildState): ChildState {
  const { cosines } = state.clusters.hull;
  for (let d = 0; d < DIRECTIONS; d++) cosines[d] = Math.cos((2 * Math.PI * d) / DIRECTIONS);
  return state;
}

export class WideChildren implements ChildKernel {
  readonly state: ChildState;
  readonly #wide: WideKernel;
  /** Address of the ids of the thread's list. */
  readonly #ids: number;

  constructor(frame: Frame, thread: number, wide: WideKernel, { pairs }: ListTables) {
    this.state = prepareState(overlay(new ChildState(), frame.buffer, scratchAt(frame, thread) + CHILDREN_BYTES));
    this.#wide = wide;
    this.#ids = pairs.ids.byteOffset;
  }

  begin(): void {
    const { calls, context, words } = this.#wide;
    words[IDS] = this.#ids;
    calls.beginChildren(context);
  }

  stage(): number {
    const { calls, context } = this.#wide;
    return calls.stageChildren(context);
  }

  add(count: number): void {
    const { calls, context } = this.#wide;
    calls.addChildRows(context, count);
  }

  join(): void {
    const { calls, context } = this.#wide;
    calls.joinChildRows(context);
  }

  write(_columns: RowColumns, n: number, to: number, last: number): void {
    const { calls, context } = this.#wide;
    calls.writeChildManifold(context, n, to, last);
  }
}
