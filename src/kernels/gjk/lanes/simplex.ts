/**
 * One step of GJK's sub-distance problem for four pairs: the point of the tetrahedron p q r w nearest to the origin,
 * for a support point w beyond the nearest point of p q r. Tests every face and edge at w and selects the nearest.
 *
 * Slots may hold the same point twice, or points of weight 0: all are points of the difference B − A, so extra points
 * are harmless. Equal points cancel exactly, and their faces and edges are rejected.
 */
import {
  type Lane,
  type LaneInt,
  type Mask,
  maskBits,
  max,
  min,
  select,
  sqrt,
  unless,
  where,
} from '../../../language/lanes.ts';
import { along, cross, dot, sub, type Vec3 } from '../../../math/lanes/vectors.ts';

/** Three points of B − A, their vertex ids (A low, B high half of a word), and the weights of the nearest point. */
export interface Simplex {
  readonly p: Vec3;
  readonly q: Vec3;
  readonly r: Vec3;
  readonly idP: LaneInt;
  readonly idQ: LaneInt;
  readonly idR: LaneInt;
  readonly weightP: Lane;
  readonly weightQ: Lane;
  readonly weightR: Lane;
}

/** The result of a step. */
export interface Step {
  /** Weights of the nearest point. */
  readonly weightP: Lane;
  readonly weightQ: Lane;
  readonly weightR: Lane;
  /** The slot that w replaces: 0 1 2, or INSIDE. */
  readonly place: LaneInt;
  /** The nearest point, and its squared length. */
  readonly v: Vec3;
  readonly vv: Lane;
}

/** The origin lies inside the tetrahedron, farther from its faces than the rounding of f32. */
export const INSIDE = 3;

/** The simplex after a step to w, in the `taken` lanes. */
export function moveTo(s: Simplex, step: Step, w: Vec3, id: LaneInt, taken: Mask): Simplex {
  const toP = step.place === 0 && taken;
  const toQ = step.place === 1 && taken;
  const toR = step.place === 2 && taken;
  return {
    p: select(toP, w, s.p),
    q: select(toQ, w, s.q),
    r: select(toR, w, s.r),
    idP: select(toP, id, s.idP),
    idQ: select(toQ, id, s.idQ),
    idR: select(toR, id, s.idR),
    weightP: select(taken, step.weightP, s.weightP),
    weightQ: select(taken, step.weightQ, s.weightQ),
    weightR: select(taken, step.weightR, s.weightR),
  };
}

/**
 * The projection of the origin onto a face: weights of its ends other than w, and how much nearer it is than w (squared
 * length).
 */
interface Projection {
  readonly first: Lane;
  readonly second: Lane;
  readonly gain: Lane;
  /** The projection lies on the face. */
  readonly on: Mask;
}

/** Rounding of a volume in f32, as a part of the product of its edges. */
const VOLUME = 1e-6;

/** Projects the origin onto the face of w with edges a and b. */
function projectOnFace(aa: Lane, bb: Lane, ab: Lane, da: Lane, db: Lane): Projection {
  const areaA = bb * da - ab * db;
  const areaB = aa * db - ab * da;
  const area = aa * bb - ab * ab;
  const share = 1 / area;
  const first = areaA * share;
  const second = areaB * share;
  const on = areaA > 0 && areaB > 0 && areaA + areaB < area;
  return { first, second, gain: first * da + second * db, on };
}

/** Projects the origin onto the edge a of w: the weight of its other end, 0 if the projection is w itself. */
function projectOnEdge(aa: Lane, da: Lane): Lane {
  return where(da > 0, min(da / aa, 1));
}

export function reduce(s: Simplex, w: Vec3): Step {
  const u = sub(s.p, w);
  const t = sub(s.q, w);
  const e = sub(s.r, w);
  const uu = dot(u, u);
  const tt = dot(t, t);
  const ee = dot(e, e);
  const ut = dot(u, t);
  const ue = dot(u, e);
  const te = dot(t, e);
  const du = 0 - dot(u, w);
  const dt = 0 - dot(t, w);
  const de = 0 - dot(e, w);

  // six times the volume, and with the origin in place of p, q, r
  const normal = cross(t, e);
  const around = cross(w, u);
  const volume = dot(u, normal);
  const overP = 0 - dot(w, normal);
  const overQ = dot(e, around);
  const overR = 0 - dot(t, around);
  const overW = volume - overP - overQ - overR;
  const flat = VOLUME * sqrt(max(uu, max(tt, ee))) * max(uu, max(tt, ee));
  const positive = min(min(overP, overQ), min(overR, overW)) > flat;
  const negative = max(max(overP, overQ), max(overR, overW)) < -flat;

  // w alone, then edges, then faces
  let onU = projectOnEdge(uu, du);
  let onT = projectOnEdge(tt, dt);
  let onE = projectOnEdge(ee, de);
  let gain = onU * du;
  const gainT = onT * dt;
  const betterT = gainT > gain;
  onU = unless(betterT, onU);
  onT = where(betterT, onT);
  gain = max(gain, gainT);
  const gainE = onE * de;
  const betterE = gainE > gain;
  onU = unless(betterE, onU);
  onT = unless(betterE, onT);
  onE = where(betterE, onE);
  gain = max(gain, gainE);

  const faceR = projectOnFace(uu, tt, ut, du, dt);
  const onFaceR = faceR.on && faceR.gain >= gain && faceR.gain > 0;
  onU = select(onFaceR, faceR.first, onU);
  onT = select(onFaceR, faceR.second, onT);
  onE = unless(onFaceR, onE);
  gain = select(onFaceR, faceR.gain, gain);
  const faceP = projectOnFace(tt, ee, te, dt, de);
  const onFaceP = faceP.on && faceP.gain >= gain && faceP.gain > 0;
  onU = unless(onFaceP, onU);
  onT = select(onFaceP, faceP.first, onT);
  onE = select(onFaceP, faceP.second, onE);
  gain = select(onFaceP, faceP.gain, gain);
  const faceQ = projectOnFace(uu, ee, ue, du, de);
  const onFaceQ = faceQ.on && faceQ.gain >= gain && faceQ.gain > 0;
  onU = select(onFaceQ, faceQ.first, onU);
  onT = unless(onFaceQ, onT);
  onE = select(onFaceQ, faceQ.second, onE);

  const v = along(along(along(w, onU, u), onT, t), onE, e);
  const onW = 1 - onU - onT - onE;
  // w replaces the first point of weight 0
  const toP = onU === 0;
  const toQ = onT === 0 && !toP;
  const toR = !toP && !toQ;
  const inside = maskBits(positive || negative) & INSIDE;
  return {
    weightP: select(toP, onW, onU),
    weightQ: select(toQ, onW, onT),
    weightR: select(toR, onW, onE),
    place: inside | (maskBits(toQ) & 1) | (maskBits(toR) & 2),
    v,
    vv: dot(v, v),
  };
}

/** The nearest point of a triangle by its normal, and whether it is valid. */
export interface Polished {
  readonly v: Vec3;
  readonly face: Mask;
}

/** A normal is too inaccurate in f32 if its square is below this part of that of its edges. */
const SLIVER = 1e-6;

/**
 * The nearest point again, by the normal of its face. This direction keeps the accuracy of the face, while weights of
 * the edges cancel at small distances.
 */
export function polish(s: Simplex, v: Vec3): Polished {
  const e = sub(s.q, s.p);
  const g = sub(s.r, s.p);
  const n = cross(e, g);
  const nn = dot(n, n);
  const height = dot(n, s.p) / nn;
  const carried = s.weightP !== 0 && s.weightQ !== 0 && s.weightR !== 0;
  const face = carried && nn > SLIVER * dot(e, e) * dot(g, g);
  return { v: select(face, { x: height * n.x, y: height * n.y, z: height * n.z }, v), face };
}
