import { test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import { expectNothing } from '../support/probe.ts';
import { sweep } from '../support/sweep.ts';

/** One engine with all shapes; boxes alone and hulls alone repeat it. */
const SCENES = sweep(['mixed'], ['mixed', 'boxes', 'hulls']);
/** Scenes, and all shapes with a worker. */
const ENGINES = SCENES.length + 1;
const at = (file: string) => new URL(file, import.meta.url);

test.each(PORTABLE)('kernel %s: synchronous queries allocate nothing in steady state', (kernel) =>
  expectNothing(6 * ENGINES, ENGINES, at('allocationProbe.mjs'), kernel, SCENES.join()),
);

// with no worker and with one
test('findPairsSync: nothing allocated in steady state', () =>
  expectNothing(6, 2, at('findProbe.mjs'), sweep('100', '300')));

test.each([
  ['overlapBoxSync and overlapSphereSync', 'overlapProbe.mjs'],
  ['passes.runSync', 'passProbe.mjs'],
])('%s: nothing allocated in steady state', (_, file) => expectNothing(6, 2, at(file)));

test('castRaysSync: nothing allocated in steady state', () => expectNothing(8, 2, at('rayProbe.mjs')));
test('castPairsSync, castShapesSync, moveAndSlideSync: nothing allocated in steady state', () =>
  expectNothing(8, 2, at('castProbe.mjs')));
test('overlapShapesSync, closestPointsSync, nearestSync, separateSync: nothing allocated in steady state', () =>
  expectNothing(6, 1, at('probesProbe.mjs')));

/** Kernel, grounds of one engine, workers. With a worker, a mesh stands for all. */
const CHILDREN = sweep<readonly (readonly [string, string, number])[]>(
  [
    ['scalar', 'mesh,field,compound', 0],
    ['simd', 'mesh,field,compound', 0],
    ['simd', 'mesh', 1],
  ],
  PORTABLE.flatMap((kernel) =>
    ['mesh', 'field', 'compound'].flatMap((ground) => [[kernel, ground, 0] as const, [kernel, ground, 1] as const]),
  ),
);
test.each(CHILDREN)(
  'kernel %s: queries over the children of %s allocate nothing, %d workers',
  (kernel, grounds, workers) => expectNothing(17, 1, at('childProbe.mjs'), kernel, grounds, String(workers)),
);
