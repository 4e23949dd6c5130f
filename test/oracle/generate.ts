/**
 * Seeded pairs of convex bodies, by class: the ordinary ones, and the ones that break collision code.
 * A pair is a function of its class and of the random numbers it is given, so (class, seed) names it for good.
 */
import {
  type Body,
  boxBody,
  capsuleBody,
  extent,
  hullBody,
  IDENTITY,
  place,
  type Quat,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from './body.ts';
import { signedDistance } from './signedDistance.ts';

/** Classes in which shapes and poses are drawn at random: 30–70 % of their pairs overlap. */
export const RANDOM_CLASSES = [
  'box-box',
  'box-hull',
  'hull-4',
  'hull-8',
  'hull-16',
  'hull-32',
  'hull-64',
  'hull-128',
  'hull-256',
  'rounded-mix', // spheres, capsules, rounded boxes and hulls, against all kinds
  'size-ratio', // 1 : 1 … 1 : 1e4
  'needle', // aspect to 1e4
  'plate',
  'tiny', // about 1e-4 m
  'huge', // about 1e4 m
  'far-origin', // 1e7 m from the origin
  'off-centre', // hulls up to 50 diameters from their own origin
  'duplicates', // hull input with repeated, collinear and interior points
  'near-parallel', // rotations a few f32 ulp apart: edge × edge has few digits
] as const;

/** Classes made by construction. */
export const BUILT_CLASSES = [
  'touch-face-face', // distance exactly 0 on lattice coordinates, to rounding otherwise
  'touch-edge-edge',
  'touch-vertex-face',
  'touch-vertex-vertex',
  'near-faces', // parallel faces, gap or depth 1e-1 … 1e-7 of the size
  'near-oracle', // any pair, moved along its own normal to such a gap or depth
  'identical', // same shape, same pose
  'coincident-centres', // different shapes and rotations, same position
  'parallel-faces', // same rotation, faces and edges flush or parallel
  'degenerate', // flat polygons, segments, points, coplanar or not
] as const;

export type PairClass = (typeof RANDOM_CLASSES)[number] | (typeof BUILT_CLASSES)[number];
export const PAIR_CLASSES: readonly PairClass[] = [...RANDOM_CLASSES, ...BUILT_CLASSES];

export interface GeneratedPair {
  a: Body;
  b: Body;
  /** m, the larger body's extent: what tolerances are relative to; 1 when both are bare points */
  size: number;
  /** m, the signed distance where the construction says it, good to 1e-15 of the coordinates */
  expected?: number;
}

type Random = () => number;

export function generatePair(cls: PairClass, random: Random): GeneratedPair {
  const { a, b, expected } = makers[cls](random);
  const size = Math.max(extent(a), extent(b)) || 1;
  return expected === undefined ? { a, b, size } : { a, b, size, expected };
}

/** Pair `index` of those that `random` draws. */
export function pairAt(cls: PairClass, random: Random, index: number): GeneratedPair {
  for (let k = 0; k < index; k++) generatePair(cls, random);
  return generatePair(cls, random);
}

interface Draft {
  a: Body;
  b: Body;
  expected?: number;
}

const makers: Record<PairClass, (random: Random) => Draft> = {
  'box-box': (r) => scatter(randomBox(r), randomBox(r), r),
  'box-hull': (r) => scatter(...shuffled(randomBox(r), randomHull(r, pick(r, [4, 6, 12, 16, 24])), r), r),
  'hull-4': (r) => scatter(randomHull(r, 4), randomHull(r, 4), r),
  'hull-8': (r) => scatter(randomHull(r, 8), randomHull(r, 8), r),
  'hull-16': (r) => scatter(randomHull(r, 16), randomHull(r, 16), r),
  'hull-32': (r) => scatter(randomHull(r, 32), randomHull(r, 32), r),
  'hull-64': (r) => scatter(randomHull(r, 64), randomHull(r, 64), r),
  'hull-128': (r) => scatter(randomHull(r, 128), randomHull(r, 128), r),
  'hull-256': (r) => scatter(randomHull(r, 256), randomHull(r, 256), r),
  'rounded-mix': (r) => scatter(...shuffled(randomRounded(r), randomAny(r), r), r),
  'size-ratio': (r) => scatter(...shuffled(randomAny(r), randomAny(r, 10 ** -between(r, 0, 4)), r), r),
  needle: (r) => scatter(...shuffled(slim(r, 1), r() < 0.5 ? slim(r, 1) : randomAny(r), r), r),
  plate: (r) => scatter(...shuffled(slim(r, 2), r() < 0.5 ? slim(r, 2) : randomAny(r), r), r),
  tiny: (r) => scatter(randomAny(r, 1e-4), randomAny(r, 1e-4), r),
  huge: (r) => scatter(randomAny(r, 1e4), randomAny(r, 1e4), r),
  'far-origin': (r) => scatter(randomAny(r), randomAny(r), r, scaled(direction(r), 1e7)),
  'off-centre': (r) => scatter(offCentre(r), r() < 0.5 ? offCentre(r) : randomAny(r), r),
  duplicates: (r) => scatter(duplicated(r), r() < 0.5 ? duplicated(r) : randomAny(r), r),
  'near-parallel': nearParallel,
  'touch-face-face': (r) => facePair(r, () => 0),
  'near-faces': (r) => facePair(r, (size) => smallSigned(r) * size),
  'touch-edge-edge': touchEdges,
  'touch-vertex-face': touchVertexFace,
  'touch-vertex-vertex': touchTips,
  'near-oracle': nearOracle,
  identical: (r) => {
    const a = place(randomAny(r), scaled(direction(r), 3), rotation(r));
    return { a, b: { ...a, position: [...a.position] } };
  },
  'coincident-centres': (r) => {
    const position = scaled(direction(r), 3);
    const turn = () => (r() < 0.3 ? IDENTITY : rotation(r));
    return { a: place(randomAny(r), position, turn()), b: place(randomAny(r), position, turn()) };
  },
  'parallel-faces': parallelFaces,
  degenerate: degenerate,
};

// Shapes, about 1 m

function randomBox(r: Random, scale = 1, radius = 0): Body {
  const h = () => scale * between(r, 0.15, 1);
  return boxBody(h(), h(), h(), radius);
}

/** Points on an ellipsoid, so that (nearly) every point is a vertex. */
function randomHull(r: Random, count: number, scale = 1, radius = 0): Body {
  const axes = [0, 1, 2].map(() => scale * between(r, 0.4, 1.2));
  const points: number[] = [];
  for (let i = 0; i < count; i++) points.push(...direction(r).map((c, axis) => c * axes[axis]));
  return hullBody(points, radius);
}

function randomRounded(r: Random, scale = 1): Body {
  const radius = scale * between(r, 0.05, 0.6);
  return pick(r, [
    () => sphereBody(radius),
    () => capsuleBody(scale * between(r, 0.1, 1), radius),
    () => randomBox(r, scale, radius),
    () => randomHull(r, 12, scale, radius),
  ])();
}

function randomAny(r: Random, scale = 1): Body {
  return pick(r, [
    () => randomBox(r, scale),
    () => randomHull(r, pick(r, [4, 5, 8, 16, 24]), scale),
    () => randomRounded(r, scale),
  ])();
}

/** A box or hull with one long side (a needle) or two (a plate), the others 10 to 1e4 times shorter. */
function slim(r: Random, long: 1 | 2): Body {
  const ratio = 10 ** -between(r, 1, 4);
  const at = Math.floor(3 * r());
  const side = (axis: number) => ((axis - at + 3) % 3 < long ? 1 : ratio) * between(r, 0.5, 1);
  if (r() < 0.5) return boxBody(side(0), side(1), side(2));
  const axes = [side(0), side(1), side(2)];
  const points: number[] = [];
  for (let i = 0; i < 16; i++) points.push(...direction(r).map((c, axis) => c * axes[axis]));
  return hullBody(points);
}

function offCentre(r: Random): Body {
  const shift = scaled(direction(r), 10 ** between(r, 0, 2));
  return hullBody(randomHull(r, pick(r, [4, 8, 16])).vertices.map((c, i) => c + shift[i % 3]));
}

/** A hull whose input repeats vertices and adds points on edges, on faces and inside (f32 rounding moves some out). */
function duplicated(r: Random): Body {
  const { vertices, faces } = r() < 0.5 ? boxBody(0.5, 0.75, 1) : randomHull(r, 8);
  const points = [...vertices];
  for (const face of faces) {
    const at = (k: number, axis: number) => vertices[3 * face[k % face.length] + axis];
    const k = Math.floor(3 * r());
    for (let axis = 0; axis < 3; axis++) points.push(at(k, axis));
    for (let axis = 0; axis < 3; axis++) points.push((at(0, axis) + at(1, axis)) / 2);
    for (let axis = 0; axis < 3; axis++) points.push((at(0, axis) + at(1, axis) + at(2, axis)) / 3);
  }
  points.push(0, 0, 0);
  return hullBody(points);
}

// Poses

/**
 * B beside or in A. Three in ten: a point of B's core put on a point of A's, so they overlap however thin they are.
 * Else B's support vertex along a random direction over A's, a gap of −25 % … 40 % of their breadths between.
 */
function scatter(shapeA: Body, shapeB: Body, r: Random, origin: Vec3 = scaled(direction(r), 2)): Draft {
  const a = place(shapeA, origin, rotation(r));
  return { a, b: beside(a, place(shapeB, [0, 0, 0], rotation(r)), r) };
}

function beside(a: Body, b: Body, r: Random): Body {
  if (r() < 0.3) {
    const [p, q] = [innerPoint(a, r), innerPoint(b, r)];
    return place(b, plus(a.position, [p[0] - q[0], p[1] - q[1], p[2] - q[2]]), b.rotation);
  }
  const u = direction(r);
  const [p, q] = [reach(a, u).point, reach(b, scaled(u, -1)).point];
  const gap = between(r, -0.25, 0.4) * (breadth(a, u) + breadth(b, u)) + a.radius + b.radius;
  return place(b, plus(a.position, [0, 1, 2].map((i) => p[i] - q[i] + gap * u[i]) as Vec3), b.rotation);
}

/** The core's farthest vertex along u, about the body's position, world axes. */
function reach(body: Body, u: Vec3): { along: number; point: Vec3 } {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), [0, 0, 0]);
  let best = { along: -Infinity, point: [0, 0, 0] as Vec3 };
  for (let i = 0; i < p.length; i += 3) {
    const along = u[0] * p[i] + u[1] * p[i + 1] + u[2] * p[i + 2];
    if (along > best.along) best = { along, point: [p[i], p[i + 1], p[i + 2]] };
  }
  return best;
}

function breadth(body: Body, u: Vec3): number {
  return reach(body, u).along + reach(body, [-u[0], -u[1], -u[2]]).along + 2 * body.radius;
}

/** A random mean of four of the core's vertices, about the body's position, world axes. */
function innerPoint(body: Body, r: Random): Vec3 {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), [0, 0, 0]);
  const out: Vec3 = [0, 0, 0];
  const weights = [r(), r(), r(), r()].map((x) => x + 0.05);
  const total = weights[0] + weights[1] + weights[2] + weights[3];
  for (const weight of weights) {
    const v = 3 * Math.floor((r() * p.length) / 3);
    for (let i = 0; i < 3; i++) out[i] += (weight / total) * p[v + i];
  }
  return out;
}

function nearParallel(r: Random): Draft {
  const [shapeA, shapeB] = [randomBox(r), r() < 0.5 ? randomBox(r) : randomHull(r, 8)];
  const turn = rotation(r);
  const a = place(shapeA, [0, 0, 0], turn);
  const nudged = turn.map((c) => c + (Math.floor(5 * r()) - 2) * 2 ** -24) as Quat;
  const same = r() < 0.3; // the same hull twice: every edge has its near-parallel twin
  return { a, b: beside(a, place(same ? shapeA : shapeB, [0, 0, 0], nudged), r) };
}

/** Two boxes face to face along an axis, `gap(size)` apart, in a common rotation (none in two of three). */
function facePair(r: Random, gap: (size: number) => number): Draft {
  const lattice = r() < 0.5; // multiples of 2^-8: the touching is exact in f32 as well
  const h = () => (lattice ? (64 + Math.floor(192 * r())) / 256 : between(r, 0.5, 1));
  const [shapeA, shapeB] = [boxBody(h(), h(), h()), boxBody(h(), h(), h())];
  const axis = Math.floor(3 * r());
  const sign = r() < 0.5 ? -1 : 1;
  const reached = shapeA.half![axis] + shapeB.half![axis];
  const wanted = gap(Math.max(extent(shapeA), extent(shapeB)));
  const apart = reached + wanted;
  // a small lateral shift, so that the faces overlap far more than the depth
  const offset = [0, 1, 2].map((i) => (i === axis ? sign * apart : Math.floor(32 * r() - 16) / 256)) as Vec3;
  const origin: Vec3 = lattice ? [1, -2, 3] : scaled(direction(r), 3);
  const turn = r() < 2 / 3 ? IDENTITY : rotation(r);
  const [x, y, z] = transformed(Float64Array.from(offset), rotationMatrix(turn), origin);
  const a = place(shapeA, origin, turn);
  const b = place(shapeB, [x, y, z], turn);
  if (turn !== IDENTITY) return { a, b, expected: wanted };
  return { a, b, expected: Math.abs(b.position[axis] - a.position[axis]) - reached };
}

/** ±10^(−1 … −7) */
function smallSigned(r: Random): number {
  return (r() < 0.5 ? -1 : 1) * 10 ** -between(r, 1, 7);
}

/** Two roofs ridge to ridge at right angles (exactly 0), or two boxes turned by 45° edge to edge (0 to rounding). */
function touchEdges(r: Random): Draft {
  const l = () => (1 + Math.floor(63 * r())) / 64;
  if (r() < 0.5) {
    const [h, g, m, n] = [l(), l(), l(), l()];
    const a = hullBody([-1, 0, -m, 1, 0, -m, -1, 0, m, 1, 0, m, 0, h, -m, 0, h, m]);
    const b = hullBody([-n, 0, -1, n, 0, -1, -n, 0, 1, n, 0, 1, -n, -g, 0, n, -g, 0]);
    const at = (half: number) => half * pick(r, [-1, -0.5, 0, 0.25, 0.5, 1]); // ±1 is an end of the ridge
    return { a: place(a, [4, 5, 6]), b: place(b, [4 + at(n), 5 + h + g, 6 + at(m)]), expected: 0 };
  }
  const [s, c] = [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)].map(Math.fround);
  const a = place(boxBody(l(), l(), 1), [0, 0, 0], [0, 0, s, c]);
  const b = place(boxBody(1, l(), l()), [0, 0, 0], [s, 0, 0, c]);
  const y = reach(a, [0, 1, 0]).along + reach(b, [0, -1, 0]).along;
  const [p, q] = [reach(a, [0, 1, 0]).point, reach(b, [0, -1, 0]).point];
  return { a, b: place(b, [p[0] + between(r, -0.9, 0.9), y, -q[2] + between(r, -0.9, 0.9)], b.rotation), expected: 0 };
}

/** A pyramid standing on its tip on a box, or on the box's edge or corner. */
function touchVertexFace(r: Random): Draft {
  const box = boxBody(1, (1 + Math.floor(63 * r())) / 64, 1);
  const h = (1 + Math.floor(63 * r())) / 64;
  const w = 10 ** -between(r, 0, 2);
  const tip = hullBody([0, -h, 0, -w, h, -w, w, h, -w, -w, h, w, w, h, w]);
  const at = () => pick(r, [0, 1, -1, 0.5, Math.fround(between(r, -1, 1))]);
  const a = place(box, [8, 8, 8]);
  const b = place(tip, [8 + at(), 8 + box.half![1] + h, 8 + at()]);
  return r() < 0.5 ? { a, b, expected: 0 } : { a: b, b: a, expected: 0 };
}

function touchTips(r: Random): Draft {
  const tips = (h: number, w: number) => hullBody([h, 0, 0, -h, 0, 0, 0, w, 0, 0, -w, 0, 0, 0, w, 0, 0, -w]);
  const [h, g] = [(1 + Math.floor(63 * r())) / 64, (1 + Math.floor(63 * r())) / 64];
  const a = place(tips(h, between(r, 0.01, 1)), [2, 3, 4]);
  return { a, b: place(tips(g, between(r, 0.01, 1)), [2 + (r() < 0.5 ? -1 : 1) * (h + g), 3, 4]), expected: 0 };
}

function nearOracle(r: Random): Draft {
  const { a, b } = scatter(randomAny(r), randomAny(r), r);
  const { distance, normal } = signedDistance(a, b);
  const size = Math.max(extent(a), extent(b));
  const move = smallSigned(r) * size - distance;
  return { a, b: place(b, plus(b.position, scaled(normal, move)), b.rotation) };
}

/** Boxes and prisms in one rotation: flush faces, collinear edges, coplanar sides, overlapping or not. */
function parallelFaces(r: Random): Draft {
  const h = () => pick(r, [0.25, 0.5, 0.5, 1]);
  const prism = () => {
    const [x, y, z] = [h(), h(), h()];
    return hullBody([-x, -y, -z, x, -y, -z, 0, y, -z, -x, -y, z, x, -y, z, 0, y, z]);
  };
  const shape = () => (r() < 0.6 ? boxBody(h(), h(), h()) : prism());
  const offset = [0, 1, 2].map(() => pick(r, [0, 0, 0.25, -0.5, 0.75, 1, -1, 1.5, -2])) as Vec3;
  const turn = r() < 0.6 ? IDENTITY : rotation(r);
  const [x, y, z] = transformed(Float64Array.from(offset), rotationMatrix(turn), [1, 1, 1]);
  return { a: place(shape(), [1, 1, 1], turn), b: place(shape(), [x, y, z], turn) };
}

function degenerate(r: Random): Draft {
  const flat = (count: number) => {
    const axis = Math.floor(3 * r());
    const points: number[] = [];
    for (let i = 0; i < count; i++) points.push(...direction(r).map((c, k) => (k === axis ? 0 : c)));
    return hullBody(points);
  };
  const steps = () => Math.floor(5 * r()) / 4;
  const d = [steps() + 0.25, steps(), steps()];
  const cores: (() => Body)[] = [
    () => flat(3),
    () => flat(3),
    () => flat(8),
    () => hullBody([-1, 0, -0.5, 1, 0, -0.5, -1, 0, 0.5, 1, 0, 0.5]),
    () => hullBody([0, 0, 0]),
    () => sphereBody(0),
    () => capsuleBody(pick(r, [0.5, 1])),
    () => hullBody([-1, 0, 1, 2, 0.5].flatMap((t) => d.map((c) => t * c))), // collinear
    () => hullBody([1, 2, 3, 1, 2, 3, 1, 2, 3].map((c) => c / 4)), // one point three times
    () => flat(5),
  ];
  const usual: (() => Body)[] = [() => randomBox(r), () => randomHull(r, 8), () => randomRounded(r)];
  const a = pick(r, cores)();
  const b = pick(r, r() < 0.6 ? cores : usual)();
  if (r() < 0.3) return r() < 0.5 ? scatter(a, b, r) : scatter(b, a, r);
  // no rotation and lattice offsets: coplanar, collinear and touching cases are exact
  const at = () => pick(r, [0, 0, 0, 0.25, 0.5, -1, 1.5]);
  const offset: Vec3 = [at(), at(), at()];
  return r() < 0.5
    ? { a: place(a, [1, 2, 3]), b: place(b, plus([1, 2, 3], offset)) }
    : { a: place(b, [1, 2, 3]), b: place(a, plus([1, 2, 3], offset)) };
}

// Numbers

function between(r: Random, low: number, high: number): number {
  return low + (high - low) * r();
}

function pick<T>(r: Random, from: readonly T[]): T {
  return from[Math.floor(r() * from.length)];
}

function shuffled(a: Body, b: Body, r: Random): [Body, Body] {
  return r() < 0.5 ? [a, b] : [b, a];
}

function direction(r: Random): Vec3 {
  const z = between(r, -1, 1);
  const angle = 2 * Math.PI * r();
  const flat = Math.sqrt(1 - z * z);
  return [flat * Math.cos(angle), flat * Math.sin(angle), z];
}

/** Uniform over rotations (Shoemake 1992), rounded to f32. */
function rotation(r: Random): Quat {
  const [u, v, w] = [r(), 2 * Math.PI * r(), 2 * Math.PI * r()];
  const [s, c] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [s * Math.sin(v), s * Math.cos(v), c * Math.sin(w), c * Math.cos(w)].map(Math.fround) as Quat;
}

function scaled(v: Vec3, by: number): Vec3 {
  return [v[0] * by, v[1] * by, v[2] * by];
}

function plus(v: Vec3, w: Vec3): Vec3 {
  return [v[0] + w[0], v[1] + w[1], v[2] + w[2]];
}
