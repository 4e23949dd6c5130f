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
import { DIR, type Geometry, type Scratch } from '../scratch.ts';
import { support } from '../support.ts';
import { load, store, type Vec3, zero } from '../vectors.ts';

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

/** The id of the support of a core along f[DIR …]. */
export function roundId(f: Float64Array, geometry: Geometry, shape: number): number {
  const code = geometry.shapes.words[shape * SHAPE_STRIDE + CORE];
  return code === FRUSTUM || code === ELLIPSOID ? directionCode(f, DIR) : support(f, geometry, shape);
}
