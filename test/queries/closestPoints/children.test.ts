/** Closest points of meshes and compounds, against brute force over all triangles, and against parts alone. */
import { type ClosestResults, ClosestStatus, compound, createEngine, halfSpace, mesh, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { closestOnTriangle, closestPoint, type Triangles } from '../../../scenes/bruteForce.ts';
import { bake } from '../../../src/meshes/bake.ts';
import { readMesh } from '../../../src/meshes/options.ts';
import { PARTS, placedAt, worldOf } from '../../support/childWorlds.ts';
import { noteCounts } from '../../support/counts.ts';
import { seeded } from '../../support/random.ts';
import { makeSurface, SURFACE_CLASSES, type SurfaceClass } from '../../support/surfaces.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xc105;
const PER_CLASS = sweep(300, Math.ceil(200_000 / SURFACE_CLASSES.length));
const CAPACITY = {
  shapes: 32,
  vertices: 1024,
  colliders: 64,
  pairs: 1,
  points: PER_CLASS,
  meshTriangles: 4096,
  meshVertices: 8192,
  compoundParts: 64,
};
const KERNELS = ['scalar', 'simd'] as const;

type Vec3 = [number, number, number];

/** Anywhere, or near a vertex, an edge or a face of a triangle, or on it. */
function aPoint({ count, corners }: Triangles, random: () => number): Vec3 {
  if (random() < 0.3) return [0, 1, 2].map((c) => [3, -2, 5][c] + 10 * (random() - 0.5)) as Vec3;
  const at = 9 * Math.floor(random() * count);
  const weights = [random(), random(), random()].map((weight) => (random() < 0.3 ? 0 : weight));
  const sum = weights[0] + weights[1] + weights[2];
  const parts = sum > 0 ? weights.map((weight) => weight / sum) : [1, 0, 0];
  const away = [0, 1e-9, 1e-3, 0.1, 1][Math.floor(5 * random())];
  return [0, 1, 2].map((c) => {
    return parts.reduce((x, part, k) => x + part * corners[at + 3 * k + c], 0) + away * (random() - 0.5);
  }) as Vec3;
}

const columnsOf = ({ status, ids, distances, normals, offsets, child }: ClosestResults, count: number) =>
  [
    status.slice(0, count),
    ids.slice(0, count),
    distances.slice(0, count),
    normals.slice(0, 4 * count),
    offsets.slice(0, 4 * count),
    child.slice(0, count),
  ].map((column) => Buffer.from(column.buffer).toString('base64'));

const lengthOf = (v: readonly number[]) => Math.hypot(...v);

test.each(SURFACE_CLASSES)(`points and every triangle: %s (seed ${SEED})`, async (cls: SurfaceClass) => {
  const random = seeded(SEED + SURFACE_CLASSES.indexOf(cls));
  const options = { ...makeSurface(cls, random), weld: 0 };
  const position: Vec3 = [3, -2, 5];
  const { triangles, sources } = worldOf(bake('test', readMesh('test', options)), position);
  const points = Array.from({ length: PER_CLASS }, () => aPoint(triangles, random));
  const answers: string[][] = [];
  let worst = 0;
  for (const kernel of KERNELS) {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    engine.scene.addCollider(engine.scene.addShape(mesh(options)), { static: true, position });
    const closest = engine.closestPointsSync(points.flat());
    for (const [k, point] of points.entries()) {
      const truth = closestPoint(triangles, point);
      const { distance, errorBound, normal, point: found, child } = closest.read(k);
      const where = `${kernel}, point ${point}: ${distance} of ${child}, truth ${truth.distance} of ${truth.triangle}`;
      // brute force rounds, too
      expect(Math.abs(distance - truth.distance), where).toBeLessThan(errorBound + 1e-14);
      worst = Math.max(worst, Math.abs(distance - truth.distance));
      const own = closestOnTriangle(triangles.corners, 9 * sources.indexOf(child), point);
      expect(lengthOf(own.map((x, c) => x - point[c])) - truth.distance, where).toBeLessThan(errorBound + 1e-14);
      expect(lengthOf(own.map((x, c) => x - found[c])), where).toBeLessThan(1e-5);
      expect(lengthOf([...normal])).toBeCloseTo(1, 5);
      if (distance > 1e-3) for (let c = 0; c < 3; c++) expect(distance * normal[c]).toBeCloseTo(point[c] - own[c], 4);
    }
    answers.push(columnsOf(closest, PER_CLASS));
    await engine.close();
  }
  expect(answers[1]).toEqual(answers[0]);
  noteCounts('closest points', cls, { points: PER_CLASS, wrong: 0, 'worst error': worst });
});

describe.each(KERNELS)('children of points, %s', (kernel) => {
  test(`parts of a compound: as the same shapes alone (seed ${SEED})`, async () => {
    const random = seeded(SEED + 50);
    const pose = { position: [3, 1, -2], rotation: [0.3, -0.2, 0.6, 0.7] } as const;
    const count = sweep(300, 10_000);
    const points = Array.from({ length: count }, () =>
      [0, 1, 2].map((c) => pose.position[c] + 2 * (random() - 0.5)),
    ).flat();
    const capacity = { ...CAPACITY, points: count };
    const whole = await createEngine({ kernel, workers: 0, capacity });
    const id = whole.scene.addCollider(whole.scene.addShape(compound(PARTS)), pose);
    const parts = await createEngine({ kernel, workers: 0, capacity });
    for (const part of PARTS) parts.scene.addCollider(parts.scene.addShape(part.shape), placedAt(pose, part));
    const [one, many] = [whole, parts].map((engine) => engine.closestPointsSync(points));
    let inside = 0;
    for (let k = 0; k < count; k++) {
      // poses of the parts alone are rounded to f32
      expect(Math.abs(one.distances[k] - many.distances[k])).toBeLessThan(1e-6);
      const [a, b] = [one.read(k), many.read(k)];
      expect([a.id, a.status]).toEqual([id, b.status]);
      if (a.child === b.id) expect(lengthOf([...a.point].map((x, c) => x - b.point[c]))).toBeLessThan(1e-3);
      if (a.status === ClosestStatus.Inside) inside++;
    }
    expect(inside).toBeGreaterThan(5);
    await whole.close();
    await parts.close();
  });

  test('equal distances: the smaller id, then the smaller child; a convex shape has none', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const square = { positions: [-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1], indices: [1, 2, 3, 0, 2, 1] };
    const surface = scene.addShape(mesh(square));
    const pair = scene.addShape(compound([1, -1].map((x) => ({ shape: sphere(0.5), position: [x, 0, 0] as Vec3 }))));
    const first = scene.addCollider(surface, { static: true });
    scene.addCollider(surface, { static: true });
    const third = scene.addCollider(pair, { position: [9, 0, 0] });
    scene.addCollider(pair, { position: [9, 0, 0] });
    const ball = scene.addCollider(scene.addShape(sphere(1)), { position: [0, 9, 0] });
    // over the diagonal, behind it, between two parts, inside of both compounds, near the ball
    const { ids, child, distances } = engine.closestPointsSync([0, 1, 0, 0, -1, 0, 9, 2, 0, 10, 0, 0, 0, 12, 0]);
    expect([...ids.subarray(0, 5)]).toEqual([first, first, third, third, ball]);
    expect([...child.subarray(0, 5)]).toEqual([0, 0, 0, 0, -1]);
    expect([...distances.subarray(0, 2)]).toEqual([1, 1]);
    expect(distances[3]).toBe(-0.5);
    expect(engine.closestPointsSync([0, 1, 0], { maxDistance: 0.9 }).status[0]).toBe(ClosestStatus.None);
    await engine.close();
  });
});

test(`the same bytes for any number of workers, and both kernels (seed ${SEED})`, async () => {
  const answers: unknown[] = [];
  for (const [kernel, workers] of [
    ['scalar', 0],
    ['scalar', 2],
    ['simd', 0],
    ['simd', 3],
  ] as const) {
    const random = seeded(SEED + 60);
    const engine = await createEngine({ kernel, workers, capacity: CAPACITY, tuning: { shareFrom: 0 } });
    const { scene } = engine;
    const surface = scene.addShape(mesh(makeSurface('rough', random)));
    const chair = scene.addShape(compound(PARTS));
    scene.addCollider(scene.addShape(halfSpace()), { static: true, position: [0, -9, 0] });
    const turned = () => [0, 1, 2, 3].map(() => random() - 0.5) as [number, number, number, number];
    const somewhere = () => [0, 1, 2].map(() => 12 * (random() - 0.5)) as Vec3;
    for (let k = 0; k < 4; k++) scene.addCollider(surface, { static: true, position: somewhere(), rotation: turned() });
    for (let k = 0; k < 9; k++) scene.addCollider(chair, { position: somewhere(), rotation: turned() });
    const points = Array.from({ length: 300 }, somewhere).flat();
    answers.push(columnsOf(await engine.closestPoints(points), 300));
    await engine.close();
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
