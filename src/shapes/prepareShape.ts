/**
 * From a shape as the user wrote it to one that tables can hold: every number checked, rounded to f32, hulls built.
 * Pure: whatever is wrong with a shape is found here, before any table changes.
 */
import { fail } from '../errors.ts';
import { alignUp } from '../memory/units.ts';
import { buildCells, cellGrid } from './cells.ts';
import { buildHull, checkPoints, type HullGeometry } from './hullBuild.ts';
import { simplifyHull } from './hullSimplify.ts';
import { BOX, HULL, POINT, SEGMENT } from './shapeTable.ts';
import type { HullShape, Shape } from './specs.ts';
import { PAD_VERTICES } from './vertexTable.ts';

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
  readonly cells: Uint32Array;
  readonly grid: number;
  /** Largest distance of a core point from the local origin (m). */
  readonly extent: number;
  /** Centre of the core's local bounding box (m). */
  readonly centre: readonly [number, number, number];
}

const A_SHAPE = 'a shape made by box(), hull(), sphere() and the like';
const NOTHING = new Uint32Array(0);

/** Checks and builds a shape. `where` begins every error: `scene.addShape`, say. */
export function prepareShape(where: string, shape: Shape): PreparedShape {
  if (typeof shape !== 'object' || shape === null) fail(`${where}: shape`, A_SHAPE, shape);
  const at = `${where}(${shape.kind})`;
  switch (shape.kind) {
    case 'point':
      return prepareVertices(POINT, new Float32Array(3), radiusOf(at, shape), NOTHING);
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
      return prepareHull(at, shape);
    default:
      return fail(`${where}: shape`, A_SHAPE, `kind ${(shape as Shape).kind}`);
  }
}

function prepareBox(at: string, halfExtents: unknown, radius: number): PreparedShape {
  const list = halfExtents as ArrayLike<number> | null | undefined;
  const half: [number, number, number] = [
    extentOf(`${at}: halfExtents[0]`, list?.[0]),
    extentOf(`${at}: halfExtents[1]`, list?.[1]),
    extentOf(`${at}: halfExtents[2]`, list?.[2]),
  ];
  return {
    core: BOX,
    radius,
    half,
    vertices: new Float32Array(0),
    vertexCount: 8,
    vertexRows: 0,
    neighbours: NOTHING,
    cells: NOTHING,
    grid: 0,
    extent: Math.hypot(...half),
    centre: [0, 0, 0],
  };
}

function prepareHull(at: string, shape: HullShape): PreparedShape {
  checkPoints(at, shape.points);
  const { maxVertices } = shape;
  if (maxVertices !== undefined && !(Number.isInteger(maxVertices) && maxVertices >= 4)) {
    fail(`${at}: maxVertices`, 'an integer ≥ 4', maxVertices);
  }
  const whole = buildHull(shape.points);
  const hull = maxVertices === undefined ? whole : simplifyHull(whole, maxVertices);
  const vertexCount = hull.vertices.length / 3;
  const grid = hull.dimension === 3 ? cellGrid(vertexCount) : 0;
  return prepareVertices(HULL, hull.vertices, radiusOf(at, shape), packNeighbours(hull), grid, packCells(hull, grid));
}

function prepareVertices(
  core: number,
  vertices: Float32Array,
  radius: number,
  neighbours: Uint32Array,
  grid = 0,
  cells: Uint32Array = NOTHING,
): PreparedShape {
  const vertexCount = vertices.length / 3;
  let extent = 0;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < vertices.length; k += 3) {
    extent = Math.max(extent, Math.hypot(vertices[k]!, vertices[k + 1]!, vertices[k + 2]!));
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, vertices[k + c]!);
      high[c] = Math.max(high[c]!, vertices[k + c]!);
    }
  }
  return {
    core,
    radius,
    half: [0, 0, 0],
    vertices,
    vertexCount,
    vertexRows: alignUp(vertexCount, PAD_VERTICES),
    neighbours,
    cells,
    grid,
    extent,
    centre: [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2],
  };
}

function packNeighbours({ neighbourStarts, neighbours }: HullGeometry): Uint32Array {
  return new Uint32Array([...neighbourStarts, ...neighbours]);
}

function packCells(hull: HullGeometry, grid: number): Uint32Array {
  if (grid === 0) return NOTHING;
  const { starts, ids } = buildCells(hull, grid);
  return new Uint32Array([...starts, ...ids]);
}

/** A length that must be > 0, also as f32. */
function extentOf(where: string, value: unknown): number {
  const rounded = Math.fround(value as number);
  if (typeof value !== 'number' || !(rounded > 0) || rounded === Infinity) fail(where, 'a number > 0 (m, f32)', value);
  return rounded;
}

/** A radius, ≥ 0. */
function radiusOf(at: string, shape: Shape): number {
  const value: unknown = shape.radius;
  const rounded = Math.fround(value as number);
  if (typeof value !== 'number' || !(rounded >= 0) || rounded === Infinity) {
    fail(`${at}: radius`, 'a number ≥ 0 (m, f32)', value);
  }
  return rounded;
}
