/**
 * The first two steps of a cold GJK, from one point, then from at most two: fewer features to test than in `reduce`.
 */
import { type Lane, max, min, select, unless, where } from '../../../language/lanes.ts';
import { along, dot, sub, type Vec3 } from '../../../math/lanes/vectors.ts';
import type { Step } from './simplex.ts';

/** The nearest point of the segment p w. */
export function reduceSegment(p: Vec3, w: Vec3): Step {
  const u = sub(p, w);
  const du = 0 - dot(u, w);
  const onU = where(du > 0, min(du / dot(u, u), 1));
  const v = along(w, onU, u);
  const zero: Lane = 0;
  return {
    weightP: onU,
    weightQ: 1 - onU,
    weightR: zero,
    place: 1,
    v,
    vv: dot(v, v),
  };
}

/** The nearest point of the triangle p q w. */
export function reduceTriangle(p: Vec3, q: Vec3, w: Vec3): Step {
  const u = sub(p, w);
  const t = sub(q, w);
  const uu = dot(u, u);
  const tt = dot(t, t);
  const ut = dot(u, t);
  const du = 0 - dot(u, w);
  const dt = 0 - dot(t, w);
  const edgeU = where(du > 0, min(du / uu, 1));
  const edgeT = where(dt > 0, min(dt / tt, 1));
  const gainU = edgeU * du;
  const gainT = edgeT * dt;
  const upon = gainT > gainU;
  const areaU = tt * du - ut * dt;
  const areaT = uu * dt - ut * du;
  const area = uu * tt - ut * ut;
  const share = 1 / area;
  const faceU = areaU * share;
  const faceT = areaT * share;
  const inner = areaU > 0 && areaT > 0 && areaU + areaT < area && faceU * du + faceT * dt >= max(gainU, gainT);
  const onU = select(inner, faceU, unless(upon, edgeU));
  const onT = select(inner, faceT, where(upon, edgeT));
  const v = along(along(w, onU, u), onT, t);
  return {
    weightP: onU,
    weightQ: onT,
    weightR: 1 - onU - onT,
    place: 2,
    v,
    vv: dot(v, v),
  };
}
