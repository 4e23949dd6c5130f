/**
 * The tables of a tile lie where other kernels had theirs: a distance tile, and the kernel for the rows that it defers,
 * give the same bytes, and do not trap, whatever they hold.
 */
import { expect, test } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { MOST_EXACT_BYTES, TILE_BYTES, TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { exactScene, placeRandomly, plain } from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xa11;
const WORDS = MOST_EXACT_BYTES / 4;
const NOTHING = new Int32Array(WORDS);
const HELD = [() => 0x7fffffff, () => -1, (k: number) => Math.imul(k, 0x9e3779b1)].map((held) =>
  NOTHING.map((_, k) => held(k)),
);

test.each([
  ['intersect', true, false],
  ['distance with depth', false, true],
  ['distance without', false, false],
])('%s', async (_, overlapOnly, depth) => {
  const { frame, list, scene, wide } = await exactScene();
  const { results, pairs } = list;
  const { maxDistance } = frame.query;
  maxDistance[0] = Infinity;
  const columns = [results.status, results.separation, results.offsetA, results.offsetB, results.simplexOdd];
  const memory = new Int32Array(frame.buffer, wide.words.byteOffset + TILE_BYTES, WORDS);
  const params = { overlapOnly, depth, maxDistance, from: results.simplexEven, to: results.simplexOdd };

  /** What the first `count` rows get from tables that hold something. */
  function compute(count: number, held: Int32Array) {
    memory.set(held);
    for (const column of columns) column.fill(7);
    wide.setQuery(list, frame, params);
    wide.setPolytopes(undefined, false);
    const deferred = wide.deferred.slice(0, wide.distanceTile(0, count));
    // a deferred row may hold anything until it is computed
    wide.exactRows(deferred.length);
    return plain([...columns, deferred]);
  }

  const random = seeded(SEED);
  results.simplexEven.fill(UNUSED);
  for (let tile = 0; tile < sweep(12, 1000); tile++) {
    placeRandomly(scene, pairs.ids, random, 0);
    for (const count of [1, 3, 4, 5, 31, TILE_ROWS]) {
      const wanted = compute(count, NOTHING);
      for (const held of HELD) expect(compute(count, held), `tile ${tile}, ${count} rows`).toEqual(wanted);
    }
  }
});
