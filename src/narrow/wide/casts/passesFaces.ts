/**
 * A shape on its way past a hull, which lies below the planes of its contact faces. Of each plane, the box around the
 * shape comes near to it at some time, or leaves it. If it comes near to one after it has left another, or after the
 * best hit so far, there is no hit.
 *
 * In f32, four planes at a time. Planes are raised by the tolerance of contact faces, by the distance of a hit, and by
 * more than all rounding: so hosts, which do not ask, find no hit either.
 */
import { FACE_COUNT, VERTEX_BEGIN } from '../../../shapes/codes.ts';
import {
  CLOSE,
  EXTENT_B,
  HALF_A,
  LIMIT,
  OFFSET,
  RADII,
  REST_A,
  REST_B,
  SKIN,
  VELOCITY,
} from '../../scalar/cast/places.ts';
import { PLANES } from '../context.ts';
import {
  abs,
  bitsOf,
  type Column,
  columnAt,
  type Double,
  type Doubles,
  double,
  extract,
  type Float,
  float,
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
} from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { dot, type Vec3 } from '../vectors.ts';

/** Contact faces are less than this part of the extent below the hull. */
const FACE_PART: Double = 1 / 16_384;
/** Of lengths: more than the rounding of a height in f32. */
const HEIGHT_PART: Double = 1 / 1_048_576;
/** Of times: more than the rounding of a quotient. */
const TIME_PART: Double = 1 / 1_048_576;
/** Longer ways may overflow. */
const MOST_LENGTH: Double = 1e30;
const INFINITE: Float = 1 / 0;

/** The box around the shape in the frame of the hull: its center, its way, and its half axes. */
interface Way {
  readonly center: Vec;
  readonly move: Vec;
  readonly first: Vec;
  readonly second: Vec;
  readonly third: Vec;
}

/**
 * @param words of the shape of B
 * @returns 1 if contact faces of B prove that A, at c[OFFSET …] and c[VELOCITY …], does not hit B until c[LIMIT]
 */
export function passesFaces(context: Ints, c: Doubles, words: Ints): Int {
  const count = words[FACE_COUNT];
  if (count === 0) return 0;
  const way: Way = {
    center: seenByB(c, -c[OFFSET], -c[OFFSET + 1], -c[OFFSET + 2]),
    move: seenByB(c, -c[VELOCITY], -c[VELOCITY + 1], -c[VELOCITY + 2]),
    first: halfAxis(c, 0),
    second: halfAxis(c, 1),
    third: halfAxis(c, 2),
  };
  const lengths = c[EXTENT_B] + sum(way.center) + sum(way.move) + sum(way.first) + sum(way.second) + sum(way.third);
  const near = c[SKIN] + c[RADII] + c[CLOSE];
  if (!(lengths + near < MOST_LENGTH)) return 0;
  const rise = near + FACE_PART * c[EXTENT_B] + HEIGHT_PART * (near + lengths);
  return missesPlanes(c, columnAt(context[PLANES] + 32 * words[VERTEX_BEGIN]), (count + 3) & -4, way, float(rise));
}

/** Turns a vector in world axes to the frame of B. */
function seenByB(c: Doubles, x: Double, y: Double, z: Double): Vec {
  return {
    x: c[REST_B] * x + c[REST_B + 3] * y + c[REST_B + 6] * z,
    y: c[REST_B + 1] * x + c[REST_B + 4] * y + c[REST_B + 7] * z,
    z: c[REST_B + 2] * x + c[REST_B + 5] * y + c[REST_B + 8] * z,
  };
}

function halfAxis(c: Doubles, k: Int): Vec {
  const half = c[HALF_A + k];
  return seenByB(c, half * c[REST_A + k], half * c[REST_A + 3 + k], half * c[REST_A + 6 + k]);
}

function sum(v: Vec): Double {
  return abs(v.x) + abs(v.y) + abs(v.z);
}

/** @param rise of all planes */
function missesPlanes(c: Doubles, planes: Column, rows: Int, way: Way, rise: Float): Int {
  const center = lanesOf(way.center);
  const move = lanesOf(way.move);
  const first = lanesOf(way.first);
  const second = lanesOf(way.second);
  const third = lanesOf(way.third);
  const raised: Lane = splat(rise);
  let near: Lane = 0;
  let away: Lane = splat(INFINITE);
  for (let k: Int = 0; k < rows; k += LANES) {
    const normal: Vec3 = { x: planes[k], y: planes[rows + k], z: planes[2 * rows + k] };
    const reach = abs(dot(normal, first)) + abs(dot(normal, second)) + abs(dot(normal, third));
    const slope = dot(normal, move);
    // not by −0, the slope of a way along the plane
    const time = (planes[3 * rows + k] + raised + reach - dot(normal, center)) / abs(slope);
    const comes = slope < 0;
    near = max(near, only(comes, -time));
    away = min(away, only(!comes, time));
  }
  const enter = double(extract(mostOf(near), 0)) * (1 - TIME_PART);
  const leave = -double(extract(mostOf(-away), 0));
  return enter > c[LIMIT] || enter > leave * (1 + TIME_PART) ? 1 : 0;
}

function lanesOf(v: Vec): Vec3 {
  return { x: splat(float(v.x)), y: splat(float(v.y)), z: splat(float(v.z)) };
}

/** The value where the mask is true, else NaN, which `max` and `min` drop if it is the second. */
function only(mask: Mask, value: Lane): Lane {
  return fromBits(bitsOf(value) | maskBits(!mask));
}

/** The largest lane, in all lanes. Without a branch, which V8 makes of the maximum of two floats. */
function mostOf(value: Lane): Lane {
  if (LANES === 4) {
    const two = max(value, splat(extract(value, 1)));
    const three = max(two, splat(extract(value, 2)));
    return splat(extract(max(three, splat(extract(value, 3))), 0));
  }
  return value;
}
