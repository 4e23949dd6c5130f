/**
 * Boxes one lane wide: the kernels of boxes, compiled for one lane, give the bits of four lanes. GPUs run that build
 * (test/gpu).
 */
import { describe, expect, test } from 'vitest';
import { APART, UNDECIDED } from '../../../src/kernels/rows/lanes/verdicts.ts';
import { TILE_BYTES } from '../../../src/tables/kernelContext.ts';
import { compileLanes } from '../../../tools/lanes/compile.ts';
import {
  BOX_KINDS,
  type BoxQuery,
  type BoxResults,
  type BoxScene,
  boxPairs,
  boxScene,
  compareBits,
  DISTANCE,
  FLAGS,
  LIMITED,
  SIGNED,
} from '../../support/boxRows.ts';
import { type Exports, ROOT } from '../../support/lanesFixture.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x1a4e;
const ROWS = sweep(600, 20_000);
const { wasm } = compileLanes({
  entries: ['src/kernels/boxes/lanes/boxRow.ts'],
  width: 1,
  isPartial: true,
  root: ROOT,
});
const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);

/** One row after the other. `rows` of the kernel lies where the tables of a tile are. */
function oneLane(scene: BoxScene, query: BoxQuery): BoxResults {
  const { exports } = new WebAssembly.Instance(module, { env: { memory: scene.memory } });
  const { boxFlag, boxRow } = exports as Exports;
  scene.set(query);
  const left = new Set<number>();
  const { byteOffset: context } = scene.kernel.words;
  const { status } = scene.list.results;
  for (let row = 0; row < scene.rows; row++) {
    const verdict = (query.overlapOnly ? boxFlag : boxRow)!(context, context + TILE_BYTES, row);
    if (verdict === APART || verdict === UNDECIDED) left.add(row);
    else status[row] = verdict;
  }
  return scene.results(left);
}

describe.each(BOX_KINDS)(`%s boxes (seed ${SEED})`, (kind) => {
  const pairs = boxPairs(kind, ROWS, SEED);

  test.each([FLAGS, DISTANCE, SIGNED, LIMITED])('$name, cold and warm: the bits of four lanes', async (query) => {
    const scene = await boxScene(pairs, false);
    const random = seeded(SEED);
    if (kind === 'touching') scene.touch(random);
    for (const isWarm of query.overlapOnly ? [false] : [false, true]) {
      scene.chill();
      if (isWarm) scene.warm(query, random);
      const { count, differ } = compareBits(oneLane(scene, query), scene.simd(query), query);
      expect(differ, isWarm ? 'warm' : 'cold').toEqual([]);
      expect(count).toBeGreaterThan((/touching|flat|far/.test(kind) ? 0.02 : 0.5) * scene.rows);
    }
  });
});
