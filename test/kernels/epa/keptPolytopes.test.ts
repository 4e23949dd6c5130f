/**
 * The polytope column is a hint: polytopes of the last query mostly give the depth at once, and those of other rows,
 * of other shapes or of earlier queries give the same depth.
 */

import { describe, expect, test } from 'vitest';
import { between, seeded } from '../../../scenes/random.ts';
import { Scene } from '../../../src/engine/scene.ts';
import { CoreScratch } from '../../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../../src/kernels/rows/distanceRows.ts';
import { createMemory } from '../../../src/memory/memory.ts';
import { chooseKernel } from '../../../src/narrow/chooseKernel.ts';
import { WideKernel } from '../../../src/narrow/wideKernel.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { bindList } from '../../../src/tables/frame.ts';
import { TILE_ROWS } from '../../../src/tables/kernelContext.ts';
import { bindPolytopes } from '../../../src/tables/polytopeTable.ts';
import { FACES_SHIFT, POINTS_MASK, POLYTOPE_WORDS } from '../../../src/tables/polytopeWords.ts';
import { UNUSED } from '../../../src/tables/simplexWords.ts';
import { testCapacity } from '../../support/capacity.ts';
import { ball } from '../../support/mixedScene.ts';
import { ALL_WASM, bindFrame, frameBytes } from '../../support/wholeFrame.ts';

const SEED = 0x6e1d;
const ROWS = 2 * TILE_ROWS + 3;
const CAPACITY = testCapacity({ pairs: ROWS, polytopes: ROWS, colliders: 2 * ROWS, vertices: 1024 });
/** Largest difference of two depths, as a part of the size: the search ends at 1e-6, and f32 adds its rounding. */
const SAME = 6e-6;
const SIZE = 1;

/** Overlapping hulls of these numbers of vertices. */
async function fixture(vertices = [8, 24, 120]) {
  const memory = createMemory(frameBytes(CAPACITY), true);
  const frame = bindFrame(memory.buffer, CAPACITY);
  const list = bindList(frame.buffer, frame.listsBegin, ROWS);
  const polytopes = bindPolytopes(frame.buffer, frame.listsEnd, ROWS);
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const random = seeded(SEED);
  const shapes = vertices.map((count) => scene.addShape(ball(count, 0.5, count)));
  for (let k = 0; k < 2 * ROWS; k++) {
    scene.addCollider(shapes[Math.trunc(shapes.length * random())], {
      position: k % 2 === 0 ? [0, 0, 0] : [0, 1, 2].map(() => between(random, -0.35, 0.35)),
      rotation: [0, 1, 2, 3].map(() => between(random, -1, 1)),
    });
  }
  list.pairs.ids.forEach((_, k, ids) => {
    ids[k] = k;
  });
  const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
  const wide = new WideKernel(frame, 0, calls!);
  const scratch = new CoreScratch();
  const { simplexEven, simplexOdd, separation } = list.results;
  simplexEven.fill(UNUSED);
  let isEven = true;
  /** Depths of all rows; the columns swap roles. */
  const run = (): number[] => {
    const [from, to] = isEven ? [simplexEven, simplexOdd] : [simplexOdd, simplexEven];
    const params = { overlapOnly: false, maxDistance: new Float64Array([Infinity]), depth: true, from, to };
    wide.setQuery(list, frame, params);
    wide.setPolytopes(polytopes, isEven);
    for (let begin = 0; begin < ROWS; begin += TILE_ROWS) {
      const count = wide.distanceTile(begin, Math.min(begin + TILE_ROWS, ROWS));
      for (const row of wide.deferred.slice(0, count)) {
        const { colliders, counts } = frame;
        distanceRows(list.results, list.pairs.ids, colliders, counts, frame, frame, scratch, params, row, row + 1);
      }
    }
    isEven = !isEven;
    return Array.from({ length: ROWS }, (_, p) => separation[4 * p + 3]!);
  };
  const move = (by: number) => {
    scene.positions.forEach((x, k, all) => {
      if (k % 4 < 3) all[k] = x + between(random, -by, by);
    });
    scene.rotations.forEach((x, k, all) => {
      all[k] = x + between(random, -by, by);
    });
  };
  /** The column that the next run reads. */
  const kept = () => (isEven ? polytopes.even : polytopes.odd);
  const cold = (): number[] => {
    (isEven ? simplexEven : simplexOdd).fill(UNUSED);
    return run();
  };
  return { list, polytopes, run, cold, move, kept, wide };
}

function rowOf(column: Uint32Array, p: number): Uint32Array {
  return column.subarray(POLYTOPE_WORDS * p, POLYTOPE_WORDS * (p + 1));
}

/** Whether each directed edge of the faces has its reverse, and each corner is a point. */
function isClosed(words: Uint32Array): boolean {
  const points = words[0]! & POINTS_MASK;
  const faces = words[0]! >>> FACES_SHIFT;
  const shorts = new Uint16Array(words.buffer, words.byteOffset + 4 * (1 + points), faces);
  const corners = [...shorts].map((word) => [word & 31, (word >>> 5) & 31, word >>> 10] as const);
  const edges = new Set(corners.flatMap(([u, v, w]) => [`${u} ${v}`, `${v} ${w}`, `${w} ${u}`]));
  const isPaired = [...edges].every((edge) => edges.has(edge.split(' ').reverse().join(' ')));
  return faces >= 4 && edges.size === 3 * faces && isPaired && corners.flat().every((corner) => corner < points);
}

describe(`kept polytopes, seed 0x${SEED.toString(16)}`, () => {
  test('are closed surfaces; most last for a small motion, and stay as they are', async () => {
    const { list, polytopes, run, move, kept } = await fixture();
    run();
    let [same, all] = [0, 0];
    for (let frame = 0; frame < 10; frame++) {
      const before = kept().slice();
      move(0.002);
      run();
      expect(polytopes.flags[0]).toBe(1);
      for (let p = 0; p < ROWS; p++) {
        if (list.results.status[p] !== Status.Overlapping) continue;
        const words = rowOf(kept(), p);
        if (words[0] !== 0) expect(isClosed(words), `frame ${frame}, row ${p}`).toBe(true);
        const length = 1 + (words[0]! & POINTS_MASK);
        all++;
        if (words[0] !== 0 && words.slice(0, length).join() === rowOf(before, p).slice(0, length).join()) same++;
      }
    }
    expect(all).toBeGreaterThan(8 * ROWS);
    expect(same / all).toBeGreaterThan(0.7);
  });

  test('have up to 32 points, and no row writes into the next one', async () => {
    const { run, move, kept } = await fixture([500]);
    run();
    let large = 0;
    for (let frame = 0; frame < 8; frame++) {
      move(0.004);
      run();
      for (let p = 0; p < ROWS; p++) {
        const words = rowOf(kept(), p);
        if (words[0] === 0) continue;
        expect(isClosed(words), `frame ${frame}, row ${p}`).toBe(true);
        if ((words[0]! & POINTS_MASK) > 30) large++;
      }
    }
    expect(large).toBeGreaterThan(10);
  });

  test.each([
    [
      'of the row before',
      (column: Uint32Array, p: number) => rowOf(column, p).set(rowOf(column.slice(), (p || 1) - 1)),
    ],
    [
      'of another row',
      (column: Uint32Array, p: number) => rowOf(column, p).set(rowOf(column.slice(), (7 * p + 5) % ROWS)),
    ],
    ['none', (column: Uint32Array, p: number) => rowOf(column, p).fill(0)],
    ['none, in every third row', (column: Uint32Array, p: number) => p % 3 === 0 && rowOf(column, p).fill(0)],
  ])('a polytope %s: the same depth', async (_, spoil) => {
    const { run, cold, move, kept } = await fixture();
    run();
    move(0.01);
    const column = kept();
    for (let p = ROWS - 1; p >= 0; p--) spoil(column, p);
    const depths = run();
    const want = cold();
    for (let p = 0; p < ROWS; p++) {
      expect(Math.abs(depths[p]! - want[p]!), `row ${p}`).toBeLessThanOrEqual(SAME * SIZE);
    }
  });

  test('the same after a jump, and after queries that kept none', async () => {
    const { run, cold, move, wide } = await fixture();
    run();
    move(0.2);
    const jumped = run();
    const setPolytopes = wide.setPolytopes;
    wide.setPolytopes = (_, evenToOdd) => setPolytopes.call(wide, undefined, evenToOdd);
    move(0.02);
    run();
    move(0.02);
    const want = cold();
    wide.setPolytopes = setPolytopes;
    const depths = run();
    for (let p = 0; p < ROWS; p++) {
      expect(jumped[p]).not.toBeNaN();
      expect(Math.abs(depths[p]! - want[p]!), `row ${p}`).toBeLessThanOrEqual(SAME * SIZE);
    }
  });
});
