/**
 * Flags of boxes straight from the pair list, against the f64 kernel: lists of boxes with all that is no box, no pose
 * and no collider in between, in tiles that begin and end anywhere.
 */

import { describe, expect, test } from 'vitest';
import { between, seeded } from '../../../scenes/random.ts';
import { Scene } from '../../../src/engine/scene.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { createMemory } from '../../../src/memory/memory.ts';
import { chooseKernel } from '../../../src/narrow/chooseKernel.ts';
import { WideKernel } from '../../../src/narrow/wideKernel.ts';
import { box, hull, rounded, sphere } from '../../../src/shapes/spec.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { bindList } from '../../../src/tables/frame.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { testCapacity } from '../../support/capacity.ts';
import { ALL_WASM, bindFrame, frameBytes } from '../../support/wholeFrame.ts';

const SEED = 0xb0c5;
const BODIES = 48;
const ROWS = 3 * TILE_ROWS + 3;
const UNTOUCHED = 99;
const CAPACITY = testCapacity({ pairs: ROWS, colliders: BODIES, vertices: 64 });

/** @param others one body in so many is no box */
async function fixture(others: number) {
  const memory = createMemory(frameBytes(CAPACITY), true);
  const frame = bindFrame(memory.buffer, CAPACITY);
  const list = bindList(frame.buffer, frame.listsBegin, CAPACITY.pairs);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const random = seeded(SEED + others);
  const boxes = Array.from({ length: 8 }, () =>
    scene.addShape(box(between(random, 0.1, 0.6), between(random, 0.1, 0.6), between(random, 0.1, 0.6))),
  );
  const rest = [rounded(box(0.3, 0.3, 0.3), 0.1), sphere(0.3), hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
  const shapes = rest.map((shape) => scene.addShape(shape));
  for (let k = 0; k < BODIES; k++) {
    const shape = k % others === 0 ? shapes[(k / others) % shapes.length] : boxes[k % boxes.length];
    const position = [0, 1, 2].map(() => between(random, -0.8, 0.8));
    scene.addCollider(shape, {
      position,
      rotation: k % 3 === 0 ? [0, 0, 0, 1] : [0, 1, 2, 3].map(() => between(random, -1, 1)),
    });
  }
  for (let row = 0; row < ROWS; row++) {
    const a = Math.trunc(random() * BODIES);
    list.pairs.ids.set([a, (a + 1 + Math.trunc(random() * (BODIES - 1))) % BODIES], 2 * row);
  }
  const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
  const wide = new WideKernel(frame, 0, calls!);
  const { simplexEven: from, simplexOdd: to, status } = list.results;
  from.forEach((_, k) => {
    from[k] = k % 7 === 0 ? UNUSED : k % 8;
  });
  const params = { overlapOnly: true, maxDistance: new Float64Array([Infinity]), depth: false, from, to };
  const scratch = new CoreScratch();
  const scalar = (begin: number, end: number) => {
    const { colliders, counts } = frame;
    distanceRows(list.results, list.pairs.ids, colliders, counts, frame, frame, scratch, params, begin, end);
  };
  /** Computes all rows in tiles of `rows`, the first of `rows - skip`. Returns the deferred rows. */
  const flags = (rows: number, skip: number): number[] => {
    status.fill(UNTOUCHED);
    to.fill(UNUSED);
    wide.setQuery(list, frame, params);
    const deferred: number[] = [];
    for (let begin = 0, end = rows - skip; begin < ROWS; begin = end, end += rows) {
      const count = wide.distanceTile(begin, Math.min(end, ROWS));
      for (let k = 0; k < count; k++) deferred.push(wide.deferred[k]);
    }
    for (const row of deferred) scalar(row, row + 1);
    return deferred.sort((a, b) => a - b);
  };
  const truth = () => {
    status.fill(UNTOUCHED);
    scalar(0, ROWS);
    return status.slice(0, ROWS);
  };
  return { frame, scene, list, flags, truth };
}

/** NaN, zero and infinite poses, ids out of range, equal ids, a removed collider. */
function damage({ scene, list }: Awaited<ReturnType<typeof fixture>>): void {
  scene.positions[4 * 3 + 1] = Number.NaN;
  scene.rotations.fill(0, 4 * 7, 4 * 8);
  scene.positions[4 * 11] = Infinity;
  scene.rotations[4 * 13] = 1e30;
  scene.removeCollider(17);
  const bad = [
    [0, 0],
    [0, BODIES],
    [0xffff_ffff, 1],
    [0x8000_0000, 2],
    [BODIES + 1, 4],
  ];
  for (const [k, pair] of bad.entries()) for (let row = k; row < ROWS; row += 41) list.pairs.ids.set(pair, 2 * row);
}

describe.each([
  ['boxes', 1000],
  ['one body in eleven is no box', 11],
  ['one in two is no box', 2],
])('%s', (_, others) => {
  test.each([
    ['sound rows', false],
    ['damaged ones between them', true],
  ])('%s: flags of the f64 kernel, for any tiles', async (__, isDamaged) => {
    const here = await fixture(others);
    if (isDamaged) damage(here);
    const want = here.truth();
    expect(want.filter((status) => status === Status.Overlapping).length).toBeGreaterThan(ROWS / 10);
    expect(want.filter((status) => status === Status.Separated).length).toBeGreaterThan(ROWS / 10);
    expect(want.filter((status) => status === Status.Invalid).length > 0).toBe(isDamaged);
    const { status, simplexOdd } = here.list.results;
    const deferred = here.flags(TILE_ROWS, 0);
    expect(status.slice(0, ROWS)).toEqual(want);
    if (!isDamaged && others > ROWS) expect(deferred.length).toBeLessThan(ROWS / 20);
    const simplexes = simplexOdd.slice();
    for (const [rows, skip] of [
      [1, 0],
      [3, 1],
      [4, 0],
      [5, 2],
      [64, 63],
      [TILE_ROWS, 1],
    ]) {
      expect(here.flags(rows, skip), `tiles of ${rows}, the first shorter by ${skip}`).toEqual(deferred);
      expect(status.slice(0, ROWS)).toEqual(want);
      expect(simplexOdd).toEqual(simplexes);
    }
    expect(status[ROWS] ?? UNTOUCHED).toBe(UNTOUCHED);
  });
});

test('boxes that touch within the rounding of f32 are decided in f64, by the wide kernel alone', async () => {
  const here = await fixture(1000);
  for (const id of [0, 1, 2, 3]) {
    here.scene.removeCollider(id);
  }
  const cube = here.scene.addShape(box(0.5, 0.5, 0.5));
  const a = here.scene.addCollider(cube);
  for (let row = 0; row < ROWS; row++) here.list.pairs.ids.set([4, 5], 2 * row);
  const touching = [0, -1e-9, 1e-9].map((gap) => here.scene.addCollider(cube, { position: [1 + gap, 0.2, 0.1] }));
  touching.forEach((b, k) => {
    here.list.pairs.ids.set([a, b], 2 * (4 * k + 1));
  });
  expect(here.flags(TILE_ROWS, 0)).toEqual([]);
  const { status } = here.list.results;
  expect([status[1], status[5], status[9]]).toEqual([Status.Overlapping, Status.Overlapping, Status.Separated]);
});
