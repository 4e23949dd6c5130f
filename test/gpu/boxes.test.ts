/**
 * The kernels of boxes as WGSL, against f64 and four lanes: flags are the scalar kernel's on every row that is not
 * left, errors lie within the bounds, and on SwiftShader all bits are those of four lanes.
 */
import { describe, expect, test } from 'vitest';
import { Status } from '../../src/tables/distanceStatus.ts';
import { gpuTexts } from '../../tools/lanes/gpuTexts.ts';
import { BOX_KINDS, boxPairs, boxScene, compareBits, DISTANCE, FLAGS, LIMITED, SIGNED } from '../support/boxRows.ts';
import { ROOT } from '../support/lanesFixture.ts';
import { seeded } from '../support/random.ts';
import { BoxPasses } from './boxPasses.ts';
import { openDevice } from './device.ts';
import { faultsOf } from './faults.ts';

const SEED = 0x6b0e;
const ROWS = 600;
const device = await openDevice();
if (typeof device === 'string') console.warn(`skipped: ${device}`);
const passes = typeof device === 'string' ? undefined : new BoxPasses(device, gpuTexts(ROOT));

describe.skipIf(!passes).each(BOX_KINDS)(`%s boxes (seed ${SEED})`, (kind) => {
  const pairs = boxPairs(kind, ROWS, SEED);

  test.each([FLAGS, DISTANCE, SIGNED, LIMITED])('$name, cold and warm', async (query) => {
    const scene = await boxScene(pairs);
    const random = seeded(SEED);
    if (kind === 'touching') scene.touch(random);
    for (const isWarm of query.overlapOnly ? [false] : [false, true]) {
      scene.chill();
      if (isWarm) scene.warm(query, random);
      const found = await passes!.run(scene, query);
      const truth = scene.scalar(query);
      expect(faultsOf(found, truth, query), isWarm ? 'warm' : 'cold').toEqual([]);
      // GJK has most of those that are far, f64 those that nearly touch
      if (!/flat|touching|far/.test(kind)) expect(found.left.size).toBeLessThan(ROWS / 10);
      expect(found.listed).toEqual([...found.left]);
      expect(found.overlapping).toBe(found.status.filter((status) => status === Status.Overlapping).length);
      expect(found.statuses).toEqual(found.status);
      const { differ } = compareBits(found, scene.simd(query), query);
      expect(differ, isWarm ? 'warm' : 'cold').toEqual([]);
    }
  });
});
