/** Shapes as kernels read them on hosts, where parts of composites are reached by `Geometry.partGeometry`. */
import type { ShapeRows, VertexRows } from './enginePools.ts';

export interface OwnPools {
  readonly shapes: ShapeRows;
  readonly vertices: VertexRows;
}
