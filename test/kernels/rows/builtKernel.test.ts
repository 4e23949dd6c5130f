/** The built scalar kernel, one function, against its source, many: the same bytes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillScene } from '../../../bench/fillScene.ts';
import { makeWorkload, type WorkloadName } from '../../../bench/workloads.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
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

/** All that a kernel writes in a cold query and in a warm one after it. */
function bytesOf(kernel: typeof distanceRows, name: WorkloadName, query: (typeof QUERIES)[number]): Uint8Array {
  const workload = makeWorkload(name, PAIRS, 1);
  const fixture = new TableFixture({
    shapes: workload.shapes.length,
    vertices: 100_000,
    colliders: workload.colliderCount,
    pairs: workload.pairCount,
  });
  fillScene(fixture.scene, workload);
  const { frame, list } = fixture;
  list.pairs.ids.set(workload.pairs.subarray(0, 2 * workload.pairCount));
  const { status, separation, offsetA, offsetB, simplexEven, simplexOdd } = list.results;
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
    kernel(
      list.results,
      ids,
      frame.colliders,
      frame.counts,
      frame,
      frame,
      fixture.scratch,
      params,
      0,
      workload.pairCount,
    );
  }
  expect(new Set(status.subarray(0, workload.pairCount)).size).toBeGreaterThan(1);
  const columns = [status, separation, offsetA, offsetB, simplexEven, simplexOdd];
  return Buffer.concat(columns.map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)));
}

test('it is one function: no record is left', () => {
  const text = readFileSync(BUILT, 'utf8');
  expect(text).toContain('distanceRow: {');
  expect(text).not.toMatch(/function (relativePose|gjk|advance|writeResult)\(/);
});

test.each(WORKLOADS.flatMap((name) => QUERIES.map((query) => [name, query] as const)))('%s, %o', (name, query) => {
  expect(Buffer.compare(bytesOf(built.distanceRows, name, query), bytesOf(distanceRows, name, query))).toBe(0);
});
