/** Contacts of shapes with children between the kernels of pairs, in f64: kernels/children. */
import { addressOf, floatsAt, type Int, type Ints, type Table, tableAt, wordsAt } from '../../language/lanes.ts';
import {
  CHILD_EDGES,
  CHILD_HEIGHTS,
  CHILD_NODES,
  CHILD_PARTS,
  CHILD_TRIANGLES,
  CHILD_VERTICES,
  CHILDREN_BYTES,
  type MOST_CHILDREN_BYTES,
  POINTS,
} from '../../tables/kernelContext.ts';
import { addRows } from '../children/addRows.ts';
import type { ChildColumns } from '../children/childColumns.ts';
import type { ChildState } from '../children/childState.ts';
import { joinRows } from '../children/clusters.ts';
import { beginTriangles, stageTriangles } from '../children/stageTriangles.ts';
import { writeManifold } from '../children/writeManifold.ts';
import { distanceColumns, manifoldColumns, poseColumns, shapePools } from '../rows/lanes/columns.ts';
import { type PartStack, poolsOf } from '../rows/lanes/pools.ts';

/** Behind the tables of a tile, whose kernels run in between. */
interface ChildTables extends Table<4, typeof MOST_CHILDREN_BYTES> {
  readonly state: ChildState;
  readonly points: PartStack;
}

function tablesAt(context: Ints): ChildTables {
  return tableAt<ChildTables>(addressOf(context) + CHILDREN_BYTES);
}

function columnsAt(context: Ints, points: PartStack): ChildColumns {
  return {
    shapes: shapePools(context),
    points: floatsAt(context[POINTS]),
    poses: poseColumns(context),
    rows: distanceColumns(context),
    surfaces: {
      nodes: wordsAt(context[CHILD_NODES]),
      reals: floatsAt(context[CHILD_NODES]),
      heights: floatsAt(context[CHILD_HEIGHTS]),
      heightWords: wordsAt(context[CHILD_HEIGHTS]),
      triangles: wordsAt(context[CHILD_TRIANGLES]),
      edges: wordsAt(context[CHILD_EDGES]),
      vertices: floatsAt(context[CHILD_VERTICES]),
    },
    parts: wordsAt(context[CHILD_PARTS]),
    geometry: poolsOf(context, points),
  };
}

export function beginChildren(context: Ints): void {
  const tables = tablesAt(context);
  beginTriangles(tables.state, columnsAt(context, tables.points));
}

/** @returns the number of triangles; 0: there are no more */
export function stageChildren(context: Ints): Int {
  const tables = tablesAt(context);
  return stageTriangles(tables.state, columnsAt(context, tables.points));
}

export function addChildRows(context: Ints, count: Int): void {
  const tables = tablesAt(context);
  addRows(tables.state, columnsAt(context, tables.points), count);
}

export function joinChildRows(context: Ints): void {
  joinRows(tablesAt(context).state.clusters);
}

export function writeChildManifold(context: Ints, n: Int, to: Int, last: Int): void {
  writeManifold(tablesAt(context).state, manifoldColumns(context), n, to, last);
}
