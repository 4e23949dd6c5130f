/** Shapes as kernels read them on hosts, where parts of composites are reached by `Geometry.partGeometry`. */
import type { VertexPools } from './enginePools.ts';

export type OwnPools = VertexPools;
