/**
 * From a shape as the user wrote it to one that tables can hold: every number checked, rounded to f32, hulls built.
 * Pure: whatever is wrong with a shape is found here, before any table changes.
 */
import { firstOf } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { alignUp } from '../memory/units.ts';
import { BOX, POINT, SEGMENT } from './shapeTable.ts';
import { type HullShape, ownShape, type Shape } from './spec.ts';
import { PAD_VERTICES } from './vertexTable.ts';

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
  readonly core: number;
  readonly radius: number;
  /** Half extents of a box, else zeros (m). */
  readonly half: readonly [number, number, number];
  /** Vertices, x y z triples (m); none for a box. */
  readonly vertices: Float32Array;
  readonly vertexCount: number;
  /** Rows of the vertex pool. */
  readonly vertexRows: number;
  /** Neighbour lists: starts, then ids. Empty for a box. */
  readonly neighbours: Uint32Array;
  /** Direction cells: starts, then ids. Empty where a scan is as good. */
  readonly cells: Uint16Array;
  readonly grid: number;
  /** Largest distance of a core point from the local origin (m). */
  readonly extent: number;
  /** None for points, segments and boxes, and where nobody asked for them. */
  readonly faces?: ContactFaces;
}

const NO_NEIGHBOURS = new Uint32Array(0);
export const NO_CELLS = new Uint16Array(0);

/** What builds hulls: passed in, so that programs without hulls are bundled without it. `at` begins every error. */
export type PrepareHull = (at: string, shape: HullShape, radius: number) => PreparedShape;

/** Checks and builds a shape. `where` begins every error: `scene.addShape`, say. */
export function prepareShape(where: string, given: Shape, prepareHull?: PrepareHull): PreparedShape {
  const shape = ownShape(`${where}: shape`, given);
  const at = `${where}(${shape.kind})`;
  switch (shape.kind) {
    case 'point':
      return prepareVertices(POINT, new Float32Array(3), radiusOf(at, shape), NO_NEIGHBOURS);
    case 'segment': {
      const h = extentOf(`${at}: halfHeight`, shape.halfHeight);
      // two starts and an end, then the one neighbour of each end
      return prepareVertices(
        SEGMENT,
        new Float32Array([0, -h, 0, 0, h, 0]),
        radiusOf(at, shape),
        new Uint32Array([0, 1, 2, 1, 0]),
      );
    }
    case 'box':
      return prepareBox(at, shape.halfExtents, radiusOf(at, shape));
    case 'hull':
      if (!prepareHull) fail(at, 'a call of hull() before, which brings what builds hulls', 'a hull without one');
      return prepareHull(at, shape, radiusOf(at, shape));
  }
}

function prepareBox(at: string, halfExtents: unknown, radius: number): PreparedShape {
  const where = `${at}: halfExtents`;
  const own = firstOf(where, 'three numbers > 0 (m, f32)', halfExtents, 3);
  const half = own.map((value, k) => extentOf(`${where}[${k}]`, value)) as [number, number, number];
  return {
    core: BOX,
    radius,
    half,
    vertices: new Float32Array(0),
    vertexCount: 8,
    vertexRows: 0,
    neighbours: NO_NEIGHBOURS,
    cells: NO_CELLS,
    grid: 0,
    extent: Math.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]),
  };
}

/** A shape whose core is stored as vertices. */
export function prepareVertices(
  core: number,
  vertices: Float32Array,
  radius: number,
  neighbours: Uint32Array,
  grid = 0,
  cells: Uint16Array = NO_CELLS,
): PreparedShape {
  const vertexCount = vertices.length / 3;
  const half: [number, number, number] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    let largest = 0;
    for (let k = c; k < vertices.length; k += 3) largest = Math.max(largest, Math.abs(vertices[k]));
    half[c] = largest;
  }
  return {
    core,
    radius,
    half,
    vertices,
    vertexCount,
    vertexRows: alignUp(vertexCount, PAD_VERTICES),
    neighbours,
    cells,
    grid,
    extent: farthest(vertices),
  };
}

/** Largest distance of a vertex from the local origin (m). */
export function farthest(vertices: Float32Array): number {
  let extent = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const x = vertices[k];
    const y = vertices[k + 1];
    const z = vertices[k + 2];
    extent = Math.max(extent, Math.sqrt(x * x + y * y + z * z));
  }
  return extent;
}

/** Lengths up to here (m) are taken: their squares and sums stay far inside f32. */
const MAX_LENGTH = 1e18;

/** A length that must be > 0, also as f32. */
function extentOf(where: string, value: unknown): number {
  const rounded = typeof value === 'number' ? Math.fround(value) : 0;
  if (!(rounded > 0) || value === Infinity) refuse(where, 'a number > 0 (m, f32)', value);
  return notTooLong(where, rounded, value as number);
}

/** A radius, ≥ 0. */
function radiusOf(at: string, shape: Shape): number {
  const where = `${at}: radius`;
  const value: unknown = shape.radius;
  const rounded = typeof value === 'number' ? Math.fround(value) : -1;
  if (!(rounded >= 0) || value === Infinity) refuse(where, 'a number ≥ 0 (m, f32)', value);
  return notTooLong(where, rounded, value as number);
}

/** Hands a length back that is not too long. */
export function notTooLong(where: string, rounded: number, value: number): number {
  if (rounded > MAX_LENGTH) fail(where, '1e18 m at most', value);
  return rounded;
}
