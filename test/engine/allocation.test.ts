import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import { sweep } from '../support/sweep.ts';

const PROBE = fileURLToPath(new URL('allocationProbe.mjs', import.meta.url));
const FIND_PROBE = fileURLToPath(new URL('findProbe.mjs', import.meta.url));
const OVERLAP_PROBE = fileURLToPath(new URL('overlapProbe.mjs', import.meta.url));
const PASS_PROBE = fileURLToPath(new URL('passProbe.mjs', import.meta.url));
/** One engine with all shapes; boxes alone and hulls alone repeat it. */
const SCENES = sweep(['mixed'], ['mixed', 'boxes', 'hulls']);
/** Scenes, and the first one with a worker. */
const ENGINES = SCENES.length + 1;
const FLAGS = ['--expose-gc', '--max-semi-space-size=64'];
/** One double on the heap: a map word and the number. The smallest thing V8 can allocate for a query. */
const SMALLEST = 16;
/**
 * Processes asked at most. In about one of three V8 throws away the machine code of a function of the penetration search that
 * wide kernels seldom come to, and does not make it again: its numbers are then on the heap for the life of the process. What
 * the code itself allocates shows in every process.
 */
const PROCESSES = 5;

async function probe(file: string, ...args: string[]): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, file, ...args]);
  return JSON.parse(stdout) as Record<string, number>;
}

test.each(PORTABLE)('kernel %s: synchronous queries allocate nothing in steady state', async (kernel) => {
  let queries: [string, number][] = [];
  for (let k = 0; k < PROCESSES; k++) {
    const found = await probe(PROBE, kernel, SCENES.join());
    const controls = Object.entries(found).filter(([name]) => name.startsWith('control'));
    queries = Object.entries(found).filter(([name]) => !name.startsWith('control'));
    // the counter sees one number per query, and no more than there is
    expect(controls).toHaveLength(ENGINES);
    for (const [name, bytes] of controls) {
      expect(bytes, name).toBeGreaterThanOrEqual(SMALLEST);
      expect(bytes, name).toBeLessThan(SMALLEST + 1);
    }
    expect(queries).toHaveLength(5 * ENGINES);
    if (queries.every(([, bytes]) => bytes < 1)) break;
  }
  expect(queries.filter(([, bytes]) => !(bytes < 1))).toEqual([]);
});

test.each([
  ['findPairsSync', FIND_PROBE],
  ['overlapBoxSync and overlapSphereSync', OVERLAP_PROBE],
  ['passes.runSync', PASS_PROBE],
])('%s: nothing allocated in steady state', async (_, file) => {
  let calls: [string, number][] = [];
  for (let k = 0; k < PROCESSES; k++) {
    const found = await probe(file);
    calls = Object.entries(found).filter(([name]) => !name.startsWith('control'));
    expect(calls).toHaveLength(6);
    for (const workers of [0, 1]) {
      expect(found[`control, ${workers} workers`]).toBeGreaterThan(SMALLEST - 1);
      expect(found[`control, ${workers} workers`]).toBeLessThan(SMALLEST + 1);
    }
    if (calls.every(([, bytes]) => bytes < 1)) break;
  }
  expect(calls.filter(([, bytes]) => !(bytes < 1))).toEqual([]);
});
