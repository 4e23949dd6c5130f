/** The state of GJK on a pair with a round core: points keep their directions, from which the ids come at the end. */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { load, type Mat3, store, timesTransposed, type Vec3, zero } from '../../math/vectors.ts';
import {
  AXIS_X,
  AXIS_Y,
  AXIS_Z,
  BOTTOM_RADIUS,
  BOX,
  CORE,
  ELLIPSOID,
  FRUSTUM,
  HALF_X,
  HALF_Y,
  HALF_Z,
  SMOOTH,
  TAKEN,
  TOP_RADIUS,
  TRAITS,
} from '../../tables/shapeWords.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';
import { findSupport, support } from '../cores/support.ts';
import { RUNNING } from '../gjk/search.ts';
import { directionCode } from '../supports/directionCode.ts';

/** A support of B − A: the point w, and its point on A. */
export interface Found {
  readonly w: Vec3;
  readonly onW: Vec3;
}

/** A search. The first four fields of points are those of `Search`. */
export interface RoundSearch extends Found {
  ending: Int;
  /** Points in use: p, then q, then r. */
  count: Int;
  readonly p: Vec3;
  readonly q: Vec3;
  readonly r: Vec3;
  /** Their points on A, and the directions they are supports along. */
  readonly onP: Vec3;
  readonly onQ: Vec3;
  readonly onR: Vec3;
  readonly alongP: Vec3;
  readonly alongQ: Vec3;
  readonly alongR: Vec3;
  weightP: Double;
  weightQ: Double;
  weightR: Double;
  /** The nearest point of the simplex, or the first direction; its squared length, Infinity for a direction. */
  readonly v: Vec3;
  vv: Double;
  /** Of the point w that is lowest along v: its direction, and its height v·w. */
  readonly alongW: Vec3;
  height: Double;
  /** 0 if w is the last of four points that contain the origin. */
  idW: Int;
  idS: Int;
}

/** A search at its start. */
export function newRoundSearch(): RoundSearch {
  return {
    ending: RUNNING,
    count: 0,
    p: zero(),
    q: zero(),
    r: zero(),
    onP: zero(),
    onQ: zero(),
    onR: zero(),
    alongP: zero(),
    alongQ: zero(),
    alongR: zero(),
    weightP: 1,
    weightQ: 0,
    weightR: 0,
    v: zero(),
    vv: Infinity,
    w: zero(),
    onW: zero(),
    alongW: zero(),
    height: 0,
    idW: 0,
    idS: -1,
  };
}

/** The numbers of a core: half extents of a box; radii and half height of a frustum; squared half axes, and TAKEN. */
export interface RoundCore {
  readonly pools: CorePools;
  readonly word: Int;
  readonly code: Int;
  readonly x: Double;
  readonly y: Double;
  readonly z: Double;
  readonly taken: Double;
}

export function roundCore(pools: CorePools, word: Int): RoundCore {
  const reals = pools.shapes.reals;
  const code = pools.shapes.words[word + CORE];
  const isFrustum: Flag = code === FRUSTUM;
  const isEllipsoid: Flag = code === ELLIPSOID;
  const axisX = Number(reals[word + AXIS_X]);
  const axisY = Number(reals[word + AXIS_Y]);
  const axisZ = Number(reals[word + AXIS_Z]);
  return {
    pools,
    word,
    code,
    x: isFrustum ? Number(reals[word + TOP_RADIUS]) : isEllipsoid ? axisX * axisX : Number(reals[word + HALF_X]),
    y: isEllipsoid ? axisY * axisY : Number(reals[word + HALF_Y]),
    z: isFrustum ? Number(reals[word + BOTTOM_RADIUS]) : isEllipsoid ? axisZ * axisZ : Number(reals[word + HALF_Z]),
    taken: Number(reals[word + TAKEN]),
  };
}

/**
 * Writes the support of a core along d, in its own frame, to `point`. Three cores have the forms of
 * kernels/supports here, in locals, from numbers that are loaded once per search.
 */
export function roundSupport(pair: CorePair, core: RoundCore, d: Vec3, point: Vec3): void {
  if (core.code === FRUSTUM) {
    const across = Math.sqrt(d.x * d.x + d.z * d.z);
    const isTop: Flag = 2 * core.y * d.y + (core.x - core.z) * across >= 0;
    const share: Double = across > 0 ? (isTop ? core.x : core.z) / across : 0;
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
    store(pair.direction, 0, d);
    findSupport(pair.direction, core.pools, core.word);
    load(point, pair.direction, 0);
  }
}

/** Rotation B → A, and the position of B in frame A. */
export interface Frame {
  readonly r: Mat3;
  readonly t: Vec3;
}

export function frameOf(pair: CorePair): Frame {
  const r = pair.rotation;
  const t = pair.shift;
  return {
    r: {
      x: { x: r[0], y: r[1], z: r[2] },
      y: { x: r[3], y: r[4], z: r[5] },
      z: { x: r[6], y: r[7], z: r[8] },
    },
    t: { x: t[0], y: t[1], z: t[2] },
  };
}

/** Finds the point w of B − A that is lowest along v, and its point on A. */
export function supportOfDifference(
  pair: CorePair,
  a: RoundCore,
  b: RoundCore,
  frame: Frame,
  v: Vec3,
  found: Found,
): void {
  const { w, onW } = found;
  const { r, t } = frame;
  roundSupport(pair, a, v, onW);
  const seen = timesTransposed(r, v);
  const down: Vec3 = { x: -seen.x, y: -seen.y, z: -seen.z };
  const onB = zero();
  roundSupport(pair, b, down, onB);
  w.x = t.x - onW.x + (r.x.x * onB.x + r.x.y * onB.y + r.x.z * onB.z);
  w.y = t.y - onW.y + (r.y.x * onB.x + r.y.y * onB.y + r.y.z * onB.z);
  w.z = t.z - onW.z + (r.z.x * onB.x + r.z.y * onB.y + r.z.z * onB.z);
}

/** Marks the ids of four points as known: they have no directions. */
export function forgetDirections(along: Doubles): void {
  for (let k: Int = 0; k < 12; k++) along[k] = NaN;
}

/** The id of the support of a core along the direction of the pair. */
function roundId(pair: CorePair, pools: CorePools, word: Int): Int {
  if ((pools.shapes.words[word + TRAITS] & SMOOTH) !== 0) return directionCode(pair.direction);
  return support(pair.direction, pools, word);
}

/** Writes the ids of the slots that have a direction. */
export function writeIds(pair: CorePair, a: CorePools, b: CorePools): void {
  const simplex = pair.simplex;
  const direction = pair.direction;
  const r = pair.rotation;
  for (let k: Int = 0; k < simplex.count; k++) {
    const x = simplex.along[3 * k];
    const y = simplex.along[3 * k + 1];
    const z = simplex.along[3 * k + 2];
    if (Number.isNaN(x)) continue;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    simplex.idsA[k] = roundId(pair, a, pair.wordA);
    direction[0] = -(r[0] * x + r[3] * y + r[6] * z);
    direction[1] = -(r[1] * x + r[4] * y + r[7] * z);
    direction[2] = -(r[2] * x + r[5] * y + r[8] * z);
    simplex.idsB[k] = roundId(pair, b, pair.wordB);
  }
}
