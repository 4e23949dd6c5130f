/**
 * Rays against height fields: the same bytes as against a mesh of the same triangles, whose rays brute force judges
 * (children.test.ts); and against brute force, for fields that no mesh is as large as.
 */
import {
  type AllRayHits,
  createEngine,
  type Engine,
  type HeightFieldOptions,
  heightField,
  mesh,
  type RayHits,
  RayStatus,
  type Shape,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { castRay, trianglesOf } from '../../../scenes/bruteForce.ts';
import { randomField, trianglesOfField } from '../../support/heightFields.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xf1a7;
const COUNT = sweep(3000, 300_000);
const CAPACITY = { shapes: 4, colliders: 4, pairs: 1, rays: COUNT, rayHits: 16 * COUNT, heights: 8192 };
const POSITION = [3, -2, 5] as const;

type Vec3 = [number, number, number];

/** Rays through places on a field: at random, through vertices and edges, along axes, in face planes, from far away. */
function raysAt({ rows, columns, spacing, heights }: HeightFieldOptions, random: () => number) {
  const origins = new Float64Array(3 * COUNT);
  const directions = new Float64Array(3 * COUNT);
  const vertex = (): Vec3 => {
    const [row, column] = [Math.floor(random() * rows), Math.floor(random() * columns)];
    return [
      (column - (columns - 1) / 2) * spacing[0]! + POSITION[0],
      heights[row * columns + column]! + POSITION[1],
      (row - (rows - 1) / 2) * spacing[1]! + POSITION[2],
    ];
  };
  const between = (a: Vec3, b: Vec3, part: number) => a.map((x, c) => x + part * (b[c]! - x)) as Vec3;
  const coarse = () => [0, 1, 2].map(() => Math.round(64 * (12 * random() - 6)) / 64 || 1) as Vec3;
  for (let k = 0; k < COUNT; k++) {
    const target = k % 2 === 0 ? vertex() : between(vertex(), vertex(), [0.25, 0.5, random()][k % 3]!);
    let way = coarse();
    if (k % 7 === 1) way = [0, -1, 0];
    if (k % 7 === 2) way = [1, 0, 0];
    if (k % 7 === 3) way = [0, 0, -1];
    if (k % 7 === 4) way = between(vertex(), vertex(), 2).map((x, c) => x - target[c]!) as Vec3;
    const away = k % 7 === 5 ? 1e6 : k % 7 === 6 ? 0 : 10;
    if (way.every((x) => x === 0)) way = [0, -1, 0];
    origins.set(
      target.map((x, c) => x - away * way[c]!),
      3 * k,
    );
    directions.set(way, 3 * k);
  }
  return { origins, directions };
}

const FIELDS: readonly (readonly [name: string, make: () => HeightFieldOptions])[] = [
  ['9 × 9 heights', () => randomField(seeded(SEED), 9, 9, [1, 1])],
  ['17 × 33 heights, holes', () => withHoles(randomField(seeded(SEED + 1), 17, 33, [0.5, 1]))],
  ['one cell', () => randomField(seeded(SEED + 2), 2, 2, [2, 1])],
  ['3 × 71 heights', () => randomField(seeded(SEED + 3), 3, 71, [0.25, 2])],
  ['flat', () => ({ rows: 9, columns: 6, spacing: [1, 0.5], heights: new Float32Array(54) })],
  [
    'peaks',
    () => ({
      rows: 6,
      columns: 6,
      spacing: [1, 1],
      heights: Float32Array.from({ length: 36 }, (_, k) => (k % 5 === 0 ? 8 : 0)),
    }),
  ],
];

/** Not at the ends: the mesh has the same box. */
function withHoles(field: HeightFieldOptions): HeightFieldOptions {
  const random = seeded(SEED + 9);
  const { rows, columns } = field;
  const isInside = (cell: number) => {
    const [row, column] = [Math.floor(cell / (columns - 1)), cell % (columns - 1)];
    return row > 0 && column > 0 && row < rows - 2 && column < columns - 2;
  };
  const holes = Uint8Array.from({ length: (rows - 1) * (columns - 1) }, (_, k) =>
    Number(isInside(k) && random() < 0.3),
  );
  return { ...field, holes };
}

async function engineWith(shape: Shape, kernel: 'scalar' | 'simd', workers = 0): Promise<Engine> {
  const engine = await createEngine({ kernel, workers, capacity: CAPACITY, tuning: { shareFrom: 0 } });
  engine.scene.addCollider(engine.scene.addShape(shape), { static: true, position: POSITION });
  return engine;
}

/** @param childOf the number in the field of a child */
function columnsOf(hits: RayHits, childOf: (child: number) => number): unknown[] {
  return [
    Buffer.from(hits.status.slice(0, COUNT).buffer).toString('base64'),
    Buffer.from(hits.t.slice(0, COUNT).buffer).toString('base64'),
    Buffer.from(hits.normals.slice(0, 4 * COUNT).buffer).toString('base64'),
    Buffer.from(hits.barycentrics.slice(0, 2 * COUNT).buffer).toString('base64'),
    [...hits.child.subarray(0, COUNT)].map(childOf),
    [...hits.material.subarray(0, COUNT)],
  ];
}

const allOf = (hits: AllRayHits, childOf: (child: number) => number) =>
  Array.from({ length: COUNT }, (_, row) => hits.read(row).map(({ t, child }) => [t, childOf(child)]));

describe.each(['scalar', 'simd'] as const)('%s kernel', (kernel) => {
  test.each(FIELDS)(`as a mesh of the same triangles: %s (seed ${SEED})`, async (_, make) => {
    const field = make();
    const random = seeded(SEED + 20);
    const { positions, indices, children } = trianglesOfField(field);
    const own = (child: number) => child;
    const ofMesh = (child: number) => (child < 0 ? child : children[child]!);
    for (const sides of ['front', 'both'] as const) {
      const { origins, directions } = raysAt(field, random);
      const ground = await engineWith(heightField({ ...field, sides }), kernel);
      const twin = await engineWith(mesh({ positions, indices, weld: 0, sides }), kernel);
      const [rays, twinRays] = [ground, twin].map((engine) => engine.createRayList(COUNT));
      for (const list of [rays!, twinRays!]) list.set(origins, directions);
      const hits = ground.castRaysSync(rays!);
      const want = columnsOf(twin.castRaysSync(twinRays!), ofMesh);
      expect(columnsOf(hits, own)).toEqual(want);
      const found = hits.status.subarray(0, COUNT).filter((status) => status === RayStatus.Hit).length;
      expect(found).toBeGreaterThan(COUNT / 10);
      const all = allOf(ground.castRaysSync(rays!, { hits: 'all' }), own);
      expect(all).toEqual(allOf(twin.castRaysSync(twinRays!, { hits: 'all' }), ofMesh));
      const any = ground.castRaysSync(rays!, { hits: 'any' }).status.slice(0, COUNT);
      expect(any).toEqual(twin.castRaysSync(twinRays!, { hits: 'any' }).status.slice(0, COUNT));
      for (const engine of [ground, twin]) await engine.close();
    }
  });

  test('the same bytes with two workers', async () => {
    const field = FIELDS[1]![1]();
    const { origins, directions } = raysAt(field, seeded(SEED + 30));
    const engines = [await engineWith(heightField(field), kernel), await engineWith(heightField(field), kernel, 2)];
    const columns: unknown[] = [];
    for (const engine of engines) {
      const rays = engine.createRayList(COUNT);
      rays.set(origins, directions);
      columns.push(columnsOf(await engine.castRays(rays), (child) => child));
      await engine.close();
    }
    expect(columns[1]).toEqual(columns[0]);
  });

  test(`against brute force (seed ${SEED})`, async () => {
    const field = { ...randomField(seeded(SEED + 40), 12, 14, [1, 1], 0.2), sides: 'both' } as const;
    const { positions, indices, children } = trianglesOfField(field);
    const triangles = trianglesOf({ positions: positions.map((x, k) => x + POSITION[k % 3]!), indices });
    const engine = await engineWith(heightField(field), kernel);
    const rays = engine.createRayList(COUNT);
    const random = seeded(SEED + 41);
    const origins = Float64Array.from({ length: 3 * COUNT }, () => 16 * (random() - 0.5));
    const toward = (x: number, k: number) => POSITION[k % 3]! + [14, 0.5, 12][k % 3]! * (random() - 0.5) - x;
    const directions = origins.map(toward);
    rays.set(origins, directions);
    const { status, child, t } = engine.castRaysSync(rays);
    let hits = 0;
    for (let k = 0; k < 1000; k++) {
      const truth = castRay(triangles, origins.subarray(3 * k, 3 * k + 3), directions.subarray(3 * k, 3 * k + 3));
      expect(status[k], `ray ${k}`).toBe(truth ? RayStatus.Hit : RayStatus.Miss);
      if (!truth) continue;
      hits++;
      expect(child[k], `ray ${k}`).toBe(children[truth.triangle]);
      // vertices of the mesh are rounded to f32 with the position
      expect(Math.abs(t[k]! - truth.t), `ray ${k}`).toBeLessThan(1e-4 * (1 + truth.t));
    }
    expect(hits).toBeGreaterThan(100);
    await engine.close();
  });
});

test('a million cells: straight down onto each kind of triangle, and along the ground', async () => {
  const size = 1025;
  const heights = Float32Array.from({ length: size * size }, (_, k) => (k % size === 1000 ? 4 : 0));
  const engine = await createEngine({ workers: 0, capacity: { colliders: 1, heights: size * size, rays: 4 } });
  const shape = heightField({ rows: size, columns: size, spacing: [1, 1], heights });
  engine.scene.addCollider(engine.scene.addShape(shape), { static: true });
  const rays = engine.createRayList(3);
  // cell (512, 512) is x 0 … 1, z 0 … 1; the wall at column 1000 is at x = 488, and its foot at 487
  rays.set([0.25, 9, 0.25, 0.75, 9, 0.75, -500, 1, 0.25], [0, -1, 0, 0, -1, 0, 1, 0, 0]);
  const { status, t, child } = engine.castRaysSync(rays);
  const cell = 512 * 1024 + 512;
  expect([...status.subarray(0, 3)]).toEqual([RayStatus.Hit, RayStatus.Hit, RayStatus.Hit]);
  expect([...child.subarray(0, 2)]).toEqual([2 * cell, 2 * cell + 1]);
  expect([...t.subarray(0, 3)]).toEqual([9, 9, 987.25]);
  expect(child[2]! >> 1).toBe(512 * 1024 + 999);
  await engine.close();
});
