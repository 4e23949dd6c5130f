/**
 * The interface of a core. Each core is a file of this folder, and a line in list.ts; tables/shapeWords.ts has its
 * code.
 *
 * A core has two kinds of functions: for kernels (support, point of an id), and for the preparation of shapes for the
 * tables. Kernels call the tiers box and vertices by name, because V8 is slow at calls through a table in hot loops.
 * They reach cores of tier smooth through `Geometry.cores`.
 */
import type { Geometry } from '../../kernels/cores/geometry.ts';
import type { UnitBody } from '../mass/unitBody.ts';

/** Contact faces as the pools hold them (tables/vertexTable.ts). */
export interface ContactFaces {
  readonly count: number;
  /** nx[rows] ny[rows] nz[rows] offset[rows], rows = faceRowsOf(count). */
  readonly planes: Float32Array;
  /** starts[count + 1], then vertex ids. */
  readonly loops: Uint16Array;
}

/** The data that `storeShape` writes, and the room that it needs. */
export interface PreparedShape {
  /** Code of the core. */
  readonly core: number;
  /** Traits of the core. Default: none. */
  readonly traits?: number;
  /** The shape's own radius, and the one that an ellipsoid's core leaves to it (m). */
  readonly radius: number;
  /** Half extents: largest |x|, |y|, |z| of a core point (m). */
  readonly half: readonly [number, number, number];
  /** Vertices, x y z triples (m); none for a box and for smooth cores. */
  readonly vertices: Float32Array;
  readonly vertexCount: number;
  /** Rows of the vertex pool. */
  readonly vertexRows: number;
  /** Neighbor lists: starts, then ids. Empty where no vertices are stored. */
  readonly neighbors: Uint32Array;
  /** Direction cells: starts, then ids. Empty where a scan is as fast. */
  readonly cells: Uint16Array;
  readonly grid: number;
  /** Largest distance of a core point from the local origin (m). */
  readonly extent: number;
  /** Contact faces of a hull, for queries with contacts. */
  readonly faces?: ContactFaces;
  /** Numbers of a smooth core (m), f32, and their words in the row (tables/shapeWords.ts). */
  readonly numbers?: readonly (readonly [word: number, value: number])[];
  /** The smooth cores of the shape and of its parts by code, for a geometry of this shape alone. */
  readonly cores?: Geometry['cores'];
  readonly parts?: PreparedParts;
  readonly children?: PreparedChildren;
}

/** The children of a shape as the pools hold them (tables/childTable.ts), without places in the pools. */
export interface PreparedChildren {
  /** The head, then the nodes. */
  readonly nodes: Uint32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  /** One per triangle, or empty: all are 0. */
  readonly materials: Uint8Array;
  readonly vertices: Float32Array;
  /** Words of a height field (tables/heightWords.ts). */
  readonly heights: Uint32Array;
  /** Shapes of a compound in the order of its tree, and a row of words each: their places (childWords.ts). */
  readonly parts: readonly PreparedShape[];
  readonly places: Uint32Array;
}

/** The parts of a composite, and small tables that hold them alone. */
export interface PreparedParts {
  /** Their cores, in the order of the list. */
  readonly leaves: readonly PreparedShape[];
  /** Rows of words as in the part pool. */
  readonly geometry: Geometry;
}

/** Prepares the shapes of one core. */
export type Prepare = Core['prepare'];

/** The function that prepares a kind of shapes, if there is one. */
export type PrepareOf = (kind: string) => Prepare | undefined;

/** The used parts of scene tables in a snapshot. */
export interface SnapshotShapes {
  readonly words: Uint32Array;
  readonly reals: Float32Array;
  readonly coordinates: Float32Array;
  readonly neighbors: Uint32Array;
  readonly cells: Uint16Array;
}

/** The checks of a core for snapshots. */
export type StoredCore = Pick<Core, 'code' | 'traits' | 'isSound' | 'hasFaces'>;

/** The functions of a core besides those of kernels: for shapes from users, and from snapshots. */
export interface Core {
  /** `kind` of the shapes with this core. */
  readonly kind: string;
  readonly code: number;
  readonly traits: number;
  /**
   * Checks the numbers of a shape of this core, and rounds them to f32.
   * @param at prefix of every error
   * @param radius already checked
   * @param prepareOf for cores whose shapes have parts
   */
  prepare(at: string, shape: object, radius: number, prepareOf: PrepareOf): PreparedShape;
  /**
   * Whether the row at `word` is valid for kernels. The caller has checked that radius and extent are finite and ≥ 0.
   */
  isSound(shapes: SnapshotShapes, word: number): boolean;
  /** Whether rows may have contact faces in the pools (FACE_COUNT). */
  readonly hasFaces: boolean;
  /**
   * Mass properties for density 1 of a shape of this core, whose radius is checked.
   * @param coreOf for cores whose shapes have parts
   * @param density kg/m³: for compounds, whose parts may have their own
   */
  moments(at: string, shape: object, radius: number, coreOf: CoreOf, density: number): UnitBody;
}

/** The core of a kind of shapes, if there is one. */
export type CoreOf = (kind: string) => Core | undefined;

/** Whether the extent of a row is that of the core, as f32: tolerances are parts of it. */
export function isExtent(reals: Float32Array, extent: number, farthest: number): boolean {
  // the extent is rounded up by 2⁻²³, then to f32; the absolute part is for numbers with few bits in f32
  return Math.abs(reals[extent] - farthest) <= 3e-7 * farthest + 1e-44;
}
