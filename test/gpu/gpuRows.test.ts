/** What queries on a GPU read, write and keep: on a fake device, whose shaders are functions. */
import { describe, expect, test } from 'vitest';
import { Status } from '../../src/index.node.ts';
import { box, sphere } from '../../src/publicApi.ts';
import type { FakeDevice } from '../support/fakeGpu.ts';
import { seeded } from '../support/random.ts';
import { fakeEngine, fillRoom, flagsOf, moveAll } from './fakeEngines.ts';

/** Leaves every 50th row to the threads: not those of the self-test, so that the device passes it. */
function leaving() {
  let leaves = false;
  return {
    kind: {
      verdict: (verdict: number, row: number) => (leaves && row % 50 === 7 ? 253 + ((row / 50) & 1) * 2 : verdict),
    },
    begin() {
      leaves = true;
    },
  };
}

describe('results', () => {
  test.each(['all', 'separation', 'status'] as const)("read: '%s' gives the columns of the kernel", async (read) => {
    const rows = leaving();
    const { engine } = await fakeEngine([rows.kind]);
    rows.begin();
    fillRoom(engine);
    const gaps = await engine.distance(engine.pairs, { read, maxDistance: 0.5 });
    expect(engine.info.lastQuery).toEqual({ on: 'gpu', rows: 1000, left: 20, why: undefined });
    const flags = flagsOf(gaps);
    expect(new Set(flags)).toEqual(new Set([Status.Separated, Status.Overlapping, Status.BeyondMaxDistance]));
    const apart = read === 'status' ? undefined : gaps.separation.slice(0, 4000);
    if (read !== 'all') {
      expect(() => gaps.offsetA).toThrow(
        `results.offsetA: expected a column that was read, got read: '${read}' (await results.load('offsetA'))`,
      );
      expect(() => gaps.simplex).toThrow('results.simplex: expected a column that was read');
      expect(() => gaps.read(0)).toThrow('expected a column that was read');
    }
    const again = engine.distanceSync(engine.pairs, { maxDistance: 0.5 });
    expect(flags).toEqual(flagsOf(again));
    for (let row = 0; row < 1000; row++) {
      if (!apart || flags[row] === Status.BeyondMaxDistance) continue;
      expect(Math.abs(apart[4 * row + 3]! - again.separation[4 * row + 3]!)).toBeLessThan(1e-5);
    }
  });

  test('rows that are left are on the GPU, too', async () => {
    const rows = leaving();
    const { engine } = await fakeEngine([rows.kind]);
    rows.begin();
    fillRoom(engine);
    const gaps = await engine.distance();
    const { status, separation, offsetA, offsetB, simplex } = gaps.gpu!;
    const bytesOf = (column: typeof status) => (column!.buffer as unknown as { bytes: Uint8Array }).bytes;
    for (const [column, bytes] of [
      [separation, 16],
      [offsetA, 16],
      [offsetB, 16],
      [simplex, 16],
      [status, 1],
    ] as const) {
      expect(column).toMatchObject({ offset: 0, size: 1000 * bytes, stride: bytes });
    }
    const same = (column: typeof status, own: Uint8Array | Float32Array | Uint16Array) =>
      expect(bytesOf(column).slice(0, column!.size)).toEqual(
        new Uint8Array(own.buffer, own.byteOffset, column!.size).slice(),
      );
    same(status, gaps.status);
    same(separation, gaps.separation);
    same(offsetA, gaps.offsetA);
    same(offsetB, gaps.offsetB);
    same(simplex, gaps.simplex);
    const hits = await engine.intersect();
    same(hits.gpu!.status, hits.status);
    expect(Object.keys(hits.gpu!)).toEqual(['status', 'ids', 'poses']);
  });

  test('a row of a list on which nothing is left runs no stage of the threads', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    await engine.intersect();
    expect(engine.info.lastQuery?.left).toBe(0);
  });

  test('rows that no collider has, or one that is not sound, are Invalid', async () => {
    const { engine } = await fakeEngine();
    const ids = fillRoom(engine);
    const { scene, pairs } = engine;
    const bad = [0, 1, 2, 3, 4, 5];
    scene.positions[4 * 90] = Number.NaN;
    scene.positions[4 * 91 + 1] = Number.NEGATIVE_INFINITY;
    scene.rotations.fill(0, 4 * 92, 4 * 93);
    scene.rotations[4 * 93 + 3] = Number.NaN;
    scene.positions[4 * 94 + 2] = 1e30;
    scene.removeCollider(95);
    pairs.ids.set(ids);
    pairs.ids.set(bad.flatMap((k) => [90 + k, 1]));
    pairs.ids.set([2 ** 32 - 1, 1, 100, 1, 5, 5], 12);
    pairs.resize(1000);
    for (const query of ['intersect', 'distance'] as const) {
      const flags = flagsOf(await engine[query]());
      expect(engine.info.lastQuery?.on).toBe('gpu');
      // the fifth is 1e30 m from the other one
      expect(flags.slice(0, 9)).toEqual([4, 4, 4, 4, 0, 4, 4, 4, 4]);
      const sync = query === 'intersect' ? engine.intersectSync() : engine.distanceSync();
      expect(flags).toEqual(flagsOf(sync));
    }
  });

  test.each([1, 2, 63, 64, 65, 255, 256, 257, 1000])('%i rows', async (count) => {
    const { engine } = await fakeEngine();
    const ids = fillRoom(engine);
    engine.pairs.set(ids.subarray(0, 2 * count));
    const flags = flagsOf(await engine.intersect());
    expect(engine.info.lastQuery).toMatchObject({ on: 'gpu', rows: count });
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });
});

describe('load', () => {
  test('fills a column, of the query that has run', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    const { status, separation, offsetA, offsetB, simplex } = await engine.distance();
    const all = [status, separation, offsetA, offsetB, simplex].map((column) => column.slice());
    const gaps = await engine.distance(engine.pairs, { read: 'none' });
    const names = ['status', 'separation', 'offsetA', 'offsetB', 'simplex'] as const;
    for (const [k, name] of names.entries()) {
      expect(await gaps.load(name)).toEqual(all[k]);
      expect(gaps[name]).toEqual(all[k]);
    }
  });

  test('refuses other names, earlier results, and a list that is being queried', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    const gaps = await engine.distance(engine.pairs, { read: 'none' });
    await expect(gaps.load('normal' as never)).rejects.toThrow(
      "results.load: column: expected 'status', 'separation', 'offsetA', 'offsetB', 'simplex', got 'normal'",
    );
    const next = engine.distance(engine.pairs, { read: 'none' });
    await expect(gaps.load('offsetA')).rejects.toThrow('expected a list that no query is running on');
    await next;
    const hits = await engine.intersect(engine.pairs, { read: 'none' });
    await expect(gaps.load('offsetA')).rejects.toThrow(
      'results.load: expected results of the last query on the list, got those of an earlier one',
    );
    await expect(hits.load('separation' as never)).rejects.toThrow("column: expected 'status', got 'separation'");
    expect(() => hits.status).toThrow("got read: 'none' (await results.load('status'))");
    expect(flagsOf({ status: await hits.load('status'), count: 1000 })).toEqual(flagsOf(engine.intersectSync()));
    await engine.close();
    await expect(hits.load('status')).rejects.toThrow('expected an open engine');
  });

  test('columns of a query of the threads are there', async () => {
    const { engine } = await fakeEngine([{ isMissing: true }]);
    fillRoom(engine);
    const gaps = await engine.distance(engine.pairs, { read: 'status' });
    expect(gaps.gpu).toBeUndefined();
    expect(() => gaps.offsetA).toThrow("got read: 'status' (await results.load('offsetA'))");
    const offsets = await gaps.load('offsetA');
    expect(offsets).toBe(gaps.offsetA);
    expect(offsets).toEqual(engine.distanceSync().offsetA);
  });
});

describe('poses', () => {
  const written = async (device: FakeDevice, act: () => Promise<unknown>) => {
    const before = device.written;
    await act();
    return device.written - before;
  };

  test('moved: those colliders alone go up', async () => {
    const { engine, fake } = await fakeEngine();
    fillRoom(engine);
    const [device] = fake.devices;
    await engine.intersect();
    const all = await written(device!, () => engine.intersect());
    expect(all).toBe(48 * 100);
    const random = seeded(2);
    moveAll(engine, random);
    const kept = engine.scene.positions.slice();
    await engine.intersect();
    for (let id = 10; id < 20; id++) engine.scene.positions.set([random(), random(), random()], 4 * id);
    expect(await written(device!, () => engine.intersect(engine.pairs, { moved: [10, 20] }))).toBe(480);
    const flags = flagsOf(await engine.intersect(engine.pairs, { moved: [5, 5] }));
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
    expect(engine.scene.positions).not.toEqual(kept);
    expect(await written(device!, () => engine.intersect(engine.pairs, { moved: [0, 0] }))).toBe(0);
  });

  test('what queries of the threads have not written goes up later', async () => {
    const { engine } = await fakeEngine();
    const list = engine.createPairList(8);
    fillRoom(engine);
    await engine.intersect();
    list.set([0, 1]);
    const { scene } = engine;
    scene.setShape(1, scene.addShape(sphere(0.3)));
    scene.positions.set([50, 50, 50], 0);
    await engine.intersect(list, { moved: [0, 1] });
    expect(engine.info.lastQuery?.on).toBe('simd');
    scene.setShape(1, 0);
    const flags = flagsOf(await engine.intersect(engine.pairs, { moved: [3, 3] }));
    expect(engine.info.lastQuery?.on).toBe('gpu');
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test('colliders that come, go, or change their size', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    const { scene, pairs } = engine;
    await engine.intersect();
    scene.setShape(0, scene.addShape(box(5, 5, 5)));
    scene.removeCollider(1);
    for (let k = 0; k < 30; k++) scene.addCollider(0, { position: [k / 10, 1, 1] });
    const ids = [...pairs.ids.slice(0, 200), 0, 110, 0, 111, 112, 113];
    pairs.ids.set(ids);
    pairs.resize(103);
    const flags = flagsOf(await engine.intersect());
    expect(engine.info.lastQuery?.on).toBe('gpu');
    expect(flags.slice(100)).toEqual([1, 1, 1]);
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test('poses: those of the buffer, if it is one of the device', async () => {
    const { engine, fake } = await fakeEngine();
    fillRoom(engine);
    const [device] = fake.devices;
    await engine.intersect();
    const flags = flagsOf(await engine.intersect());
    const own = device!.createBuffer({ size: 64 * 100, usage: 128 | 8 });
    const bytes = await written(device!, () => engine.intersect(engine.pairs, { poses: own as never }));
    // the buffer is empty: no row is a box, and the threads compute all of them
    expect(bytes).toBe(80 * 1000);
    expect(engine.info.lastQuery).toMatchObject({ on: 'gpu', left: 1000 });
    expect(flagsOf(engine.intersectSync())).toEqual(flags);
    const other = await fakeEngine();
    const refused: readonly (readonly [unknown, string])[] = [
      [
        other.fake.devices[0]!.createBuffer({ size: 6400, usage: 128 }),
        "a buffer of the engine's device, got an error",
      ],
      [device!.createBuffer({ size: 6300, usage: 128 }), 'a buffer of 6400 bytes, got 6300'],
      [device!.createBuffer({ size: 6400, usage: 8 }), 'a buffer with the usage STORAGE, got one without it'],
      [{ ...own, mapState: 'mapped' }, 'a buffer that is not mapped, got mapped'],
      [5, 'a GPUBuffer, got 5'],
      [{}, 'a GPUBuffer, got an object'],
    ];
    for (const [poses, message] of refused) {
      await expect(engine.intersect(engine.pairs, { poses: poses as never })).rejects.toThrow(
        `poses: expected ${message}`,
      );
    }
    const gone = device!.createBuffer({ size: 6400, usage: 128 });
    gone.destroy();
    await expect(engine.distance(engine.pairs, { poses: gone as never })).rejects.toThrow(
      'engine.distance: poses: expected a buffer that can be read, got an error: a destroyed buffer',
    );
    await engine.intersect();
    expect(engine.info).toMatchObject({ fallbacks: [], lastQuery: { on: 'gpu' } });
  });
});

describe('options', () => {
  test.each([
    [{ read: 'everything' }, "read: expected 'all', 'separation', 'status' or 'none', got 'everything'"],
    [{ moved: [3, 2] }, 'moved: expected two integers ≥ 0 in order: [begin, end), got [3, 2]'],
    [{ moved: [0.5, 2] }, 'moved: expected two integers ≥ 0 in order: [begin, end), got [0.5, 2]'],
    [{ moved: [-1, 2] }, 'got [-1, 2]'],
    [{ moved: [1] }, 'moved: expected two integers ≥ 0 in order: [begin, end), got 1 numbers'],
    [{ moved: 7 }, 'moved: expected'],
    [{ poses: null }, 'poses: expected a GPUBuffer, got null'],
    [{ reed: 'all' }, 'did you mean `read`?'],
  ])('%o is refused', async (options, message) => {
    const { engine } = await fakeEngine([{ isMissing: true }]);
    fillRoom(engine);
    await expect(engine.intersect(engine.pairs, options as never)).rejects.toThrow(message);
    await expect(engine.distance(engine.pairs, options as never)).rejects.toThrow(message);
    expect(() => engine.intersectSync(engine.pairs, options as never)).toThrow(message);
  });

  test.each([
    [{ gpu: 1 }, "createEngine: gpu: expected true, false, 'required' or a GPUDevice, got 1"],
    [{ gpu: 'yes' }, "got 'yes'"],
    [{ gpu: {} }, 'got an object'],
    [{ tuning: { gpuFrom: -1 } }, 'createEngine: tuning.gpuFrom: expected an integer in 0..2147483647, got -1'],
    [{ tuning: { gpuRows: 0 } }, 'createEngine: tuning.gpuRows: expected an integer in 1..2147483647, got 0'],
    [{ tuning: { gpuOnSoftware: 'yes' } }, "createEngine: tuning.gpuOnSoftware: expected true or false, got 'yes'"],
  ])('%o is refused', async (options, message) => {
    await expect(fakeEngine([{}], options as never)).rejects.toThrow(message);
  });
});

describe('simplexes', () => {
  test('a warm query reads what the last one wrote; one after the threads reads theirs', async () => {
    const { engine, fake } = await fakeEngine();
    fillRoom(engine);
    const [device] = fake.devices;
    await engine.distance();
    const bytes = async () => {
      const before = device!.written;
      await engine.distance(engine.pairs, { moved: [0, 0], read: 'status' });
      return device!.written - before;
    };
    expect(await bytes()).toBe(0);
    expect(await bytes()).toBe(0);
    await engine.intersect(engine.pairs, { moved: [0, 0] });
    expect(await bytes()).toBe(0);
    engine.distanceSync();
    expect(await bytes()).toBe(16 * 1000);
    engine.pairs.set(engine.pairs.ids.slice(0, 1000));
    expect(await bytes()).toBe((16 + 8) * 500);
  });

  test('columns that a query does not read are empty for the next query of the threads', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    engine.distanceSync();
    await engine.distance(engine.pairs, { read: 'none' });
    const cold = engine.distanceSync();
    const [first, words] = [cold.separation.slice(), cold.simplex.slice()];
    const fresh = await fakeEngine([{ isMissing: true }]);
    fillRoom(fresh.engine);
    const other = fresh.engine.distanceSync();
    expect(first).toEqual(other.separation);
    expect(words).toEqual(other.simplex);
  });
});

describe('long lists', () => {
  test.each([1, 256, 300, 1024])('chunks of at most %i rows give the same bytes', async (gpuRows) => {
    const rows = leaving();
    const whole = await fakeEngine([rows.kind]);
    const parts = await fakeEngine([rows.kind], { tuning: { gpuRows } });
    rows.begin();
    for (const { engine } of [whole, parts]) fillRoom(engine, 100, 3000);
    const submits = parts.fake.devices[0]!.submits;
    for (const query of ['intersect', 'distance'] as const) {
      const [all, some] = await Promise.all([whole.engine[query](), parts.engine[query]()]);
      expect(flagsOf(some)).toEqual(flagsOf(all));
      expect(parts.engine.info.lastQuery).toMatchObject({ on: 'gpu', left: 60 });
    }
    expect(whole.engine.pairs.count).toBe(3000);
    expect(parts.fake.devices[0]!.submits - submits).toBeGreaterThan(2 * Math.floor(3000 / Math.max(gpuRows, 256)));
  });

  test('1,000 queries make no buffer', async () => {
    const { engine, fake } = await fakeEngine();
    fillRoom(engine, 20, 40);
    const [device] = fake.devices;
    const once = async () => {
      await engine.intersect(engine.pairs, { read: 'status' });
      await engine.distance();
    };
    await once();
    await once();
    const { buffers } = device!;
    for (let k = 0; k < 500; k++) await once();
    expect(device!.buffers).toBe(buffers);
  });
});
