/** Tables and passes of engines that have all queries. */

import type { EngineWasm } from '../../src/narrow/chooseKernel.ts';
import type { ThreadKernels } from '../../src/narrow/threadKernels.ts';
import { RELAXED } from '../../src/narrow/wasmPieces.ts';
import { builtInPasses as passesOf } from '../../src/queries/builtInPasses.ts';
import { bindFrame as bind, frameBytes as bytes, type FrameCapacity } from '../../src/queries/frameLayout.ts';
import { QUERIES } from '../../src/queries/whole.ts';
import { SEARCHES, WHOLE_CODE } from '../../src/queries/wholeCode.ts';
import type { PassFunction } from '../../src/schedule/passCode.ts';
import type { ChildCapacity } from '../../src/tables/childTable.ts';
import type { Frame } from '../../src/tables/frame.ts';

/** The wasm of engines that have all queries. */
export const ALL_WASM: EngineWasm = { pieces: QUERIES.flatMap(({ wasm = [] }) => wasm), relaxed: RELAXED };

/** Capacities, of children too if the test has some. */
export type TestCapacity = Omit<FrameCapacity, keyof ChildCapacity> & Partial<ChildCapacity>;

const NO_CHILDREN: ChildCapacity = { meshTriangles: 0, meshVertices: 0, heights: 0, compoundParts: 0 };

export const frameBytes = (capacity: TestCapacity): number => bytes({ ...NO_CHILDREN, ...capacity }, SEARCHES);

export const bindFrame = (buffer: ArrayBufferLike, capacity: TestCapacity): Frame =>
  bind(buffer, { ...NO_CHILDREN, ...capacity }, SEARCHES);

export const builtInPasses = (frame: Frame, thread: number, kernels: ThreadKernels): PassFunction[] =>
  passesOf(frame, thread, WHOLE_CODE, kernels);
