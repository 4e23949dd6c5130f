/** The shapes of an engine, as kernels read them. */
import type { Doubles, Floats, Shorts, Words } from '../../language/lanes.ts';

/** Rows of shapes (tables/shapeWords.ts): the same memory as words and as numbers. */
export interface ShapeRows {
  readonly words: Words;
  readonly reals: Floats;
}

/** Vertices of shapes, and their direction cells. */
export interface VertexRows {
  readonly coordinates: Floats;
  readonly cells: Shorts;
}

/** Shapes whose vertices are stored. */
export interface VertexPools {
  readonly shapes: ShapeRows;
  readonly vertices: VertexRows;
}

export interface EnginePools extends VertexPools {
  /** The parts of composites (tables/partTable.ts), and points of them (kernels/supports/composite.ts). */
  readonly parts: ShapeRows;
  readonly points: Doubles;
}
