/** Tables and passes of engines that have all queries. */
import type { ThreadKernels } from '../../src/narrow/threadKernels.ts';
import { builtInPasses as passesOf } from '../../src/queries/builtInPasses.ts';
import { bindFrame as bind, frameBytes as bytes, type FrameCapacity } from '../../src/queries/frameLayout.ts';
import { SEARCHES, WHOLE_CODE } from '../../src/queries/wholeCode.ts';
import type { PassFunction } from '../../src/schedule/passCode.ts';
import type { Frame } from '../../src/tables/frame.ts';

export const frameBytes = (capacity: FrameCapacity): number => bytes(capacity, SEARCHES);

export const bindFrame = (buffer: ArrayBufferLike, capacity: FrameCapacity): Frame => bind(buffer, capacity, SEARCHES);

export const builtInPasses = (frame: Frame, thread: number, kernels: ThreadKernels): PassFunction[] =>
  passesOf(frame, thread, WHOLE_CODE, kernels);
