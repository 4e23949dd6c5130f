import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROBE = fileURLToPath(new URL('stepProbe.mjs', import.meta.url));
const FLAGS = ['--expose-gc', '--max-semi-space-size=64'];
/** A number on the heap: a map word and eight bytes. */
const NUMBER = 16;
/**
 * What a step may leave: less than one number for each of the 20 bodies. The clock readings that `stats` is made of are 17 numbers as a
 * rule, and a few more where V8 compiles the step at another moment.
 */
const MOST = 20 * NUMBER - 1;
/** V8 now and then throws machine code away and does not make it again: what the code itself allocates shows in every process. */
const PROCESSES = 5;

test('stepSync allocates a few numbers, whatever goes on: bodies at rest, asleep, rolling', async () => {
  let steps: number[] = [];
  let more: number[] = [];
  for (let k = 0; k < PROCESSES; k++) {
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, PROBE]);
    const found = Object.entries(JSON.parse(stdout) as Record<string, number>);
    const of = (name: string) => found.filter(([label]) => label.startsWith(name)).map(([, bytes]) => bytes);
    steps = of('step');
    more = of('control').map((bytes, n) => bytes - steps[n]);
    expect([steps.length, more.length]).toEqual([4, 4]);
    if (steps.every((bytes) => bytes < MOST) && more.every((bytes) => Math.abs(bytes - NUMBER) < 1)) break;
  }
  expect(Math.max(...steps)).toBeLessThan(MOST);
  // the counter sees one number more
  expect(more.some((bytes) => Math.abs(bytes - NUMBER) < 1)).toBe(true);
});
