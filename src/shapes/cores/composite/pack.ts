/** Packs a simplified composite for the tables: its list of parts, small tables of its own, and its extents. */
import type { Geometry, SupportCore } from '../../../kernels/cores/geometry.ts';
import { GROWTH, OPERATION_BITS, OPERATIONS, PART_ROWS, POSITION, ROTATION } from '../../../tables/partTable.ts';
import { CELL_BEGIN, CORE, PART_COUNT, REVOLUTION, SHAPE_STRIDE, VERTEX_BEGIN } from '../../../tables/shapeWords.ts';
import { storeRow, storeVertices } from '../../storeShape.ts';
import type { PreparedParts, PreparedShape, PrepareOf } from '../core.ts';
import { prepareSmooth } from '../smooth.ts';
import { HERE, type Place } from './place.ts';
import { axisOfParts } from './revolution.ts';
import { type Body, isPoints } from './simplify.ts';
import { compositeSupport } from './support.ts';

/** A leaf of the list. */
interface Part {
  readonly prepared: PreparedShape;
  readonly place: Place;
  readonly growth: number;
  /** Operations that follow it. */
  readonly operations: number[];
}

/** Prepares a composite whose common radius is `radius`. */
export function packComposite(at: string, body: Body, radius: number, prepareOf: PrepareOf): PreparedShape {
  const list: Part[] = [];
  addParts(list, at, body, prepareOf);
  const parts = packParts(list);
  const half = halfExtents(geometryOfParts(parts.geometry, list.length), 0);
  const extent = Math.hypot(...half);
  const shape = prepareSmooth(compositeSupport, radius, half, extent, [
    [PART_COUNT, list.length],
    [REVOLUTION, axisOfParts(parts.geometry, 0, list.length)],
  ]);
  return { ...shape, cores: parts.geometry.cores, parts };
}

/** Adds the parts of a body in postfix order. */
function addParts(list: Part[], at: string, body: Body, prepareOf: PrepareOf): void {
  if ('bodies' in body) {
    for (const [k, part] of body.bodies.entries()) {
      addParts(list, at, part, prepareOf);
      if (k > 0) list[list.length - 1].operations.push(body.operation);
    }
    return;
  }
  const { growth } = body;
  if (isPoints(body)) {
    // as a hull: its radius is part of the row, as for any shape
    const prepared = prepareOf('hull')!(at, { kind: 'hull', points: body.points }, growth, prepareOf);
    list.push({ prepared, place: HERE, growth, operations: [] });
  } else list.push({ prepared: body.leaf.prepared, place: body.place, growth, operations: [] });
}

/** Tables of the parts alone. */
function packParts(list: readonly Part[]): PreparedParts {
  const leaves = list.map((part) => part.prepared);
  const words = new Uint32Array(list.length * PART_ROWS * SHAPE_STRIDE);
  const rows = { words, reals: new Float32Array(words.buffer) };
  const vertexRows = leaves.reduce((sum, leaf) => sum + leaf.vertexRows, 0);
  const coordinates = new Float32Array(3 * vertexRows);
  const cells = new Uint16Array(leaves.reduce((sum, leaf) => sum + leaf.cells.length, 0));
  const cores: (SupportCore | undefined)[] = [];
  let vertex = 0;
  let cell = 0;
  for (const [k, { prepared, place, growth, operations }] of list.entries()) {
    const word = k * PART_ROWS * SHAPE_STRIDE;
    storeRow(rows, word, prepared);
    words[word + VERTEX_BEGIN] = vertex;
    // a smooth core has its numbers in the other words
    if (!prepared.numbers) words[word + CELL_BEGIN] = cell;
    storeVertices(coordinates, 3 * vertex, prepared);
    cells.set(prepared.cells, cell);
    vertex += prepared.vertexRows;
    cell += prepared.cells.length;
    prepared.cores?.forEach((core, code) => {
      cores[code] = core;
    });
    const placed = word + SHAPE_STRIDE;
    words[placed + OPERATIONS] = operations.reduceRight((all, operation) => (all << OPERATION_BITS) | operation, 0);
    rows.reals[placed + GROWTH] = growth;
    rows.reals.set(place.position, placed + POSITION);
    rows.reals.set(place.rotation, placed + ROTATION);
  }
  cores[compositeSupport.code] = compositeSupport;
  return { leaves, geometry: { shapes: rows, vertices: { coordinates, cells }, cores } };
}

/** A geometry whose only shape is a composite of the first `count` parts of a table. */
export function geometryOfParts(parts: Geometry, count: number): Geometry {
  const words = new Uint32Array(SHAPE_STRIDE);
  const reals = new Float32Array(words.buffer);
  words[CORE] = compositeSupport.code;
  reals[PART_COUNT] = count;
  return { ...parts, shapes: { words, reals }, partGeometry: parts };
}

/** Half extents of the composite at `word`: its supports along the axes. */
export function halfExtents(geometry: Geometry, word: number): [number, number, number] {
  const point = new Float64Array(3);
  const reach = (axis: number): number =>
    Math.max(
      ...[-1, 1].map((sign) => {
        point.fill(0);
        point[axis] = sign;
        compositeSupport.support(point, geometry, word);
        return Math.abs(point[axis]);
      }),
    );
  return [reach(0), reach(1), reach(2)];
}
