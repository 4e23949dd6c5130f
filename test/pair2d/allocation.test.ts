/** Queries of `hullstorm/pair2d` allocate nothing if results are reused. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROBE = fileURLToPath(new URL('allocationProbe.mjs', import.meta.url));
/** One double on the heap. */
const SMALLEST = 16;
/** Processes asked at most: V8 may throw away the machine code of a function in one of them. */
const PROCESSES = 5;

test('less than one number per query', () => {
  let found: Record<string, number> = {};
  for (let k = 0; k < PROCESSES; k++) {
    const run = ['--expose-gc', '--max-semi-space-size=64', PROBE];
    const { control, ...queries } = JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' }));
    // the counter sees a number
    expect(control).toBeGreaterThanOrEqual(SMALLEST);
    found = queries;
    if (Object.values(found).every((bytes) => bytes < SMALLEST)) break;
  }
  for (const [name, bytes] of Object.entries(found)) expect(bytes, name).toBeLessThan(SMALLEST);
});
