/**
 * The contact feature of a frustum: the cap or the side, whichever looks along the contact normal more. A tapered
 * capsule has a side alone.
 *
 *   cap   a regular polygon with corners at fixed azimuths on the rim. Ids: CAP_CORNERS of the top, then of the bottom
 *   side  the line of the side under the normal, as an edge from bottom to top. Ids: the two after those of the caps
 *
 * Fixed azimuths keep ids and points in place while a body rests. The witness points replace or join corners where the
 * round rim is deeper than the polygon.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { BOTTOM_RADIUS, HALF_HEIGHT, HALF_Y, TAKEN, TOP_RADIUS } from '../../tables/shapeWords.ts';
import type { ShapePools } from './columns.ts';
import type { Manifold, Side } from './manifoldTables.ts';

/**
 * Corners of a cap. Four of them become contact points, a square on the rim. The reduction of a patch prefers the
 * points of the last query among up to nine corners only: with more corners the points of a resting body would change.
 */
const CAP_CORNERS = 8;
const SIDE_ID = 2 * CAP_CORNERS;

/** Writes the cosines and sines of multiples of 45°, as `Math.cos` and `Math.sin` of V8 round them. */
export function writeRim(cosines: Doubles, sines: Doubles): void {
  cosines[0] = 1;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: one of sixteen literals
  cosines[1] = 0.7071067811865476;
  cosines[2] = 6.123233995736766e-17;
  cosines[3] = -0.7071067811865475;
  cosines[4] = -1;
  cosines[5] = -0.7071067811865477;
  cosines[6] = -1.8369701987210297e-16;
  cosines[7] = 0.7071067811865474;
  sines[0] = 0;
  sines[1] = 0.7071067811865475;
  sines[2] = 1;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: one of sixteen literals
  sines[3] = 0.7071067811865476;
  sines[4] = 1.2246467991473532e-16;
  sines[5] = -0.7071067811865475;
  sines[6] = -1;
  sines[7] = -0.7071067811865477;
}

/** Loads the feature of the frustum at `word`: see feature.ts. */
export function frustumFeature(m: Manifold, side: Side, shapes: ShapePools, word: Int): Int {
  const sign = side.sign;
  // the normal out of this shape, local
  const x = sign * m.local[6];
  const y = sign * m.local[7];
  const z = sign * m.local[8];
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
  placeCorner(m, side.corners, 0, bottom * cosine, -h, bottom * sine);
  placeCorner(m, side.corners, 1, top * cosine, h, top * sine);
  side.ids[0] = SIDE_ID;
  side.ids[1] = SIDE_ID + 1;
  return 2;
}

/** Loads the feature of the tapered capsule at `word`: its line under the normal, from ball to ball; see feature.ts. */
export function taperedCapsuleFeature(m: Manifold, side: Side, shapes: ShapePools, word: Int): Int {
  const x = side.sign * m.local[6];
  const z = side.sign * m.local[8];
  const h = Number(shapes.reals[word + HALF_HEIGHT]);
  const taken = Number(shapes.reals[word + TAKEN]);
  const top = Number(shapes.reals[word + TOP_RADIUS]) - taken;
  const bottom = Number(shapes.reals[word + BOTTOM_RADIUS]) - taken;
  // the normal of the line above the horizontal
  const sine = (bottom - top) / (2 * h);
  const across = Math.sqrt(x * x + z * z);
  if (!(across > 0 && sine * sine < 1)) return 0;
  const share = Math.sqrt(1 - sine * sine) / across;
  placeCorner(m, side.corners, 0, bottom * share * x, bottom * sine - h, bottom * share * z);
  placeCorner(m, side.corners, 1, top * share * x, top * sine + h, top * share * z);
  side.ids[0] = SIDE_ID;
  side.ids[1] = SIDE_ID + 1;
  return 2;
}

/** The cap at `out` × h: its corners, counter-clockwise seen from outside, and its plane. */
function capOf(m: Manifold, side: Side, out: Double, h: Double, radius: Double): Int {
  for (let k: Int = 0; k < CAP_CORNERS; k++) {
    const azimuth: Int = out > 0 ? CAP_CORNERS - 1 - k : k;
    placeCorner(m, side.corners, k, radius * m.cosines[azimuth], out * h, radius * m.sines[azimuth]);
    side.ids[k] = out > 0 ? azimuth : CAP_CORNERS + azimuth;
  }
  const plane = side.plane;
  plane[3] = h;
  for (let c: Int = 0; c < 3; c++) {
    plane[c] = out * m.local[3 * c + 1];
    plane[3] += plane[c] * m.shift[c];
  }
  return CAP_CORNERS;
}

/** Writes corner `k`, a local point, in the contact frame. */
function placeCorner(m: Manifold, corners: Doubles, k: Int, x: Double, y: Double, z: Double): void {
  const local = m.local;
  for (let c: Int = 0; c < 3; c++) {
    corners[3 * k + c] = m.shift[c] + local[3 * c] * x + local[3 * c + 1] * y + local[3 * c + 2] * z;
  }
}
