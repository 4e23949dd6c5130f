/** A contact query that repeats the last one (`repeatEvents`, for steps that ask twice) against one that does not. */
import { type ContactResults, createEngine, type Engine, type PairList, sphere } from 'hullstorm';
import { expect, test } from 'vitest';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const BALLS = 8;
const ROUNDS = sweep(200, 5000);
const SEED = 0xe7e47;

/** @internal methods are not in the package's types. */
type Repeated = ContactResults & { repeatEvents(): void };

const pairName = (ids: Uint32Array, row: number) => `${ids[2 * row]} ${ids[2 * row + 1]}`;

function eventsOf(contacts: ContactResults): string[][] {
  const { beganCount, stayedCount, endedCount, began, stayed, endedIds, pairs } = contacts;
  const named = (rows: Uint32Array, count: number) =>
    [...rows.subarray(0, count)].map((row) => pairName(pairs.ids, row));
  const ended = Array.from({ length: endedCount }, (_, k) => pairName(endedIds, k));
  return [named(began, beganCount), named(stayed, stayedCount), ended.sort()];
}

/** Touching pairs by name, of all pairs of the list. */
function touching(engine: Engine, list: PairList): Set<string> {
  const { status } = engine.intersectSync(list);
  return new Set(
    Array.from({ length: list.count }, (_, p) => p)
      .filter((p) => status[p] === 1)
      .map((p) => pairName(list.ids, p)),
  );
}

test('events are those since the query before the repeated ones', async () => {
  const random = seeded(SEED);
  const engine = await createEngine({
    workers: 0,
    capacity: { shapes: 4, vertices: 16, colliders: BALLS, pairs: 200 },
  });
  const { scene } = engine;
  scene.addColliders(scene.addShape(sphere(1)), BALLS);
  const all = Array.from({ length: BALLS }, (_, a) =>
    Array.from({ length: BALLS - 1 - a }, (_, k) => [a, a + 1 + k]),
  ).flat();
  const list = engine.createPairList(all.length);
  const place = () => {
    for (let id = 0; id < BALLS; id++) for (let c = 0; c < 3; c++) scene.positions[4 * id + c] = 4 * random();
  };
  /** Some of the pairs: others are gone. */
  const choose = () => list.set(all.filter(() => random() < 0.7).flat());
  let before = new Set<string>();
  let repeats = 0;
  for (let round = 0; round < ROUNDS; round++) {
    place();
    choose();
    let contacts = engine.contactsSync(list) as Repeated;
    while (random() < 0.5) {
      contacts.repeatEvents();
      choose();
      contacts = engine.contactsSync(list) as Repeated;
      repeats++;
    }
    const now = touching(engine, list);
    const want = [
      [...now].filter((pair) => !before.has(pair)),
      [...now].filter((pair) => before.has(pair)),
      [...before].filter((pair) => !now.has(pair)).sort(),
    ];
    expect(eventsOf(contacts), `seed ${SEED}, round ${round}`).toEqual(want);
    before = now;
  }
  expect(repeats).toBeGreaterThan(ROUNDS / 2);
  await engine.close();
});
