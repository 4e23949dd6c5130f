/**
 * The contact feature of a frustum: the cap or the side, whichever looks along the contact normal more.
 *
 *   cap   a regular polygon with corners at fixed azimuths on the rim. Ids: CAP_CORNERS of the top, then of the bottom
 *   side  the line of the side under the normal, as an edge from bottom to top. Ids: the two after those of the caps
 *
 * Fixed azimuths keep ids and points in place while a body rests. The witness points replace or join corners where the
 * round rim is deeper than the polygon.
 */
import { BOTTOM_RADIUS, HALF_Y, TOP_RADIUS } from '../codes.ts';
import type { Geometry } from './core.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  type FeatureScratch,
  IDS,
  LOCAL,
  MAX_CORNERS,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
} from './feature.ts';

/**
 * Corners of a cap. Four of them become contact points, a square on the rim. The reduction of a patch prefers the
 * points of the last query among up to nine corners only: with more corners the points of a resting body would change.
 */
const CAP_CORNERS = 8;
const SIDE_ID = 2 * CAP_CORNERS;

const AZIMUTH = (2 * Math.PI) / CAP_CORNERS;
const COSINES = /* @__PURE__ */ Float64Array.from({ length: CAP_CORNERS }, (_, k) => Math.cos(AZIMUTH * k));
const SINES = /* @__PURE__ */ Float64Array.from({ length: CAP_CORNERS }, (_, k) => Math.sin(AZIMUTH * k));

/** Loads the feature of the frustum at `word`: see feature.ts. */
export function frustumFeature(scratch: FeatureScratch, geometry: Geometry, word: number, side: number): number {
  const { f } = scratch;
  const { reals } = geometry.shapes;
  const sign = side === A ? 1 : -1;
  // the normal out of this shape, local
  const x = sign * f[LOCAL + 6];
  const y = sign * f[LOCAL + 7];
  const z = sign * f[LOCAL + 8];
  const h = reals[word + HALF_Y];
  const top = reals[word + TOP_RADIUS];
  const bottom = reals[word + BOTTOM_RADIUS];
  const out = y < 0 ? -1 : 1;
  const radius = y < 0 ? bottom : top;
  const across = Math.sqrt(x * x + z * z);
  const taper = bottom - top;
  const length = Math.sqrt(4 * h * h + taper * taper);
  // cosines of the angles between the normal and those of side and cap; a disk's side is its rim
  const bySide = length > 0 ? (2 * h * across + taper * y) / length : across;
  if (radius > 0 && out * y >= bySide) return capOf(scratch, side, out, h, radius);
  if (!(across > 0 && h > 0)) return 0;
  const cosine = x / across;
  const sine = z / across;
  placeCorner(scratch, side, 0, bottom * cosine, -h, bottom * sine, SIDE_ID);
  placeCorner(scratch, side, 1, top * cosine, h, top * sine, SIDE_ID + 1);
  return 2;
}

/** The cap at `out` × h: its corners, counter-clockwise seen from outside, and its plane. */
function capOf(scratch: FeatureScratch, side: number, out: number, h: number, radius: number): number {
  const { f } = scratch;
  for (let k = 0; k < CAP_CORNERS; k++) {
    const azimuth = out > 0 ? CAP_CORNERS - 1 - k : k;
    const id = out > 0 ? azimuth : CAP_CORNERS + azimuth;
    placeCorner(scratch, side, k, radius * COSINES[azimuth], out * h, radius * SINES[azimuth], id);
  }
  const plane = PLANE + side * PLANE_STRIDE;
  f[plane + 3] = h;
  for (let c = 0; c < 3; c++) {
    f[plane + c] = out * f[LOCAL + 3 * c + 1];
    f[plane + 3] += f[plane + c] * f[SHIFT + c];
  }
  return CAP_CORNERS;
}

/** Writes corner `k` of the side, a local point, in the contact frame. */
function placeCorner(
  { f, i }: FeatureScratch,
  side: number,
  k: number,
  x: number,
  y: number,
  z: number,
  id: number,
): void {
  const to = CORNERS + side * CORNERS_STRIDE + 3 * k;
  for (let c = 0; c < 3; c++) {
    const axis = LOCAL + 3 * c;
    f[to + c] = f[SHIFT + c] + f[axis] * x + f[axis + 1] * y + f[axis + 2] * z;
  }
  i[IDS + side * MAX_CORNERS + k] = id;
}
