/**
 * Seeded bodies of every kind, about 1 m, and the ways two of them can meet: anyhow, one deep in the other, or a chosen
 * feature of one (a face, an edge, a corner) facing one of the other, nearly or exactly.
 */
import { quat, vec3 } from 'gl-matrix';
import {
  type Body,
  boxBody,
  capsuleBody,
  hullBody,
  place,
  type Quat,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from '../oracle/body.ts';
import { coreFeatures } from '../oracle/features.ts';
import { boundingRadius, supportHeight } from '../oracle/surface.ts';
import type { BodyPair } from './contactFixture.ts';

export type Random = () => number;

export const KINDS = {
  point: () => sphereBody(0),
  sphere: (r) => sphereBody(between(r, 0.1, 0.8)),
  segment: (r) => capsuleBody(between(r, 0.2, 1)),
  capsule: (r) => capsuleBody(between(r, 0.2, 1), between(r, 0.05, 0.5)),
  box: (r) => boxBody(half(r), half(r), half(r)),
  'rounded box': (r) => boxBody(half(r), half(r), half(r), between(r, 0.02, 0.3)),
  hull: (r) => hullBody(ballPoints(r, 12)),
  'rounded hull': (r) => hullBody(ballPoints(r, 10), between(r, 0.02, 0.3)),
  prism: (r) => prism(r, 3 + Math.floor(6 * r())),
  'rounded prism': (r) => ({ ...prism(r, 3 + Math.floor(4 * r())), radius: Math.fround(between(r, 0.02, 0.3)) }),
  polygon: (r) => polygon(r),
  'rounded polygon': (r) => ({ ...polygon(r), radius: Math.fround(between(r, 0.02, 0.2)) }),
  'hull segment': (r) => hullBody([...randomDirection(r), ...randomDirection(r)]),
  'hull point': (r) => hullBody(randomDirection(r).map((c) => c / 2)),
} satisfies Record<string, (r: Random) => Body>;

export type Kind = keyof typeof KINDS;

export function randomBody(kind: Kind, r: Random): Body {
  return KINDS[kind](r);
}

function half(r: Random): number {
  return between(r, 0.15, 1);
}

function ballPoints(r: Random, count: number): number[] {
  const axes = [0, 1, 2].map(() => between(r, 0.4, 1));
  return Array.from({ length: count }, () => randomDirection(r).map((c, k) => c * axes[k])).flat();
}

/** Two equal polygons, one over the other along y, the upper one a little smaller or not. */
export function prism(r: Random, count: number): Body {
  const [h, taper] = [half(r), r() < 0.5 ? 1 : between(r, 0.5, 1)];
  const ring = ringOf(r, count);
  return hullBody([...ring.flatMap(([x, z]) => [x, -h, z]), ...ring.flatMap(([x, z]) => [taper * x, h, taper * z])]);
}

function polygon(r: Random): Body {
  return hullBody(ringOf(r, 3 + Math.floor(6 * r())).flatMap(([x, z]) => [x, 0, z]));
}

function ringOf(r: Random, count: number): [number, number][] {
  const [x, z] = [half(r), half(r)];
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.7 * r())) / count;
    return [x * Math.cos(angle), z * Math.sin(angle)];
  });
}

// ---- poses ---------------------------------------------------------------------------------------------------------

export type Feature = 'face' | 'edge' | 'vertex';

export interface Facing {
  readonly featureA: Feature;
  readonly featureB: Feature;
  /** rad, about an axis across the normal */
  readonly tilt: number;
  /** m, between the support planes before anything is tilted */
  readonly gap: number;
  /** how far B may be moved across, as a part of what both faces reach */
  readonly shift: number;
}

/** B with its feature towards A's, turned about the normal at random. */
export function facing(
  shapeA: Body,
  shapeB: Body,
  { featureA, featureB, tilt, gap, shift }: Facing,
  r: Random,
): BodyPair {
  const a = place(shapeA, randomDirection(r).map((c) => 2 * c) as Vec3, randomTurn(r));
  const n = rotated(directionOf(a, featureA, r), a.rotation);
  const turn: Quat = [0, 0, 0, 1];
  quat.rotationTo(turn, unit(directionOf(shapeB, featureB, r)), vec3.negate([0, 0, 0], n) as Vec3);
  quat.multiply(turn, quat.setAxisAngle([0, 0, 0, 1], n, 2 * Math.PI * r()), turn);
  if (tilt !== 0) quat.multiply(turn, quat.setAxisAngle([0, 0, 0, 1], acrossFrom(n, r), tilt), turn);
  const b = place(shapeB, [0, 0, 0], [...turn] as Quat);
  const back = vec3.negate([0, 0, 0], n) as Vec3;
  const [footA, footB] = [footOf(a, n), footOf(b, back)];
  const aside = vec3.scale([0, 0, 0], acrossFrom(n, r), shift * r() * (footA.reach + footB.reach));
  const along = supportHeight(a, n) + supportHeight(b, back) + gap;
  const offset = [0, 1, 2].map((c) => footA.middle[c] - footB.middle[c] + aside[c]) as Vec3;
  vec3.scaleAndAdd(offset, offset, n, along - vec3.dot(offset, n));
  return { a, b: place(b, vec3.add([0, 0, 0], a.position, offset) as Vec3, b.rotation) };
}

/** Any poses, `gap` between the support planes across a random direction (m). */
export function anyhow(shapeA: Body, shapeB: Body, gap: number, r: Random): BodyPair {
  const a = place(shapeA, randomDirection(r).map((c) => 2 * c) as Vec3, randomTurn(r));
  const b = place(shapeB, [0, 0, 0], randomTurn(r));
  const n = randomDirection(r);
  const back = vec3.negate([0, 0, 0], n) as Vec3;
  const [footA, footB] = [footOf(a, n), footOf(b, back)];
  const offset = vec3.subtract([0, 0, 0], footA.middle, footB.middle) as Vec3;
  const along = supportHeight(a, n) + supportHeight(b, back) + gap;
  vec3.scaleAndAdd(offset, offset, n, along - vec3.dot(offset, n));
  return { a, b: place(b, vec3.add([0, 0, 0], a.position, offset) as Vec3, b.rotation) };
}

/** A point of B's core on a point of A's. */
export function deepIn(shapeA: Body, shapeB: Body, r: Random): BodyPair {
  const a = place(shapeA, randomDirection(r).map((c) => 2 * c) as Vec3, randomTurn(r));
  const b = place(shapeB, [0, 0, 0], randomTurn(r));
  const [p, q] = [innerPoint(a, r), innerPoint(b, r)];
  return { a, b: place(b, [0, 1, 2].map((c) => a.position[c] + p[c] - q[c]) as Vec3, b.rotation) };
}

/** Any of the above: half of them faces, edges and corners towards each other, gaps from −5 % of the size to past `margin`. */
export function anyPose(shapeA: Body, shapeB: Body, margin: number, r: Random): BodyPair {
  const least = Math.min(...[shapeA, shapeB].map((body) => boundingRadius(body) || 1));
  const draw = r();
  const gap = r() < 0.5 ? -0.05 * least * r() : 1.1 * margin * r();
  if (draw < 0.2) return anyhow(shapeA, shapeB, r() < 0.5 ? -0.4 * least * r() : gap, r);
  if (draw < 0.3) return deepIn(shapeA, shapeB, r);
  const feature = (): Feature => pick(r, ['face', 'face', 'edge', 'vertex']);
  const faces = draw < 0.6;
  const tilt = pick(r, [0, 0, 10 ** -between(r, 1, 6), faces ? 10 ** -between(r, 2, 6) : between(r, 0, 0.3)]);
  const [featureA, featureB]: Feature[] = faces ? ['face', 'face'] : [feature(), feature()];
  return facing(shapeA, shapeB, { featureA: featureA!, featureB: featureB!, tilt, gap, shift: 0.6 }, r);
}

/** A local direction that the feature looks to: of a segment, across it for all but 'vertex'. */
function directionOf(body: Body, feature: Feature, r: Random): Vec3 {
  const { normals, directions, edges, sides, used } = coreFeatures(body);
  const at = (v: number) => [...body.vertices.subarray(3 * v, 3 * v + 3)] as Vec3;
  if (edges.length === 0) return randomDirection(r);
  const middle = vec3.scale(
    [0, 0, 0],
    [...used].reduce((sum, v) => vec3.add([0, 0, 0], sum, at(v)) as Vec3, [0, 0, 0] as Vec3),
    1 / used.length,
  ) as Vec3;
  const normal = (f: number) => outward([...normals.subarray(3 * f, 3 * f + 3)] as Vec3, body, f, middle);
  if (body.faces.length === 0) {
    const along = [...directions.subarray(0, 3)] as Vec3;
    return feature === 'vertex' ? along : acrossFrom(along, r);
  }
  if (feature === 'face') return normal(Math.floor(r() * body.faces.length));
  if (feature === 'vertex') {
    const v = used[Math.floor(r() * used.length)];
    return unit(vec3.subtract([0, 0, 0], at(v), middle) as Vec3);
  }
  const e = Math.floor((r() * edges.length) / 2);
  const t = between(r, 0.2, 0.8);
  const [m, n] = [normal(sides[2 * e]), normal(sides[2 * e + 1])];
  const mixed = [0, 1, 2].map((c) => t * m[c] + (1 - t) * n[c]) as Vec3;
  if (vec3.length(mixed) > 0.05 && body.faces.length > 2) return unit(mixed);
  const [p, q] = [at(edges[2 * e]), at(edges[2 * e + 1])];
  const off = [0, 1, 2].map((c) => (p[c] + q[c]) / 2 - middle[c]) as Vec3;
  const along = [...directions.subarray(3 * e, 3 * e + 3)] as Vec3;
  return unit(vec3.scaleAndAdd([0, 0, 0], off, along, -vec3.dot(off, along)) as Vec3);
}

function outward(n: Vec3, body: Body, f: number, middle: Vec3): Vec3 {
  const o = 3 * body.faces[f][0];
  const height = [0, 1, 2].reduce((sum, c) => sum + n[c] * (body.vertices[o + c] - middle[c]), 0);
  return height < 0 ? [-n[0], -n[1], -n[2]] : n;
}

/** The middle of the vertices that are farthest along n, about the body's position, and how far they are from it (m). */
function footOf(body: Body, n: Vec3): { middle: Vec3; reach: number } {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), [0, 0, 0]);
  const highest = supportHeight({ ...body, radius: 0 }, n);
  const middle: Vec3 = [0, 0, 0];
  const found: Vec3[] = [];
  for (let k = 0; k < p.length; k += 3) {
    const v = [...p.subarray(k, k + 3)] as Vec3;
    if (vec3.dot(v, n) > highest - 0.02 * (boundingRadius(body) || 1)) found.push(v);
  }
  for (const v of found) vec3.scaleAndAdd(middle, middle, v, 1 / found.length);
  return { middle, reach: Math.max(...found.map((v) => vec3.distance(v, middle))) };
}

function innerPoint(body: Body, r: Random): Vec3 {
  const p = transformed(body.vertices, rotationMatrix(body.rotation), [0, 0, 0]);
  const weights = Array.from({ length: p.length / 3 }, () => r() + 0.01);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const out: Vec3 = [0, 0, 0];
  weights.forEach((w, v) => {
    for (let c = 0; c < 3; c++) out[c] += (w / total) * p[3 * v + c];
  });
  return out;
}

// ---- numbers -------------------------------------------------------------------------------------------------------

export function between(r: Random, low: number, high: number): number {
  return low + (high - low) * r();
}

export function pick<T>(r: Random, from: readonly T[]): T {
  return from[Math.floor(r() * from.length)]!;
}

export function randomDirection(r: Random): Vec3 {
  const z = between(r, -1, 1);
  const angle = 2 * Math.PI * r();
  const flat = Math.sqrt(1 - z * z);
  return [flat * Math.cos(angle), flat * Math.sin(angle), z];
}

/** Uniform over rotations (Shoemake 1992), rounded to f32. */
export function randomTurn(r: Random): Quat {
  const [u, v, w] = [r(), 2 * Math.PI * r(), 2 * Math.PI * r()];
  const [s, c] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [s * Math.sin(v), s * Math.cos(v), c * Math.sin(w), c * Math.cos(w)].map(Math.fround) as Quat;
}

export function rotated(v: Vec3, q: Quat): Vec3 {
  return [...transformed(Float64Array.from(v), rotationMatrix(q), [0, 0, 0])] as Vec3;
}

/** A unit vector square to n, in any direction. */
function acrossFrom(n: Vec3, r: Random): Vec3 {
  const v = randomDirection(r);
  return unit(vec3.scaleAndAdd([0, 0, 0], v, n, -vec3.dot(v, n)) as Vec3);
}

export function unit(v: Vec3): Vec3 {
  return vec3.normalize([0, 0, 0], v) as Vec3;
}
