/** Portal refinement: how far apart two shapes just touch. */
import { cross, dot, minus, type Vec } from '../vectors.ts';
import type { Support } from '../workloadShapes.ts';

/**
 * Distance of two centers along `u` at which the shapes just touch: where the ray t·u leaves A − B.
 * Method: portal refinement from the inside (Snethen, XenoCollide, Game Programming Gems 7), f64.
 */
export function touchingDistance(supportA: Support, supportB: Support, u: ArrayLike<number>): number {
  const support = (n: Vec): Vec => minus(supportA(n[0], n[1], n[2]), supportB(-n[0], -n[1], -n[2]));
  // a portal: three support points, wound so that (p × q) · r > 0, whose cone from the center contains the ray u
  let p = support([u[0], u[1], u[2]]);
  let q = support(perpendicular(u));
  let r = support(cross(p, q));
  for (let step = 0; ; step++) {
    if (step > 200) throw new Error('touchingDistance: no portal, is the local origin outside a shape?');
    if (dot(cross(p, q), r) < 0) [p, q] = [q, p];
    else if (dot(cross(p, q), u) < 0) r = support(cross(q, p));
    else if (dot(cross(q, r), u) < 0) p = support(cross(r, q));
    else if (dot(cross(r, p), u) < 0) q = support(cross(p, r));
    else break;
  }
  for (let step = 0; ; step++) {
    const n = cross(minus(q, p), minus(r, p));
    const s = support(n);
    const reach = dot(n, s);
    if (step > 500 || reach - dot(n, p) <= 1e-9 * Math.abs(reach)) return reach / dot(n, u);
    // of the three cones (p q s), (q r s), (r p s) keep the one that contains the ray
    const besideP = dot(cross(s, p), u);
    const besideQ = dot(cross(s, q), u);
    const besideR = dot(cross(s, r), u);
    if (besideP >= 0 && besideQ <= 0) r = s;
    else if (besideQ >= 0 && besideR <= 0) p = s;
    else q = s;
  }
}

function perpendicular(u: ArrayLike<number>): Vec {
  return Math.abs(u[0]) < 0.6 ? cross(u, [1, 0, 0]) : cross(u, [0, 1, 0]);
}
