/**
 * What computes the contacts of children on one thread, between the kernels of pairs: wasm, or the same sources in
 * JavaScript (hostChildren.ts).
 */
import { ChildState } from '../../kernels/children/childState.ts';
import { DIRECTIONS } from '../../kernels/children/clusterTables.ts';
import { overlay } from '../../memory/overlay.ts';
import { type Frame, scratchAt } from '../../tables/frame.ts';
import { CHILDREN_BYTES } from '../../tables/kernelContext.ts';

/** The exports of kernels/exact/children.ts. */
export interface ChildCalls {
  /** Begins with a body and the triangles of a surface. */
  readonly beginChildren: (context: number) => void;
  /** Writes the triangles that follow to the thread's list. @returns their number; 0: there are no more */
  readonly stageChildren: (context: number) => number;
  /** Adds those of the first `count` pairs of the list, whose distances are computed, that are contacts. */
  readonly addChildRows: (context: number, count: number) => void;
  /** Makes manifolds of the rows. */
  readonly joinChildRows: (context: number) => void;
  /** Writes manifold n to row `to`. `last` is the row that it had in the last query, or −1. */
  readonly writeChildManifold: (context: number, n: number, to: number, last: number) => void;
}

/** The memory of a thread: where wasm has it, or that of the host alone. */
export function childState(frame: Frame, thread: number, isWide: boolean): ChildState {
  const state = new ChildState();
  if (isWide) overlay(state, frame.buffer, scratchAt(frame, thread) + CHILDREN_BYTES);
  const { cosines } = state.clusters.hull;
  for (let d = 0; d < DIRECTIONS; d++) cosines[d] = Math.cos((2 * Math.PI * d) / DIRECTIONS);
  return state;
}
