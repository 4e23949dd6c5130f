/** A small world of every kind of shape, and what tests do with it. */
import {
  box,
  capsule,
  cone,
  cylinder,
  type DistanceResults,
  type Engine,
  ellipsoid,
  hull,
  hullOf,
  IntersectResults,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  sum,
} from 'hullstorm';
import { seeded } from './random.ts';

/** Capacities that hold `fillMixed(engine, 400, …)` and 4,096 pairs, and cost little. */
export const SMALL = { shapes: 32, vertices: 2048, colliders: 512, pairs: 4096 };

/** A hull of `count` points near the sphere of `radius` (m). */
export function ball(count: number, radius: number, seed: number): Shape {
  const random = seeded(seed);
  const points: number[] = [];
  while (points.length < 3 * count) {
    const v = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.hypot(...v);
    if (length > 0.01) points.push(...v.map((x) => (radius * x) / length));
  }
  return hull(points);
}

/** One shape of each kind, and of the sizes that kernels treat differently. */
export function everyShape(): Shape[] {
  return [
    point(),
    segment(0.4),
    sphere(0.35),
    capsule(0.3, 0.2),
    box(0.5, 0.3, 0.2),
    rounded(box(0.3, 0.3, 0.3), 0.1),
    ball(8, 0.5, 8),
    ball(24, 0.5, 24),
    ball(120, 0.6, 120),
    rounded(ball(12, 0.4, 12), 0.05),
    hull([-0.5, 0, -0.5, 0.5, 0, -0.5, 0.5, 0, 0.5, -0.5, 0, 0.5]),
    hull([0, 0, 0, 0.4, 0.4, 0.4]),
    cylinder(0.4, 0.3),
    rounded(cone(0.3, 0.3), 0.05),
    ellipsoid(0.3, 0.5, 0.4),
    sum(cylinder(0.2, 0.15), { shape: box(0.15, 0.1, 0.2), rotation: [0, 0, 0.3, 1] }),
    hullOf({ shape: sphere(0.1), position: [0, -0.3, 0.1] }, sphere(0.3)),
  ];
}

/** Colliders that are placed close to each other: ids of one cluster follow each other. */
const CLUSTER = 8;

/** Adds every shape, and `count` colliders of them at random poses, in clusters in which most shapes touch. */
export function fillMixed(engine: Engine, count: number, seed: number): void {
  const random = seeded(seed);
  const { scene } = engine;
  const shapes = everyShape().map((shape) => scene.addShape(shape));
  const side = 1.2 * Math.cbrt(count);
  let centre = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    if (k % CLUSTER === 0) centre = [side * random(), side * random(), side * random()];
    scene.addCollider(shapes[Math.floor(shapes.length * random())], {
      position: centre.map((c) => c + 1.2 * random()),
      rotation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4],
    });
  }
}

/** `count` pairs of different colliders, in no order and some of them twice: most within a cluster, the rest anywhere. */
export function randomPairs(colliders: number, count: number, seed: number): Uint32Array {
  const random = seeded(seed);
  const ids = new Uint32Array(2 * count);
  for (let p = 0; p < count; p++) {
    const a = Math.floor(colliders * random());
    const near = random() < 0.7 && a < colliders - (colliders % CLUSTER);
    const within = near ? CLUSTER : colliders;
    const begin = near ? a - (a % CLUSTER) : 0;
    ids[2 * p] = a;
    ids[2 * p + 1] = begin + ((a - begin + 1 + Math.floor((within - 1) * random())) % within);
  }
  return ids;
}

/** Moves every collider by up to `by` (m) along each axis, writing the column. */
export function stir(engine: Engine, by: number, seed: number): void {
  const random = seeded(seed);
  const { positions, rows } = engine.scene;
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < 3; c++) positions[4 * row + c] += by * (2 * random() - 1);
  }
}

/** Every byte of the answer: all rows of all columns. */
export function bytesOf(results: DistanceResults | IntersectResults): Uint8Array {
  const { count } = results;
  const columns =
    results instanceof IntersectResults
      ? [results.status.subarray(0, count)]
      : [
          results.status.subarray(0, count),
          results.separation.subarray(0, 4 * count),
          results.offsetA.subarray(0, 4 * count),
          results.offsetB.subarray(0, 4 * count),
          results.simplex.subarray(0, 8 * count),
        ];
  return new Uint8Array(
    Buffer.concat(columns.map((c) => new Uint8Array(c.buffer, c.byteOffset, c.byteLength).slice())),
  );
}

/** Whether two answers are the same bytes. */
export function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
