/** The built scalar kernel, one function, against its source, many: the same bytes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillScene } from '../../../bench/fillScene.ts';
import { makeWorkload, type WorkloadName } from '../../../bench/workloads.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { sweep } from '../../support/sweep.ts';
import { TableFixture } from '../../support/tables.ts';

const BUILT = new URL('../../../dist/src/kernels/rows/distanceRows.js', import.meta.url);
const built: { distanceRows: typeof distanceRows } = await import(BUILT.href);

const PAIRS = sweep(120, 1000);
const WORKLOADS: readonly WorkloadName[] = ['random', 'settled', 'h16', 'h64'];
const QUERIES = [
  { overlapOnly: true, depth: false, maxDistance: Infinity },
  { overlapOnly: false, depth: false, maxDistance: Infinity },
  { overlapOnly: false, depth: true, maxDistance: Infinity },
  { overlapOnly: false, depth: true, maxDistance: 0.05 },
];

/** A scene with a workload, whose pairs are its list. */
function sceneOf(name: WorkloadName) {
  const workload = makeWorkload(name, PAIRS, 1);
  const fixture = new TableFixture({
    shapes: workload.shapes.length,
    vertices: 100_000,
    colliders: workload.colliderCount,
    pairs: workload.pairCount,
  });
  fillScene(fixture.scene, workload);
  fixture.list.pairs.ids.set(workload.pairs.subarray(0, 2 * workload.pairCount));
  return { fixture, rows: workload.pairCount };
}

/** All that a kernel writes in a cold query and in a warm one after it. */
function bytesOf(kernel: typeof distanceRows, scene: ReturnType<typeof sceneOf>, query: (typeof QUERIES)[number]) {
  const { fixture, rows } = scene;
  const { frame, list } = fixture;
  const { status, separation, offsetA, offsetB, simplexEven, simplexOdd } = list.results;
  const columns = [status, separation, offsetA, offsetB, simplexEven, simplexOdd];
  for (const column of columns) column.fill(0);
  for (const simplex of [simplexEven, simplexOdd]) simplex.fill(UNUSED);
  for (const [from, to] of [
    [simplexEven, simplexOdd],
    [simplexOdd, simplexEven],
  ] as const) {
    const params = {
      overlapOnly: query.overlapOnly,
      depth: query.depth,
      maxDistance: new Float64Array([query.maxDistance]),
      from,
      to,
    };
    const { ids } = list.pairs;
    kernel(list.results, ids, frame.colliders, frame.counts, frame, frame, fixture.scratch, params, 0, rows);
  }
  expect(new Set(status.subarray(0, rows)).size).toBeGreaterThan(1);
  return Buffer.concat(columns.map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)));
}

test('it is one function: no record is left', () => {
  const text = readFileSync(BUILT, 'utf8');
  expect(text).toContain('distanceRow: {');
  expect(text).not.toMatch(/function (relativePose|gjk|advance|writeResult)\(/);
});

describe.each(WORKLOADS)('%s', (name) => {
  const scene = sceneOf(name);
  test.each(QUERIES)('%o', (query) => {
    const wanted = bytesOf(distanceRows, scene, query);
    expect(Buffer.compare(bytesOf(built.distanceRows, scene, query), wanted)).toBe(0);
  });
});
