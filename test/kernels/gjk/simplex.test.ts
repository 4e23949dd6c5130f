/**
 * The sub-distance solver against `fitWeights`, which tries every face by normal equations, and against the certificate
 * of a closest point: no vertex lies below the plane through v square to v.
 */
import { vec3 } from 'gl-matrix';
import { describe, expect, test } from 'vitest';
import { CorePair } from '../../../src/kernels/cores/corePair.ts';
import { closestOnSimplex, INSIDE } from '../../../src/kernels/gjk/simplex.ts';
import { fitWeights } from '../../../src/results/fitWeights.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x51a9;
type Random = () => number;
type Points = [number, number, number][];

const pair = new CorePair();
const { simplex, candidate } = pair;

interface Solved {
  mask: number;
  weights: number[];
  v: vec3;
  vv: number;
}

function solve(points: Points): Solved {
  points.forEach((p, k) => {
    simplex.y.set(p, 3 * k);
  });
  // what a slot holds from before must not matter
  candidate.weights.fill(Number.NaN);
  candidate.v.fill(Number.NaN);
  candidate.vv = Number.NaN;
  closestOnSimplex(pair, points.length);
  const { mask } = candidate;
  return {
    mask,
    weights: points.map((_, k) => (mask & (1 << k) ? candidate.weights[k] : 0)),
    v: [candidate.v[0], candidate.v[1], candidate.v[2]],
    vv: candidate.vv,
  };
}

/** Errors of an answer as parts of the farthest point's distance (squared where the length is). */
function errorsOf(points: Points): Record<'weights' | 'blend' | 'length' | 'below' | 'distance', number> {
  const size = Math.max(...points.map((p) => Math.hypot(...p))) || 1;
  const { mask, weights, v, vv } = solve(points);
  expect(mask).toBeGreaterThan(0);
  expect(mask).toBeLessThan(1 << points.length);
  const blended = [0, 1, 2].map((c) => points.reduce((sum, p, k) => sum + weights[k] * p[c], 0));
  const length = Math.hypot(...v);
  // height of the lowest vertex under the plane through v; where v is 0 there is no plane
  const below = length === 0 ? 0 : Math.max(...points.map((p) => length - vec3.dot(v, p) / length));
  return {
    weights: Math.abs(weights.reduce((sum, w) => sum + w, -1)) + Math.max(0, ...weights.map((w) => -w)),
    blend: Math.hypot(...blended.map((c, k) => c - v[k])) / size,
    length: Math.abs(Math.sqrt(vv) - length) / size,
    below: below / size,
    distance: Math.abs(length - fitWeights(points, [0, 0, 0]).distance) / size,
  };
}

function worstOf(
  count: number,
  make: (random: Random) => Points,
  runs = sweep(400, 4000),
): ReturnType<typeof errorsOf> {
  const random = seeded(SEED + count);
  const worst = { weights: 0, blend: 0, length: 0, below: 0, distance: 0 };
  for (let run = 0; run < runs; run++) {
    const errors = errorsOf(make(random));
    for (const key of Object.keys(worst) as (keyof typeof worst)[]) worst[key] = Math.max(worst[key], errors[key]);
  }
  return worst;
}

const between = (r: Random, low: number, high: number) => low + (high - low) * r();
const anyPoint = (r: Random, scale = 1): [number, number, number] => [
  between(r, -scale, scale),
  between(r, -scale, scale),
  between(r, -scale, scale),
];
const points = (r: Random, count: number, scale = 1): Points => Array.from({ length: count }, () => anyPoint(r, scale));
const shifted = (list: Points, by: [number, number, number]): Points =>
  list.map((p) => p.map((c, k) => c + by[k]) as [number, number, number]);

/** Roundings of f64 over the ratio of distance to edges, which is 1000 in one of the cases. */
const ROUNDING = 1e-16 * 1000;

describe.each([1, 2, 3, 4])(`%i points, seed ${SEED}`, (count) => {
  test.each([
    ['about the origin', (r: Random) => points(r, count)],
    ['beside it', (r: Random) => shifted(points(r, count), anyPoint(r, 2))],
    ['far beside it', (r: Random) => shifted(points(r, count), anyPoint(r, 1000))],
    ['of 1e-6 m', (r: Random) => points(r, count, 1e-6)],
    ['of 1e6 m', (r: Random) => points(r, count, 1e6)],
    ['on a coarse lattice', (r: Random) => points(r, count).map((p) => p.map(Math.round) as Points[0])],
  ] as const)('%s: the closest point, exactly', (_, make) => {
    const worst = worstOf(count, make);
    expect(worst.weights).toBeLessThanOrEqual(ROUNDING);
    expect(worst.blend).toBeLessThanOrEqual(ROUNDING);
    expect(worst.length).toBeLessThanOrEqual(ROUNDING);
    // a sliver's plane is as good as its heights: random simplices have one in thousands of 1e-4
    expect(worst.below).toBeLessThanOrEqual(1e-10);
    // normal equations lose twice the digits: 1e-16 / 1e-4²
    expect(worst.distance).toBeLessThanOrEqual(1e-8);
  });

  test.each([
    ['all the same', (r: Random) => Array.from({ length: count }, anyOnce(anyPoint(r)))],
    ['two the same', (r: Random) => twice(points(r, count), r)],
    ['nearly the same', (r: Random) => shifted(points(r, count, 1e-9), anyPoint(r))],
    ['two nearly the same', (r: Random) => nearlyTwice(points(r, count), r)],
    ['in a line', (r: Random) => inLine(r, count, 0)],
    ['nearly in a line', (r: Random) => inLine(r, count, 1e-10)],
    ['in a line through the origin', (r: Random) => throughOrigin(r, count)],
    ['in a plane', (r: Random) => inPlane(r, count, 0)],
    ['nearly in a plane', (r: Random) => inPlane(r, count, 1e-12)],
    ['in a plane through the origin', (r: Random) => inPlane(r, count, 0, 0)],
    ['one at the origin', (r: Random) => [...points(r, count - 1), [0, 0, 0]] as Points],
  ] as const)('%s: a point of the simplex, and none is nearer', (_, make) => {
    const worst = worstOf(count, make);
    expect(worst.weights).toBeLessThanOrEqual(ROUNDING);
    // the thickness that the solver may take for nothing is 1e-14 of the edges; 1e-10 is what GJK calls touching
    expect(worst.blend).toBeLessThanOrEqual(1e-10);
    expect(worst.distance).toBeLessThanOrEqual(1e-8);
  });
});

test.each([1e-6, 1e-8])(`triangles %f m wide, 1e-7 m off the origin, seed ${SEED}: the weights give v`, (width) => {
  const random = seeded(SEED);
  let onFace = 0;
  for (let run = 0; run < 20_000; run++) {
    const list = inLine(random, 3, width);
    const foot = [0, 1, 2].map((c) => 0.3 * list[0][c] + 0.3 * list[1][c] + 0.4 * list[2][c]);
    const off = anyPoint(random, 1e-7);
    const moved = shifted(list, foot.map((x, c) => off[c] - x) as Points[0]);
    const { mask, weights, v } = solve(moved);
    if (mask === 7) onFace++;
    const miss = [0, 1, 2].map((c) => moved.reduce((sum, p, k) => sum + weights[k] * p[c], -v[c]));
    // areas keep 1e-16 of the corners over 1e-6, the least width that they are asked for
    expect(Math.hypot(...miss)).toBeLessThanOrEqual(2e-10);
  }
  expect(onFace).toBeGreaterThan(500);
});

function anyOnce(p: [number, number, number]) {
  return () => [...p] as [number, number, number];
}

function twice(list: Points, r: Random): Points {
  const [from, to] = [Math.floor(r() * list.length), Math.floor(r() * list.length)];
  list[to] = [...list[from]];
  return list;
}

function nearlyTwice(list: Points, r: Random): Points {
  const [from, to] = [Math.floor(r() * list.length), Math.floor(r() * list.length)];
  list[to] = list[from].map((c) => c + between(r, -1e-13, 1e-13)) as Points[0];
  return list;
}

function inLine(r: Random, count: number, thickness: number): Points {
  const [p, d] = [anyPoint(r), anyPoint(r)];
  return Array.from({ length: count }, () => {
    const t = between(r, -2, 2);
    return p.map((c, k) => c + t * d[k] + between(r, -thickness, thickness)) as Points[0];
  });
}

function throughOrigin(r: Random, count: number): Points {
  const d = anyPoint(r);
  return Array.from({ length: count }, () => {
    const t = between(r, -2, 2);
    return d.map((c) => t * c) as Points[0];
  });
}

function inPlane(r: Random, count: number, thickness: number, height = between(r, -1, 1)): Points {
  const [u, w] = [anyPoint(r), anyPoint(r)];
  const n = vec3.normalize([0, 0, 0], vec3.cross([0, 0, 0], u, w));
  return Array.from({ length: count }, () => {
    const [s, t] = [between(r, -1, 1), between(r, -1, 1)];
    const up = height + between(r, -thickness, thickness);
    return [0, 1, 2].map((c) => s * u[c] + t * w[c] + up * n[c]) as Points[0];
  });
}

describe('containment', () => {
  const tetrahedron: Points = [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ];

  test('inside, whichever way the tetrahedron is turned', () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const { mask, weights, vv } = solve(order.map((k) => tetrahedron[k]));
      expect(mask).toBe(INSIDE);
      expect(vv).toBe(0);
      expect(weights).toEqual([0.25, 0.25, 0.25, 0.25]);
    }
  });

  test('four points are not a distance of 0: outside of each face', () => {
    for (const order of permutations([0, 1, 2, 3])) {
      for (const corner of tetrahedron) {
        // the face opposite this corner comes to lie between the origin and the rest
        const away = shifted(tetrahedron, corner.map((c) => 0.75 * c) as Points[0]);
        const { mask, vv } = solve(order.map((k) => away[k]));
        expect(mask).not.toBe(INSIDE);
        expect(Math.abs(Math.sqrt(vv) - (0.75 - 1 / 3) * Math.sqrt(3))).toBeLessThanOrEqual(1e-15);
      }
    }
  });

  test.each([
    ['a vertex', [1, 1, 1]],
    ['the middle of an edge', [1, 0, 0]],
    ['the middle of a face', [1 / 3, 1 / 3, -1 / 3]],
  ] as [string, [number, number, number]][])('the origin on %s: distance 0 to rounding', (_, at) => {
    for (const order of permutations([0, 1, 2, 3])) {
      const moved = shifted(
        order.map((k) => tetrahedron[k]),
        at.map((c) => -c) as Points[0],
      );
      const { weights, vv } = solve(moved);
      expect(vv).toBeLessThanOrEqual(1e-30);
      const blended = [0, 1, 2].map((c) => moved.reduce((sum, p, k) => sum + weights[k] * p[c], 0));
      expect(Math.hypot(...blended)).toBeLessThanOrEqual(1e-15);
    }
  });
});

test.each([2, 3, 4])('NaN among %i points: an answer that no progress is seen in', (count) => {
  for (let slot = 0; slot < count; slot++) {
    const list = points(seeded(SEED), count);
    list[slot] = [Number.NaN, 0, 0];
    const { vv, mask } = solve(list);
    // GJK goes on only for a smaller v · v: a finite one is the closest point of what is left, else NaN or Infinity
    expect(mask).not.toBe(INSIDE);
    const finite = list.filter((p) => !Number.isNaN(p[0]));
    if (Number.isFinite(vv))
      expect(Math.sqrt(vv)).toBeGreaterThanOrEqual(fitWeights(finite, [0, 0, 0]).distance - 1e-12);
    else expect(vv < Infinity).toBe(false);
  }
});

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first) => permutations(items.filter((x) => x !== first)).map((rest) => [first, ...rest]));
}
