/** Contacts of children in JavaScript. Engines on wasm do not load this module. */
import { addRows } from '../../kernels/children/addRows.ts';
import type { ChildColumns } from '../../kernels/children/childColumns.ts';
import { ChildState } from '../../kernels/children/childState.ts';
import { joinRows } from '../../kernels/children/clusters.ts';
import { beginTriangles, stageTriangles } from '../../kernels/children/stageTriangles.ts';
import { writeManifold } from '../../kernels/children/writeManifold.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import type { Frame, ListTables } from '../../tables/frame.ts';
import { type ChildKernel, prepareState } from './childKernel.ts';
import type { RowColumns } from './childRows.ts';

export class HostChildren implements ChildKernel {
  readonly state = prepareState(new ChildState());
  readonly #columns: ChildColumns;

  /** @param list of the thread's guests */
  constructor(frame: Frame, list: ListTables) {
    this.#columns = columnsOf(frame, list);
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
