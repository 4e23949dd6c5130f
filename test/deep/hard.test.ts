/** A million hard pairs of each kind, on both kernels: every row is settled, and right by `verify`. Minutes for each. */
import { describe, expect, test } from 'vitest';
import { HARD_KINDS, type HardKind } from '../support/hardPairs.ts';
import { sweepHard } from '../support/hardSweep.ts';
import { PORTABLE } from '../support/kernels.ts';

const SEED = 0x5eed_0004;
/** As for the million: a part of the pairs, to try a change. */
const SHARE = Number(process.env.HULLSTORM_PAIRS ?? 1);
const ROWS = Math.ceil(1_000_000 * SHARE);

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test.each(Object.keys(HARD_KINDS) as HardKind[])(`%s, seed ${SEED}`, async (kind) => {
    const begin = performance.now();
    const { rows, unsettled, worst, worstGap, faults } = await sweepHard(kernel, kind, SEED, ROWS);
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    console.log(
      `${kernel}, ${kind}, seed ${SEED}: ${rows} rows, ${unsettled} unsettled, worst by verify ${worst.toExponential(1)}, ` +
        `gap along the normal ${worstGap.toExponential(1)} of the size, ${seconds} s`,
    );
    expect(faults).toEqual([]);
    expect(unsettled).toBe(0);
    expect(rows).toBe(ROWS);
  });
});
