/**
 * The contact face through which the line enters a hull. Or a proof that the line misses it: it enters one face beyond
 * the exit of another. The planes are raised by the tolerance of contact faces, so they do not cut the hull.
 *
 * In f32, four faces at a time, the place of each plane along the line has an error bound. Only planes that may be the
 * last entry or the first exit within it, and those nearly along the line, are computed in f64.
 */
import {
  abs,
  addressOf,
  bitmask,
  bitsOf,
  columnAt,
  type Double,
  type Doubles,
  double,
  extract,
  type Float,
  type Floats,
  float,
  floatsAt,
  fromBits,
  type Int,
  type Ints,
  LANES,
  type Lane,
  type Mask,
  maskBits,
  max,
  min,
  splat,
  tableAt,
  trailingZeros,
} from '../../../language/lanes.ts';
import { PLANES, TILE_BYTES } from '../../../tables/kernelContext.ts';
import { FACE_COUNT, VERTEX_BEGIN } from '../../../tables/shapeWords.ts';
import { NO_FACE, UNKNOWN } from '../facePortal.ts';
import type { BodyRay } from '../rayNumbers.ts';
import { MOST_FACES, type PlaneEdges, type RayTables } from './rayTables.ts';

/** Contact faces are less than this part of the extent below the hull. */
const FACE_PART: Double = 1 / 16_384;
/** Rounding of f32 heights as a part of lengths; more than that of places by slopes; slopes that are not divided by. */
const HEIGHT_PART: Double = 1 / 1_048_576;
const PLACE_ERROR: Lane = 1.01 / 524_288;
const LEAST_SLOPE: Lane = 1 / 1024;
const MORE = 1.01;
const INFINITE: Float = 1 / 0;
const NOT_BOUNDED: Float = 0 / 0;
const ALL_LANES: Int = (1 << LANES) - 1;

/**
 * @param last the end of the ray, along the line (m)
 * @returns a face, UNKNOWN, or NO_FACE: also for one beyond the end
 */
export function faceOfEntry(context: Ints, words: Ints, body: BodyRay, last: Double): Int {
  const count = words[FACE_COUNT];
  const rows = (count + 3) & -4;
  const edges = tableAt<RayTables>(addressOf(context) + TILE_BYTES).edges;
  const planes = floatsAt(context[PLANES] + 32 * words[VERTEX_BEGIN]);
  const raised = FACE_PART * body.size + body.slack + body.growth;
  const unbounded: Float = NOT_BOUNDED;
  if (count > MOST_FACES)
    return exactFace(edges, planes, rows, body, raised, { lastEntry: unbounded, firstExit: unbounded });
  const error = HEIGHT_PART * (body.size + body.slack + sizeOf(body.center));
  boundEdges(edges, planes, rows, body, float(raised), float(error));
  const lastEntry = greatest(edges.most[0]);
  const firstExit = -greatest(edges.most[4]);
  if (lastEntry > firstExit || double(lastEntry) > last) return NO_FACE;
  return exactFace(edges, planes, rows, body, raised, { lastEntry, firstExit });
}

/** |x| + |y| + |z| */
function sizeOf(v: Doubles): Double {
  return abs(v[0]) + abs(v[1]) + abs(v[2]);
}

/** Writes the latest entry or the earliest exit of each plane, and bounds of the last entry and of the first exit. */
function boundEdges(edges: PlaneEdges, planes: Floats, rows: Int, body: BodyRay, raised: Float, error: Float): void {
  const cx: Lane = splat(float(body.center[0]));
  const cy: Lane = splat(float(body.center[1]));
  const cz: Lane = splat(float(body.center[2]));
  const ux: Lane = splat(float(body.unit[0]));
  const uy: Lane = splat(float(body.unit[1]));
  const uz: Lane = splat(float(body.unit[2]));
  const rise: Lane = splat(raised);
  const blur: Lane = splat(error * MORE);
  const one: Lane = 1;
  let entry: Lane = splat(-INFINITE);
  let exit: Lane = splat(-INFINITE);
  const normals = columnAt(planes);
  for (let k: Int = 0; k < rows; k += LANES) {
    const nx = normals[k];
    const ny = normals[rows + k];
    const nz = normals[2 * rows + k];
    const under = normals[3 * rows + k] + rise - (nx * cx + ny * cy + nz * cz);
    const slope = nx * ux + ny * uy + nz * uz;
    const inverse = one / slope;
    const place = under * inverse;
    const room = (blur + abs(place) * PLACE_ERROR) * abs(inverse);
    const first = place - room;
    const last = place + room;
    const isEntry = slope < -LEAST_SLOPE;
    const isExit = slope > LEAST_SLOPE;
    edges.entries[k] = only(isEntry, last);
    edges.exits[k] = only(isExit, -first);
    entry = max(entry, only(isEntry, first));
    exit = max(exit, only(isExit, -last));
  }
  edges.most[0] = entry;
  edges.most[4] = exit;
}

/** The value where the mask is true, else NaN, which `max` drops if it is the second. */
function only(mask: Mask, value: Lane): Lane {
  return fromBits(bitsOf(value) | maskBits(!mask));
}

/** What is known of the last entry and of the first exit; NOT_BOUNDED: nothing. */
interface Bracket {
  readonly lastEntry: Float;
  readonly firstExit: Float;
}

/** The scan of the planes that may matter, in f64. */
function exactFace(edges: PlaneEdges, planes: Floats, rows: Int, body: BodyRay, raised: Double, bracket: Bracket): Int {
  const cx = body.center[0];
  const cy = body.center[1];
  const cz = body.center[2];
  const ux = body.unit[0];
  const uy = body.unit[1];
  const uz = body.unit[2];
  let entry: Double = -1 / 0;
  let exit: Double = 1 / 0;
  let face: Int = UNKNOWN;
  const from: Lane = splat(bracket.lastEntry);
  const to: Lane = splat(-bracket.firstExit);
  const isBounded = !Number.isNaN(double(bracket.lastEntry));
  for (let begin: Int = 0; begin < rows; begin += 32) {
    const end = min(rows, begin + 32);
    let bits: Int = 0;
    // NaN is not beside: planes that are neither for certain are computed
    for (let k = begin; k < end; k += LANES) {
      let near: Int = ALL_LANES;
      if (isBounded) near = bitmask(!(edges.entries[k] < from || edges.exits[k] < to));
      bits = bits | (near << (k - begin));
    }
    while (bits !== 0) {
      const at = begin + trailingZeros(bits);
      bits = bits & (bits - 1);
      const nx = double(planes[at]);
      const ny = double(planes[rows + at]);
      const nz = double(planes[2 * rows + at]);
      const under = double(planes[3 * rows + at]) + raised - (nx * cx + ny * cy + nz * cz);
      const slope = nx * ux + ny * uy + nz * uz;
      const place = under / slope;
      if (slope < 0) {
        if (place > entry) {
          entry = place;
          face = at;
        }
      } else if (slope > 0) exit = min(exit, place);
      else if (under < 0) return NO_FACE;
    }
  }
  return entry > exit ? NO_FACE : face;
}

/** The largest lane. */
function greatest(value: Lane): Float {
  if (LANES === 4) return max(max(extract(value, 0), extract(value, 1)), max(extract(value, 2), extract(value, 3)));
  return extract(value, 0);
}
