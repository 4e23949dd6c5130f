/** Contacts with sensors: no points, touches of overlaps, events, and other rows as without them. */
import { box, type ContactResults, createEngine, type Engine, Status, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { PORTABLE } from '../../support/kernels.ts';
import { fillMixed, SMALL } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0xc0de;
const BODIES = 200;

/** Rows of the results by pair, without indices of other rows. */
function rowsOf(contacts: ContactResults): Map<string, unknown> {
  const { recycled, sensors } = contacts;
  const rows = Array.from({ length: contacts.count }, (_, i) => ({ ...contacts.read(i), recycled: recycled[i] }));
  return new Map(rows.map((row, i) => [`${row.a} ${row.b} ${sensors[i]}`, row]));
}

/** Pairs of events, by name. */
function eventsOf(contacts: ContactResults) {
  const { beganCount, stayedCount, endedCount, began, stayed, endedIds, pairs } = contacts;
  const pairsOf = (rows: Uint32Array, count: number) =>
    [...rows.subarray(0, count)].map((row) => `${pairs.ids[2 * row]} ${pairs.ids[2 * row + 1]}`);
  return {
    began: pairsOf(began, beganCount),
    stayed: pairsOf(stayed, stayedCount),
    ended: Array.from({ length: endedCount }, (_, k) => `${endedIds[2 * k]} ${endedIds[2 * k + 1]}`),
  };
}

async function twoSpheres(options: object = {}): Promise<Engine> {
  const engine = await createEngine({ workers: 0, capacity: SMALL, ...options });
  const ball = engine.scene.addShape(sphere(1));
  engine.scene.addCollider(ball, { sensor: true });
  engine.scene.addCollider(ball, { position: [1.5, 0, 0] });
  return engine;
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test('a row has status, distance and normal, and no points; it touches in overlap alone', async () => {
    const engine = await twoSpheres({ kernel });
    const near = { margin: 0.2, touching: 0.1 };
    const inside = engine.contactsSync(near);
    expect([inside.count, inside.sensors[0], inside.pointCount[0]]).toEqual([1, 1, 0]);
    expect(inside.read(0)).toMatchObject({ status: Status.Overlapping, points: [] });
    expect(inside.distance(0)).toBeCloseTo(-0.5, 6);
    expect(inside.read(0).normal.map((x) => Math.round(x))).toEqual([1, 0, 0]);
    expect(eventsOf(inside).began).toEqual(['0 1']);
    // within `touching`, and apart
    engine.scene.positions[4] = 2.05;
    const apart = engine.contactsSync(near);
    expect([apart.status[0], apart.pointCount[0]]).toEqual([Status.Separated, 0]);
    expect(eventsOf(apart)).toEqual({ began: [], stayed: [], ended: ['0 1'] });
    await engine.close();
  });

  test('the column is 0 again once no sensor is left; a list of any pairs has it, too', async () => {
    const engine = await twoSpheres({ kernel });
    expect(engine.contactsSync().sensors[0]).toBe(1);
    engine.scene.sensors[0] = 0;
    const contacts = engine.contactsSync();
    expect([contacts.sensors[0], contacts.pointCount[0]]).toEqual([0, 1]);
    // two sensors are no candidates, but may be on a list
    engine.scene.sensors.fill(7, 0, 2);
    const list = engine.createPairList(1);
    list.set([1, 0]);
    const listed = engine.contactsSync(list);
    expect([listed.sensors[0], listed.pointCount[0], listed.beganCount]).toEqual([1, 0, 1]);
    await engine.close();
  });

  test.each([0, 1, 3])('rows of others are as without sensors, with recycling, %i workers', async (workers) => {
    const random = seeded(SEED);
    const options = { workers, kernel, capacity: SMALL, tuning: { shareFrom: 0, blockPairs: 16 }, warmUp: false };
    const twins = [await createEngine(options), await createEngine(options)] as const;
    for (const twin of twins) fillMixed(twin, BODIES, SEED);
    const sensors = Array.from({ length: 12 }, (_, k) => BODIES + k);
    const [withSensors, without] = twins;
    const place = () => Array.from({ length: 3 }, () => 7 * random());
    const shape = withSensors.scene.addShape(box(1, 1, 1));
    for (const id of sensors)
      withSensors.scene.addCollider(shape, { sensor: true, static: id % 2 === 0, position: place() });
    let rows = 0;
    let recycled = 0;
    const live = new Set<string>();
    for (let frame = 0; frame < 8; frame++) {
      const query = { margin: 0.05, recycle: 0.01 };
      const contacts = await withSensors.contacts(query);
      const own = rowsOf(contacts);
      const events = eventsOf(contacts);
      const others = rowsOf(await without.contacts(query));
      const ofSensors = [...own].filter(([key]) => key.endsWith('1'));
      for (const [key] of ofSensors) own.delete(key);
      expect(own).toEqual(others);
      rows += ofSensors.length;
      recycled += contacts.recycledCount;
      // each touch begins and ends once
      const isOfSensor = (pair: string) => Number(pair.split(' ')[1]) >= BODIES;
      for (const pair of events.ended.filter(isOfSensor)) expect(live.delete(pair)).toBe(true);
      expect(events.stayed.filter(isOfSensor)).toEqual(
        [...live].filter((pair) => events.stayed.includes(pair)).sort(byIds),
      );
      expect(events.stayed.filter(isOfSensor)).toHaveLength(live.size);
      for (const pair of events.began.filter(isOfSensor)) live.add(pair);
      const touching = ofSensors.filter(([, row]) => (row as { status: number }).status === Status.Overlapping);
      expect(touching).toHaveLength(live.size);
      for (const [, row] of ofSensors) expect((row as { points: unknown[] }).points).toEqual([]);
      for (let id = 0; id < BODIES; id++) {
        const step = frame % 3 === 0 ? 0 : id % 2 === 0 ? 0.0001 : 0.1;
        for (let c = 0; c < 3; c++) {
          const move = step * (random() - 0.5);
          for (const { scene } of twins) scene.positions[4 * id + c]! += move;
        }
      }
    }
    expect(rows).toBeGreaterThan(200);
    expect(recycled).toBeGreaterThan(100);
    for (const twin of twins) await twin.close();
  });
});

function byIds(one: string, other: string): number {
  const [a, b] = one.split(' ').map(Number) as [number, number];
  const [c, d] = other.split(' ').map(Number) as [number, number];
  return a - c || b - d;
}

describe('a removed sensor', () => {
  test('ends its touches; another collider in its row begins others', async () => {
    const engine = await twoSpheres();
    engine.contactsSync();
    engine.scene.removeCollider(0);
    expect(eventsOf(engine.contactsSync())).toEqual({ began: [], stayed: [], ended: ['0 1'] });
    engine.scene.addCollider(0, { sensor: true });
    expect(eventsOf(engine.contactsSync()).began).toEqual(['0 1']);
    engine.scene.removeCollider(0);
    engine.scene.addCollider(0, { sensor: true });
    expect(eventsOf(engine.contactsSync())).toEqual({ began: ['0 1'], stayed: [], ended: ['0 1'] });
    await engine.close();
  });
});
