/** The axis of revolution of a composite: that of all its parts. */
import type { Geometry } from '../../../kernels/cores/geometry.ts';
import { ANY, axisOf, NONE } from '../../../kernels/cores/revolution.ts';
import { PART_ROWS, POSITION, ROTATION } from '../../../tables/partTable.ts';
import { CORE, HULL, SHAPE_STRIDE, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../../../tables/shapeWords.ts';
import { turned } from '../../mass/principalAxes.ts';

/** An axis that is turned away by less than this angle (rad) is an axis of the frame: rounding of f64. */
const TURNED = 1e-12;

/** The axis of `count` parts from `begin` on, in the frame of the composite: as `axisOf`. */
export function axisOfParts(parts: Geometry, begin: number, count: number): number {
  let common = ANY;
  for (let part = begin; part < begin + count; part++) {
    const axis = axisOfPart(parts, part);
    if (axis !== ANY && common !== ANY && axis !== common) return NONE;
    if (axis !== ANY) common = axis;
  }
  return common;
}

function axisOfPart(parts: Geometry, part: number): number {
  const { words, reals } = parts.shapes;
  const word = part * PART_ROWS * SHAPE_STRIDE;
  if (words[word + CORE] === HULL) return axisOfPoints(parts, word);
  const at = word + SHAPE_STRIDE;
  const line = lineOf(reals.subarray(at + POSITION, at + POSITION + 3));
  const own = axisOf(parts, word);
  if (own === NONE || own === ANY) return own === ANY ? line : NONE;
  const [x = 0, y = 0, z = 0, w = 0] = reals.subarray(at + ROTATION, at + ROTATION + 4);
  const length = Math.hypot(x, y, z, w);
  const unit = [x / length, y / length, z / length, w / length] as const;
  const along = turned(unit, own === 0 ? 1 : 0, own === 1 ? 1 : 0, own === 2 ? 1 : 0);
  const axis = along.findIndex((c, k) => along.every((other, j) => j === k || Math.abs(other) <= TURNED) && c !== 0);
  return line === ANY || line === axis ? axis : NONE;
}

/** The axis on which all vertices of a row lie. */
function axisOfPoints({ shapes: { words }, vertices: { coordinates } }: Geometry, word: number): number {
  const rows = words[word + VERTEX_ROWS];
  const begin = 3 * words[word + VERTEX_BEGIN];
  const ends = [0, 1, 2].map((c) => {
    const from = begin + c * rows;
    return coordinates.subarray(from, from + words[word + VERTEX_COUNT]).some((value) => value !== 0) ? 1 : 0;
  });
  return lineOf(ends);
}

/** The axis on which a point lies: ANY for the origin. */
function lineOf(point: ArrayLike<number>): number {
  const off = [0, 1, 2].filter((k) => point[k] !== 0);
  return off.length === 0 ? ANY : off.length === 1 ? off[0] : NONE;
}
