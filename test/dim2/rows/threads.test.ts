/** Planar queries on any number of workers, synchronous and asynchronous: the same bytes. */
import type { PlanarEngine } from 'hullstorm';
import { expect, test } from 'vitest';
import { fixtureOf, randomBodies } from '../../support/planarFixture.ts';
import { seeded } from '../../support/random.ts';

const COUNT = 700;

/** The bytes of all queries, twice: with and without simplexes to start from. */
async function answersOf(engine: PlanarEngine, isSync: boolean): Promise<Record<string, ArrayBufferView>> {
  const { pairs } = engine;
  const answers: Record<string, ArrayBufferView> = {};
  for (const time of [0, 1]) {
    if (isSync) engine.findPairsSync({ margin: 0.1 });
    else await engine.findPairs({ margin: 0.1 });
    const { count } = pairs;
    answers[`ids ${time}`] = pairs.ids.slice(0, 2 * count);
    const intersect = isSync ? engine.intersectSync() : await engine.intersect();
    answers[`intersect ${time}`] = intersect.status.slice(0, count);
    const distance = isSync ? engine.distanceSync() : await engine.distance();
    for (const column of ['separation', 'offsetA', 'offsetB'] as const) {
      answers[`${column} ${time}`] = distance[column].slice(0, 4 * count);
    }
    answers[`simplex ${time}`] = distance.simplex.slice(0, 8 * count);
    const contacts = isSync ? engine.contactsSync({ margin: 0.1 }) : await engine.contacts({ margin: 0.1 });
    answers[`points ${time}`] = contacts.pointCount.slice(0, count);
    for (let p = 0; p < count; p++) {
      for (let k = 4 * contacts.pointCount[p]; k < 16; k++) contacts.pointsA[16 * p + k] = 0;
    }
    answers[`pointsA ${time}`] = contacts.pointsA.slice(0, 16 * count);
    answers[`features ${time}`] = contacts.features.slice(0, 4 * count);
    answers[`previous ${time}`] = contacts.previous.slice(0, 4 * count);
    answers[`events ${time}`] = Uint32Array.of(contacts.beganCount, contacts.stayedCount, contacts.endedCount);
    for (let id = 0; id < engine.scene.rows; id++) {
      engine.scene.positions[2 * id] += 0.01 * ((id % 7) - 3);
      engine.scene.angles[id] += 0.01 * ((id % 5) - 2);
    }
  }
  return answers;
}

test('the same bytes for 0 to 3 workers, synchronous and asynchronous', async () => {
  const bodies = randomBodies(seeded(9), COUNT, 14);
  const answers: Record<string, ArrayBufferView>[] = [];
  for (const [workers, isSync] of [
    [0, true],
    [0, false],
    [1, true],
    [2, false],
    [3, true],
  ] as const) {
    const tuning = { blockPairs: 16 + workers, shareFrom: 0 };
    const { engine } = await fixtureOf(bodies, { workers, pairs: 40 * COUNT, tuning });
    answers.push(await answersOf(engine, isSync));
    if (workers === 3) expect(engine.info.threads).toBe(4);
    await engine.close();
  }
  const [first, ...others] = answers;
  expect((first['ids 0'] as Uint32Array).length / 2).toBeGreaterThan(900);
  expect((first['events 1'] as Uint32Array)[1]).toBeGreaterThan(100);
  for (const other of others)
    for (const [name, bytes] of Object.entries(first)) expect(other[name], name).toEqual(bytes);
});
