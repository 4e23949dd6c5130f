/** Ten million rows on the adapter of the machine: many chunks, and buffers beyond one binding. */
import { createEngine, Status } from 'hullstorm';
import { expect, test } from 'vitest';
import { fillScene } from '../../bench/fillScene.ts';
import { makeWorkload } from '../../bench/workloads.ts';
import { openDevice } from '../gpu/device.ts';

const ROWS = 10_000_000;
/** Pairs that differ: the list repeats them. */
const PAIRS = 100_000;
const device = await openDevice();
if (typeof device === 'string') console.warn(`skipped: ${device}`);

test.skipIf(typeof device === 'string')(
  'ten million rows have the flags of f64, and equal pairs equal bits',
  async () => {
    const capacity = { shapes: 1024, colliders: 2 * PAIRS, pairs: ROWS, polytopes: 1 };
    const tuning = { gpuFrom: 1, gpuOnSoftware: true };
    const engine = await createEngine({ gpu: device as GPUDevice, workers: 1, capacity, tuning });
    const exact = await createEngine({ kernel: 'scalar', workers: 0, capacity: { ...capacity, pairs: PAIRS } });
    const load = makeWorkload('random', PAIRS, 1);
    for (const { scene } of [engine, exact]) fillScene(scene, load);
    exact.pairs.set(load.pairs);
    for (let row = 0; row < ROWS; row += PAIRS) engine.pairs.ids.set(load.pairs, 2 * row);
    engine.pairs.resize(ROWS);
    const truth = exact.intersectSync().status;

    const { status } = await engine.intersect(engine.pairs, { read: 'status' });
    expect(engine.info.lastQuery).toMatchObject({ on: 'gpu', rows: ROWS });
    for (let row = 0; row < ROWS; row += PAIRS) expect(status.subarray(row, row + PAIRS)).toEqual(truth);

    const gaps = await engine.distance(engine.pairs, { read: 'separation' });
    expect(engine.info.lastQuery).toMatchObject({ on: 'gpu', rows: ROWS });
    expect(engine.info.lastQuery!.left).toBeLessThan(ROWS / 100);
    const bytes = new Uint8Array(gaps.separation.buffer, gaps.separation.byteOffset, 16 * ROWS);
    const first = bytes.subarray(0, 16 * PAIRS);
    for (let row = 0; row < ROWS; row += PAIRS) {
      expect(gaps.status.subarray(row, row + PAIRS)).toEqual(truth);
      expect(Buffer.compare(bytes.subarray(16 * row, 16 * (row + PAIRS)), first)).toBe(0);
    }
    expect(status.filter((each) => each === Status.Overlapping).length).toBeGreaterThan(ROWS / 4);
    await Promise.all([engine.close(), exact.close()]);
  },
);
