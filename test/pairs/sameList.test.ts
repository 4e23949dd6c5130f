/** `pairs.set` with the rows that the list has already: the same as no call, but that the rows are checked. */
import { box, createEngine, type Engine, sphere } from 'hullstorm';
import { expect, test } from 'vitest';
import { between, seeded } from '../../scenes/random.ts';

const SEED = 0x5a3e;
const BODIES = 40;
const PAIRS = 150;
const FRAMES = 4;

async function open(): Promise<{ engine: Engine; ids: number[]; move: () => void }> {
  const engine = await createEngine({ workers: 0, capacity: { colliders: BODIES, pairs: PAIRS, contacts: PAIRS } });
  const random = seeded(SEED);
  const shapes = [engine.scene.addShape(box(0.4, 0.3, 0.5)), engine.scene.addShape(sphere(0.4))];
  for (let k = 0; k < BODIES; k++) {
    engine.scene.addCollider(shapes[k % 2], { position: [0, 1, 2].map(() => between(random, -1, 1)) });
  }
  const ids = Array.from({ length: PAIRS }, () => {
    const a = Math.trunc(random() * BODIES);
    return [a, (a + 1 + Math.trunc(random() * (BODIES - 1))) % BODIES];
  }).flat();
  const { positions } = engine.scene;
  const move = () => positions.set(positions.map((x) => x + between(random, -0.01, 0.01)));
  return { engine, ids, move };
}

/** All results of some frames; `set` is called before each query. */
async function resultsOf(set: (engine: Engine, ids: number[]) => void): Promise<unknown[]> {
  const { engine, ids, move } = await open();
  engine.pairs.set(ids);
  const results: unknown[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    move();
    set(engine, ids);
    const distances = engine.distanceSync(engine.pairs, { depth: true });
    const rows = Array.from({ length: PAIRS }, (_, p) => distances.read(p));
    set(engine, ids);
    const contacts = engine.contactsSync(engine.pairs, { margin: 0.05 });
    results.push(
      rows,
      Array.from({ length: PAIRS }, (_, p) => contacts.read(p)),
      [...engine.pairs.carried],
    );
    results.push([...contacts.began], [...contacts.ended]);
  }
  await engine.close();
  return results;
}

test('results, events and carried rows are those of a list that is never set again', async () => {
  const want = await resultsOf(({ pairs }) => pairs.carried.set(pairs.carried.map((_, p) => p)));
  expect(await resultsOf(({ pairs }, ids) => pairs.set(ids))).toEqual(want);
  expect(await resultsOf(({ pairs }, ids) => pairs.set(Uint32Array.from(ids)))).toEqual(want);
  expect(await resultsOf(({ pairs }) => pairs.set(pairs.ids.subarray(0, 2 * PAIRS)))).toEqual(want);
});

test('rows that are legal no more are an error', async () => {
  const { engine, ids } = await open();
  const { pairs, scene } = engine;
  pairs.set(ids);
  const [id] = ids;
  scene.removeCollider(id);
  expect(() => pairs.set(ids)).toThrow(`pairs.set: ids[0]: expected a live collider, got ${id}, which was removed`);
  for (const bad of [
    [3, 3],
    [1, BODIES],
    [2, 0xffff_ffff],
  ]) {
    pairs.ids.set(bad);
    expect(() => pairs.set(pairs.ids.subarray(0, 2 * pairs.count))).toThrow('pairs.set: ids');
  }
  await engine.close();
  expect(() => pairs.set(ids)).toThrow('pairs.set');
});

test('values that are no lists, and lists of other lengths, are checked as ever', async () => {
  const { engine, ids } = await open();
  const { pairs } = engine;
  pairs.set(ids);
  const nothing = undefined as unknown as number[];
  expect(() => pairs.set(nothing)).toThrow('two collider ids per pair');
  expect(() => pairs.set(ids.slice(1))).toThrow('two collider ids per pair');
  expect(pairs.count).toBe(PAIRS);
  pairs.set(ids.slice(2));
  expect(pairs.count).toBe(PAIRS - 1);
  expect(pairs.carried[0]).toBe(1);
  pairs.set([]);
  expect(pairs.count).toBe(0);
  pairs.set([]);
  expect(pairs.count).toBe(0);
  await engine.close();
});
