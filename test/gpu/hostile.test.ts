/**
 * Hostile builds pass as the plain one does, without its bits: what compilers of shaders may change turns no flag, and
 * leaves errors within the bounds. And mistakes are found.
 */
import { describe, expect, test } from 'vitest';
import { checkForWgsl } from '../../tools/lanes/compile.ts';
import { wgslOf } from '../../tools/lanes/emit/wgsl.ts';
import { gpuTexts, KERNELS, NATIVE, OWN } from '../../tools/lanes/gpuTexts.ts';
import { BOX_KINDS, boxPairs, boxScene, compareBits, DISTANCE, FLAGS, SIGNED } from '../support/boxRows.ts';
import { ROOT } from '../support/lanesFixture.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { BoxPasses } from './boxPasses.ts';
import { openDevice } from './device.ts';
import { faultsOf } from './faults.ts';
import { HOSTILE, HOSTILE_WGSL, hostileTree } from './hostile.ts';
import { MUTANTS, mutantTexts } from './mutants.ts';

const SEED = 0x4057;
const ROWS = 300;
/** Signed distances take all that distances take, but the test of axes, which flags take. */
const QUERIES = sweep([FLAGS, SIGNED], [FLAGS, DISTANCE, SIGNED]);
const device = await openDevice();
const isMissing = typeof device === 'string';
if (isMissing) console.warn(`skipped: ${device}`);

function hostile(kind: (typeof HOSTILE)[number]): BoxPasses {
  const tree = checkForWgsl({ entries: KERNELS, native: NATIVE, own: OWN, root: ROOT });
  const kernels = HOSTILE_WGSL + wgslOf(hostileTree(tree, kind), new Set(OWN));
  return new BoxPasses(device as GPUDevice, gpuTexts(ROOT, kernels));
}

describe.skipIf(isMissing).each(HOSTILE)(`%s (seed ${SEED})`, (kind) => {
  const passes = isMissing ? undefined : hostile(kind);

  test.each(BOX_KINDS)('%s boxes: flags of f64, errors within the bounds', async (boxes) => {
    const scene = await boxScene(boxPairs(boxes, ROWS, SEED));
    const random = seeded(SEED);
    if (boxes === 'touching') scene.touch(random);
    let changed = 0;
    for (const query of QUERIES) {
      for (const isWarm of query.overlapOnly ? [false] : [false, true]) {
        scene.chill();
        if (isWarm) scene.warm(query, random);
        const found = await passes!.run(scene, query);
        expect(faultsOf(found, scene.scalar(query), query), `${query.name}, warm: ${isWarm}`).toEqual([]);
        if (!/flat|touching|far/.test(boxes)) expect(found.left.size).toBeLessThan(ROWS / 8);
        changed += compareBits(found, scene.simd(query), query).differ.length;
      }
    }
    if (boxes === 'random') expect(changed).toBeGreaterThan(ROWS / 2);
  });
});

describe.skipIf(isMissing)('mistakes', () => {
  test.each(MUTANTS)('$name is found', async (mutant) => {
    const passes = new BoxPasses(device as GPUDevice, mutantTexts(ROOT, mutant));
    const scene = await boxScene(boxPairs('random', ROWS, SEED));
    const query = mutant.name === 'a swapped pair' ? DISTANCE : FLAGS;
    scene.chill();
    const found = await passes.run(scene, query);
    const { differ } = compareBits(found, scene.simd(query), query);
    expect(differ.length).toBeGreaterThan(2);
  });
});
