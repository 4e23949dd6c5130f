/**
 * A million pairs of boxes of each class as WGSL, plain and hostile, on the adapter of the machine: flags of f64,
 * errors within the bounds, and few rows left.
 */
import { describe, expect, test } from 'vitest';
import { checkForWgsl } from '../../tools/lanes/compile.ts';
import { wgslOf } from '../../tools/lanes/emit/wgsl.ts';
import { gpuTexts, KERNELS, NATIVE, OWN } from '../../tools/lanes/gpuTexts.ts';
import { BoxPasses } from '../gpu/boxPasses.ts';
import { openDevice } from '../gpu/device.ts';
import { faultsOf } from '../gpu/faults.ts';
import { HOSTILE, HOSTILE_WGSL, hostileTree } from '../gpu/hostile.ts';
import { BOX_KINDS, boxPairs, boxScene, DISTANCE, FLAGS, SIGNED } from '../support/boxRows.ts';
import { ROOT } from '../support/lanesFixture.ts';
import { seeded } from '../support/random.ts';

const SEED = 0xdee9;
const PAIRS = 1_000_000;
const BATCH = 20_000;
const device = await openDevice();
const isMissing = typeof device === 'string';
if (isMissing) console.warn(`skipped: ${device}`);

function passesOf(build: string): BoxPasses {
  const kind = HOSTILE.find((each) => each === build);
  const tree = checkForWgsl({ entries: KERNELS, native: NATIVE, own: OWN, root: ROOT });
  const kernels = kind ? HOSTILE_WGSL + wgslOf(hostileTree(tree, kind), new Set(OWN)) : undefined;
  return new BoxPasses(device as GPUDevice, gpuTexts(ROOT, kernels));
}

describe.skipIf(isMissing).each(['plain', ...HOSTILE])(`%s (seed ${SEED})`, (build) => {
  const passes = isMissing ? undefined : passesOf(build);

  test.each(BOX_KINDS)('%s boxes', async (kind) => {
    const left: Record<string, number> = {};
    let rows = 0;
    for (let seed = SEED; rows < PAIRS; seed++) {
      const scene = await boxScene(boxPairs(kind, BATCH, seed), false);
      const random = seeded(seed);
      if (kind === 'touching') scene.touch(random);
      for (const query of [FLAGS, DISTANCE, SIGNED]) {
        for (const isWarm of query.overlapOnly ? [false] : [false, true]) {
          scene.chill();
          if (isWarm) scene.warm(query, random);
          const found = await passes!.run(scene, query);
          const name = `${query.name}${isWarm ? ', warm' : ''}`;
          expect(faultsOf(found, scene.scalar(query), query), `${name}, seed ${seed}`).toEqual([]);
          left[name] = (left[name] ?? 0) + found.left.size;
        }
      }
      rows += scene.rows;
      // recorded pairs have no seed
      if (/settled|falling/.test(kind)) break;
    }
    console.log(`${build}, ${rows} ${kind} boxes: left ${JSON.stringify(left)}`);
    if (/random|settled|falling|crowd/.test(kind)) {
      for (const count of Object.values(left)) expect(count).toBeLessThan(rows / 100);
    }
  });
});
