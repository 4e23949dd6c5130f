/** The broad phase with its scene and list, and nothing else of an engine; and what it must find. */

import { expect } from 'vitest';
import type { BroadKernel } from '../../src/broad/broadKernel.ts';
import { FIRST_PASS } from '../../src/broad/pass.ts';
import { ScalarBroad } from '../../src/broad/scalarBroad.ts';
import { TreeUpdater } from '../../src/broad/tree/treeUpdater.ts';
import { WideBroad } from '../../src/broad/wideBroad.ts';
import { Scene } from '../../src/engine/scene.ts';
import { createMemory } from '../../src/memory/memory.ts';
import { chooseKernel } from '../../src/narrow/chooseKernel.ts';
import { scalarKernels } from '../../src/narrow/scalarKernel.ts';
import { WideKernel } from '../../src/narrow/wideKernel.ts';
import { PairList } from '../../src/pairs/pairList.ts';
import { PairStages } from '../../src/queries/findPairs/stages.ts';
import { overlapQuery } from '../../src/queries/overlaps/query.ts';
import type { OverlapResults } from '../../src/queries/overlaps/results.ts';
import { BOXES } from '../../src/queries/overlaps/table.ts';
import type { QueryTools } from '../../src/queries/queryRunner.ts';
import { Dispatcher, type Program } from '../../src/schedule/dispatcher.ts';
import type { StageDescription } from '../../src/schedule/stageDescription.ts';
import { StageRunner } from '../../src/schedule/stageRunner.ts';
import { DEFAULT_LIMITS } from '../../src/schedule/waiting.ts';
import { BOUNDS_STRIDE } from '../../src/tables/boundsTable.ts';
import { NO_SHAPE } from '../../src/tables/colliderTable.ts';
import { ROWS } from '../../src/tables/countTable.ts';
import { bindList, type Frame } from '../../src/tables/frame.ts';
import { setList } from '../../src/tables/queryTable.ts';
import { testCapacity } from './capacity.ts';
import { ALL_WASM, bindFrame, builtInPasses, frameBytes } from './wholeFrame.ts';

export interface FindFixture {
  readonly frame: Frame;
  readonly scene: Scene;
  readonly list: PairList;
  readonly treeUpdater: TreeUpdater;
  /** Fills the list; counts runs of each pass. */
  find(margin: number): void;
  /** Ids of colliders whose bounds overlap volumes of a kind (queries/overlaps/table.ts), by volume. Counts runs as well. */
  overlap(kind: number, volumes: readonly number[], mask?: number): number[][];
  readonly runs: Map<object | undefined, number>;
}

type Overlap = (volumes: readonly number[], options: { mask: number }) => OverlapResults;

export function findFixture(colliders: number, pairs: number, shapes = 256, overlaps = 1): FindFixture {
  const capacity = testCapacity({ shapes, vertices: 16 * shapes, colliders, pairs, volumes: 1024, overlaps });
  const frame = bindFrame(new SharedArrayBuffer(frameBytes(capacity)), capacity);
  return fixtureOver(frame, pairs, new ScalarBroad(frame));
}

/** The same with the wide kernel. */
export async function wideFindFixture(
  colliders: number,
  pairs: number,
  shapes = 256,
  overlaps = 1,
): Promise<FindFixture> {
  const capacity = testCapacity({ shapes, vertices: 16 * shapes, colliders, pairs, volumes: 1024, overlaps });
  const memory = createMemory(frameBytes(capacity), true);
  const frame = bindFrame(memory.buffer, capacity);
  const { calls } = await chooseKernel('simd', memory, true, ALL_WASM);
  const { words } = new WideKernel(frame, 0, calls!);
  return fixtureOver(frame, pairs, new WideBroad(calls!, words));
}

function fixtureOver(frame: Frame, pairs: number, broad: BroadKernel): FindFixture {
  const scene = new Scene(frame, { checkWritable: () => {}, restored: () => {} });
  const tables = bindList(frame.buffer, frame.listsBegin, pairs);
  const list = new PairList(tables.pairs, {
    checkOpen: () => {},
    checkCollider: () => {},
    areSame: () => false,
    rowsDeclared: () => {},
    rowsChanged: () => {},
    rowsKept: () => {},
  });
  const stages = new StageRunner(frame, 0, builtInPasses(frame, 0, { ...scalarKernels(frame), broad }));
  const dispatcher = new Dispatcher(frame, undefined, DEFAULT_LIMITS, stages);
  const treeUpdater = new TreeUpdater(frame, broad);
  const finder = new PairStages(frame, treeUpdater);
  setList(frame.query, tables, pairs, true);
  const runs = new Map<object | undefined, number>();
  const run = (source: { next(stage: StageDescription): boolean }) => {
    const stage: StageDescription = { pass: 0, rows: 0, blockRows: 1, worth: 0 };
    const program: Program = {
      stages: new Int32Array(4),
      length: 1,
      helpers: 0,
      redo: 'block',
      next() {
        if (!source.next(stage)) return false;
        const pass = frame.passes[stage.pass - FIRST_PASS];
        runs.set(pass, (runs.get(pass) ?? 0) + 1);
        program.stages.set([stage.pass, stage.rows, stage.blockRows, stage.blockRows]);
        return true;
      },
    };
    dispatcher.runSync(program);
  };
  const find = (margin: number) => {
    finder.begin('find', list, new Float64Array([margin]), Infinity);
    run(finder);
  };
  const queue = { checkIdle() {} };
  const tools = {
    frame,
    treeUpdater,
    scene,
    queue,
    isWide: false,
    runner: { stage: { worth: 0 }, runSync: run },
  };
  const calls = overlapQuery.open(tools as unknown as QueryTools) as Record<string, Overlap>;
  const overlap = (kind: number, volumes: readonly number[], mask = 0xffff) => {
    const results =
      kind === BOXES ? calls.overlapBoxSync(volumes, { mask }) : calls.overlapSphereSync(volumes, { mask });
    expect(results.count).toBe(volumes.length / (kind === BOXES ? 6 : 4));
    return Array.from({ length: results.count }, (_, k) => [...results.read(k)]);
  };
  return { overlap, frame, scene, list, treeUpdater, find, runs };
}

/** The list as one number per pair. */
export function keysOf({ ids, count }: { ids: Uint32Array; count: number }): number[] {
  return Array.from({ length: count }, (_, p) => ids[2 * p] * 2 ** 20 + ids[2 * p + 1]);
}

/** Oracle: every box against every other, by the largest gap along an axis, if they may be paired. NaN is near nothing. In order. */
export function bruteForce({ bounds, counts, colliders }: Frame, margin: number): number[] {
  const { boxes } = bounds;
  const { groups, statics } = colliders;
  const found: number[] = [];
  for (let a = 0; a < counts[ROWS]; a++) {
    for (let b = a + 1; b < counts[ROWS]; b++) {
      let near =
        (groups[2 * a] & groups[2 * b + 1]) !== 0 &&
        (groups[2 * b] & groups[2 * a + 1]) !== 0 &&
        !(statics[a] !== 0 && statics[b] !== 0);
      for (let c = 0; c < 3; c++) {
        const p = BOUNDS_STRIDE * a + c;
        const q = BOUNDS_STRIDE * b + c;
        if (!(Math.max(boxes[p] - boxes[q + 3], boxes[q] - boxes[p + 3]) <= margin)) near = false;
      }
      if (near) found.push(a * 2 ** 20 + b);
    }
  }
  return found;
}

/** Finds, and compares all of it with the oracles. @returns the number of pairs, and how many of them had a row before */
export function checkFind(fixture: FindFixture, margin: number, what: string): { pairs: number; carried: number } {
  const { list, frame, treeUpdater } = fixture;
  const before = new Map<number, number>();
  for (const [row, key] of keysOf(list).entries()) if (!before.has(key)) before.set(key, row);
  fixture.find(margin);
  const keys = keysOf(list);
  expect(keys, what).toEqual(bruteForce(frame, margin));
  const carried = keys.map((key) => before.get(key) ?? -1);
  expect([...list.carried.subarray(0, list.count)], `${what}, carried`).toEqual(carried);
  const { boxes } = frame.bounds;
  let invalid = 0;
  for (let row = 0; row < frame.counts[ROWS]; row++) {
    if (frame.colliders.shapes[row] !== NO_SHAPE && Number.isNaN(boxes[BOUNDS_STRIDE * row])) invalid++;
  }
  expect(treeUpdater.invalidColliders, what).toBe(invalid);
  return { pairs: keys.length, carried: carried.filter((row) => row >= 0).length };
}
