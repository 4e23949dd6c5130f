/**
 * Contact manifolds in f64: wasm gives the bits of the host, for all shapes, whatever the poses and the columns hold.
 */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { contactRows, createManifold } from '../../../src/kernels/contacts/contactRows.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { contactsAt } from '../../../src/tables/frame.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { CAPACITY, exactScene, ODD, pick, placeRandomly, plain, type Random } from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xc0f1;
const MARGIN = 0.1;

/** All shapes in one frame, the rows of one list, and both kernels over them. */
async function fixture() {
  const { frame, list, scene, wide, geometry } = await exactScene();
  const { results, pairs } = list;
  const { table } = contactsAt(frame.buffer, frame.contactsBegin, CAPACITY.contacts);
  const { colliders, counts, shapes, vertices, query } = frame;
  query.maxDistance[0] = MARGIN;
  query.touching[0] = 0.01;
  const { previous, lastRow, pointCount, pointsA, pointsB, featuresEven, featuresOdd, touchesEven } = table;
  const params = {
    margin: query.maxDistance,
    touching: query.touching,
    features: { from: featuresEven, to: featuresOdd, previous },
    touches: touchesEven,
    lastRow,
    pointCount,
    pointsA,
    pointsB,
  };
  const pools = { ...shapes, ...vertices };
  const rows = { ids: pairs.ids, ...results };
  const manifold = createManifold();
  const scratch = new CoreScratch();
  const none = new Uint16Array(results.simplexEven.length).fill(0xffff);
  const distances = {
    overlapOnly: false,
    depth: true,
    maxDistance: query.maxDistance,
    from: none,
    to: results.simplexOdd,
  };
  const written = [pointCount, pointsA, pointsB, previous, featuresOdd, touchesEven];
  /** Runs one of the kernels over columns that hold something else. @returns what is then in them */
  const run = (compute: () => void) => {
    for (const column of written) column.fill(77);
    compute();
    return written.map((column) => column.slice());
  };
  return {
    scene,
    pairs,
    results,
    table,
    measure: () =>
      distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, scratch, distances, 0, TILE_ROWS),
    host: (list: readonly number[]) =>
      run(() => {
        for (const row of list) contactRows(manifold, pools, colliders, rows, params, row, row + 1);
      }),
    wasm: (list: readonly number[]) =>
      run(() => {
        wide.setQuery({ byteOffset: 0, pairs, results }, frame, distances);
        wide.setContacts(table, params);
        wide.deferred.set(list);
        wide.calls.exactContacts(wide.words.byteOffset, list.length);
      }),
  };
}

describe('contacts in f64: wasm and host', async () => {
  const { scene, pairs, results, table, measure, host, wasm } = await fixture();

  /** Random pairs near each other, with their distances. @param odds how often a number is replaced by an odd one */
  function fill(random: Random, odds: number): void {
    placeRandomly(scene, pairs.ids, random, odds);
    measure();
    for (let row = 0; row < TILE_ROWS; row++) {
      table.lastRow[row] = Math.trunc(random() * (TILE_ROWS + 1)) - 1;
      const at = 4 * row + Math.trunc(4 * random());
      if (random() < odds) results.separation[at] = pick(random, ODD);
      if (random() < odds) results.offsetA[at] = pick(random, ODD);
      if (random() < odds) results.offsetB[at] = pick(random, ODD);
      if (random() < odds) results.status[row] = Math.trunc(6 * random());
    }
    // features of the last query: of these pairs, in other rows
    for (let k = 0; k < 4 * TILE_ROWS; k++) table.featuresEven[k] = table.featuresOdd[k];
  }

  test(`the same bits, also of NaN, −0, overflow and denormals (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const all = Array.from({ length: TILE_ROWS }, (_, k) => k);
    let points = 0;
    for (let tile = 0; tile < sweep(200, 8000); tile++) {
      fill(random, tile % 2 === 0 ? 0 : 0.1);
      const wanted = plain(host(all));
      expect(plain(wasm(all)), `tile ${tile}`).toEqual(wanted);
      points += wanted[0]!.reduce((sum, count) => sum + count, 0);
    }
    expect(points).toBeGreaterThan(sweep(200, 8000) * TILE_ROWS);
  });

  test.each([1, 3, 4, 5, 63, 64, 65])('%i listed rows, and no other', (count) => {
    const random = seeded(SEED + count);
    fill(random, 0);
    const list = Array.from({ length: count }, (_, k) => (k * 37 + count) % TILE_ROWS);
    const [counts] = wasm(list);
    expect(plain(wasm(list))).toEqual(plain(host(list)));
    for (let row = 0; row < TILE_ROWS; row++) {
      if (!list.includes(row)) expect(counts![row], `row ${row}`).toBe(77);
      else expect(counts![row], `row ${row}`).toBeLessThan(5);
    }
  });
});
