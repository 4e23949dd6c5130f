/** The kernels of one thread of an engine. */
import type { BroadKernel } from '../broad/broadKernel.ts';
import { WideBroad } from '../broad/wideBroad.ts';
import type { Frame } from '../tables/frame.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { WideCalls } from './wideCalls.ts';
import { WideKernel } from './wideKernel.ts';

/** One of `wide` and `scalar` computes rows. Planar scenes have neither. */
export interface ThreadKernels {
  /** Runs the passes of the broad phase. */
  readonly broad: BroadKernel;
  readonly wide?: WideKernel;
  readonly scalar?: ScalarKernel;
}

/** The kernels of a thread that runs wasm. @param calls the thread's instance */
export function wideKernels(frame: Frame, thread: number, calls: WideCalls): ThreadKernels {
  const wide = new WideKernel(frame, thread, calls);
  return { wide, broad: new WideBroad(calls, wide.words) };
}
