/**
 * Whether a ray may meet a body before its end, conservatively: it passes the box around the core and, of hulls, the
 * planes of the contact faces, all moved outward by more than rounding and by the tolerance of contact faces. Bodies
 * that a ray misses are left out here, without the exact test.
 *
 * The ray is moved next to the body in f64, as in scalar/rays/rayBody.ts; planes are tested in f32, four at a time.
 */
import {
  CORE,
  EXTENT,
  FACE_COUNT,
  HALF_X,
  HALF_Y,
  HALF_Z,
  RADIUS,
  SHAPE_BYTES,
  SMOOTH,
  VERTEX_BEGIN,
} from '../../../shapes/codes.ts';
import { LAST, ORIGIN, WAY } from '../../scalar/rays/places.ts';
import { COLLIDER_SHAPES, PLANES, POSITIONS, SHAPE_WORDS } from '../context.ts';
import {
  abs,
  any,
  columnAt,
  type Double,
  type Doubles,
  double,
  doublesAt,
  extract,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  LANES,
  type Lane,
  max,
  min,
  select,
  splat,
} from '../lanes.ts';
import { toLocal, turnOf, type Vec } from '../planes/placed.ts';

/** Rounding of the f64 ray as a part of the origin's distance, and of f32 lengths as a part of the size. */
const F64_PART = 1 / 281_474_976_710_656;
const F32_PART = 1 / 524_288;
/** Contact faces may lie below the hull by this part of its extent. */
const FACE_PART = 1 / 16_384;
/** Of a direction along a face: its reciprocal is finite, and so is every product with it. */
const LEAST_SLOPE: Double = 1e-18;
/** Larger hulls are left to the exact test. */
const MOST_FACES = 128;
const INFINITE: Float = 1 / 0;

/** @returns 0 if the ray in the numbers of the search misses the body in `row`, or meets it beyond f[LAST] */
export function mayMeet(context: Ints, f: Doubles, row: Int): Int {
  const position = doublesAt(context[POSITIONS] + 32 * row);
  const x = f[ORIGIN] - position[0];
  const y = f[ORIGIN + 1] - position[1];
  const z = f[ORIGIN + 2] - position[2];
  const way: Vec = { x: f[WAY], y: f[WAY + 1], z: f[WAY + 2] };
  const start = x * way.x + y * way.y + z * way.z;
  const foot: Vec = { x: x - start * way.x, y: y - start * way.y, z: z - start * way.z };
  const turn = turnOf(context, row);
  const c = toLocal(turn, foot);
  const u = toLocal(turn, way);
  const words = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
  const reals = floatsAt(words);
  const radius = double(reals[RADIUS]);
  const size = double(reals[EXTENT]) + radius;
  const room = F64_PART * (abs(x) + abs(y) + abs(z)) + F32_PART * size;
  const grown = radius + room;
  const inverseX = inverseOf(u.x);
  const inverseY = inverseOf(u.y);
  const inverseZ = inverseOf(u.z);
  const halfX = (double(reals[HALF_X]) + grown) * abs(inverseX);
  const halfY = (double(reals[HALF_Y]) + grown) * abs(inverseY);
  const halfZ = (double(reals[HALF_Z]) + grown) * abs(inverseZ);
  const middleX = -c.x * inverseX;
  const middleY = -c.y * inverseY;
  const middleZ = -c.z * inverseZ;
  const entry = max(max(middleX - halfX, middleY - halfY), middleZ - halfZ);
  const exit = min(min(middleX + halfX, middleY + halfY), middleZ + halfZ);
  const end = f[LAST] + start + room;
  // a comparison with NaN is false: then the exact test decides
  if (entry > exit || exit < start - room || entry > end) return 0;
  const faces = words[FACE_COUNT];
  if ((words[CORE] & SMOOTH) !== 0 || faces === 0 || faces > MOST_FACES) return 1;
  const planes = intsAt(context[PLANES] + 32 * words[VERTEX_BEGIN]);
  // places on the line are between entry and exit
  const reach = max(abs(entry), abs(exit));
  const raised = grown + FACE_PART * size + F32_PART * (abs(c.x) + abs(c.y) + abs(c.z) + reach);
  return passesPlanes(planes, faces, c, u, float(raised), float(max(start, entry)), float(min(end, exit)), float(room));
}

/** A reciprocal that is finite. */
function inverseOf(part: Double): Double {
  const least = LEAST_SLOPE;
  const one: Double = 1;
  return one / (abs(part) < least ? least : part);
}

/** Whether a part of the line from `first` to `last` is under all planes, which are raised. */
function passesPlanes(
  planes: Ints,
  faces: Int,
  center: Vec,
  unit: Vec,
  raised: Float,
  first: Float,
  last: Float,
  room: Float,
): Int {
  const rows = (faces + 3) & -4;
  const cx: Lane = splat(float(center.x));
  const cy: Lane = splat(float(center.y));
  const cz: Lane = splat(float(center.z));
  const ux: Lane = splat(float(unit.x));
  const uy: Lane = splat(float(unit.y));
  const uz: Lane = splat(float(unit.z));
  const rise: Lane = splat(raised);
  const none: Lane = splat(-INFINITE);
  const all: Lane = splat(INFINITE);
  const zero: Lane = 0;
  let entry: Lane = splat(first - room);
  let exit: Lane = splat(last + room);
  const normals = columnAt(planes);
  for (let k: Int = 0; k < rows; k += LANES) {
    const nx = normals[k];
    const ny = normals[rows + k];
    const nz = normals[2 * rows + k];
    const under = normals[3 * rows + k] + rise - (nx * cx + ny * cy + nz * cz);
    const slope = nx * ux + ny * uy + nz * uz;
    const place = under / slope;
    entry = max(entry, select(slope < zero, place, none));
    exit = min(exit, select(slope > zero, place, all));
    if (any(slope === zero && under < zero)) return 0;
  }
  let least = extract(entry, 0);
  let most = extract(exit, 0);
  if (LANES === 4) {
    least = max(max(least, extract(entry, 1)), max(extract(entry, 2), extract(entry, 3)));
    most = min(min(most, extract(exit, 1)), min(extract(exit, 2), extract(exit, 3)));
  }
  return least > most ? 0 : 1;
}
