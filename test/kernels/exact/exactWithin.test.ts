/** Whether two colliders come within a distance, in f64: wasm and host decide alike, and by the distance. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { isWithin, PlacedNumbers } from '../../../src/kernels/rows/placedRow.ts';
import { exactScene, placeRandomly } from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x817;
/** Of bodies of 0.1 to 1 m (m). */
const NARROW = 1e-9;

describe('within a distance: wasm and host', async () => {
  const { frame, list, scene, wide, geometry } = await exactScene();
  const { ids } = list.pairs;
  const { maxDistance } = frame.query;
  const params = { overlapOnly: false, depth: false, maxDistance };
  const columns = { from: list.results.simplexEven, to: list.results.simplexOdd };
  const numbers = new PlacedNumbers();
  const placed = { numbers, columns: frame.placed, pools: geometry, scratch: new CoreScratch(), params };
  const host = (row: number) => isWithin(placed, ids[2 * row]!, ids[2 * row + 1]!);

  function wasm(row: number): boolean {
    wide.setQuery(list, frame, { ...params, ...columns });
    return wide.isWithin(row);
  }

  test(`the same answer on either side of the distance, also of NaN, −0 and overflow (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const rows = sweep(2000, 200_000);
    let [near, far] = [0, 0];
    for (let k = 0; k < rows; k++) {
      const row = k % 128;
      if (row === 0) placeRandomly(scene, ids, random, k % 256 === 0 ? 0 : 0.05);
      maxDistance[0] = Infinity;
      const known = host(row);
      const { distance } = numbers.out;
      const isApart = known && distance > 2 * NARROW;
      for (const limit of [0, distance - NARROW, distance + NARROW, 1e6]) {
        maxDistance[0] = limit > 0 ? limit : 0;
        const answer = host(row);
        expect(wasm(row), `row ${k}, seed ${SEED}, limit ${limit}`).toBe(answer);
        if (!isApart) continue;
        expect(answer, `row ${k}, seed ${SEED}, distance ${distance}, limit ${limit}`).toBe(limit >= distance);
        if (answer) near++;
        else far++;
      }
    }
    expect(Math.min(near, far)).toBeGreaterThan(rows / 8);
  });

  test('an invalid pose is not within any distance', () => {
    placeRandomly(scene, ids, seeded(SEED), 0);
    maxDistance[0] = Infinity;
    scene.positions[4 * ids[0]!] = Number.NaN;
    expect([wasm(0), host(0)]).toEqual([false, false]);
  });
});
