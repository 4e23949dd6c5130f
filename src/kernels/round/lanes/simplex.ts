/**
 * One step of the sub-distance problem for four pairs, as in gjk/simplex.ts. Points of a round core come close
 * together: there Gram determinants lose what is left of a thin triangle in f32, so faces are projected on by cross
 * products.
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
import { INSIDE, type Step } from '../../gjk/lanes/simplex.ts';
import type { RoundSimplex } from './search.ts';

/** Rounding of a volume in f32, as a part of the product of its edges. */
const VOLUME = 1e-6;

/** The projection of the origin onto a face of w: weights of its other corners, and whether it lies on the face. */
interface Projection {
  readonly first: Lane;
  readonly second: Lane;
  readonly on: Mask;
}

/** Projects the origin onto the face of w with the edges a and b, whose products with w are wa = w × a and wb. */
function projectOnFace(normal: Vec3, wa: Vec3, wb: Vec3): Projection {
  const area = dot(normal, normal);
  const areaA = 0 - dot(normal, wb);
  const areaB = dot(normal, wa);
  const share = 1 / area;
  return { first: areaA * share, second: areaB * share, on: areaA > 0 && areaB > 0 && areaA + areaB < area };
}

/** The weight of the other end of an edge of w; 0 if the projection of the origin is w itself. */
function projectOnEdge(aa: Lane, da: Lane): Lane {
  return where(da > 0, min(da / aa, 1));
}

/** The step to the support w of a simplex. */
export function reduceRound(s: RoundSimplex, w: Vec3): Step {
  const u = sub(s.p, w);
  const t = sub(s.q, w);
  const e = sub(s.r, w);
  const uu = dot(u, u);
  const tt = dot(t, t);
  const ee = dot(e, e);
  const du = 0 - dot(u, w);
  const dt = 0 - dot(t, w);
  const de = 0 - dot(e, w);
  const wu = cross(w, u);
  const wt = cross(w, t);
  const we = cross(w, e);
  const normalP = cross(t, e);
  const normalQ = cross(e, u);
  const normalR = cross(u, t);

  // six times the volume, and with the origin in place of p, q, r
  const volume = dot(u, normalP);
  const overP = 0 - dot(w, normalP);
  const overQ = dot(e, wu);
  const overR = 0 - dot(t, wu);
  const overW = volume - overP - overQ - overR;
  const longest = max(uu, max(tt, ee));
  const flat = VOLUME * sqrt(longest) * longest;
  const positive = min(min(overP, overQ), min(overR, overW)) > flat;
  const negative = max(max(overP, overQ), max(overR, overW)) < -flat;

  // w alone, then edges, then faces: the one that is nearer than w by the most
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

  const faceR = projectOnFace(normalR, wu, wt);
  const gainR = faceR.first * du + faceR.second * dt;
  const onFaceR = faceR.on && gainR >= gain && gainR > 0;
  onU = select(onFaceR, faceR.first, onU);
  onT = select(onFaceR, faceR.second, onT);
  onE = unless(onFaceR, onE);
  gain = select(onFaceR, gainR, gain);
  const faceP = projectOnFace(normalP, wt, we);
  const gainP = faceP.first * dt + faceP.second * de;
  const onFaceP = faceP.on && gainP >= gain && gainP > 0;
  onU = unless(onFaceP, onU);
  onT = select(onFaceP, faceP.first, onT);
  onE = select(onFaceP, faceP.second, onE);
  gain = select(onFaceP, gainP, gain);
  const faceQ = projectOnFace(normalQ, we, wu);
  const gainQ = faceQ.first * de + faceQ.second * du;
  const onFaceQ = faceQ.on && gainQ >= gain && gainQ > 0;
  onU = select(onFaceQ, faceQ.second, onU);
  onT = unless(onFaceQ, onT);
  onE = select(onFaceQ, faceQ.first, onE);

  const v = along(along(along(w, onU, u), onT, t), onE, e);
  const onW = 1 - onU - onT - onE;
  // w replaces the first point of weight 0
  const toP = onU === 0;
  const toQ = onT === 0 && !toP;
  const toR = !toP && !toQ;
  const inside: LaneInt = maskBits(positive || negative) & INSIDE;
  return {
    weightP: select(toP, onW, onU),
    weightQ: select(toQ, onW, onT),
    weightR: select(toR, onW, onE),
    place: inside | (maskBits(toQ) & 1) | (maskBits(toR) & 2),
    v,
    vv: dot(v, v),
  };
}
