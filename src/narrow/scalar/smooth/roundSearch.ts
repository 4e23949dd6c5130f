/** The state of GJK on a pair with a round core: points keep their directions, from which the ids come at the end. */
import {
  AXIS_X,
  BOTTOM_RADIUS,
  BOX,
  CORE,
  ELLIPSOID,
  FRUSTUM,
  HALF_X,
  HALF_Y,
  HALF_Z,
  SHAPE_STRIDE,
  TAKEN,
  TOP_RADIUS,
} from '../../../shapes/codes.ts';
import { directionCode } from '../../../shapes/cores/directionCode.ts';
import { RUNNING } from '../gjk/search.ts';
import { ALONG, COUNT, DIR, type Geometry, ID_A, ID_B, ROT, type Scratch, SHIFT } from '../scratch.ts';
import { support } from '../support.ts';
import { load, store, timesTransposed, type Vec3, zero } from '../vectors.ts';

/** A search at its start. The first four fields of points are those of `Search`. */
export function newRoundSearch() {
  return {
    ending: RUNNING,
    /** Points in use: p, then q, then r. */
    count: 0,
    p: zero(),
    q: zero(),
    r: zero(),
    /** Their points on A, and the directions they are supports along. */
    onP: zero(),
    onQ: zero(),
    onR: zero(),
    alongP: zero(),
    alongQ: zero(),
    alongR: zero(),
    weightP: 1,
    weightQ: 0,
    weightR: 0,
    /** The nearest point of the simplex, or the first direction; its squared length, Infinity for a direction. */
    v: zero(),
    vv: Infinity,
    /** The point of B − A that is lowest along v, its point on A, its direction, and its height v·w. */
    w: zero(),
    onW: zero(),
    alongW: zero(),
    height: 0,
    /** 0 if w is the last of four points that contain the origin. */
    idW: 0,
    idS: -1,
  };
}

export type RoundSearch = ReturnType<typeof newRoundSearch>;

/** The numbers of a core: half extents of a box; radii and half height of a frustum; squared half axes, and TAKEN. */
export function roundCore(geometry: Geometry, shape: number) {
  const reals = geometry.shapes.reals;
  const word = shape * SHAPE_STRIDE;
  const code = geometry.shapes.words[word + CORE];
  const isFrustum = code === FRUSTUM;
  const isEllipsoid = code === ELLIPSOID;
  const axisX = reals[word + AXIS_X];
  const axisY = reals[word + AXIS_X + 1];
  const axisZ = reals[word + AXIS_X + 2];
  return {
    geometry,
    shape,
    code,
    x: isFrustum ? reals[word + TOP_RADIUS] : isEllipsoid ? axisX * axisX : reals[word + HALF_X],
    y: isEllipsoid ? axisY * axisY : reals[word + HALF_Y],
    z: isFrustum ? reals[word + BOTTOM_RADIUS] : isEllipsoid ? axisZ * axisZ : reals[word + HALF_Z],
    taken: reals[word + TAKEN],
  };
}

export type RoundCore = ReturnType<typeof roundCore>;

/** Writes the support of a core along d, in its own frame, to `point`. */
export function roundSupport(scratch: Scratch, core: RoundCore, d: Vec3, point: Vec3): void {
  if (core.code === FRUSTUM) {
    const across = Math.sqrt(d.x * d.x + d.z * d.z);
    const isTop = 2 * core.y * d.y + (core.x - core.z) * across >= 0;
    const share = across > 0 ? (isTop ? core.x : core.z) / across : 0;
    point.x = d.x * share;
    point.y = isTop ? core.y : -core.y;
    point.z = d.z * share;
  } else if (core.code === BOX) {
    point.x = d.x < 0 ? -core.x : core.x;
    point.y = d.y < 0 ? -core.y : core.y;
    point.z = d.z < 0 ? -core.z : core.z;
  } else if (core.code === ELLIPSOID) {
    const share = 1 / Math.sqrt(core.x * d.x * d.x + core.y * d.y * d.y + core.z * d.z * d.z);
    const less = core.taken / Math.sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    point.x = d.x * (core.x * share - less);
    point.y = d.y * (core.y * share - less);
    point.z = d.z * (core.z * share - less);
  } else {
    store(scratch.f, DIR, d);
    support(scratch.f, core.geometry, core.shape);
    load(point, scratch.f, DIR);
  }
}

/** Rotation B → A, and the position of B in frame A. */
export function frameOf(f: Float64Array) {
  return {
    r: {
      x: { x: f[ROT], y: f[ROT + 1], z: f[ROT + 2] },
      y: { x: f[ROT + 3], y: f[ROT + 4], z: f[ROT + 5] },
      z: { x: f[ROT + 6], y: f[ROT + 7], z: f[ROT + 8] },
    },
    t: { x: f[SHIFT], y: f[SHIFT + 1], z: f[SHIFT + 2] },
  };
}

export type Frame = ReturnType<typeof frameOf>;

/** Finds the point w of B − A that is lowest along v, and its point on A. */
export function supportOfDifference(
  scratch: Scratch,
  a: RoundCore,
  b: RoundCore,
  frame: Frame,
  v: Vec3,
  found: { readonly w: Vec3; readonly onW: Vec3 },
): void {
  const { w, onW } = found;
  const { r, t } = frame;
  roundSupport(scratch, a, v, onW);
  const seen = timesTransposed(r, v);
  const down = { x: -seen.x, y: -seen.y, z: -seen.z };
  const onB = zero();
  roundSupport(scratch, b, down, onB);
  w.x = t.x - onW.x + (r.x.x * onB.x + r.x.y * onB.y + r.x.z * onB.z);
  w.y = t.y - onW.y + (r.y.x * onB.x + r.y.y * onB.y + r.y.z * onB.z);
  w.z = t.z - onW.z + (r.z.x * onB.x + r.z.y * onB.y + r.z.z * onB.z);
}

/** The id of the support of a core along f[DIR …]. */
function roundId(f: Float64Array, geometry: Geometry, shape: number): number {
  const code = geometry.shapes.words[shape * SHAPE_STRIDE + CORE];
  return code === FRUSTUM || code === ELLIPSOID ? directionCode(f, DIR) : support(f, geometry, shape);
}

/** Writes the ids of the slots that have a direction. */
export function writeIds(scratch: Scratch, geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): void {
  const f = scratch.f;
  const i = scratch.i;
  const count = i[COUNT];
  for (let k = 0; k < count; k++) {
    const x = f[ALONG + 3 * k];
    const y = f[ALONG + 3 * k + 1];
    const z = f[ALONG + 3 * k + 2];
    if (Number.isNaN(x)) continue;
    f[DIR] = x;
    f[DIR + 1] = y;
    f[DIR + 2] = z;
    i[ID_A + k] = roundId(f, geometryA, rowA);
    f[DIR] = -(f[ROT] * x + f[ROT + 3] * y + f[ROT + 6] * z);
    f[DIR + 1] = -(f[ROT + 1] * x + f[ROT + 4] * y + f[ROT + 7] * z);
    f[DIR + 2] = -(f[ROT + 2] * x + f[ROT + 5] * y + f[ROT + 8] * z);
    i[ID_B + k] = roundId(f, geometryB, rowB);
  }
}
