/** Flags and distances of height fields: closed forms, every triangle by a slow solver, and the same mesh. */
import {
  box,
  createEngine,
  type DistanceResults,
  type Engine,
  type HeightFieldOptions,
  halfSpace,
  heightField,
  hull,
  mesh,
  type Shape,
  Status,
  sphere,
  verify,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { trianglesOf } from '../../../scenes/bruteForce.ts';
import { type Body, boxBody, hullBody, place, type Quat, sphereBody, type Vec3 } from '../../oracle/body.ts';
import { nearestGap } from '../../oracle/triangles.ts';
import { randomField, trianglesOfField } from '../../support/heightFields.ts';
import { messageOf } from '../../support/messageOf.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0xf7e1d;
const PAIRS = 48;
const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CAPACITY = { shapes: 64, vertices: 2048, colliders: 256, pairs: 512, meshTriangles: 4096, heights: 4096 };

const BODIES: readonly (readonly [Shape, () => Body])[] = [
  [box(0.5, 0.25, 0.4), () => boxBody(0.5, 0.25, 0.4)],
  [sphere(0.3), () => sphereBody(0.3)],
  [hull(POINTS), () => hullBody(POINTS)],
];

const aTurn = (random: () => number): Quat => [0, 1, 2, 3].map(() => Math.fround(random() - 0.5)) as Quat;

/** A field and bodies over, in and below it; and the same bodies with the same triangles as a mesh, if asked for. */
interface Case {
  readonly field: HeightFieldOptions;
  /** Bodies are this many times as large, and that far away from the origin. */
  readonly scale?: number;
  readonly origin?: Vec3;
}

const CASES: readonly (readonly [name: string, make: () => Case])[] = [
  ['9 × 9 heights', () => ({ field: randomField(seeded(SEED), 9, 9, [1, 1]) })],
  ['holes', () => ({ field: randomField(seeded(SEED + 1), 9, 9, [1, 1], 0.4) })],
  ['one cell', () => ({ field: randomField(seeded(SEED + 2), 2, 2, [2, 1]) })],
  ['4 × 31 heights', () => ({ field: randomField(seeded(SEED + 3), 4, 31, [0.25, 2]) })],
  ['23 × 3 heights, small cells', () => ({ field: randomField(seeded(SEED + 4), 23, 3, [0.5, 0.125]) })],
  ['wide cells', () => ({ field: randomField(seeded(SEED + 5), 5, 6, [64, 32]), scale: 16 })],
  ['far from the origin', () => ({ field: randomField(seeded(SEED + 6), 9, 9, [1, 1]), origin: [4e5, -1e5, 3e5] })],
];

interface Pairs {
  readonly engine: Engine;
  readonly results: DistanceResults;
  readonly bodies: readonly Body[];
  readonly ids: readonly number[];
}

async function pairsOf(
  { field, origin = [0, 0, 0], scale = 1 }: Case,
  ground: Shape,
  { kernel, workers }: { kernel: 'scalar' | 'simd'; workers: number },
  options = {},
): Promise<Pairs> {
  const random = seeded(SEED + 9);
  const engine = await createEngine({ kernel, workers, capacity: CAPACITY, tuning: { shareFrom: 0, blockPairs: 8 } });
  const { scene } = engine;
  const floor = scene.addCollider(scene.addShape(ground), { static: true, position: origin });
  const list = engine.createPairList(PAIRS);
  const bodies: Body[] = [];
  const ids: number[] = [];
  const reach = [field.columns * field.spacing[0]!, 2 * scale, field.rows * field.spacing[1]!];
  for (let k = 0; k < PAIRS; k++) {
    const [shape, body] = BODIES[k % BODIES.length]!;
    const offset = reach.map((length) => 1.2 * length * (random() - 0.5)) as Vec3;
    const position = offset.map((c, axis) => c + origin[axis]!) as Vec3;
    const rotation = aTurn(random);
    bodies.push(place(body(), offset, rotation));
    const id = scene.addCollider(scene.addShape(shape), { position, rotation });
    ids.push(...(k % 2 === 0 ? [floor, id] : [id, floor]));
  }
  list.set(ids);
  return { engine, results: await engine.distance(list, options), bodies, ids };
}

const fieldOf = (given: Case) => heightField(given.field);
const meshOf = ({ field }: Case) => {
  const { positions, indices } = trianglesOfField(field);
  return mesh({ positions, indices, weld: 0 });
};

const columnsOf = ({ status, separation, offsetA, offsetB, childA, childB }: DistanceResults) => [
  [...status.subarray(0, PAIRS)],
  ...[separation, offsetA, offsetB].map((column) => [...column.subarray(0, 4 * PAIRS)]),
  [...childA.subarray(0, PAIRS)],
  [...childB.subarray(0, PAIRS)],
];

describe.each(['scalar', 'simd'] as const)('%s kernel', (kernel) => {
  test.each(CASES)(`least distance, or greatest depth, of all triangles: %s (seed ${SEED})`, async (_, make) => {
    const given = make();
    const { engine, results, bodies, ids } = await pairsOf(given, fieldOf(given), { kernel, workers: 0 });
    const own = trianglesOfField(given.field);
    const triangles = trianglesOf(own);
    const size = Math.max(...(given.field.spacing as number[]), 1);
    for (const [k, body] of bodies.entries()) {
      const truth = nearestGap(triangles, body);
      const distance = results.separation[4 * k + 3]!;
      expect(Math.abs(distance - truth.distance), `pair ${k}`).toBeLessThan(4e-6 * size);
      const child = (k % 2 === 0 ? results.childA : results.childB)[k]!;
      expect((k % 2 === 0 ? results.childB : results.childA)[k]).toBe(-1);
      // the child is as near as the nearest one
      const found = own.children.indexOf(child);
      expect(found, `pair ${k}`).toBeGreaterThanOrEqual(0);
      const corners = triangles.corners.subarray(9 * found, 9 * found + 9);
      expect(nearestGap({ count: 1, corners }, body).distance).toBeLessThan(truth.distance + 4e-6 * size);
    }
    const list = engine.createPairList(PAIRS);
    list.set(ids);
    const flags = engine.intersectSync(list).status.slice(0, PAIRS);
    for (const [k, body] of bodies.entries()) {
      const { distance } = nearestGap(triangles, body);
      if (Math.abs(distance) > 4e-6 * size) expect(flags[k], `pair ${k}`).toBe(Number(distance < 0));
    }
    await engine.close();
  });

  test.each(CASES)('a mesh of the same triangles is as far away: %s', async (_, make) => {
    const given = make();
    const asField = await pairsOf(given, fieldOf(given), { kernel, workers: 0 });
    const asMesh = await pairsOf(given, meshOf(given), { kernel, workers: 0 });
    const size = Math.max(...(given.field.spacing as number[]), 1);
    for (let k = 0; k < PAIRS; k++) {
      const [field, mesh] = [asField, asMesh].map(({ results }) => results.separation[4 * k + 3]!);
      expect(Math.abs(field! - mesh!), `pair ${k}`).toBeLessThan(2e-6 * size);
    }
    for (const { engine } of [asField, asMesh]) await engine.close();
  });

  test('the same bytes with 0 to 2 workers', async () => {
    const given = CASES[1]![1]();
    const alone = await pairsOf(given, fieldOf(given), { kernel, workers: 0 });
    const want = columnsOf(alone.results);
    for (const workers of [1, 2]) {
      const shared = await pairsOf(given, fieldOf(given), { kernel, workers });
      expect(columnsOf(shared.results)).toEqual(want);
      await shared.engine.close();
    }
    await alone.engine.close();
  });

  test('beyond a limit: a bound that is none too large', async () => {
    const given = CASES[0]![1]();
    const limit = 0.1;
    const options = { maxDistance: limit };
    const { engine, results, bodies } = await pairsOf(given, fieldOf(given), { kernel, workers: 0 }, options);
    const triangles = trianglesOf(trianglesOfField(given.field));
    let beyond = 0;
    for (const [k, body] of bodies.entries()) {
      const truth = nearestGap(triangles, body).distance;
      if (truth < limit + 1e-5) continue;
      beyond++;
      expect(results.status[k]).toBe(Status.BeyondMaxDistance);
      expect(results.separation[4 * k + 3]).toBeLessThanOrEqual(truth + 2e-6);
    }
    expect(beyond).toBeGreaterThan(5);
    await engine.close();
  });
});

describe('closed forms', () => {
  /** A ball of radius 0.5 at a place, against a field. @returns its distance, and the child */
  async function ballAt(position: Vec3, field: HeightFieldOptions): Promise<readonly [number, number]> {
    const engine = await createEngine({ workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const ground = scene.addCollider(scene.addShape(heightField(field)), { static: true });
    const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position });
    const list = engine.createPairList(1);
    list.set([ground, ball]);
    const { separation, childA } = engine.distanceSync(list);
    const answer = [separation[3]!, childA[0]!] as const;
    await engine.close();
    return answer;
  }

  const flat = { rows: 3, columns: 5, spacing: [1, 2], heights: new Float32Array(15).fill(0.25) };

  test('columns are along x, rows along z, the middle is at the origin', async () => {
    // cell (1, 3) is x 1 … 2, z 0 … 2; its first half is that towards −x and −z
    expect(await ballAt([1.25, 1, 0.5], flat)).toEqual([0.25, 2 * 7]);
    expect(await ballAt([1.75, 1, 1.5], flat)).toEqual([0.25, 2 * 7 + 1]);
    expect(await ballAt([-1.75, 1, -1.5], flat)).toEqual([0.25, 0]);
    // over the end at x = 2, and behind the end at z = 2
    expect(await ballAt([3, 0.25, -1.5], flat)).toEqual([0.5, 2 * 3 + 1]);
    expect(await ballAt([0.5, 0.25, 4], flat)).toEqual([1.5, 2 * 6 + 1]);
  });

  test('a hole is nothing: its rim is what is left', async () => {
    const holes = new Uint8Array(8);
    holes[6] = 1;
    // in the middle of the hole x 0 … 1, z 0 … 2
    expect(await ballAt([0.5, 0.25, 1], { ...flat, holes })).toEqual([0, expect.any(Number)]);
    const [distance, child] = await ballAt([0.25, 1.25, 1], { ...flat, holes });
    expect(distance).toBeCloseTo(Math.hypot(0.25, 1) - 0.5, 6);
    expect(child).toBe(2 * 5 + 1);
  });

  test('a slope', async () => {
    const heights = Float32Array.from({ length: 15 }, (_, k) => 0.75 * ((k % 5) - 2));
    const [distance] = await ballAt([0.1, 2, 0.2], { ...flat, heights });
    expect(distance).toBeCloseTo((2 - 0.075) * 0.8 - 0.5, 6);
  });

  test('over a half-space nothing is measured', async () => {
    const engine = await createEngine({ workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const ids = [heightField(flat), heightField(flat), halfSpace()].map((shape) =>
      scene.addCollider(scene.addShape(shape), { static: true, position: [0, 3, 0] }),
    );
    const list = engine.createPairList(2);
    list.set([ids[0]!, ids[1]!, ids[0]!, ids[2]!]);
    const results = engine.distanceSync(list);
    expect(results.status[0]).toBe(Status.Invalid);
    // lowest height under the plane
    expect(results.separation[7]).toBeCloseTo(0.25, 6);
    expect(verify(results).worstError).toBeLessThan(1e-5);
    await engine.close();
  });
});

describe('the pool of heights', () => {
  const fieldOfRows = (rows: number, height: number) =>
    heightField({ rows, columns: 6, spacing: [1, 1], heights: new Float32Array(6 * rows).fill(height) });

  test('a full one is named', async () => {
    const engine = await createEngine({ workers: 0, capacity: { heights: 64 } });
    engine.scene.addShape(fieldOfRows(4, 0));
    expect(messageOf(() => engine.scene.addShape(fieldOfRows(10, 0)))).toBe(
      'scene.addShape: words of height fields: expected at most 80 in all (raise capacity.heights), got 100',
    );
    expect(engine.scene.shapeCount).toBe(1);
    await engine.close();
  });

  test('fields that move in it stay what they are', async () => {
    const engine = await createEngine({ workers: 0, capacity: { heights: 64 } });
    const { scene } = engine;
    const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position: [0.3, 3, 0.2] });
    const [first, second] = [3, 3].map((rows, k) => scene.addShape(fieldOfRows(rows, k)));
    const kept = scene.addCollider(second!, { static: true });
    const list = engine.createPairList(1);
    list.set([kept, ball]);
    const before = columnsOf(engine.distanceSync(list));
    scene.removeShape(first!);
    // holes are closed for it
    const other = scene.addCollider(scene.addShape(fieldOfRows(7, 2)), { static: true });
    expect(columnsOf(engine.distanceSync(list))).toEqual(before);
    list.set([other, ball]);
    expect(engine.distanceSync(list).separation[3]).toBe(0.5);
    await engine.close();
  });
});
