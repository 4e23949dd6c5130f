/** Engines on a device of WebGPU: flags of the kernels, errors within bounds, the same bits however a list is cut. */
import { spawnSync } from 'node:child_process';
import { createEngine, type Engine, type EngineOptions, Status, verify } from 'hullstorm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fillScene } from '../../bench/fillScene.ts';
import { makeWorkload } from '../../bench/workloads.ts';
import { COPY_DST, MAP_READ, STORAGE } from '../../src/gpu/buffers.ts';
import { seeded } from '../support/random.ts';
import { openDevice } from './device.ts';
import { fillRoom, flagsOf, moveAll } from './fakeEngines.ts';

const PAIRS = 2000;
const ROOT = new URL('../../', import.meta.url);
const device = await openDevice();
if (typeof device === 'string') console.warn(`skipped: ${device}`);

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine on the device of this file, which it borrows: its pipelines are compiled once. */
async function gpuEngine(tuning: EngineOptions['tuning'] = {}, options: EngineOptions = {}): Promise<Engine> {
  const engine = await createEngine({
    gpu: device as GPUDevice,
    workers: 0,
    capacity: { shapes: 8192, colliders: 8192, pairs: 8192 },
    ...options,
    tuning: { gpuFrom: 1, gpuOnSoftware: true, ...tuning },
  });
  expect(engine.info.fallbacks).toEqual([]);
  open.push(engine);
  return engine;
}

/** Reads a part of a buffer as a user does. */
async function bytesOf(buffer: GPUBuffer, size: number): Promise<Uint8Array> {
  const own = device as GPUDevice;
  const bytes = 4 * Math.ceil(size / 4);
  const staging = own.createBuffer({ size: bytes, usage: MAP_READ | COPY_DST });
  const encoder = own.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, bytes);
  own.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const copy = new Uint8Array(staging.getMappedRange()).slice(0, size);
  staging.destroy();
  return copy;
}

describe.skipIf(typeof device === 'string')('an engine on a GPU', () => {
  test.each(['random', 'settled', 'falling'] as const)('%s: flags, and distances cold and warm', async (name) => {
    const engine = await gpuEngine();
    const exact = await createEngine({ kernel: 'scalar', workers: 0, capacity: engine.capacity });
    open.push(exact);
    const load = makeWorkload(name, PAIRS, 1);
    for (const each of [engine, exact]) {
      fillScene(each.scene, load);
      each.pairs.ids.set(load.pairs.subarray(0, 2 * PAIRS));
      each.pairs.resize(PAIRS);
    }
    expect(flagsOf(await engine.intersect())).toEqual(flagsOf(exact.intersectSync()));
    const { lastQuery } = engine.info;
    expect(lastQuery).toMatchObject({ on: 'gpu', rows: PAIRS, why: undefined });
    expect(lastQuery!.left).toBeLessThanOrEqual(PAIRS / 100);
    for (const [depth, maxDistance] of [
      [true, Infinity],
      [true, Infinity],
      [false, 0.2],
    ] as const) {
      const gaps = await engine.distance(engine.pairs, { depth, maxDistance });
      const truth = exact.distanceSync(exact.pairs, { depth, maxDistance });
      expect(flagsOf(gaps)).toEqual(flagsOf(truth));
      expect(engine.info.lastQuery!.left).toBeLessThanOrEqual(PAIRS / 100);
      for (let row = 0; row < PAIRS; row++) {
        if (gaps.status[row] === Status.BeyondMaxDistance || Number.isNaN(truth.offsetA[4 * row + 3])) continue;
        const bound = gaps.offsetA[4 * row + 3]! + truth.offsetA[4 * row + 3]! + 1e-7 * Math.abs(truth.distance(row));
        expect(Math.abs(gaps.distance(row) - truth.distance(row))).toBeLessThanOrEqual(bound);
      }
      const { checked, worstError } = verify(gaps);
      expect(checked).toBeGreaterThan(0);
      expect(worstError).toBeLessThan(1e-4);
    }
  });

  test('the same bits for any chunks, and a million meters away', async () => {
    const offset = 2 ** 20;
    const engines = [await gpuEngine(), await gpuEngine({ gpuRows: 256 }), await gpuEngine()];
    const words: Uint8Array[][] = [];
    for (const [k, engine] of engines.entries()) {
      fillRoom(engine, 200, PAIRS);
      const { positions } = engine.scene;
      // poses on the grid of 2⁻²⁰ m, which f64 holds there, too
      for (let i = 0; i < positions.length; i++) {
        positions[i] = Math.round(positions[i]! * 2 ** 20) / 2 ** 20 + (k === 2 && i % 4 < 3 ? offset : 0);
      }
      await engine.distance();
      const { status, separation, offsetA, offsetB } = await engine.distance();
      const flags = new Uint8Array((await engine.intersect()).status);
      const columns = [status, flags, separation, offsetA, offsetB];
      words.push(columns.map((column) => new Uint8Array(column.slice().buffer)));
      expect(engine.info.lastQuery?.on).toBe('gpu');
    }
    expect(words[1]).toEqual(words[0]);
    expect(words[2]).toEqual(words[0]);
  });

  test('columns stay on the GPU, with the rows that are left', async () => {
    const engine = await gpuEngine();
    fillRoom(engine, 200, PAIRS);
    const { scene } = engine;
    // some rows that the GPU leaves
    scene.positions[4 * 7] = Number.NaN;
    const gaps = await engine.distance(engine.pairs, { read: 'none' });
    expect(engine.info.lastQuery!.left).toBeGreaterThan(0);
    for (const name of ['status', 'separation', 'offsetA', 'offsetB', 'simplex'] as const) {
      const { buffer, size } = gaps.gpu![name]!;
      const onGpu = await bytesOf(buffer, size);
      const column = await gaps.load(name);
      expect(onGpu).toEqual(new Uint8Array(column.buffer, column.byteOffset, size).slice());
    }
    expect(flagsOf(gaps)).toEqual(flagsOf(engine.distanceSync()));
  });

  test('moving boxes, frame by frame, beside the threads', async () => {
    const engine = await gpuEngine();
    fillRoom(engine, 200, PAIRS);
    const random = seeded(3);
    for (let frame = 0; frame < 5; frame++) {
      for (let k = 0; k < 800; k++) engine.scene.positions[k]! += 0.02 * (random() - 0.5);
      const flags = flagsOf(await engine.distance(engine.pairs, { read: 'status' }));
      expect(engine.info.lastQuery?.on).toBe('gpu');
      expect(flags).toEqual(flagsOf(engine.intersectSync()));
    }
    moveAll(engine, random);
    const flags = flagsOf(await engine.intersect(engine.pairs, { moved: [0, 200] }));
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test('workers compute the rows that are left', async () => {
    const engine = await gpuEngine({ shareFrom: 0 }, { workers: 2 });
    fillRoom(engine, 200, PAIRS);
    const { scene } = engine;
    for (let id = 0; id < 200; id += 2) scene.rotations.fill(1e-9, 4 * id, 4 * id + 3);
    for (let id = 0; id < 200; id += 2) scene.rotations[4 * id + 3] = 1e-8;
    const flags = flagsOf(await engine.intersect());
    expect(engine.info.lastQuery!.left).toBeGreaterThan(PAIRS / 10);
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test.each([0, 1, 63, 64, 65])('%i rows', async (count) => {
    const engine = await gpuEngine({ gpuFrom: 0 });
    const ids = fillRoom(engine, 50, 100);
    engine.pairs.set(ids.subarray(0, 2 * count));
    const flags = flagsOf(await engine.intersect());
    expect(engine.info.lastQuery?.on).toBe(count === 0 ? 'simd' : 'gpu');
    expect(flags).toEqual(flagsOf(engine.intersectSync()));
  });

  test('a buffer of another device is refused, and the device stays', async () => {
    const engine = await gpuEngine();
    fillRoom(engine, 50, 100);
    const other = await openDevice();
    const poses = (other as GPUDevice).createBuffer({ size: 64 * 50, usage: STORAGE });
    await expect(engine.intersect(engine.pairs, { poses })).rejects.toThrow(
      "engine.intersect: poses: expected a buffer of the engine's device, got an error",
    );
    const gone = (device as GPUDevice).createBuffer({ size: 64 * 50, usage: STORAGE });
    gone.destroy();
    await expect(engine.intersect(engine.pairs, { poses: gone })).rejects.toThrow('engine.intersect: poses: expected');
    await engine.intersect();
    expect(engine.info).toMatchObject({ fallbacks: [], lastQuery: { on: 'gpu' } });
    (other as GPUDevice).destroy();
  });

  test('a device that is destroyed in the middle of a query', async () => {
    const own = (await openDevice()) as GPUDevice;
    const engine = await gpuEngine({}, { gpu: own });
    fillRoom(engine, 200, PAIRS);
    const query = engine.distance();
    await Promise.resolve();
    own.destroy();
    const flags = flagsOf(await query);
    expect(engine.info.lastQuery).toMatchObject({ on: 'simd', why: 'the GPU failed during the query' });
    expect(flags).toEqual(flagsOf(engine.distanceSync()));
    await vi.waitFor(() => expect(engine.info.gpu).toBeUndefined());
    expect(engine.info.fallbacks).toHaveLength(1);
    expect(engine.info.fallbacks[0]).toMatch(
      /^gpu: expected the device of the GPU to stay, got a lost one: .*from now on$/,
    );
  });

  test('Node ends after close()', () => {
    const program = `
      import { createRequire } from 'node:module';
      const { create } = createRequire('${new URL('test/gpu/webgpu/', ROOT)}')('webgpu');
      Object.defineProperty(globalThis, 'navigator', { value: { gpu: create([]) } });
      const { box, createEngine } = await import('hullstorm');
      const engine = await createEngine({ gpu: 'required', workers: 1, tuning: { gpuFrom: 1, gpuOnSoftware: true } });
      engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 2);
      engine.pairs.set([0, 1]);
      const { status } = await engine.intersect();
      console.log(status[0], engine.info.lastQuery.on);
      await engine.close();
    `;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 80_000,
    });
    expect({ stdout: stdout.trim(), status }).toEqual({ stdout: '1 gpu', status: 0 });
  });
});
