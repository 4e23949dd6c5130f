/** Rows of the WGSL of boxes: far from the origin, damaged, and in any number. */
import { expect, test } from 'vitest';
import { UNDECIDED } from '../../src/kernels/rows/lanes/verdicts.ts';
import { gpuTexts } from '../../tools/lanes/gpuTexts.ts';
import { type BoxScene, boxPairs, boxScene, FLAGS } from '../support/boxRows.ts';
import { ROOT } from '../support/lanesFixture.ts';
import { BoxPasses } from './boxPasses.ts';
import { openDevice } from './device.ts';
import { faultsOf } from './faults.ts';

const SEED = 0x0f57;
const ROWS = 129;
const device = await openDevice();
const isMissing = typeof device === 'string';
if (isMissing) console.warn(`skipped: ${device}`);
const passes = isMissing ? undefined : new BoxPasses(device, gpuTexts(ROOT));
const onAdapter = test.skipIf(isMissing);

function move(scene: BoxScene, by: number): void {
  const { positions } = scene.scene;
  for (let k = 0; k < positions.length; k++) {
    // exact up to 2²² m
    if (k % 4 < 3) positions[k] = Math.round(positions[k]! * 2 ** 30) / 2 ** 30 + by;
  }
}

onAdapter(
  `the same verdicts at 0 m, 10⁶ m and −123,456.75 m; beyond 2²² m all rows are left (seed ${SEED})`,
  async () => {
    const scene = await boxScene(boxPairs('random', ROWS, SEED));
    move(scene, 0);
    const { verdicts } = await passes!.run(scene, FLAGS);
    expect(new Set(verdicts)).toEqual(new Set([0, 1]));
    for (const [by, before] of [
      [1e6, 0],
      [-123_456.75, 1e6],
    ] as const) {
      move(scene, by - before);
      expect((await passes!.run(scene, FLAGS)).verdicts).toEqual(verdicts);
    }
    move(scene, 5e6);
    const { left } = await passes!.run(scene, FLAGS);
    expect(left.size).toBe(ROWS);
  },
);

onAdapter('damaged rows are left, and others are not', async () => {
  const scene = await boxScene(boxPairs('random', ROWS, SEED));
  const { ids } = scene.list.pairs;
  const { positions, rotations } = scene.scene;
  const colliders = 2 * ROWS;
  const damage: readonly ((row: number, a: number, b: number) => void)[] = [
    (row) => ids.set([0xffff_ffff], 2 * row),
    (row) => ids.set([colliders], 2 * row + 1),
    (row, a) => ids.set([a], 2 * row + 1),
    (_, a) => positions.set([Number.NaN], 4 * a),
    (_, a) => positions.set([-Infinity], 4 * a + 1),
    (_, __, b) => positions.set([1e30], 4 * b + 2),
    (_, __, b) => rotations.fill(0, 4 * b, 4 * b + 4),
    (_, a) => rotations.set([Number.NaN], 4 * a + 3),
    (_, a) => rotations.set([1e30], 4 * a),
    (_, a) => scene.scene.removeCollider(a),
  ];
  for (const [k, damageRow] of damage.entries()) {
    const row = 7 * k;
    damageRow(row, ids[2 * row]!, ids[2 * row + 1]!);
  }
  const found = await passes!.run(scene, FLAGS);
  const truth = scene.scalar(FLAGS);
  const damaged = damage.map((_, k) => 7 * k);
  expect(damaged.map((row) => found.verdicts[row])).toEqual(damage.map(() => UNDECIDED));
  expect([...found.left].filter((row) => !damaged.includes(row)).length).toBeLessThan(3);
  expect(faultsOf(found, truth, FLAGS)).toEqual([]);
});

onAdapter.each([1, 2, 3, 63, 64, 65, 128])('%i rows: writes those, and no others', async (count) => {
  const scene = await boxScene(boxPairs('random', ROWS, SEED));
  const all = await passes!.run(scene, FLAGS);
  const some = await passes!.run(scene, FLAGS, count);
  expect(some.verdicts.subarray(0, count)).toEqual(all.verdicts.subarray(0, count));
  expect(some.verdicts.subarray(count).every((verdict) => verdict === 0)).toBe(true);
  expect(some.statuses.subarray(4 * Math.ceil(count / 4)).every((status) => status === 0)).toBe(true);
});
