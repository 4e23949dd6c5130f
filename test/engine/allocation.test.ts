import { expect, test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import { probe } from '../support/probe.ts';
import { sweep } from '../support/sweep.ts';

/** One engine with all shapes; boxes alone and hulls alone repeat it. */
const SCENES = sweep(['mixed'], ['mixed', 'boxes', 'hulls']);
/** Scenes, and all shapes with a worker. */
const ENGINES = SCENES.length + 1;
/** One double on the heap: a map word and the number. The smallest thing V8 can allocate for a call. */
const SMALLEST = 16;

const isControl = ([label]: [string, number]) => label.startsWith('control');
/** Labels whose calls leave a byte or more; a count below −1 is no count. */
function allocating(found: Record<string, number>) {
  return Object.entries(found).filter((entry) => !isControl(entry) && !(Math.abs(entry[1]) < 1));
}

async function expectNothing(calls: number, controls: number, file: string, ...args: string[]) {
  const found = await probe(new URL(file, import.meta.url), args, (bytes) => allocating(bytes).length === 0);
  const entries = Object.entries(found);
  // the counter sees one number per call, and no more than there is
  expect(entries.filter(isControl)).toHaveLength(controls);
  for (const [label, bytes] of entries.filter(isControl)) {
    expect(bytes, label).toBeGreaterThan(SMALLEST - 1);
    expect(bytes, label).toBeLessThan(SMALLEST + 1);
  }
  expect(entries).toHaveLength(calls + controls);
  expect(allocating(found)).toEqual([]);
}

test.each(PORTABLE)('kernel %s: synchronous queries allocate nothing in steady state', (kernel) =>
  expectNothing(5 * ENGINES, ENGINES, 'allocationProbe.mjs', kernel, SCENES.join()),
);

// with no worker and with one
test('findPairsSync: nothing allocated in steady state', () =>
  expectNothing(6, 2, 'findProbe.mjs', sweep('100', '300')));

test.each([
  ['overlapBoxSync and overlapSphereSync', 'overlapProbe.mjs'],
  ['passes.runSync', 'passProbe.mjs'],
])('%s: nothing allocated in steady state', (_, file) => expectNothing(6, 2, file));
