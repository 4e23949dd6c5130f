import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PORTABLE } from '../kernels.ts';

const PROBE = fileURLToPath(new URL('allocationProbe.mjs', import.meta.url));
const FLAGS = ['--expose-gc', '--max-semi-space-size=64'];
/** One double on the heap: a map word and the number. The smallest thing V8 can allocate for a query. */
const SMALLEST = 16;

test.each(PORTABLE)(
  'kernel %s: synchronous queries allocate nothing in steady state',
  async (kernel) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, PROBE, kernel]);
    const found = JSON.parse(stdout) as Record<string, number>;
    const controls = Object.entries(found).filter(([name]) => name.startsWith('control'));
    const queries = Object.entries(found).filter(([name]) => !name.startsWith('control'));

    // the counter sees one number per query, and no more than there is
    expect(controls).toHaveLength(4);
    for (const [name, bytes] of controls) {
      expect(bytes, name).toBeGreaterThanOrEqual(SMALLEST);
      expect(bytes, name).toBeLessThan(SMALLEST + 1);
    }
    expect(queries).toHaveLength(16);
    expect(queries.filter(([, bytes]) => !(bytes < 1))).toEqual([]);
  },
  60_000,
);
