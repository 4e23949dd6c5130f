/**
 * The sub-distance problem of GJK's fast path: the point nearest to the origin, of the simplex extended by the new
 * point w. It uses Gram determinants relative to w. They are fast but inaccurate on slivers, so the search needs a
 * proof.
 *
 *   reads   search.p, .q, .r as far as they are in use, and search.w
 *   writes  search.v, the nearest point, and the weights of p, q and r in it
 *
 * The gain of a face is how much it shortens the squared length of v: Johnson's sub-determinants, newest vertex first
 * (Gilbert, Johnson, Keerthi 1988).
 */
import type { Double, Flag } from '../../language/lanes.ts';
import { cross, dot, store, sub, type Vec3 } from '../../math/vectors.ts';
import type { Simplex } from '../cores/corePair.ts';
import { CONTAINED, type Corners, UNPROVEN, type Weights } from './search.ts';

/** The origin is inside a tetrahedron if each of its weights is at least this… */
const INSIDE_WEIGHT = 1e-9;
/** …and the squared volume is this part of the squared edges. */
const VOLUME = 1e-16;

/** p and w. */
export function reduceSegment(search: Corners, weights: Weights): void {
  const { p, v, w } = search;
  const u = sub(p, w);
  const du = -dot(u, w);
  if (du > 0) weights.p = du / dot(u, u);
  v.x = w.x + weights.p * u.x;
  v.y = w.y + weights.p * u.y;
  v.z = w.z + weights.p * u.z;
}

/** p, q and w. */
export function reduceTriangle(search: Corners, weights: Weights): void {
  const { p, q, v, w } = search;
  const u = sub(p, w);
  const s = sub(q, w);
  const uu = dot(u, u);
  const ss = dot(s, s);
  const us = dot(u, s);
  const du = -dot(u, w);
  const ds = -dot(s, w);
  const areaU = ss * du - us * ds;
  const areaS = uu * ds - us * du;
  if (areaU > 0 && areaS > 0) {
    const share = 1 / (uu * ss - us * us);
    weights.p = areaU * share;
    weights.q = areaS * share;
  } else {
    let gain: Double = 0;
    if (du > 0) {
      gain = du * du * ss;
      weights.p = du / uu;
    }
    if (ds > 0 && ds * ds * uu > gain) {
      weights.p = 0;
      weights.q = ds / ss;
    }
  }
  v.x = w.x + weights.p * u.x + weights.q * s.x;
  v.y = w.y + weights.p * u.y + weights.q * s.y;
  v.z = w.z + weights.p * u.z + weights.q * s.z;
}

/** p, q, r and w. Ends the search where the origin lies inside: CONTAINED with a proof, else UNPROVEN. */
export function reduceTetrahedron(simplex: Simplex, search: Corners, weights: Weights): void {
  const { p, q, r, v, w } = search;
  const u = sub(p, w);
  const s = sub(q, w);
  const e = sub(r, w);
  const edges: Edges = { u, s, e, uu: dot(u, u), ss: dot(s, s), ee: dot(e, e) };
  // six times the volume, then with the origin in place of p, q, r
  const normal = cross(s, e);
  const around = cross(w, u);
  const volume = dot(u, normal);
  const overP = -dot(w, normal);
  const overQ = dot(e, around);
  const overR = -dot(s, around);
  const sign: Double = volume < 0 ? -1 : 1;
  const beyond: Sides = { p: sign * overP < 0, q: sign * overQ < 0, r: sign * overR < 0 };
  if (!(beyond.p || beyond.q || beyond.r)) {
    const share = 1 / volume;
    const inside: Inside = {
      p: overP * share,
      q: overQ * share,
      r: overR * share,
      w: (volume - overP - overQ - overR) * share,
    };
    const least = Math.min(Math.min(inside.p, inside.q), Math.min(inside.r, inside.w));
    search.ending = UNPROVEN;
    if (least >= INSIDE_WEIGHT && volume * volume > VOLUME * edges.uu * edges.ss * edges.ee) {
      keepFourth(simplex, search, inside);
    }
    return;
  }
  nearestFace(edges, w, beyond, weights);
  v.x = w.x + weights.p * u.x + weights.q * s.x + weights.r * e.x;
  v.y = w.y + weights.p * u.y + weights.q * s.y + weights.r * e.y;
  v.z = w.z + weights.p * u.z + weights.q * s.z + weights.r * e.z;
}

/** The four points contain the origin: w becomes the last of them, and the weights go to the simplex. */
function keepFourth(simplex: Simplex, search: Corners, inside: Inside): void {
  const { weights, y } = simplex;
  search.ending = CONTAINED;
  search.idS = search.idW;
  weights[0] = inside.p;
  weights[1] = inside.q;
  weights[2] = inside.r;
  weights[3] = inside.w;
  store(y, 9, search.w);
}

/** The weights of a tetrahedron. */
interface Inside {
  readonly p: Double;
  readonly q: Double;
  readonly r: Double;
  readonly w: Double;
}

/** Whether the origin is beyond the face opposite to p, q and r. */
interface Sides {
  readonly p: Flag;
  readonly q: Flag;
  readonly r: Flag;
}

/** Edges from w to p, q and r, and their squared lengths. */
interface Edges {
  readonly u: Vec3;
  readonly s: Vec3;
  readonly e: Vec3;
  readonly uu: Double;
  readonly ss: Double;
  readonly ee: Double;
}

/**
 * Of the faces at w that have the origin beyond them, the one with the largest gain. If there is none, the best edge,
 * or w itself.
 */
function nearestFace(edges: Edges, w: Vec3, beyond: Sides, weights: Weights): void {
  const { u, s, e, uu, ss, ee } = edges;
  const us = dot(u, s);
  const ue = dot(u, e);
  const se = dot(s, e);
  const du = -dot(u, w);
  const ds = -dot(s, w);
  const de = -dot(e, w);
  let gain: Double = 0;
  let found: Flag = false;
  if (beyond.r) {
    const areaU = ss * du - us * ds;
    const areaS = uu * ds - us * du;
    if (areaU > 0 && areaS > 0) {
      const share = 1 / (uu * ss - us * us);
      weights.p = areaU * share;
      weights.q = areaS * share;
      gain = weights.p * du + weights.q * ds;
      found = true;
    }
  }
  if (beyond.p) {
    const areaS = ee * ds - se * de;
    const areaE = ss * de - se * ds;
    if (areaS > 0 && areaE > 0) {
      const share = 1 / (ss * ee - se * se);
      const onS = areaS * share;
      const onE = areaE * share;
      const gainP = onS * ds + onE * de;
      if (gainP > gain) {
        gain = gainP;
        setWeights(weights, 0, onS, onE);
        found = true;
      }
    }
  }
  if (beyond.q) {
    const areaU = ee * du - ue * de;
    const areaE = uu * de - ue * du;
    if (areaU > 0 && areaE > 0) {
      const share = 1 / (uu * ee - ue * ue);
      const onU = areaU * share;
      const onE = areaE * share;
      const gainQ = onU * du + onE * de;
      if (gainQ > gain) {
        setWeights(weights, onU, 0, onE);
        found = true;
      }
    }
  }
  if (!found) nearestEdge(edges, du, ds, de, weights);
}

/** Of the edges at w, the one with the largest gain. If there is none, w itself. */
function nearestEdge(edges: Edges, du: Double, ds: Double, de: Double, weights: Weights): void {
  const { uu, ss, ee } = edges;
  let gain: Double = 0;
  if (du > 0) {
    gain = (du * du) / uu;
    weights.p = du / uu;
  }
  if (ds > 0 && ds * ds > gain * ss) {
    gain = (ds * ds) / ss;
    setWeights(weights, 0, ds / ss, 0);
  }
  if (de > 0 && de * de > gain * ee) setWeights(weights, 0, 0, de / ee);
}

function setWeights(weights: Weights, p: Double, q: Double, r: Double): void {
  weights.p = p;
  weights.q = q;
  weights.r = r;
}
