/**
 * What computes the contacts of children on one thread, between the kernels of pairs: wasm (kernels/exact/children.ts),
 * or the same sources in JavaScript.
 */
import { addRows } from '../../kernels/children/addRows.ts';
import type { ChildColumns } from '../../kernels/children/childColumns.ts';
import { ChildState } from '../../kernels/children/childState.ts';
import { joinRows } from '../../kernels/children/clusters.ts';
import { DIRECTIONS } from '../../kernels/children/planarHull.ts';
import { beginTriangles, stageTriangles } from '../../kernels/children/stageTriangles.ts';
import { writeManifold } from '../../kernels/children/writeManifold.ts';
import { overlay } from '../../memory/overlay.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
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

/** @param list of the thread's guests */
export function childKernel(frame: Frame, thread: number, list: ListTables, wide?: WideKernel): ChildKernel {
  const state = new ChildState();
  // engines without contacts have no such calls
  const hasCalls = wide?.calls.addChildRows !== undefined;
  if (hasCalls) overlay(state, frame.buffer, scratchAt(frame, thread) + CHILDREN_BYTES);
  const { cosines } = state.clusters.hull;
  for (let d = 0; d < DIRECTIONS; d++) cosines[d] = Math.cos((2 * Math.PI * d) / DIRECTIONS);
  return hasCalls ? new WideChildren(state, wide, list) : new HostChildren(state, columnsOf(frame, list));
}

function columnsOf(frame: Frame, { pairs, results }: ListTables): ChildColumns {
  const { children, placed, shapes, vertices } = frame;
  return {
    shapes: { ...shapes, ...vertices },
    points: vertices.points,
    poses: placed as ChildColumns['poses'],
    rows: { ids: pairs.ids, ...results },
    surfaces: children,
    parts: children.parts.words,
    geometry: sceneGeometry(frame),
  };
}

class HostChildren implements ChildKernel {
  readonly state: ChildState;
  readonly #columns: ChildColumns;

  constructor(state: ChildState, columns: ChildColumns) {
    this.state = state;
    this.#columns = columns;
  }

  begin(): void {
    beginTriangles(this.state, this.#columns);
  }

  stage(): number {
    return stageTriangles(this.state, this.#columns);
  }

  add(count: number): void {
    addRows(this.state, this.#columns, count);
  }

  join(): void {
    joinRows(this.state.clusters);
  }

  write(columns: RowColumns, n: number, to: number, last: number): void {
    writeManifold(this.state, columns, n, to, last);
  }
}

class WideChildren implements ChildKernel {
  readonly state: ChildState;
  readonly #wide: WideKernel;
  /** Address of the ids of the thread's list. */
  readonly #ids: number;

  constructor(state: ChildState, wide: WideKernel, { pairs }: ListTables) {
    this.state = state;
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
