/** The triangles of a mesh or a height field, in the frame of the shape: corners, numbers of vertices, edge words. */
import type { Doubles, Int, Words } from '../../language/lanes.ts';
import { CHILD_FLAGS, FIRST_CHILD, FIRST_VERTEX, IS_FIELD } from '../../tables/childWords.ts';
import { EDGES, TRIANGLE_STRIDE } from '../../tables/meshWords.ts';
import { writeFieldCorners } from '../fields/fieldCorners.ts';
import { halfInField } from '../fields/fieldHalves.ts';
import { type FieldPools, FieldView, loadField } from '../fields/fieldView.ts';
import { type TrianglePools, writeMeshCorners } from '../rays/meshCorners.ts';

/** Pools of children (tables/childTable.ts). */
export interface SurfacePools extends FieldPools, TrianglePools {
  readonly edges: Words;
}

export class SurfaceView {
  readonly field = new FieldView();
  isField: Int = 0;
  /** Of a mesh: its first triangle, and its first vertex. */
  triangle: Int = 0;
  vertex: Int = 0;
}

/** @param head the first word of the shape's head */
export function loadSurface(view: SurfaceView, pools: SurfacePools, head: Int): void {
  const { nodes } = pools;
  view.isField = (nodes[head + CHILD_FLAGS] & IS_FIELD) !== 0 ? 1 : 0;
  if (view.isField === 1) loadField(view.field, pools, head);
  view.triangle = nodes[head + FIRST_CHILD];
  view.vertex = nodes[head + FIRST_VERTEX];
}

/** Writes the three corners of a triangle (m), nine numbers. */
export function writeCorners(to: Doubles, view: SurfaceView, pools: SurfacePools, child: Int): void {
  if (view.isField === 1) writeFieldCorners(to, view.field, pools.heights, child);
  else writeMeshCorners(to, pools, view.triangle + child, view.vertex);
}

/** The number of a triangle's corner 0 … 2 among the vertices, or the heights. */
export function vertexOf(view: SurfaceView, pools: SurfacePools, child: Int, corner: Int): Int {
  if (view.isField === 0) return pools.triangles[TRIANGLE_STRIDE * (view.triangle + child) + corner];
  const { columns } = view.field;
  const cell = child >> 1;
  const row = Math.trunc(Number(cell) / Number(columns));
  // as in writeFieldCorners
  const at: Int = (child & 1) === 0 ? corner : 3 - corner;
  return (row + (at & 1)) * (columns + 1) + cell - row * columns + (at >> 1);
}

/** The word of edge 0 … 2 of a triangle (tables/meshWords.ts); that of a field without FLAT and CONCAVE. */
export function edgeOf(view: SurfaceView, pools: SurfacePools, child: Int, edge: Int): Int {
  if (view.isField === 1) return halfInField(view.field, pools.heightWords, child, edge);
  return pools.edges[EDGES * (view.triangle + child) + edge];
}
