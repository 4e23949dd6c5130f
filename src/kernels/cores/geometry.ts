/** Shapes and cores as kernels see them on hosts. */
import type { Doubles } from '../../language/lanes.ts';
import type { ShapeRows } from '../../tables/shapeTable.ts';
import type { VertexTable } from '../../tables/vertexTable.ts';
import type { CoreScratch } from './scratch.ts';

/** The shapes of one engine, or of one prepared shape in `hullstorm/pair`. */
export interface Geometry {
  readonly shapes: ShapeRows;
  readonly vertices: { readonly coordinates: Float32Array; readonly cells: Uint16Array };
  /** Cores of tier smooth by code. Not needed if the tables hold no such shapes. */
  readonly cores?: readonly (SupportCore | undefined)[] | undefined;
  /** The pool of parts, as rows of shapes (tables/partTable.ts). Not needed if the tables hold no composites. */
  readonly partGeometry?: Geometry | undefined;
  /** The pool of nodes as floats (tables/childWords.ts). Not needed if the tables hold no shapes with children. */
  readonly heads?: Float32Array | undefined;
}

/** The shapes of an engine. */
export interface SceneGeometry extends Geometry {
  readonly shapes: ShapeRows;
  readonly vertices: VertexTable;
  readonly cores?: readonly (SupportCore | undefined)[];
  readonly partGeometry?: SceneGeometry;
}

/** The contract of `exactDistance` in kernels/cores. @returns whether the distance is proven */
export type CoreDistance = (scratch: CoreScratch, a: Geometry, b: Geometry, depth: boolean) => boolean;

/** The functions of a core of tier smooth. */
export interface SupportCore {
  /** Words CORE and TRAITS of a row (tables/shapeWords.ts). */
  readonly code: number;
  readonly traits: number;
  /**
   * Replaces a direction, of any length but zero, by the point of the core that is farthest along it (m), local axes.
   * @param word the first of the shape's row
   */
  support(direction: Doubles, geometry: Geometry, word: number): void;
  /** The id of the support along a direction, below 0xffff: its code. */
  idOf(direction: Doubles): number;
  /** Writes the point of an id. For smooth cores it is near the support that had this id. */
  pointOf(point: Doubles, geometry: Geometry, word: number, id: number): void;
}

/** A core of `Geometry.cores` where pairs are measured. */
export interface MeasuredCore extends SupportCore {
  /** Signed distance of the rows of a pair, one of them with this core: kernels/round/smoothDistance.ts. */
  readonly distance: CoreDistance;
}
