/**
 * Round shapes through the wide kernel, checked by a slow solver: status, signed distance, witness points, bound; and
 * how many rows it leaves to the scalar kernel.
 */
import { createEngine, type Engine, Status } from 'hullstorm';
import { afterAll, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../oracle/roundBody.ts';
import { checkAnswer, offBody, type Placed, sizeOf, spanError } from '../oracle/roundOracle.ts';
import { seeded } from '../support/random.ts';
import { CLASSES, type RoundPair } from '../support/roundPairs.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x0d15d;
const ROWS = sweep(48, 1000);
/** Part of the size: what the wide kernel promises. */
const CLOSE = 1e-5;
/** Classes of which the bound may stay open: the scalar kernel answers them, as in round.test.ts. */
const RINGS = /^coaxial|^apex/;

const table: Record<string, object> = {};
afterAll(() => {
  if (sweep(false, true)) console.table(table);
});

/** An engine with a list of these pairs. */
async function engineOf(pairs: readonly RoundPair[], workers = 0): Promise<Engine> {
  const count = pairs.length;
  const engine = await createEngine({
    workers,
    kernel: 'simd',
    capacity: { shapes: 2 * count, colliders: 2 * count, pairs: count, vertices: 64 * count, contacts: 1 },
  });
  const { scene } = engine;
  for (const { a, b } of pairs) {
    for (const { body, position, rotation } of [a, b]) {
      scene.rotations.set(rotation, 4 * scene.addCollider(scene.addShape(body.shape), { position }));
    }
  }
  engine.pairs.set(Array.from({ length: 2 * count }, (_, k) => k));
  return engine;
}

/** Pairs of a class, with rotations as the columns hold them. */
function pairsOf(name: string, count: number): RoundPair[] {
  const random = seeded(SEED);
  const rounded = (of: Placed): Placed => ({ ...of, rotation: of.rotation.map(Math.fround) as Quat });
  return Array.from({ length: count }, () => {
    const { a, b } = CLASSES[name]!(random);
    return { a: rounded(a), b: rounded(b) };
  });
}

test.each(Object.keys(CLASSES))(`%s: right within 1e-5 of the size, seed ${SEED}`, async (name) => {
  const random = seeded(SEED);
  const pairs = pairsOf(name, ROWS);
  const engine = await engineOf(pairs);
  const overlaps = Array.from(engine.intersectSync().status);
  const before = engine.info.refined;
  const results = engine.distanceSync();
  const seen = { rows: ROWS, refined: engine.info.refined - before, overlapping: 0, error: 0, bound: 0, witness: 0 };
  for (const [k, { a, b }] of pairs.entries()) {
    const [x, y, z, distance] = results.separation.subarray(4 * k, 4 * k + 4) as unknown as [...Vec3, number];
    const offsetA = results.offsetA.subarray(4 * k, 4 * k + 3);
    const offsetB = results.offsetB.subarray(4 * k, 4 * k + 3);
    const errorBound = results.offsetA[4 * k + 3]!;
    const answer = { distance, normal: [x, y, z], offsetA, offsetB, errorBound };
    const size = sizeOf(a, b);
    const { error, beyondBound, best } = checkAnswer(a, b, answer, random);
    const at = `row ${k}: ${JSON.stringify([a, b])}, distance ${distance}, bound ${errorBound}`;
    expect(results.status[k], at).toBe(distance > 0 ? Status.Separated : Status.Overlapping);
    if (Math.abs(distance) > CLOSE * size) expect(overlaps[k] === Status.Overlapping, at).toBe(distance < 0);
    if (distance <= 0) expect(best, at).toBeLessThan(CLOSE * size);
    expect(beyondBound, at).toBeLessThan(CLOSE);
    expect(spanError(a, b, answer, [x, y, z]) / size, at).toBeLessThan(CLOSE);
    const witness = Math.max(offBody(a, offsetA), offBody(b, offsetB)) / size;
    if (errorBound < CLOSE * size || !RINGS.test(name)) expect(Math.max(error, witness), at).toBeLessThan(CLOSE);
    if (distance <= 0) seen.overlapping++;
    seen.error = Math.max(seen.error, error);
    seen.bound = Math.max(seen.bound, errorBound / size);
    seen.witness = Math.max(seen.witness, witness);
  }
  table[name] = seen;
  await engine.close();
});

test(`random pairs: at most 4 % are left to the scalar kernel, seed ${SEED}`, async () => {
  for (const name of ['random, deep', 'random, anywhere']) {
    const engine = await engineOf(pairsOf(name, 1000));
    for (const query of ['intersect', 'distance'] as const) {
      const before = engine.info.refined;
      if (query === 'intersect') engine.intersectSync();
      else engine.distanceSync();
      expect((engine.info.refined - before) / 1000, `${name}, ${query}`).toBeLessThan(
        query === 'intersect' ? 0.01 : 0.04,
      );
    }
    await engine.close();
  }
});

test('a query on the same poses gives the same bytes again, and with a worker', async () => {
  const pairs = ['random, near', 'random, deep', 'cap on box'].flatMap((name) => pairsOf(name, 300));
  const engines = [await engineOf(pairs), await engineOf(pairs, 1)];
  const bytes = engines.map((engine) =>
    Array.from({ length: 3 }, () => {
      const { status, separation, offsetA, offsetB } = engine.distanceSync();
      return [status, separation, offsetA, offsetB].map((column) => column.slice(0, 4 * pairs.length));
    }),
  );
  for (const engine of engines) await engine.close();
  for (const again of bytes.flat()) expect(again).toEqual(bytes[0]![0]);
});
