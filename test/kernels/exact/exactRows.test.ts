/**
 * Distances of deferred rows in f64: wasm gives the bits of the host, for all shapes and queries, whatever the poses and
 * the start simplexes hold.
 */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { BODIES, crowdedScene, exactScene, placeRandomly, plain, type Random } from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xd157;
const ALL = Array.from({ length: TILE_ROWS }, (_, k) => k);
const QUERIES = [
  { overlapOnly: true, depth: false, limit: Infinity },
  { overlapOnly: false, depth: true, limit: Infinity },
  { overlapOnly: false, depth: true, limit: 0.05 },
  { overlapOnly: false, depth: false, limit: Infinity },
];
/** What a column holds that no kernel has written. */
const UNTOUCHED = 77;

describe('distances in f64: wasm and host', async () => {
  const { frame, list, scene, wide, geometry } = await exactScene();
  const { pairs, results } = list;
  const scratch = new CoreScratch();
  const { maxDistance } = frame.query;
  const params = { ...QUERIES[0]!, maxDistance, from: results.simplexEven, to: results.simplexOdd };
  const written = [results.status, results.separation, results.offsetA, results.offsetB, results.simplexOdd];

  /** Runs a kernel over columns that hold something else. @returns what is then in them */
  function run(compute: () => void) {
    for (const column of written) column.fill(UNTOUCHED);
    compute();
    return plain(written);
  }

  function host(rows: readonly number[]) {
    const { colliders, counts } = frame;
    return run(() => {
      for (const row of rows) {
        distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, scratch, params, row, row + 1);
      }
    });
  }

  function wasm(rows: readonly number[]) {
    return run(() => {
      wide.setQuery(list, frame, params);
      wide.deferred.set(rows);
      wide.exactRows(rows.length);
    });
  }

  function fill(random: Random, odds: number, isCold: boolean): void {
    placeRandomly(scene, pairs.ids, random, odds);
    Object.assign(params, QUERIES[Math.trunc(QUERIES.length * random())]);
    maxDistance[0] = (params as { limit?: number }).limit!;
    results.simplexEven.fill(UNUSED);
    if (isCold) return;
    host(ALL);
    results.simplexEven.set(results.simplexOdd);
    for (let k = 0; k < results.simplexEven.length; k++) {
      if (random() < odds) results.simplexEven[k] = Math.trunc(random() * 80);
    }
    for (let id = 0; id < BODIES; id++) scene.positions[4 * id] += 0.02 * random();
  }

  test(`the same bits, also of NaN, −0, overflow and denormals (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const tiles = sweep(160, 8000);
    let overlaps = 0;
    let apart = 0;
    for (let tile = 0; tile < tiles; tile++) {
      fill(random, tile % 2 === 0 ? 0 : 0.05, tile % 3 === 0);
      const wanted = host(ALL);
      expect(wasm(ALL), `tile ${tile}`).toEqual(wanted);
      for (const row of ALL) {
        if (wanted[0]![row] === 0) apart++;
        if (wanted[0]![row] === 1) overlaps++;
      }
    }
    expect(Math.min(overlaps, apart)).toBeGreaterThan(10 * tiles);
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('%i listed rows, and no other', (count) => {
    const random = seeded(SEED + count);
    fill(random, 0, false);
    const rows = Array.from({ length: count }, (_, k) => (k * 37 + count) % TILE_ROWS);
    const wanted = host(rows);
    expect(wasm(rows)).toEqual(wanted);
    for (let row = 0; row < TILE_ROWS; row++) {
      if (!rows.includes(row)) expect(wanted[0]![row], `row ${row}`).toBe(UNTOUCHED);
    }
  });

  test('ids that do not exist, or of removed colliders, are invalid', () => {
    fill(seeded(SEED), 0, true);
    pairs.ids.set([0, 0, 0, BODIES, 0xffffffff, 1, 0x80000000, 0x7fffffff]);
    const rows = [0, 1, 2, 3];
    const [status] = wasm(rows);
    expect(status!.slice(0, 4)).toEqual([4, 4, 4, 4]);
    expect(wasm(rows)).toEqual(host(rows));
  });
});

test('searches with many points: the same bits', async () => {
  const { frame, list, wide, geometry } = await crowdedScene();
  const { pairs, results } = list;
  const { colliders, counts, query } = frame;
  const { maxDistance } = query;
  const params = { overlapOnly: false, depth: true, maxDistance, from: results.simplexEven, to: results.simplexOdd };
  const columns = () => plain([results.status, results.separation, results.offsetA, results.offsetB]);
  results.simplexEven.fill(UNUSED);
  pairs.ids.set([0, 1, 2, 3, 4, 5, 6, 7]);
  maxDistance[0] = Infinity;
  wide.setQuery(list, frame, params);
  wide.deferred.set([0, 1, 2, 3]);
  wide.exactRows(4);
  const found = columns();
  expect(found[0]).toEqual(new Array(4).fill(Status.Overlapping));
  distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, new CoreScratch(), params, 0, 4);
  expect(found).toEqual(columns());
});
