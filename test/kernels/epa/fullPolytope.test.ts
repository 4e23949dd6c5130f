/**
 * A polytope without room for more points, or faces: wasm ends the search as the host does, with the same bits, and the
 * row has an error bound that holds. No pair known fills a polytope, so both get a small one.
 */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { seeded } from '../../../scenes/random.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { WideKernel } from '../../../src/narrow/wideKernel.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { compileLanes } from '../../../tools/lanes/compile.ts';
import { GROUPS } from '../../../tools/lanes/pieces.ts';
import { columnAnswer } from '../../support/checkAnswer.ts';
import { exactScene, placeRandomly, plain, SHAPES } from '../../support/exactScene.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xf011;
const CAPACITY = 'src/kernels/epa/capacity.ts';
const room = vi.hoisted(() => ({ points: 0, faces: 0 }));

vi.mock('../../../src/kernels/epa/capacity.ts', async (load) => ({
  ...(await load<typeof import('../../../src/kernels/epa/capacity.ts')>()),
  get MAX_POINTS() {
    return room.points;
  },
  get MAX_FACES() {
    return room.faces;
  },
}));

/** The kernel of distances in f64 with a polytope of this size. */
function compileSmall(): WebAssembly.Module {
  const text = readFileSync(CAPACITY, 'utf8')
    .replace(/(?<=MAX_POINTS = )\d+/, String(room.points))
    .replace(/(?<=MAX_FACES = )\d+/, String(room.faces));
  return new WebAssembly.Module(
    compileLanes({ entries: GROUPS.exact.pieces.exactDistance!, overlay: { [CAPACITY]: text } }).wasm as BufferSource,
  );
}

test.each([
  ['points', 12, 32768],
  ['faces', 4096, 48],
])(`full of %s (seed ${SEED})`, async (_, points, faces) => {
  Object.assign(room, { points, faces });
  const { frame, list, scene, wide, memory, geometry } = await exactScene();
  const { exports } = new WebAssembly.Instance(compileSmall(), { env: { memory } });
  const small = new WideKernel(frame, 0, { ...wide.calls, ...exports });
  const { pairs, results } = list;
  const { maxDistance } = frame.query;
  maxDistance[0] = Infinity;
  const params = { overlapOnly: false, depth: true, maxDistance, from: results.simplexEven, to: results.simplexOdd };
  const written = [results.status, results.separation, results.offsetA, results.offsetB, results.simplexOdd];
  results.simplexEven.fill(UNUSED);
  const rows = Array.from({ length: TILE_ROWS }, (_, k) => k);
  const scratch = new CoreScratch();
  const random = seeded(SEED);
  let full = 0;
  for (let tile = 0; tile < sweep(6, 1000); tile++) {
    placeRandomly(scene, pairs.ids, random, 0);
    const run = (kernel: WideKernel) => {
      kernel.setQuery(list, frame, params);
      kernel.deferred.set(rows);
      kernel.exactRows(TILE_ROWS);
      return plain(written);
    };
    run(wide);
    const truth = rows.map((row) => columnAnswer(structuredClone(results), row));
    const found = run(small);
    const { colliders, counts } = frame;
    const answers = rows.map((row) => columnAnswer(structuredClone(results), row));
    distanceRows(results, pairs.ids, colliders, counts, geometry, geometry, scratch, params, 0, TILE_ROWS);
    expect(found, `tile ${tile}`).toEqual(plain(written));
    for (const row of rows) {
      if (answers[row]!.status !== Status.NotConverged || truth[row]!.status === Status.NotConverged) continue;
      // both are within their bounds of the same depth
      const { distance, errorBound } = answers[row]!;
      const place = `tile ${tile}, row ${row}, ${pairs.ids[2 * row]} and ${pairs.ids[2 * row + 1]} of ${SHAPES.length}`;
      expect(Math.abs(distance - truth[row]!.distance), place).toBeLessThanOrEqual(errorBound + truth[row]!.errorBound);
      full++;
    }
  }
  expect(full).toBeGreaterThan(sweep(6, 1000));
});
