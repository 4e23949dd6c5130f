/** Who began to touch, who stayed, who ended, and where each point was: against bookkeeping by pair, over random walks. */
import { type PairList, Status } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  type ContactEngine,
  type ContactOptions,
  type ContactResults,
  createContactEngine,
} from '../../support/contactApi.ts';
import { type KERNELS, SWEPT_KERNELS } from '../../support/kernels.ts';
import { everyShape } from '../../support/mixedScene.ts';
import type { Random } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xe7e7;
const FRAMES = sweep(40, 100);
const COLLIDERS = 60;
const MARGIN = 0.25;
/** Representable, so that it is clear what touches: as f32 and as f64 the same numbers are up to it. */
const TOUCHING = [0, 0.125, -0.03125];
const SIDE = 3;

async function wanderers(kernel: (typeof KERNELS)[number], random: Random): Promise<ContactEngine> {
  const engine = await createContactEngine({
    workers: 0,
    kernel,
    capacity: { shapes: 24, vertices: 1024, colliders: 80, pairs: 2000 },
  });
  const shapes = everyShape().map((shape) => engine.scene.addShape(shape));
  for (let k = 0; k < COLLIDERS; k++) addOne(engine, shapes, random);
  return engine;
}

function addOne({ scene }: ContactEngine, shapes: readonly number[], random: Random): number {
  return scene.addCollider(shapes[Math.floor(shapes.length * random())], {
    position: [SIDE * random(), SIDE * random(), SIDE * random()],
    rotation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4],
  });
}

function step({ scene }: ContactEngine, random: Random): void {
  const { positions, rotations, rows } = scene;
  for (let row = 0; row < rows; row++) {
    if (random() < 0.3) continue; // some rest
    for (let c = 0; c < 3; c++) positions[4 * row + c] = wrapped(positions[4 * row + c] + 0.12 * (random() - 0.5));
    for (let c = 0; c < 4; c++) rotations[4 * row + c] += 0.1 * (random() - 0.5);
  }
}

function wrapped(x: number): number {
  return Math.min(SIDE, Math.max(0, x));
}

/** A row of the last query, and the ids of its colliders or of its features. */
interface Row {
  readonly row: number;
  readonly ids: readonly number[];
}

/** What is remembered of the last contact query on a list. */
class Book {
  #touched = new Map<string, Row>();
  #features = new Map<string, Row>();
  began = 0;
  stayed = 0;
  ended = 0;
  carried = 0;
  #checks = 0;

  /** Faults of an answer; then it becomes the last one. */
  check(what: string, results: ContactResults, touching: number): string[] {
    const faults: string[] = [];
    const { count, status, separation, pointCount, features, previous, pairs } = results;
    const now = new Map<string, Row>();
    const points = new Map<string, Row>();
    const [began, stayed]: [number[], number[]] = [[], []];
    for (let p = 0; p < count; p++) {
      const [a, b] = [pairs.ids[2 * p], pairs.ids[2 * p + 1]];
      // (a, b) and (b, a) are the same pair, which may stand twice
      let key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      while (points.has(key)) key += ' again';
      const measured = status[p] === Status.Separated || status[p] === Status.Overlapping;
      if (measured && separation[4 * p + 3] <= touching) {
        now.set(key, { row: p, ids: [a, b] });
        (this.#touched.has(key) ? stayed : began).push(p);
      }
      const ids = [...features.subarray(4 * p, 4 * p + pointCount[p])];
      points.set(key, { row: p, ids });
      const before = this.#features.get(key);
      ids.forEach((id, k) => {
        const slot = before ? before.ids.indexOf(id) : -1;
        const want = before && slot >= 0 ? 4 * before.row + slot : -1;
        const got = previous[4 * p + k];
        if (got !== want) faults.push(`${what}, row ${p} (${key}): point ${k} from ${got}, not ${want}`);
        this.carried += Number(want >= 0);
      });
    }
    const gone = [...this.#touched].filter(([key]) => !now.has(key)).map(([, row]) => row);
    gone.sort((one, other) => one.row - other.row);
    // events that nobody asks for are not booked: those of the next query must be right all the same
    if (++this.#checks % 5 !== 0) {
      same('began', began, [...results.began.subarray(0, results.beganCount)]);
      same('stayed', stayed, [...results.stayed.subarray(0, results.stayedCount)]);
      same(
        'ended',
        gone.map(({ row }) => row),
        [...results.ended.subarray(0, results.endedCount)],
      );
      same(
        'ended ids',
        gone.flatMap(({ ids }) => ids),
        [...results.endedIds.subarray(0, 2 * results.endedCount)],
      );
    }
    this.#touched = now;
    this.#features = points;
    this.began += began.length;
    this.stayed += stayed.length;
    this.ended += gone.length;
    return faults;

    function same(name: string, want: readonly number[], got: readonly number[]): void {
      if (`${want}` !== `${got}`) faults.push(`${what}: ${name} ${got}, not ${want}`);
    }
  }

  expectLively(): void {
    expect(this.began).toBeGreaterThan(50);
    expect(this.stayed).toBeGreaterThan(500);
    expect(this.ended).toBeGreaterThan(50);
    expect(this.carried).toBeGreaterThan(500);
  }
}

function optionsOf(frame: number): ContactOptions & { touching: number } {
  return { margin: MARGIN, touching: TOUCHING[Math.floor(frame / 9) % TOUCHING.length] };
}

/** Queries that must not count as a contact query. */
function distract(engine: ContactEngine, list: PairList, random: Random): void {
  if (random() < 0.2) engine.distanceSync(list);
  if (random() < 0.2) engine.intersectSync(list);
}

describe.each(SWEPT_KERNELS)(`kernel %s, ${FRAMES} frames, seed ${SEED}`, (kernel) => {
  test('pairs found by the query; colliders come and go', async () => {
    const random = seeded(SEED);
    const engine = await wanderers(kernel, random);
    const shapes = Array.from({ length: engine.scene.shapeCount }, (_, k) => k);
    const book = new Book();
    const faults: string[] = [];
    const alive = Array.from({ length: COLLIDERS }, (_, id) => id);
    for (let frame = 0; frame < FRAMES; frame++) {
      step(engine, random);
      if (frame % 7 === 3) engine.scene.removeCollider(alive.splice(Math.floor(alive.length * random()), 1)[0]);
      const options = optionsOf(frame);
      faults.push(...book.check(`frame ${frame}`, engine.contactsSync(options), options.touching));
      distract(engine, engine.pairs, random);
      if (frame % 7 === 6) {
        // a new one may get the id of one that is gone: only after a query has seen it gone
        alive.push(addOne(engine, shapes, random));
      }
      // pairs found in between are not what the last contact query was about
      if (random() < 0.2) engine.findPairsSync({ margin: MARGIN + 0.5 * random() });
    }
    await engine.close();
    expect(faults).toEqual([]);
    book.expectLively();
  });

  test('a list of all pairs', async () => {
    const random = seeded(SEED + 1);
    const engine = await wanderers(kernel, random);
    const list = engine.createPairList(1800);
    const ids: number[] = [];
    for (let a = 0; a < COLLIDERS; a++)
      for (let b = a + 1; b < COLLIDERS; b++) ids.push(...(random() < 0.5 ? [a, b] : [b, a]));
    list.set(ids);
    const book = new Book();
    const faults: string[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      step(engine, random);
      const options = optionsOf(frame);
      faults.push(...book.check(`frame ${frame}`, engine.contactsSync(list, options), options.touching));
      distract(engine, list, random);
    }
    await engine.close();
    expect(faults).toEqual([]);
    book.expectLively();
  });

  test('two lists that are set anew, longer and shorter and in another order, now and then twice between queries', async () => {
    const random = seeded(SEED + 2);
    const engine = await wanderers(kernel, random);
    const near: [number, number][] = [];
    for (let a = 0; a < COLLIDERS; a++) for (let b = 0; b < COLLIDERS; b++) if (a !== b) near.push([a, b]);
    const lists = [engine.createPairList(600), engine.createPairList(600)];
    const books = [new Book(), new Book()];
    const chosen = lists.map(() => shuffled(near, random).slice(0, 600));
    /** As they were when they were last asked about: what leaves in between stays away. */
    const asked = lists.map(() => new Set<string>());
    const faults: string[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      step(engine, random);
      lists.forEach((list, l) => {
        if (frame % 3 === l && frame > 0) return; // unchanged, and not asked
        const times = random() < 0.3 ? 2 : random() < 0.3 ? 0 : 1;
        for (let k = 0; k < times || list.count === 0; k++) {
          // most pairs are kept: some leave, some come, and the order changes now and then
          const fresh = shuffled(near, random).slice(0, 40);
          const kept = chosen[l].filter(() => random() < 0.95);
          const keys = new Set(kept.map(String));
          let next = [...kept, ...fresh.filter((pair) => !keys.has(String(pair)) && !asked[l].has(String(pair)))].slice(
            0,
            600,
          );
          if (random() < 0.3) next = shuffled(next, random);
          next = next.map(([a, b]) => (random() < 0.2 ? [b, a] : [a, b]));
          chosen[l] = next;
          list.set(next.flat());
        }
        const options = optionsOf(frame);
        const found = books[l].check(`frame ${frame}, list ${l}`, engine.contactsSync(list, options), options.touching);
        faults.push(...found);
        asked[l] = new Set(chosen[l].map(String));
        distract(engine, list, random);
      });
    }
    await engine.close();
    expect(faults).toEqual([]);
    for (const book of books) {
      expect(book.began).toBeGreaterThan(20);
      expect(book.stayed).toBeGreaterThan(100);
      expect(book.ended).toBeGreaterThan(20);
    }
  });

  test('pairs that leave the list and come back between two queries were there in both', async () => {
    const random = seeded(SEED + 4);
    const engine = await wanderers(kernel, random);
    const book = new Book();
    const faults: string[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      step(engine, random);
      const options = optionsOf(frame);
      faults.push(...book.check(`frame ${frame}`, engine.contactsSync(options), options.touching));
      if (frame % 4 === 3) engine.findPairsSync({ margin: 0.2 * random() });
      if (frame % 10 === 9) engine.pairs.set([]);
    }
    await engine.close();
    expect(faults).toEqual([]);
    book.expectLively();
  });

  test('nothing is carried over a resize, and everything that touched has ended', async () => {
    const random = seeded(SEED + 3);
    const engine = await wanderers(kernel, random);
    const first = engine.contactsSync({ margin: MARGIN });
    const rows = [...first.began.subarray(0, first.beganCount)];
    expect(rows.length).toBeGreaterThan(5);
    engine.pairs.resize(engine.pairs.count);
    const second = engine.contactsSync(engine.pairs, { margin: MARGIN });
    expect([...second.previous.subarray(0, 4)].every((at) => at === -1)).toBe(true);
    for (let p = 0; p < second.count; p++) {
      for (let k = 0; k < second.pointCount[p]; k++) expect(second.previous[4 * p + k]).toBe(-1);
    }
    const third = engine.contactsSync(engine.pairs, { margin: MARGIN });
    expect([third.beganCount, third.endedCount]).toEqual([0, 0]);
    expect([...third.stayed.subarray(0, third.stayedCount)]).toEqual(rows);
    engine.pairs.set([]);
    const last = engine.contactsSync(engine.pairs, { margin: MARGIN });
    expect([...last.ended.subarray(0, last.endedCount)]).toEqual(rows);
    await engine.close();
  });
});

test('after a restore nothing of the scene before has ended, and all that touches has begun to', async () => {
  const engine = await wanderers('scalar', seeded(SEED));
  const before = engine.contactsSync({ margin: MARGIN });
  const rows = [...before.began.subarray(0, before.beganCount)];
  expect(rows.length).toBeGreaterThan(5);
  engine.scene.restore(engine.scene.snapshot());
  const after = engine.contactsSync({ margin: MARGIN });
  expect([after.stayedCount, after.endedCount]).toEqual([0, 0]);
  expect([...after.began.subarray(0, after.beganCount)]).toEqual(rows);
  await engine.close();
});

describe('events asked for late', () => {
  async function touching(): Promise<ContactEngine> {
    const engine = await wanderers('scalar', seeded(SEED));
    engine.contactsSync({ margin: MARGIN });
    return engine;
  }
  const LATE = 'contacts: events: expected to be asked for before the list changes or is queried again';

  test.each<[string, (engine: ContactEngine) => void]>([
    ['after the pairs were found anew', (engine) => engine.findPairsSync({ margin: 0 })],
    ['after the list was set', (engine) => engine.pairs.set([])],
    ['after it was resized', (engine) => engine.pairs.resize(1)],
  ])('%s: an error', async (_, change) => {
    const engine = await touching();
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    change(engine);
    for (const count of ['beganCount', 'stayedCount', 'endedCount'] as const)
      expect(() => results[count]).toThrow(LATE);
    await engine.close();
  });

  test('once asked for they stay until the next query', async () => {
    const engine = await touching();
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    const stayed = [...results.stayed.subarray(0, results.stayedCount)];
    expect(stayed.length).toBeGreaterThan(5);
    engine.pairs.set([]);
    expect([...results.stayed.subarray(0, results.stayedCount)]).toEqual(stayed);
    await engine.close();
  });
});

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const out = [...items];
  for (let k = out.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [out[k], out[other]] = [out[other]!, out[k]!];
  }
  return out;
}
