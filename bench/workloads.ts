/**
 * The pairs of `npm run bench` and `npm run bench:peers`, as plain data.
 *
 *   settled, falling   5,000 recorded cuboids each (scenes/data/), with all candidate pairs
 *   random             boxes, half extents 0.2–1 m
 *   h16, h64, h256     hulls with that many vertices on perturbed ellipsoids, semi-axes 0.4–1 m
 *   round              boxes, cylinders and cones, half extents, half heights and radii 0.2–1 m
 *   crowd              100,000 boxes on a jittered lattice, each paired with its next neighbors, ids in lattice order
 *   crowd-shuffled     the same with ids in random order
 *
 * Of the generated pairs a third overlap (centers at 0.35–0.95 of their touching distance), a third are separated by up
 * to 10 % of the pair's size, and a third by 10–100 % of it. Of the round pairs 42 % overlap, and 29 % each are near
 * and far. Every pair has two colliders of its own, and ids are
 * shuffled, so both columns of `pairs` visit memory at random. Equal seeds give equal bytes on every machine: the code
 * uses only + − × ÷ and sqrt, whose results IEEE 754 defines exactly. All lengths are in meters, quaternions are x y z
 * w, local → world.
 */
import { readFileSync } from 'node:fs';
import { seeded } from '../scenes/random.ts';
import {
  boundingRadius,
  numbersOf,
  rotationMatrix,
  type Support,
  supportOf,
  type WorkloadShape,
} from './workloadShapes.ts';

export const WORKLOADS = ['settled', 'falling', 'random', 'h16', 'h64', 'h256'] as const;
/** More colliders than caches hold: shows the cost of the order of ids. */
export const CROWDS = ['crowd', 'crowd-shuffled'] as const;
/** Pairs with cylinders and cones. */
export const ROUND = 'round';
export type WorkloadName = (typeof WORKLOADS)[number] | (typeof CROWDS)[number] | typeof ROUND;

export interface Workload {
  readonly name: WorkloadName;
  /** 0 for the recorded scenes, which have no seed. */
  readonly seed: number;
  /** FNV-1a over every array below: equal checksums, equal input. */
  readonly checksum: number;
  readonly shapes: readonly WorkloadShape[];
  readonly colliderCount: number;
  /** Row of `shapes` per collider. */
  readonly shapeOf: Uint32Array;
  /** x y z 0 per collider. The values are exact in f32, so that f32 libraries get the same scene. */
  readonly positions: Float64Array;
  /** x y z w per collider. */
  readonly rotations: Float32Array;
  readonly pairCount: number;
  /** Two collider ids per pair. */
  readonly pairs: Uint32Array;
  /** Per pair: the larger of the two bounding radii about the local origin. It is the unit of errors. */
  readonly sizes: Float32Array;
}

/** @param pairCount most pairs: recorded scenes are thinned evenly, h256 gets a fifth, crowds keep all of theirs */
export function makeWorkload(name: WorkloadName, pairCount = 100_000, seed = 1): Workload {
  switch (name) {
    case 'settled':
    case 'falling':
      return recorded(name, pairCount);
    case 'random':
      return generated(name, pairCount, seed, randomBoxes(1024, seeded(seed)));
    case 'h16':
      return generated(name, pairCount, seed, ellipsoidHulls(256, 16, seeded(seed)));
    case 'h64':
      return generated(name, pairCount, seed, ellipsoidHulls(256, 64, seeded(seed)));
    case 'h256':
      return generated(name, Math.ceil(pairCount / 5), seed, ellipsoidHulls(128, 256, seeded(seed)));
    case 'round':
      return generated(name, pairCount, seed, roundShapes(1024, seeded(seed)));
    case 'crowd':
    case 'crowd-shuffled':
      return crowd(name, seed);
  }
}

// ---------------------------------------------------------------------------------------------- recorded scenes

const RECORD_FLOATS = 10; // half extents, position, rotation

/**
 * One of the recorded scenes. Candidate pairs: world AABBs that overlap after each has grown on every side by 2 % of
 * its cuboid's largest full extent.
 */
function recorded(name: 'settled' | 'falling', pairCount: number): Workload {
  const bytes = readFileSync(new URL(`../scenes/data/boxes-${name}.bin`, import.meta.url));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / (4 * RECORD_FLOATS);
  const float = (row: number, column: number) => view.getFloat32(4 * (row * RECORD_FLOATS + column), true);

  const shapes: WorkloadShape[] = [];
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    shapes.push({ kind: 'box', halfExtents: new Float32Array([float(i, 0), float(i, 1), float(i, 2)]) });
    for (let k = 0; k < 3; k++) positions[4 * i + k] = float(i, 3 + k);
    for (let k = 0; k < 4; k++) rotations[4 * i + k] = float(i, 6 + k);
  }
  const all = candidatePairs(shapes, positions, rotations);
  const kept = Math.min(all.length / 2, pairCount);
  const pairs = new Uint32Array(2 * kept);
  for (let p = 0; p < kept; p++) {
    const from = Math.floor((p * (all.length / 2)) / kept);
    pairs[2 * p] = all[2 * from];
    pairs[2 * p + 1] = all[2 * from + 1];
  }
  const shapeOf = Uint32Array.from({ length: count }, (_, i) => i);
  return finish({ name, seed: 0, shapes, shapeOf, positions, rotations, pairs });
}

const MARGIN = 0.04; // of the largest half extent: 2 % of the largest full extent

/** Sweep along x. Pairs are (a < b), sorted by a, then b. */
function candidatePairs(
  shapes: readonly WorkloadShape[],
  positions: Float64Array,
  rotations: Float32Array,
): Uint32Array {
  const count = shapes.length;
  const low = new Float64Array(3 * count);
  const high = new Float64Array(3 * count);
  const m = new Float64Array(9);
  shapes.forEach((shape, i) => {
    if (shape.kind !== 'box') return;
    const [hx, hy, hz] = shape.halfExtents;
    const margin = MARGIN * Math.max(hx, hy, hz);
    rotationMatrix(m, rotations, i);
    for (let k = 0; k < 3; k++) {
      const reach = Math.abs(m[3 * k]) * hx + Math.abs(m[3 * k + 1]) * hy + Math.abs(m[3 * k + 2]) * hz + margin;
      low[3 * i + k] = positions[4 * i + k] - reach;
      high[3 * i + k] = positions[4 * i + k] + reach;
    }
  });
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => low[3 * i] - low[3 * j]);
  const found: [number, number][] = [];
  for (let s = 0; s < count; s++) {
    const i = order[s];
    for (let t = s + 1; t < count; t++) {
      const j = order[t];
      if (low[3 * j] > high[3 * i]) break;
      if (low[3 * i + 1] > high[3 * j + 1] || low[3 * j + 1] > high[3 * i + 1]) continue;
      if (low[3 * i + 2] > high[3 * j + 2] || low[3 * j + 2] > high[3 * i + 2]) continue;
      found.push(i < j ? [i, j] : [j, i]);
    }
  }
  return Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}

// ---------------------------------------------------------------------------------------------- generated pairs

const WORLD_HALF = 16; // m: pairs lie in a cube of twice this edge; f32 still resolves 2e-6 m there

function generated(name: WorkloadName, pairCount: number, seed: number, shapes: WorkloadShape[]): Workload {
  const random = seeded(seed ^ 0x9e3779b9);
  const between = (lo: number, hi: number) => lo + (hi - lo) * random();
  const radii = shapes.map(boundingRadius);
  const colliderCount = 2 * pairCount;
  const shapeOf = new Uint32Array(colliderCount);
  const positions = new Float64Array(4 * colliderCount);
  const rotations = new Float32Array(4 * colliderCount);
  const pairs = shuffledIds(colliderCount, random);
  const direction = new Float64Array(3);

  for (let p = 0; p < pairCount; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    shapeOf[a] = Math.floor(random() * shapes.length);
    shapeOf[b] = Math.floor(random() * shapes.length);
    randomRotation(rotations, a, random);
    randomRotation(rotations, b, random);
    randomDirection(direction, random);
    const [supportA, supportB] = [a, b].map((id) => supportOf(shapes[shapeOf[id]], rotations, id));
    const touching = touchingDistance(supportA, supportB, direction);
    const size = Math.max(radii[shapeOf[a]], radii[shapeOf[b]]);
    let apart: number; // center to center
    const [isOverlap, isNear] = name === ROUND ? [p % 50 < 21, p % 2 === 0] : [p % 3 === 0, p % 3 === 1];
    if (isOverlap) apart = touching * between(0.35, 0.95);
    else if (isNear) apart = touching + size * between(0, 0.1);
    else apart = touching + size * between(0.1, 1);
    for (let k = 0; k < 3; k++) {
      positions[4 * a + k] = Math.fround(between(-WORLD_HALF, WORLD_HALF));
      positions[4 * b + k] = Math.fround(positions[4 * a + k] + apart * direction[k]);
    }
  }
  return finish({ name, seed, shapes, shapeOf, positions, rotations, pairs });
}

const CROWD = [50, 40, 50] as const;
const SPACING = 1.3; // m; half extents are 0.2–1 m, so that about half of the neighbors overlap

function crowd(name: 'crowd' | 'crowd-shuffled', seed: number): Workload {
  const random = seeded(seed ^ 0x51ed270b);
  const shapes = randomBoxes(1024, seeded(seed));
  const [nx, ny, nz] = CROWD;
  const count = nx * ny * nz;
  const ids =
    name === 'crowd' ? Uint32Array.from({ length: count }, (_, i) => i) : shuffledIds(count, seeded(seed + 2));
  const shapeOf = new Uint32Array(count);
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  const found: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const place = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    const id = ids[i];
    shapeOf[id] = Math.floor(random() * shapes.length);
    randomRotation(rotations, id, random);
    place.forEach((cell, axis) => {
      positions[4 * id + axis] = Math.fround(SPACING * (cell + 0.4 * random()));
      const next = i + [1, nx, nx * ny][axis];
      if (cell + 1 < CROWD[axis]) found.push(id < ids[next] ? [id, ids[next]] : [ids[next], id]);
    });
  }
  const pairs = Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
  return finish({ name, seed, shapes, shapeOf, positions, rotations, pairs });
}

function shuffledIds(count: number, random: () => number): Uint32Array {
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = ids[i];
    ids[i] = ids[j];
    ids[j] = kept;
  }
  return ids;
}

function randomBoxes(count: number, random: () => number): WorkloadShape[] {
  return Array.from({ length: count }, () => ({
    kind: 'box',
    halfExtents: Float32Array.from({ length: 3 }, () => 0.2 + 0.8 * random()),
  }));
}

/** Thirds of boxes, cylinders and cones. */
function roundShapes(count: number, random: () => number): WorkloadShape[] {
  const length = () => Math.fround(0.2 + 0.8 * random());
  return Array.from({ length: count }, (_, k): WorkloadShape => {
    if (k % 3 === 0) return { kind: 'box', halfExtents: Float32Array.of(length(), length(), length()) };
    return { kind: k % 3 === 1 ? 'cylinder' : 'cone', halfHeight: length(), radius: length() };
  });
}

/**
 * Hulls of which every point is a vertex. Directions are well spread (best of 8), radii are 1 + up to 0.3 / n, and a
 * point is kept only if it is extreme along its own direction. Stretching to an ellipsoid keeps extreme points extreme.
 */
function ellipsoidHulls(count: number, vertexCount: number, random: () => number): WorkloadShape[] {
  return Array.from({ length: count }, () => {
    const axes = [0, 1, 2].map(() => 0.4 + 0.6 * random());
    const directions: Float64Array[] = [];
    const radii: number[] = [];
    while (directions.length < vertexCount) {
      let best = new Float64Array(3);
      let bestNearest = 2;
      for (let t = 0; t < 8; t++) {
        const candidate = new Float64Array(3);
        randomDirection(candidate, random);
        const nearest = directions.reduce((most, other) => Math.max(most, dot(candidate, other)), -1);
        if (nearest < bestNearest) {
          bestNearest = nearest;
          best = candidate;
        }
      }
      const radius = 1 + (0.3 / vertexCount) * random();
      const extreme = directions.every((other, i) => {
        const cosine = dot(best, other);
        return radius > radii[i] * cosine && radii[i] > radius * cosine;
      });
      if (!extreme) continue;
      directions.push(best);
      radii.push(radius);
    }
    const points = directions.flatMap((d, i) => axes.map((axis, k) => axis * radii[i] * d[k]));
    return { kind: 'hull', points: Float32Array.from(points) };
  });
}

/**
 * Distance of two centers along `u` at which the shapes just touch: where the ray t·u leaves A − B.
 * Method: portal refinement from the inside (Snethen, XenoCollide, Game Programming Gems 7), f64.
 */
function touchingDistance(supportA: Support, supportB: Support, u: Float64Array): number {
  const support = (n: Float64Array): Float64Array => {
    const s = supportA(n[0], n[1], n[2]);
    const t = supportB(-n[0], -n[1], -n[2]);
    return Float64Array.of(s[0] - t[0], s[1] - t[1], s[2] - t[2]);
  };
  // a portal: three support points, wound so that (p × q) · r > 0, whose cone from the center contains the ray u
  let p = support(u);
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

const dot = (v: ArrayLike<number>, w: ArrayLike<number>) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
const minus = (v: Float64Array, w: Float64Array) => Float64Array.of(v[0] - w[0], v[1] - w[1], v[2] - w[2]);

function cross(v: Float64Array, w: Float64Array): Float64Array {
  return Float64Array.of(v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]);
}

function perpendicular(u: Float64Array): Float64Array {
  return Math.abs(u[0]) < 0.6 ? cross(u, Float64Array.of(1, 0, 0)) : cross(u, Float64Array.of(0, 1, 0));
}

/** Uniform on the sphere, by rejection. There is no sin and no cos, because their last bit differs between machines. */
function randomDirection(out: Float64Array, random: () => number): void {
  for (;;) {
    for (let k = 0; k < 3; k++) out[k] = 2 * random() - 1;
    const n2 = dot(out, out);
    if (n2 > 1 || n2 < 1e-4) continue;
    const scale = 1 / Math.sqrt(n2);
    for (let k = 0; k < 3; k++) out[k] = out[k] * scale;
    return;
  }
}

/** Uniform over rotations, by rejection from the 4-ball. */
function randomRotation(rotations: Float32Array, collider: number, random: () => number): void {
  for (;;) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const z = 2 * random() - 1;
    const w = 2 * random() - 1;
    const n2 = x * x + y * y + z * z + w * w;
    if (n2 > 1 || n2 < 1e-4) continue;
    const n = Math.sqrt(n2);
    rotations.set([x / n, y / n, z / n, w / n], 4 * collider);
    return;
  }
}

type Unfinished = Omit<Workload, 'checksum' | 'colliderCount' | 'pairCount' | 'sizes'>;

function finish(input: Unfinished): Workload {
  const radii = input.shapes.map(boundingRadius);
  const pairCount = input.pairs.length / 2;
  const sizes = new Float32Array(pairCount);
  for (let p = 0; p < pairCount; p++) {
    const radiusOf = (id: number) => radii[input.shapeOf[id]];
    sizes[p] = Math.max(radiusOf(input.pairs[2 * p]), radiusOf(input.pairs[2 * p + 1]));
  }
  let checksum = 0x811c9dc5;
  const shapeData = input.shapes.map(numbersOf);
  for (const column of [...shapeData, input.shapeOf, input.positions, input.rotations, input.pairs]) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let i = 0; i < bytes.length; i++) checksum = Math.imul(checksum ^ bytes[i], 0x01000193);
  }
  return { ...input, colliderCount: input.shapeOf.length, pairCount, sizes, checksum: checksum >>> 0 };
}
