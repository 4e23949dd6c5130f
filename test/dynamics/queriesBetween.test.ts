/** What users ask the engine between steps, and while one runs, is their business: the bodies move on as if nobody had asked. */
import { box, sphere } from 'hullstorm';
import { beforeAll, describe, expect, test } from 'vitest';
import { same } from '../support/mixedScene.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { DT, distance, World } from '../support/world.ts';

const STEPS = 90;
/** Steps of towers that lose their warm starts. */
const LONG = sweep(200, 600);
/** How far a tower of eight crates goes down without warm starts (m), and how it shakes (m/s): 12 cm and 0.5 m/s were seen. */
const SAG = 0.2;
const SHAKE = 1;

async function tower(workers = 0): Promise<{ world: World; ids: number[] }> {
  const world = await World.create({ sleeping: false, workers });
  world.ground();
  const ids = Array.from({ length: 8 }, (_, k) => world.add(box(0.5, 0.5, 0.5), { position: [0, 0.5 + k, 0] }));
  for (let k = 0; k < 30; k++)
    ids.push(world.add(sphere(0.3), { position: [3 + 0.5 * (k % 5), 1 + 0.7 * Math.floor(k / 5), 0.1 * k] }));
  return { world, ids };
}

let want: Uint8Array;
beforeAll(async () => {
  const { world } = await tower();
  world.run(STEPS);
  want = world.bytes();
  await world.engine.close();
});

describe('between steps: the same bytes', () => {
  const asked: [string, (world: World) => unknown][] = [
    ['findPairs with the same margin', ({ engine }) => engine.findPairsSync({ margin: 0.02 })],
    ['intersect on another list', ({ engine }) => engine.intersectSync(otherList(engine))],
    ['contacts on another list', ({ engine }) => engine.contactsSync(otherList(engine), { margin: 0.1 })],
    ['distance on another list', ({ engine }) => engine.distanceSync(otherList(engine))],
    ['overlapSphere', ({ engine }) => engine.overlapSphereSync([0, 1, 0, 2])],
    ['a snapshot', ({ engine }) => engine.scene.writeInstances(new Float32Array(8 * engine.scene.rows))],
  ];
  const lists = new WeakMap<object, import('hullstorm').PairList>();
  function otherList(engine: World['engine']) {
    const list = lists.get(engine) ?? engine.createPairList(16);
    lists.set(engine, list);
    list.set([1, 2, 3, 2, 9, 10, 4, 1]);
    return list;
  }
  test.each(asked)('%s', async (_, ask) => {
    const { world } = await tower();
    world.run(STEPS, () => ask(world));
    expect(same(world.bytes(), want)).toBe(true);
    await world.engine.close();
  });
});

describe('between steps, on engine.pairs', () => {
  /** Asks the contacts of the step's own pairs, some of them in the other order. */
  function askContacts({ engine }: World, isSwapped: (p: number) => boolean): void {
    const { ids, count } = engine.findPairsSync({ margin: 0.02 });
    const pairs = Array.from({ length: count }, (_, p) => [ids[2 * p], ids[2 * p + 1]] as const);
    engine.pairs.set(pairs.flatMap(([a, b], p) => (isSwapped(p) ? [b, a] : [a, b])));
    engine.contactsSync(engine.pairs, { margin: 0.02 });
  }

  test('contacts of pairs in the other order: the same bytes as in their own, impulses go along', async () => {
    const bytes: Uint8Array[] = [];
    for (const part of [0, 0.5, 1]) {
      const { world } = await tower();
      const random = seeded(0x5a9);
      world.run(STEPS, () => askContacts(world, () => random() < part));
      bytes.push(world.bytes());
      await world.engine.close();
    }
    expect(bytes.map((other) => same(other, bytes[0]))).toEqual([true, true, true]);
  });
});

/** What takes the step's own rows: warm starts may be lost, but nothing else may come of it. */
describe('between steps, on engine.pairs: nothing is thrown, the tower stands', () => {
  const asked: [string, (world: World, step: number) => unknown][] = [
    ['intersect: searches start elsewhere then', ({ engine }) => engine.intersectSync()],
    ['distance: they do, too', ({ engine }) => engine.distanceSync()],
    ['contacts, the same margin', ({ engine }) => engine.contactsSync(engine.pairs, { margin: 0.02 })],
    ['contacts, no margin', ({ engine }) => engine.contactsSync(engine.pairs)],
    ['contacts, a wide margin, pairs found', ({ engine }) => engine.contactsSync({ margin: 0.5 })],
    ['now and then', ({ engine }, step) => step % 3 === 0 && engine.contactsSync({ margin: 0.3 })],
    ['findPairs, another margin', ({ engine }, step) => engine.findPairsSync({ margin: step % 2 })],
    ['pairs.set: other pairs in the same rows', ({ engine }) => engine.pairs.set([5, 9, 1, 8, 2, 20, 3, 30])],
    [
      'contacts of pairs in another order',
      ({ engine }) => {
        const ids = engine.pairs.ids.slice(0, 2 * engine.pairs.count);
        engine.pairs.set(ids.subarray(0, ids.length - 2).length > 0 ? [...ids.slice(2), ...ids.slice(0, 2)] : ids);
        engine.contactsSync(engine.pairs, { margin: 0.02 });
      },
    ],
  ];
  test.each(asked)('%s', async (_, ask) => {
    const { world, ids } = await tower();
    let fastest = 0;
    world.run(LONG, (step) => {
      ask(world, step);
      for (const id of ids.slice(0, 8)) fastest = Math.max(fastest, Math.hypot(...world.velocity(id)));
    });
    for (const [k, id] of ids.slice(0, 8).entries())
      expect(distance(world.position(id), [0, 0.5 + k, 0])).toBeLessThan(SAG);
    expect(fastest).toBeLessThan(SHAKE);
    await world.engine.close();
  });
});

test('whoever reads contacts after every step, as engine.contacts is asked without options: eight crates alone keep standing', async () => {
  const world = await World.create({ sleeping: false });
  world.ground();
  const ids = Array.from({ length: 8 }, (_, k) => world.add(box(0.5, 0.5, 0.5), { position: [0, 0.5 + k, 0] }));
  world.run(LONG, () => world.engine.contactsSync(world.engine.pairs));
  for (const [k, id] of ids.entries()) expect(distance(world.position(id), [0, 0.5 + k, 0])).toBeLessThan(0.05);
  await world.engine.close();
});

describe('while a step runs', () => {
  test('queries on other lists wait their turn: the same bytes', async () => {
    const { world } = await tower();
    const list = world.engine.createPairList(8);
    list.set([1, 2, 3, 4]);
    for (let step = 0; step < STEPS; step++) {
      const stepping = world.dynamics.step(DT);
      const answers = [world.engine.distance(list), world.engine.overlapSphere([0, 1, 0, 2])];
      await Promise.all([stepping, ...answers]);
    }
    expect(same(world.bytes(), want)).toBe(true);
    await world.engine.close();
  });

  test('a query on engine.pairs that is under way: the step rejects, and nothing has moved', async () => {
    const { world } = await tower();
    world.run(10);
    const before = world.bytes();
    const asked = world.engine.contacts({ margin: 0.1 });
    await expect(world.dynamics.step(DT)).rejects.toThrow(
      'engine.findPairs: pairs: expected a list that no query is running on, got one that is being queried',
    );
    await asked;
    expect(same(world.bytes(), before)).toBe(true);
    await world.dynamics.step(DT);
    expect(same(world.bytes(), before)).toBe(false);
    await world.engine.close();
  });

  test.each([0, 2])(
    'queries on engine.pairs at any moment of it are answered or refused, and the tower stands, %i workers',
    async (workers) => {
      const { world, ids } = await tower(workers);
      let [isRunning, answered] = [true, 0];
      const tell = (answer: Promise<unknown>) =>
        answer.then(
          () => answered++,
          (error: Error) => {
            expect(error.message).toMatch(
              /expected a list that no query is running on, got one that is being queried$/,
            );
          },
        );
      const breathe = () => new Promise((resolve) => setImmediate(resolve));
      const asking = (async () => {
        for (let k = 0; isRunning; k++) {
          await tell(world.engine.findPairs({ margin: k % 2 }));
          await breathe();
        }
      })();
      let steps = 0;
      for (let k = 0; k < 2000 && steps < STEPS; k++) {
        await tell(world.dynamics.step(DT).then(() => steps++));
        await breathe();
      }
      isRunning = false;
      await asking;
      expect(steps).toBe(STEPS);
      expect(answered).toBeGreaterThan(STEPS);
      for (const [k, id] of ids.slice(0, 8).entries()) {
        expect(distance(world.position(id), [0, 0.5 + k, 0])).toBeLessThan(SAG);
      }
      await world.engine.close();
    },
  );
});
