/** Runs the scalar kernel on one pair: a scene of two rows, a list of one pair, and results in f64. */
import { fail } from '../errors.ts';
import { distanceRows } from '../narrow/scalar/distanceRows.ts';
import { createScalarScratch, type Geometry, type ScalarScratch } from '../narrow/scalar/scratch.ts';
import { SIMPLEX_STRIDE, Status, UNUSED } from '../queries/distance/table.ts';
import { COUNT_TABLE_BYTES, ROWS, type SceneCounts, SHAPES } from '../scene/countTable.ts';
import { SHAPE_STRIDE } from '../shapes/codes.ts';
import { prepareBox } from '../shapes/cores/box.ts';
import { broughtPrepare, broughtSupports } from '../shapes/cores/brought.ts';
import type { Prepare } from '../shapes/cores/core.ts';
import { preparePoint } from '../shapes/cores/point.ts';
import { prepareSegment } from '../shapes/cores/segment.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/shape.ts';
import { storeRow, storeVertices } from '../shapes/storeShape.ts';
import { poses } from './poses.ts';

const counts = /* @__PURE__ */ twoRows();
const ids = /* @__PURE__ */ new Uint32Array([0, 1]);

/** The result row. */
export const result = {
  status: /* @__PURE__ */ new Uint8Array(1),
  separation: /* @__PURE__ */ new Float64Array(4),
  offsetA: /* @__PURE__ */ new Float64Array(4),
  offsetB: /* @__PURE__ */ new Float64Array(4),
};

/** The parameters of the kernel. */
export const params = {
  overlapOnly: false,
  maxDistance: /* @__PURE__ */ new Float64Array([Infinity]),
  depth: true,
  from: /* @__PURE__ */ new Uint16Array(SIMPLEX_STRIDE).fill(UNUSED),
  to: /* @__PURE__ */ new Uint16Array(SIMPLEX_STRIDE),
};

const geometries = /* @__PURE__ */ new WeakMap<Shape, Geometry>();
let scratch: ScalarScratch | undefined; // 3 MB, created by the first query

/** Runs the kernel on the two poses. Writes `result`. */
export function runQuery(where: string, a: Geometry, b: Geometry): void {
  scratch ??= createScalarScratch();
  distanceRows(result, ids, poses, counts, a, b, scratch, params, 0, 1);
  if (result.status[0] === Status.Invalid) {
    fail(`${where}: poses`, 'poses nearer to each other', 'farther than f64 holds');
  }
}

/** The tables of one shape. Built once for each shape object. */
export function geometryOf(where: string, shape: Shape): Geometry {
  const known = geometries.get(shape);
  if (known) return known;
  const prepared = prepareShape(where, shape, prepareOf);
  const words = new Uint32Array(SHAPE_STRIDE);
  const shapes = { words, reals: new Float32Array(words.buffer) };
  const coordinates = new Float32Array(3 * prepared.vertexRows);
  storeRow(shapes, 0, prepared);
  storeVertices(coordinates, 0, prepared);
  const geometry: Geometry = { shapes, vertices: { coordinates, cells: prepared.cells }, cores: broughtSupports() };
  geometries.set(shape, geometry);
  return geometry;
}

/** The core files of point, segment and box come with this file, others with the function that makes their shapes. */
function prepareOf(kind: string): Prepare | undefined {
  if (kind === 'point') return preparePoint;
  if (kind === 'segment') return prepareSegment;
  if (kind === 'box') return prepareBox;
  return broughtPrepare(kind);
}

function twoRows(): SceneCounts {
  const words = new Uint32Array(COUNT_TABLE_BYTES / 4);
  words[ROWS] = 2;
  words[SHAPES] = 1;
  return words;
}
