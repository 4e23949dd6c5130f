/** Some thousand hard pairs of each kind; test/deep/hard.test.ts asks about a million. */
import { describe, expect, test } from 'vitest';
import { HARD_KINDS, type HardKind } from '../support/hardPairs.ts';
import { sweepHard } from '../support/hardSweep.ts';
import { PORTABLE } from '../support/kernels.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x4a2d;
const ROWS = sweep(1000, 4000);

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test.each(Object.keys(HARD_KINDS) as HardKind[])(
    `%s, seed ${SEED}: all settled, all verified`,
    async (kind) => {
      const { rows, unsettled, faults } = await sweepHard(kernel, kind, SEED, ROWS);
      expect(faults).toEqual([]);
      expect(unsettled).toBe(0);
      expect(rows).toBe(ROWS);
    },
    120_000,
  );
});
