/** Contacts of children in JavaScript. Engines on wasm do not load this module. */
import { addRows } from '../../kernels/children/addRows.ts';
import type { ChildColumns } from '../../kernels/children/childColumns.ts';
import type { ChildState } from '../../kernels/children/childState.ts';
import { joinRows } from '../../kernels/children/clusters.ts';
import { beginTriangles, stageTriangles } from '../../kernels/children/stageTriangles.ts';
import { writeManifold } from '../../kernels/children/writeManifold.ts';
import { sceneGeometry } from '../../shapes/cores/list.ts';
import type { Frame, ListTables } from '../../tables/frame.ts';
import type { ChildCalls } from './childKernel.ts';
import type { ChildRows } from './childRows.ts';

/** @param list of the thread's guests @param rows those of the pair */
export function hostChildren(frame: Frame, { pairs, results }: ListTables, s: ChildState, rows: ChildRows): ChildCalls {
  const { children, placed, shapes, vertices } = frame;
  const columns: ChildColumns = {
    shapes: { ...shapes, ...vertices },
    points: vertices.points,
    poses: placed as ChildColumns['poses'],
    rows: { ids: pairs.ids, ...results },
    surfaces: children,
    parts: children.parts.words,
    geometry: sceneGeometry(frame),
  };
  return {
    beginChildren: () => beginTriangles(s, columns),
    stageChildren: () => stageTriangles(s, columns),
    addChildRows: (_, count) => addRows(s, columns, count),
    joinChildRows: () => joinRows(s.clusters),
    writeChildManifold: (_, n, to, last) => writeManifold(s, rows.columns, n, to, last),
  };
}
