/** `engine.castPairs`: rows against casts of single pairs, the same bytes on all threads, and refusals. */
import { type CastPairResults, CastStatus, createEngine, type Engine, halfSpace, QueryError, sphere } from 'hullstorm';
import { castShape, createCastHit } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cast, dying } from '../../support/deaths.ts';
import { everyShape, fillMixed, randomPairs, SMALL } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';

const COLLIDERS = 200;
const PAIRS = 600;
const SEED = 0xca57;

/** Motions of all colliders: a third of them without a turn, a third at rest. */
function randomMotions(seed: number): Float64Array {
  const random = seeded(seed);
  const motions = new Float64Array(8 * COLLIDERS);
  for (let k = 0; k < COLLIDERS; k++) {
    for (let c = 0; c < 3; c++) {
      motions[8 * k + c] = k % 3 === 2 ? 0 : 3 * (random() - 0.5);
      motions[8 * k + 4 + c] = k % 3 === 0 ? 4 * (random() - 0.5) : 0;
    }
  }
  return motions;
}

function bytesOf({ status, t, normals, offsetsA, offsetsB, count }: CastPairResults): Uint8Array {
  const columns = [status.subarray(0, count), t.subarray(0, count)];
  const vectors = [normals, offsetsA, offsetsB].map((column) => column.subarray(0, 4 * count));
  const parts = [...columns, ...vectors].map((c) => Buffer.from(c.buffer, c.byteOffset, c.byteLength));
  return new Uint8Array(Buffer.concat(parts));
}

async function mixedEngine(workers: number, options: object = {}): Promise<Engine> {
  const tuning = { shareFrom: 0 };
  const engine = await createEngine({ workers, capacity: SMALL, tuning, warmUp: false, ...options });
  fillMixed(engine, COLLIDERS, SEED);
  engine.pairs.set(randomPairs(COLLIDERS, PAIRS, SEED));
  return engine;
}

describe('one engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await mixedEngine(1);
  });
  afterAll(() => engine.close());

  test('each row is the cast of its pair', async () => {
    const motions = randomMotions(1);
    const { scene, pairs } = engine;
    const found = await engine.castPairs(pairs, motions, { skin: 0.01 });
    const shapes = everyShape();
    const out = createCastHit();
    const counts = [0, 0, 0, 0, 0];
    for (let k = 0; k < PAIRS; k++) {
      const [a, b] = [pairs.ids[2 * k]!, pairs.ids[2 * k + 1]!];
      // ids decide which body is the first one of a cast
      const [first, second] = a < b ? [a, b] : [b, a];
      const pose = (id: number) => ({
        position: scene.positions.slice(4 * id, 4 * id + 3),
        rotation: scene.rotations.slice(4 * id, 4 * id + 4),
      });
      const motion = (id: number) => ({
        move: motions.subarray(8 * id, 8 * id + 3),
        turn: motions.subarray(8 * id + 4, 8 * id + 7),
      });
      const [one, two] = [shapes[scene.shapes[first]!]!, shapes[scene.shapes[second]!]!];
      castShape(one, pose(first), motion(first), two, pose(second), motion(second), out, { skin: 0.01 });
      counts[out.status]!++;
      expect([found.status[k], found.t[k]], `row ${k}`).toEqual([out.status, out.t]);
      if (out.status === CastStatus.Free) {
        expect(Number.isNaN(found.normals[4 * k])).toBe(true);
        continue;
      }
      const sign = a < b ? 1 : -1;
      const [onA, onB] = a < b ? [out.offsetA, out.offsetB] : [out.offsetB, out.offsetA];
      for (let c = 0; c < 3; c++) {
        expect(found.normals[4 * k + c]! + 0).toBe(Math.fround(sign * out.normal[c]!) + 0);
        expect(found.offsetsA[4 * k + c]! + 0).toBe(Math.fround(onA[c]!) + 0);
        expect(found.offsetsB[4 * k + c]! + 0).toBe(Math.fround(onB[c]!) + 0);
      }
      expect(found.normals[4 * k + 3]).toBe(Math.fround(out.distance));
    }
    expect(counts[CastStatus.Hit]).toBeGreaterThan(20);
    expect(counts[CastStatus.Free]).toBeGreaterThan(20);
    expect(counts[CastStatus.StartsTouching]).toBeGreaterThan(20);
    expect(counts[CastStatus.Unresolved]).toBe(0);
  });

  test('read gives points in the world at t, `distance` apart along the normal', () => {
    const found = engine.castPairsSync(engine.pairs, randomMotions(2));
    let hits = 0;
    for (let k = 0; k < PAIRS; k++) {
      const { status, distance, normal, pointA, pointB, t, a, b } = found.read(k);
      expect([a, b]).toEqual([...engine.pairs.ids.subarray(2 * k, 2 * k + 2)]);
      expect(t).toBe(found.t[k]);
      if (status !== CastStatus.Hit) continue;
      hits++;
      for (let c = 0; c < 3; c++) expect(Math.abs(pointB[c]! - pointA[c]! - distance * normal[c]!)).toBeLessThan(1e-5);
    }
    expect(hits).toBeGreaterThan(20);
    expect(() => found.read(PAIRS)).toThrow(QueryError);
  });

  test('(a, b) and (b, a) have mirrored results, to the bit', () => {
    const list = engine.createPairList(2);
    const motions = randomMotions(3);
    for (let k = 0; k < 40; k++) {
      const [a, b] = [engine.pairs.ids[2 * k]!, engine.pairs.ids[2 * k + 1]!];
      list.set([a, b, b, a]);
      const { status, t, normals, offsetsA, offsetsB } = engine.castPairsSync(list, motions);
      expect([status[1], t[1], normals[7]]).toEqual([status[0], t[0], normals[3]]);
      for (let c = 0; c < 3; c++) {
        expect(normals[4 + c]).toEqual(-normals[c]!);
        expect([offsetsA[4 + c], offsetsB[4 + c]]).toEqual([offsetsB[c], offsetsA[c]]);
      }
    }
  });

  test('bad rows are invalid, the others are not', () => {
    const motions = randomMotions(4);
    const [a, b] = [engine.pairs.ids[0]!, engine.pairs.ids[1]!];
    motions[8 * a + 4] = Number.NaN;
    const nan = engine.castPairsSync(engine.pairs, motions);
    const invalid = () => [...nan.status.subarray(0, PAIRS)].filter((s) => s === CastStatus.Invalid).length;
    expect([nan.status[0], nan.t[0]]).toEqual([CastStatus.Invalid, Number.NaN]);
    expect(invalid()).toBeLessThan(PAIRS / 4);
    motions[8 * a + 4] = 65;
    engine.castPairsSync(engine.pairs, motions);
    expect(nan.status[0]).toBe(CastStatus.Invalid);
    motions[8 * a + 4] = 0;
    engine.castPairsSync(engine.pairs, motions);
    expect(nan.status[0]).not.toBe(CastStatus.Invalid);
    const before = engine.scene.rotations.slice(4 * b, 4 * b + 4);
    engine.scene.rotations.fill(0, 4 * b, 4 * b + 4);
    engine.castPairsSync(engine.pairs, motions);
    expect(nan.status[0]).toBe(CastStatus.Invalid);
    engine.scene.rotations.set(before, 4 * b);
  });

  test('refusals name what was expected', async () => {
    const { pairs } = engine;
    const messageOf = (act: () => unknown) => {
      try {
        act();
      } catch (cause) {
        return (cause as Error).message;
      }
      return 'none';
    };
    const motions = randomMotions(5);
    expect(messageOf(() => engine.castPairsSync(pairs, new Float64Array(8)))).toBe(
      'engine.castPairsSync: motions: expected 8 numbers per collider: move x y z –, turn x y z –, of 200 colliders, got 8 numbers',
    );
    expect(messageOf(() => engine.castPairsSync(pairs, motions, { skin: -1 }))).toBe(
      'engine.castPairsSync: skin: expected a finite number ≥ 0 (m), got -1',
    );
    expect(messageOf(() => engine.castPairsSync(pairs, motions, { mask: 1 } as never))).toMatch(
      'engine.castPairsSync: options: expected skin, tolerance, leaving, pivots, got the unknown option `mask`',
    );
    const running = engine.castPairs(pairs, motions);
    await expect(engine.castPairs(pairs, motions)).rejects.toThrow(QueryError);
    await running;
    await expect(engine.castPairs(pairs, motions)).resolves.toBeDefined();
  });
});

test('half-spaces: a plane that moves meets a ball; one that turns, and two of them, are invalid', async () => {
  const engine = await createEngine({ workers: 0, capacity: SMALL });
  const { scene } = engine;
  const plane = scene.addShape(halfSpace());
  const ground = scene.addCollider(plane, { static: true });
  const wall = scene.addCollider(plane, { static: true, rotation: [0, 0, 1, 1] });
  const ball = scene.addCollider(scene.addShape(sphere(1)), { position: [0, 5, 0] });
  const motions = new Float64Array(24);
  motions[8 * ball + 1] = -6;
  motions[8 * ground + 1] = 2;
  motions[8 * ball + 4] = 3;
  engine.pairs.set([ground, ball, ground, wall]);
  const { status, t } = engine.castPairsSync(engine.pairs, motions);
  expect([...status.subarray(0, 2)]).toEqual([CastStatus.Hit, CastStatus.Invalid]);
  expect(t[0]).toBeCloseTo(0.5, 6);
  motions[8 * ground + 4] = 1;
  expect(engine.castPairsSync(engine.pairs, motions).status[0]).toBe(CastStatus.Invalid);
  await engine.close();
});

test('a list longer than capacity.casts, and a planar scene, are refused', async () => {
  const engine = await createEngine({ workers: 0, capacity: { ...SMALL, casts: 1 } });
  const shape = engine.scene.addShape(sphere(1));
  for (let k = 0; k < 3; k++) engine.scene.addCollider(shape, { position: [3 * k, 0, 0] });
  engine.pairs.set([0, 1, 1, 2]);
  expect(() => engine.castPairsSync(engine.pairs, new Float64Array(24))).toThrow(
    'engine.castPairsSync: pairs: expected at most 1 (raise capacity.casts), got 2',
  );
  await expect(engine.castPairs(engine.pairs, new Float64Array(24))).rejects.toThrow('raise capacity.casts');
  // the list is free again
  engine.pairs.set([0, 1]);
  expect(engine.castPairsSync(engine.pairs, new Float64Array(24)).status[0]).toBe(CastStatus.Free);
  await engine.close();
});

test('the same bytes for 0 to 3 workers, by both kernels, and if a worker dies', async () => {
  const expected: Uint8Array[] = [];
  const ask = async (engine: Engine) => {
    const answers: Uint8Array[] = [];
    answers.push(bytesOf(await engine.castPairs(engine.pairs, randomMotions(6), { skin: 0.02, leaving: true })));
    answers.push(bytesOf(engine.castPairsSync(engine.pairs, randomMotions(7), { tolerance: 1e-5 })));
    await engine.close();
    return answers;
  };
  expected.push(...(await ask(await mixedEngine(0))));
  for (const workers of [1, 2, 3]) {
    const found = await ask(await mixedEngine(workers));
    expect(found.map((bytes, k) => Buffer.compare(bytes, expected[k]!))).toEqual([0, 0]);
  }
  const scalar = await ask(await mixedEngine(0, { kernel: 'scalar' }));
  expect(scalar.map((bytes, k) => Buffer.compare(bytes, expected[k]!))).toEqual([0, 0]);
  const { createWorker } = cast([dying({ moment: 'computed', block: 2, how: 'exit' })]);
  const found = await ask(await mixedEngine(1, { createWorker }));
  expect(found.map((bytes, k) => Buffer.compare(bytes, expected[k]!))).toEqual([0, 0]);
});
