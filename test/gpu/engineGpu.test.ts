/** A GPU that is not there, or fails: queries run on the threads, with the same flags, and one sentence says why. */
import { describe, expect, test, vi } from 'vitest';
import { createEngine, Status } from '../../src/index.node.ts';
import { hull } from '../../src/publicApi.ts';
import type { FakeDevice, FakeOptions } from '../support/fakeGpu.ts';
import { fakeGpu } from '../support/fakeGpu.ts';
import { fakeEngine, fillRoom, flagsOf } from './fakeEngines.ts';

/** A sentence has its place, what was expected, and what there is. */
const SENTENCE = /^gpu: expected .+, got .+: all queries run on kernel 'simd'$/;

describe('an engine without its GPU', () => {
  const cases: readonly (readonly [string, FakeOptions, RegExp])[] = [
    ['no adapter', { isMissing: true }, /expected a GPU, got no adapter of WebGPU/],
    ['a software adapter', { isSoftware: true }, /expected a GPU, got software that stands for one \(fake device\)/],
    [
      'too few buffers',
      { limits: { maxStorageBuffersPerShaderStage: 4 } },
      /expected a GPU with 8 storage buffers per shader, got one with 4/,
    ],
    ['bindings too small', { limits: { maxStorageBufferBindingSize: 1024 } }, /got one with 1024/],
    [
      'a pipeline is refused',
      { refused: 'distance' },
      /the pipeline 'distance' .+ got an error: cannot compile distance/,
    ],
    [
      'one wrong flag',
      { verdict: (verdict, row) => (row === 4000 ? 1 - verdict : verdict) },
      /expected the results of kernel 'simd' from the GPU, got 1 wrong flags of 4096 in its self-test \(flags, cold\)/,
    ],
    [
      'one distance beyond its bound',
      { distance: (distance, row) => (row === 17 ? distance + 1e-3 : distance) },
      /got 1 distances beyond their bounds of 4096 in its self-test \(distance, cold\)/,
    ],
    [
      'too many rows without a result',
      { verdict: (verdict, row) => (row % 40 === 0 ? 255 : verdict) },
      /got 103 rows without a result of 4096 in its self-test \(flags, cold\)/,
    ],
  ];

  test.each(cases)('%s: a sentence, and the kernel', async (_, kind, reason) => {
    const { engine } = await fakeEngine([kind]);
    const { fallbacks, gpu } = engine.info;
    expect(gpu).toBeUndefined();
    expect(fallbacks).toHaveLength(1);
    expect(fallbacks[0]).toMatch(SENTENCE);
    expect(fallbacks[0]).toMatch(reason);
    fillRoom(engine);
    const flags = flagsOf(await engine.intersect());
    expect(engine.info.lastQuery).toEqual({ on: 'simd', rows: 1000, left: 0, why: undefined });
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test.each(cases)("%s: gpu: 'required' rejects", async (_, kind, reason) => {
    const creation = fakeEngine([kind], { gpu: 'required' });
    await expect(creation).rejects.toThrow(reason);
    await expect(creation).rejects.toThrow(/^createEngine: gpu: expected .+, got /);
  });

  test('no WebGPU, and no package for it', async () => {
    vi.stubGlobal('navigator', undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const engine = await createEngine({ gpu: true, workers: 0 });
    const sentence = "gpu: expected a GPU, got none: npm install webgpu: all queries run on kernel 'simd'";
    expect(engine.info.fallbacks).toEqual([sentence]);
    expect(console.warn).toHaveBeenCalledWith(`hullstorm: ${sentence}`);
    await engine.close();
    await expect(createEngine({ gpu: 'required' })).rejects.toThrow('createEngine: gpu: expected a GPU, got none');
  });

  test('a planar scene', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const engine = await createEngine({ gpu: true, planar: true, workers: 0 });
    expect(engine.info.fallbacks[0]).toContain('expected a scene of space for the GPU, got a planar one');
    await engine.close();
  });

  test('without the option nothing is asked for', async () => {
    const { engine, fake } = await fakeEngine([{}], { gpu: false });
    expect(fake.asked).toBe(0);
    expect(engine.info).toMatchObject({ gpu: undefined, lastQuery: undefined, fallbacks: [] });
  });
});

test('tuning.gpuOnSoftware takes a software adapter', async () => {
  const { engine } = await fakeEngine([{ isSoftware: true }], { tuning: { gpuOnSoftware: true } });
  const { gpu, fallbacks } = engine.info;
  expect(fallbacks).toEqual([]);
  expect(gpu).toMatchObject({ vendor: 'fake', description: 'fake device', software: true, from: 1 });
});

test('a software adapter gets no list, unless gpuFrom says so', async () => {
  const { engine } = await fakeEngine([{ isSoftware: true }], { tuning: { gpuOnSoftware: true, gpuFrom: undefined } });
  expect(engine.info.gpu?.from).toBe(Infinity);
});

describe('queries that run on the threads', () => {
  test.each([
    ['a synchronous one', { sync: true }, 'the call is synchronous'],
    ['a short list', { from: 1001 }, '1000 rows are fewer than tuning.gpuFrom (1001)'],
    ['an empty list', { pairs: [] }, 'the list is empty'],
    ['a hull on the list', { hull: true }, 'the list has shapes that are no boxes'],
  ] as const)('%s', async (_, given, why) => {
    const wish = { sync: false, from: 0, hull: false, pairs: undefined, ...given };
    const { engine } = await fakeEngine([{}], { tuning: { gpuFrom: wish.from } });
    fillRoom(engine);
    if (wish.pairs) engine.pairs.set(wish.pairs);
    if (wish.hull) engine.scene.setShape(7, engine.scene.addShape(hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])));
    const { count } = wish.sync ? engine.intersectSync() : await engine.intersect();
    expect(engine.info.lastQuery).toEqual({ on: 'simd', rows: count, left: 0, why });
  });

  test('a hull elsewhere in the scene changes nothing', async () => {
    const { engine } = await fakeEngine();
    fillRoom(engine);
    const { scene } = engine;
    scene.addCollider(scene.addShape(hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])), { position: [0, 0, 0] });
    await engine.intersect();
    expect(engine.info.lastQuery?.on).toBe('gpu');
  });

  test('rows that a buffer does not hold: a sentence, once', async () => {
    const { engine } = await fakeEngine([{ limits: { maxBufferSize: 16 * 999 + 8192 * 64 } }]);
    fillRoom(engine, 100, 1000);
    await engine.intersect();
    expect(engine.info.lastQuery?.on).toBe('gpu');
    const small = await fakeEngine([{ limits: { maxBufferSize: 8192 * 64, maxStorageBufferBindingSize: 2 ** 27 } }], {
      capacity: { shapes: 4, colliders: 9000, pairs: 64 },
    });
    const { scene, pairs } = small.engine;
    const { box } = await import('../../src/publicApi.ts');
    scene.addColliders(scene.addShape(box(1, 1, 1)), 8193);
    pairs.set([0, 1]);
    for (let k = 0; k < 2; k++) expect(flagsOf(await small.engine.intersect())).toEqual([Status.Overlapping]);
    expect(small.engine.info.fallbacks).toEqual([
      "gpu: expected at most 8192 colliders for the GPU, got 8193: such queries run on kernel 'simd'",
    ]);
    expect(small.engine.info.lastQuery?.why).toBe('expected at most 8192 colliders for the GPU, got 8193');
  });
});

describe('a device that is lost', () => {
  /** Loses the device at its k-th submit of the next query. */
  const loseIn = (device: FakeDevice | undefined, k: number) => {
    device!.loseIn = k;
  };

  test.each([0, 1])('in the middle of a query, at submit %i: the threads compute all of it', async (submit) => {
    const { engine, fake } = await fakeEngine([{}, { isMissing: true }]);
    fillRoom(engine);
    loseIn(fake.devices[0], submit);
    const flags = flagsOf(await engine.intersect(engine.pairs, { read: 'all' }));
    expect(engine.info.lastQuery).toEqual({ on: 'simd', rows: 1000, left: 0, why: 'the GPU failed during the query' });
    expect(engine.info.gpu).toBeUndefined();
    expect(engine.info.fallbacks).toEqual([
      'gpu: expected the device of the GPU to stay, got a lost one: taken away: ' +
        "all queries run on kernel 'simd' until there is a new one",
    ]);
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test('distances, warm and with columns on the GPU: the same within their bounds', async () => {
    const { engine, fake } = await fakeEngine([{}, { isMissing: true }]);
    fillRoom(engine);
    await engine.distance(engine.pairs, { read: 'none' });
    loseIn(fake.devices[0], 1);
    const { status, separation, gpu } = await engine.distance();
    expect(gpu).toBeUndefined();
    const [flags, apart] = [status.slice(0, 1000), separation.slice(0, 4000)];
    const again = engine.distanceSync();
    expect(flags).toEqual(again.status.slice(0, 1000));
    for (let k = 3; k < 4000; k += 4) expect(Math.abs(apart[k]! - again.separation[k]!)).toBeLessThan(1e-5);
  });

  test.each([
    ['within a minute', 59_000, 2],
    ['after a minute', 61_000, 3],
  ])('a new adapter is asked for; a second loss %s', async (_, later, asked) => {
    const { engine, fake } = await fakeEngine();
    fillRoom(engine);
    // the clock of the test
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1e6);
    fake.devices[0]!.lose('pulled');
    await vi.waitFor(() => expect(engine.info.gpu).toBeUndefined());
    await engine.intersect();
    expect(engine.info.lastQuery).toMatchObject({
      on: 'simd',
      why: 'the GPU was lost, and a new device is being made',
    });
    await vi.waitFor(() => expect(engine.info.gpu).toBeDefined(), { timeout: 60_000 });
    await engine.intersect();
    expect(engine.info.lastQuery?.on).toBe('gpu');
    expect(fake.asked).toBe(2);
    clock.mockReturnValue(1e6 + later);
    fake.devices[1]!.lose('pulled again');
    await vi.waitFor(() => expect(engine.info.gpu).toBeUndefined());
    await engine.intersect();
    const isOver = asked === 2;
    const why = isOver
      ? 'there is no GPU any more (info.fallbacks)'
      : 'the GPU was lost, and a new device is being made';
    expect(engine.info.lastQuery).toMatchObject({ on: 'simd', why });
    expect(engine.info.fallbacks.at(-1)).toBe(
      'gpu: expected the device of the GPU to stay, got a lost one: pulled again: ' +
        `all queries run on kernel 'simd' ${isOver ? 'from now on' : 'until there is a new one'}`,
    );
    await vi.waitFor(() => expect(fake.asked).toBe(asked));
  });

  test('a column that was not read is lost with it', async () => {
    const { engine, fake } = await fakeEngine([{}, { isMissing: true }]);
    fillRoom(engine);
    const gaps = await engine.distance(engine.pairs, { read: 'status' });
    fake.devices[0]!.lose('pulled');
    await expect(gaps.load('offsetA')).rejects.toThrow(
      'results.load: expected the GPU of the query, got one that is lost (run it again)',
    );
  });
});

describe('a device of the user', () => {
  const lend = async () => {
    const fake = fakeGpu();
    const device = await (await fake.gpu.requestAdapter())!.requestDevice();
    return { fake, device };
  };

  test('is used, and not destroyed', async () => {
    const { device } = await lend();
    const { engine, fake } = await fakeEngine([{}], { gpu: device as never });
    fillRoom(engine);
    await engine.intersect();
    expect(engine.info.lastQuery?.on).toBe('gpu');
    await engine.close();
    expect(device.isDestroyed).toBe(false);
    expect(fake.asked).toBe(0);
  });

  test('is not replaced', async () => {
    const { device } = await lend();
    const { engine, fake } = await fakeEngine([{}], { gpu: device as never });
    fillRoom(engine);
    device.lose('the page has destroyed it');
    await vi.waitFor(() => expect(engine.info.gpu).toBeUndefined());
    for (let k = 0; k < 2; k++) await engine.intersect();
    expect(engine.info.lastQuery?.why).toBe('there is no GPU any more (info.fallbacks)');
    expect(fake.asked).toBe(0);
    expect(device.isDestroyed).toBe(false);
  });

  test('serves two engines, one of which closes', async () => {
    const { device } = await lend();
    const one = (await fakeEngine([{}], { gpu: device as never })).engine;
    const two = (await fakeEngine([{}], { gpu: device as never })).engine;
    const [first, second] = [one, two].map((engine, k) => {
      fillRoom(engine, 100, 1000, k + 1);
      return engine.intersect();
    });
    await Promise.all([first, second]);
    await one.close();
    const flags = flagsOf(await two.intersect());
    expect(two.info.lastQuery?.on).toBe('gpu');
    expect(flags).toEqual(flagsOf(two.intersectSync()));
  });
});

test('close() with a query under way: it ends on the GPU, and its device is destroyed after it', async () => {
  const { engine, fake } = await fakeEngine();
  fillRoom(engine);
  const query = engine.distance();
  const closing = engine.close();
  const { count } = await query;
  expect(count).toBe(1000);
  expect(engine.info.lastQuery?.on).toBe('gpu');
  await closing;
  expect(fake.devices[0]!.isDestroyed).toBe(true);
});
