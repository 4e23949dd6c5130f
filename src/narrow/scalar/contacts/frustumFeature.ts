/**
 * The contact feature of a frustum: the cap or the side, whichever looks along the contact normal more.
 *
 *   cap   a regular polygon with corners at fixed azimuths on the rim. Ids: CAP_CORNERS of the top, then of the bottom
 *   side  the line of the side under the normal, as an edge from bottom to top. Ids: the two after those of the caps
 *
 * Fixed azimuths keep ids and points in place while a body rests. The witness points replace or join corners where the
 * round rim is deeper than the polygon.
 */
import { BOTTOM_RADIUS, HALF_Y, TOP_RADIUS } from '../../../shapes/codes.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import {
  A,
  CORNERS,
  IDS,
  LOCAL,
  MAX_CORNERS,
  type Manifold,
  PLANE,
  PLANE_STRIDE,
  RIM,
  SHIFT,
  type ShapePools,
} from './contactScratch.ts';

/**
 * Corners of a cap. Four of them become contact points, a square on the rim. The reduction of a patch prefers the
 * points of the last query among up to nine corners only: with more corners the points of a resting body would change.
 */
const CAP_CORNERS = 8;
const SIDE_ID = 2 * CAP_CORNERS;

/** Writes the cosines and sines of multiples of 45°, as `Math.cos` and `Math.sin` of V8 round them. */
export function writeRim(f: Doubles): void {
  f[RIM] = 1;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: one of sixteen literals
  f[RIM + 1] = 0.7071067811865476;
  f[RIM + 2] = 6.123233995736766e-17;
  f[RIM + 3] = -0.7071067811865475;
  f[RIM + 4] = -1;
  f[RIM + 5] = -0.7071067811865477;
  f[RIM + 6] = -1.8369701987210297e-16;
  f[RIM + 7] = 0.7071067811865474;
  f[RIM + 8] = 0;
  f[RIM + 9] = 0.7071067811865475;
  f[RIM + 10] = 1;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: one of sixteen literals
  f[RIM + 11] = 0.7071067811865476;
  f[RIM + 12] = 1.2246467991473532e-16;
  f[RIM + 13] = -0.7071067811865475;
  f[RIM + 14] = -1;
  f[RIM + 15] = -0.7071067811865477;
}

/** Loads the feature of the frustum at `word`: see feature.ts. */
export function frustumFeature(m: Manifold, shapes: ShapePools, word: Int, side: Int): Int {
  const f = m.f;
  const sign: Double = side === A ? 1 : -1;
  // the normal out of this shape, local
  const x = sign * f[LOCAL + 6];
  const y = sign * f[LOCAL + 7];
  const z = sign * f[LOCAL + 8];
  const h = Number(shapes.reals[word + HALF_Y]);
  const top = Number(shapes.reals[word + TOP_RADIUS]);
  const bottom = Number(shapes.reals[word + BOTTOM_RADIUS]);
  const out: Double = y < 0 ? -1 : 1;
  const radius = y < 0 ? bottom : top;
  const across = Math.sqrt(x * x + z * z);
  const taper = bottom - top;
  const length = Math.sqrt(4 * h * h + taper * taper);
  // cosines of the angles between the normal and those of side and cap; a disk's side is its rim
  const bySide = length > 0 ? (2 * h * across + taper * y) / length : across;
  if (radius > 0 && out * y >= bySide) return capOf(m, side, out, h, radius);
  if (!(across > 0 && h > 0)) return 0;
  const cosine = x / across;
  const sine = z / across;
  const first = side * MAX_CORNERS;
  placeCorner(f, first, bottom * cosine, -h, bottom * sine);
  placeCorner(f, first + 1, top * cosine, h, top * sine);
  m.i[IDS + first] = SIDE_ID;
  m.i[IDS + first + 1] = SIDE_ID + 1;
  return 2;
}

/** The cap at `out` × h: its corners, counter-clockwise seen from outside, and its plane. */
function capOf(m: Manifold, side: Int, out: Double, h: Double, radius: Double): Int {
  const f = m.f;
  for (let k: Int = 0; k < CAP_CORNERS; k++) {
    const azimuth: Int = out > 0 ? CAP_CORNERS - 1 - k : k;
    const corner = side * MAX_CORNERS + k;
    placeCorner(f, corner, radius * f[RIM + azimuth], out * h, radius * f[RIM + CAP_CORNERS + azimuth]);
    m.i[IDS + corner] = out > 0 ? azimuth : CAP_CORNERS + azimuth;
  }
  const plane = PLANE + side * PLANE_STRIDE;
  f[plane + 3] = h;
  for (let c: Int = 0; c < 3; c++) {
    f[plane + c] = out * f[LOCAL + 3 * c + 1];
    f[plane + 3] += f[plane + c] * f[SHIFT + c];
  }
  return CAP_CORNERS;
}

/** Writes a corner, a local point, in the contact frame. */
function placeCorner(f: Doubles, corner: Int, x: Double, y: Double, z: Double): void {
  const to = CORNERS + 3 * corner;
  for (let c: Int = 0; c < 3; c++) {
    const axis = LOCAL + 3 * c;
    f[to + c] = f[SHIFT + c] + f[axis] * x + f[axis + 1] * y + f[axis + 2] * z;
  }
}
