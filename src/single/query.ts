/** The scalar kernel on one pair, and the tables of its shapes. */
import { fail } from '../errors.ts';
import type { PairOut } from '../kernels/cores/corePair.ts';
import type { Geometry } from '../kernels/cores/geometry.ts';
import { CoreScratch } from '../kernels/cores/scratch.ts';
import { pairRow } from '../kernels/rows/pairRow.ts';
import { prepareBox } from '../shapes/cores/box.ts';
import type { Prepare } from '../shapes/cores/core.ts';
import { preparePoint } from '../shapes/cores/point.ts';
import { registeredPrepare } from '../shapes/cores/registry.ts';
import { prepareSegment } from '../shapes/cores/segment.ts';
import type { SupportShape } from '../shapes/cores/userSupport.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import type { Shape } from '../shapes/shape.ts';
import { storeRow, storeVertices } from '../shapes/storeShape.ts';
import { INVALID, type StatusCode } from '../tables/distanceStatus.ts';
import { SHAPE_STRIDE } from '../tables/shapeWords.ts';
import { poses } from './poses.ts';

/** The parameters of the kernel. */
export const params = {
  overlapOnly: false,
  maxDistance: /* @__PURE__ */ new Float64Array([Infinity]),
  depth: true,
};

const geometries = /* @__PURE__ */ new WeakMap<Shape | SupportShape, Geometry>();
let scratch: CoreScratch | undefined; // 3 MB, created by the first query

let isRunning = false;

/**
 * Begins a query, which `endQuery` ends in any case. All queries share poses and scratch, so one that begins while
 * another runs, in a support function or a getter of its arguments, is refused, and the other one goes on unharmed.
 */
export function beginQuery(where: string): void {
  if (isRunning) fail(where, 'no query in another', 'one in a support function or getter');
  isRunning = true;
}

export function endQuery(): void {
  isRunning = false;
}

/** The scratch of all queries; they run one after another. */
export function threadScratch(): CoreScratch {
  scratch ??= new CoreScratch();
  return scratch;
}

/** Runs the kernel on the two poses. Writes `out` for a distance. @returns the status */
export function runQuery(where: string, a: Geometry, b: Geometry, out: PairOut): StatusCode {
  const status = pairRow(out, poses, a, b, threadScratch(), params);
  if (status === INVALID) fail(`${where}: poses`, 'poses nearer to each other', 'farther than f64 holds');
  return status as StatusCode;
}

/** The tables of one shape. Built once for each shape object. */
export function geometryOf(where: string, shape: Shape | SupportShape): Geometry {
  const known = geometries.get(shape);
  if (known) return known;
  const prepared = prepareShape(where, shape, prepareOf);
  const words = new Uint32Array(SHAPE_STRIDE);
  const shapes = { words, reals: new Float32Array(words.buffer) };
  const coordinates = new Float32Array(3 * prepared.vertexRows);
  storeRow(shapes, 0, prepared);
  storeVertices(coordinates, 0, prepared);
  const geometry: Geometry = {
    shapes,
    vertices: { coordinates, cells: prepared.cells },
    cores: prepared.cores,
    partGeometry: prepared.parts?.geometry,
  };
  geometries.set(shape, geometry);
  return geometry;
}

/** The core files of point, segment and box come with this file, others with the function that makes their shapes. */
function prepareOf(kind: string): Prepare | undefined {
  if (kind === 'point') return preparePoint;
  if (kind === 'segment') return prepareSegment;
  if (kind === 'box') return prepareBox;
  return registeredPrepare(kind);
}
