import { createEngine, type Engine } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillMixed } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';

const BODIES = 3000;
const CAPACITY = { shapes: 32, vertices: 2048, colliders: BODIES + 64, pairs: 60_000 };
/** Blocks for all threads, always. */
const TUNING = { shareFrom: 0 };

describe('findPairs gives the same bytes for every number of workers', () => {
  let engines: Engine[];

  beforeAll(async () => {
    engines = await Promise.all(
      [0, 1, 2].map((workers) => createEngine({ workers, capacity: CAPACITY, tuning: TUNING })),
    );
    for (const engine of engines) fillMixed(engine, BODIES, 0xf1d);
  });
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  /** What a call left behind. */
  const bytesOf = ({ pairs, info }: Engine) => ({
    count: pairs.count,
    ids: Buffer.from(pairs.ids.slice(0, 2 * pairs.count).buffer).toString('base64'),
    carried: Buffer.from(pairs.carried.slice(0, pairs.count).buffer).toString('base64'),
    invalid: info.invalidColliders,
  });

  test('through motion, jumps, comings and goings, with queries between (seed 0x7e4d)', async () => {
    const histories: unknown[] = [];
    for (const [k, engine] of engines.entries()) {
      const random = seeded(0x7e4d);
      const { scene } = engine;
      const history: unknown[] = [];
      for (let frame = 0; frame < 40; frame++) {
        const margin = frame % 11 === 10 ? 0.2 : 0.05;
        // the one without workers is always the same; the others take turns
        if ((frame + k) % 2 === 0) await engine.findPairs({ margin });
        else engine.findPairsSync({ margin });
        history.push(bytesOf(engine));
        if (frame % 5 === 4) {
          const { simplex, separation } = engine.distanceSync();
          const rows = engine.pairs.count;
          history.push(Buffer.from(simplex.slice(0, 8 * rows).buffer).toString('base64'));
          history.push(Buffer.from(separation.slice(0, 4 * rows).buffer).toString('base64'));
        }
        const step = frame % 13 === 12 ? 0.8 : 0.01;
        for (let id = 0; id < scene.rows; id++) {
          for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += step * (random() - 0.5);
        }
        for (let jump = 0; jump < 20; jump++) {
          const id = Math.floor(BODIES * random());
          const to = Math.floor(BODIES * random());
          scene.positions.copyWithin(4 * id, 4 * to, 4 * to + 4);
          if (jump === 3) scene.positions[4 * id] = frame % 2 === 0 ? Number.NaN : 1;
        }
        if (frame % 3 === 1) scene.removeCollider(frame);
        if (frame % 3 === 2) scene.addCollider(frame % 12, { position: [random(), random(), random()] });
      }
      histories.push(history);
    }
    expect(histories[1]).toEqual(histories[0]);
    expect(histories[2]).toEqual(histories[0]);
  });

  test('a list that does not fit: rejected, and as it was', async () => {
    for (const engine of engines) {
      const { scene, pairs } = engine;
      await engine.findPairs({ margin: 0.05 });
      const before = bytesOf(engine);
      const positions = scene.positions.slice();
      scene.positions.fill(0);
      await expect(engine.findPairs()).rejects.toThrow(
        /^engine\.findPairs: pairs: expected at most 60000 \(raise capacity\.pairs, or the capacity of this list\), got \d+$/,
      );
      expect(bytesOf(engine)).toEqual({ ...before, invalid: 0 });
      scene.positions.set(positions);
      engine.findPairsSync({ margin: 0.05 });
      expect(bytesOf(engine).ids).toEqual(before.ids);
      expect([...pairs.carried.subarray(0, pairs.count)]).toEqual(Array.from({ length: pairs.count }, (_, p) => p));
    }
  });
});
