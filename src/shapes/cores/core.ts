/**
 * What the library knows of a core. Each core is a file of this folder, and a line in list.ts; codes.ts has its code.
 *
 * A core has functions of two kinds: those that kernels call (support, point of an id, contact feature), and those for
 * shapes on their way to the tables. Kernels call the tiers box and vertices by name, because V8 is slow at calls through
 * a table in hot loops. They reach cores of tier smooth through `Geometry.cores`.
 */
import type { UnitBody } from '../mass/unitBody.ts';
import type { ShapeTable } from '../shapeTable.ts';
import type { VertexTable } from '../vertexTable.ts';
import type { FeatureScratch } from './feature.ts';

/** Where supports read a direction in the scratch of a kernel, and write a point: the first three places. */
export const DIR = 0;

/** The shapes of one engine, or of one prepared shape in `hullstorm/pair`. */
export interface Geometry {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  /** Cores of tier smooth by code. Tables without their shapes need none. */
  readonly cores?: readonly (SupportCore | undefined)[];
}

/** The shapes of an engine. */
export interface SceneGeometry extends Geometry {
  readonly cores?: readonly (KernelCore | undefined)[];
}

/** Contact faces as the pools hold them (vertexTable.ts). */
export interface ContactFaces {
  readonly count: number;
  /** nx[rows] ny[rows] nz[rows] offset[rows], rows = faceRowsOf(count). */
  readonly planes: Float32Array;
  /** starts[count + 1], then vertex ids. */
  readonly loops: Uint16Array;
}

/** What `storeShape` writes, and how much room it needs. */
export interface PreparedShape {
  /** Code of the core. */
  readonly core: number;
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
  /** Direction cells: starts, then ids. Empty where a scan is as good. */
  readonly cells: Uint16Array;
  readonly grid: number;
  /** Largest distance of a core point from the local origin (m). */
  readonly extent: number;
  /** Contact faces of a hull, where contacts are wanted. */
  readonly faces?: ContactFaces;
}

/**
 * Checks the numbers of a shape and rounds them to f32.
 * @param at begins every error
 * @param radius checked already
 */
// biome-ignore lint/suspicious/noExplicitAny: a core reads its own kind of shape, the list holds all kinds
export type Prepare<S = any> = (at: string, shape: S, radius: number) => PreparedShape;

/** What distance queries need of a core of tier smooth. */
export interface SupportCore {
  /** Word 0 of a row (codes.ts). */
  readonly code: number;
  /**
   * The support point: the point of the core that is farthest along f[DIR …], local axes.
   *
   *   reads   f[DIR …], of any length but zero; the row at `word` of the shape table
   *   writes  f[DIR …]: the point (m)
   *   returns its id, below 0xffff: of vertices their number, of smooth cores the code of the direction
   */
  support(f: Float64Array, geometry: Geometry, word: number): number;
  /** Writes the point of an id to f[at …]. Of smooth cores it is near the support that had this id. */
  pointOf(f: Float64Array, at: number, geometry: Geometry, word: number, id: number): void;
}

/** What kernels need of a core of tier smooth. */
export interface KernelCore extends SupportCore {
  /** Loads the contact feature of the row at `word`: see feature.ts. @returns the number of its corners */
  feature(scratch: FeatureScratch, geometry: Geometry, word: number, side: number): number;
}

/** The used parts of scene tables, as a snapshot holds them. */
export interface SnapshotShapes {
  readonly words: Uint32Array;
  readonly reals: Float32Array;
  readonly coordinates: Float32Array;
  readonly neighbors: Uint32Array;
  readonly cells: Uint16Array;
}

/** What engines know of a core besides its kernel functions: shapes on their way to tables, and from snapshots. */
export interface Core {
  /** `kind` of the shapes that have this core. */
  readonly kind: string;
  readonly code: number;
  readonly prepare: Prepare;
  /** Whether kernels can trust the row at `word`. Radius and extent are finite and ≥ 0 already. */
  isSound(shapes: SnapshotShapes, word: number): boolean;
  /** Whether rows may have contact faces in the pools (FACE_COUNT). */
  readonly hasFaces: boolean;
  /** Mass properties for density 1 of a shape of this core, whose radius is checked. */
  // biome-ignore lint/suspicious/noExplicitAny: as for Prepare
  moments(at: string, shape: any, radius: number): UnitBody;
}

/** Whether the extent of a row is that of the core, as f32: tolerances are parts of it. */
export function isExtent(reals: Float32Array, extent: number, farthest: number): boolean {
  // rounded up by 2⁻²³ and then to f32; the absolute part is for numbers so small that f32 has few bits for them
  return Math.abs(reals[extent] - farthest) <= 3e-7 * farthest + 1e-44;
}
