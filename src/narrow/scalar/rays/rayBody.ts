/**
 * Where a ray meets one body, in f64: closed forms for boxes, spheres and capsules, portals for all other cores.
 *
 *   reads    the world ray (f[ORIGIN …], f[WAY …], f[LENGTH], f[MOST_T]), the collider's pose and shape
 *   writes   f[T], f[RESULT_NORMAL …], f[BOUND]
 *   returns  MISSES, ENTERS or INSIDE
 *
 * The ray is moved along itself to the point nearest to the body's position before it is turned into the body's frame,
 * so a distant origin costs the bits of its own coordinates only. The slack covers this rounding: a ray that passes
 * within it meets the body, so no ray passes between two bodies that touch.
 */
import { BOX, CORE, EXTENT, FACE_COUNT, POINT, RADIUS, SEGMENT, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import { writeRotation } from '../rotation.ts';
import { writeAcross } from './across.ts';
import { meetBall, meetBox, meetCapsule } from './closed.ts';
import { faceOfEntry } from './facePortal.ts';
import {
  BOUND,
  CENTER,
  CORNERS,
  ENTERS,
  ENTRY,
  EXIT,
  FIRST_PORTAL,
  GAP,
  GROWTH,
  INNER,
  INSIDE,
  LENGTH,
  MISSES,
  MOST_T,
  NORMAL,
  ORIGIN,
  OUTER,
  PORTAL_NORMAL,
  RESULT_NORMAL,
  ROT,
  SIZE,
  SLACK,
  START,
  T,
  UNIT,
  WAY,
} from './places.ts';
import { BESIDE, findPortal, GRAZING } from './portal.ts';
import { refine } from './refine.ts';

/** What a ray needs of the shapes. */
export type RayGeometry = SceneGeometry;

/** Rounding of the local ray, as a part of the origin's distance and of the size. */
const ROUNDING = 2 ** -50;
/** A body that a ray only touches is grown by this part of its size, and by so many slacks: then it has an inside. */
const TOUCHED = 2 ** -40;
const TOUCHED_SLACKS = 16;
/** The half extents of smooth cores are rounded to f32. */
const HALF_ROUNDING = 2 ** -20;

export function rayBody(
  f: Float64Array,
  geometry: RayGeometry,
  positions: Float64Array,
  rotations: Float32Array,
  row: number,
  shape: number,
): number {
  const { reals, words } = geometry.shapes;
  const word = shape * SHAPE_STRIDE;
  const core = words[word + CORE];
  writeRotation(f, ROT, rotations, 4 * row);
  f[GROWTH] = reals[word + RADIUS];
  f[SIZE] = reals[word + EXTENT] + reals[word + RADIUS];
  localRay(f, positions, 4 * row);
  if (core === BOX && f[GROWTH] === 0) {
    if (!meetBox(f, reals, word)) return MISSES;
  } else if (core === POINT) {
    if (!meetBall(f)) return MISSES;
  } else if (core === SEGMENT) {
    if (!meetCapsule(f, reals, word)) return MISSES;
  } else {
    if (!meetsBounds(f, reals, word)) return MISSES;
    return meetPortal(f, geometry, shape);
  }
  if (f[START] > f[EXIT]) return MISSES;
  return f[START] >= f[ENTRY] ? isInside(f) : entered(f);
}

/** Writes the ray in the frame of the body. */
function localRay(f: Float64Array, positions: Float64Array, p: number): void {
  const x = f[ORIGIN] - positions[p];
  const y = f[ORIGIN + 1] - positions[p + 1];
  const z = f[ORIGIN + 2] - positions[p + 2];
  const ux = f[WAY];
  const uy = f[WAY + 1];
  const uz = f[WAY + 2];
  const start = x * ux + y * uy + z * uz;
  const cx = x - start * ux;
  const cy = y - start * uy;
  const cz = z - start * uz;
  for (let c = 0; c < 3; c++) {
    f[CENTER + c] = f[ROT + c] * cx + f[ROT + 3 + c] * cy + f[ROT + 6 + c] * cz;
    f[UNIT + c] = f[ROT + c] * ux + f[ROT + 3 + c] * uy + f[ROT + 6 + c] * uz;
  }
  f[START] = start;
  f[SLACK] = ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z) + 2 * f[SIZE]);
}

/** Whether the line meets the box around the body, generously. */
function meetsBounds(f: Float64Array, reals: Float32Array, word: number): boolean {
  const slack = f[SLACK];
  f[SLACK] = slack + HALF_ROUNDING * f[SIZE];
  const meets = meetBox(f, reals, word) && f[EXIT] + f[SLACK] >= f[START];
  f[SLACK] = slack;
  return meets;
}

/** Any core with a support. */
function meetPortal(f: Float64Array, geometry: RayGeometry, shape: number): number {
  writeAcross(f);
  f[GAP] = 0;
  let found = GRAZING;
  const word = shape * SHAPE_STRIDE;
  const { words } = geometry.shapes;
  if (words[word + FACE_COUNT] > 0 && f[GROWTH] === 0) {
    found = faceOfEntry(f, geometry, word);
  }
  if (found === GRAZING) found = findPortal(f, geometry, shape);
  if (found === GRAZING) {
    f[GAP] = Math.max(TOUCHED * f[SIZE], TOUCHED_SLACKS * f[SLACK]);
    f[GROWTH] += f[GAP];
    found = findPortal(f, geometry, shape);
  }
  if (found === BESIDE || found === GRAZING) return MISSES;
  for (let k = 0; k < 9; k++) f[FIRST_PORTAL + k] = f[CORNERS + k];
  refine(f, geometry, shape, 1);
  f[ENTRY] = f[OUTER];
  f[GAP] += f[INNER] - f[OUTER];
  for (let c = 0; c < 3; c++) f[NORMAL + c] = f[PORTAL_NORMAL + c];
  // a polytope is entered exactly here: INNER is OUTER but for rounding
  if (f[START] < f[INNER]) return entered(f);
  for (let k = 0; k < 9; k++) f[CORNERS + k] = f[FIRST_PORTAL + k];
  refine(f, geometry, shape, -1);
  return f[START] <= -f[INNER] ? isInside(f) : MISSES;
}

function isInside(f: Float64Array): number {
  f[T] = 0;
  f[RESULT_NORMAL] = 0;
  f[RESULT_NORMAL + 1] = 0;
  f[RESULT_NORMAL + 2] = 0;
  f[BOUND] = 0;
  return INSIDE;
}

/** Writes the result of an entry after the origin. */
function entered(f: Float64Array): number {
  const t = Math.max(f[ENTRY] - f[START], 0) / f[LENGTH];
  if (!(t <= f[MOST_T] && t < Infinity)) return MISSES;
  f[T] = t;
  const x = f[NORMAL];
  const y = f[NORMAL + 1];
  const z = f[NORMAL + 2];
  for (let c = 0; c < 3; c++)
    f[RESULT_NORMAL + c] = f[ROT + 3 * c] * x + f[ROT + 3 * c + 1] * y + f[ROT + 3 * c + 2] * z;
  const slope = Math.abs(x * f[UNIT] + y * f[UNIT + 1] + z * f[UNIT + 2]);
  // a shift across the line moves the entry by its cotangent, but not off the body
  f[BOUND] = f[GAP] + Math.min((f[SLACK] + f[GAP]) / slope, 2 * f[SIZE]);
  return ENTERS;
}
