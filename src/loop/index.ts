/**
 * `hullstorm/loop`: fixed steps in real time, and frames between them, on this thread or over a worker.
 * @module hullstorm/loop
 */
import { Loop } from './loop.ts';
import { checkLoopOptions, type LoopOptions } from './loopOptions.ts';

export type { RequestFrame } from './frames.ts';
export { Loop } from './loop.ts';
export type { FrameOptions, LoopOptions, StepOptions, Steps } from './loopOptions.ts';
export type { LoopEndpoint } from './loopProtocol.ts';
export type { PoseSource } from './poseRows.ts';
export { type PlacedSince, type Poses, readPose, type ScenePoses, type StepPoses } from './poses.ts';
export { type LoopStart, type ServedLoop, serveLoop } from './serveLoop.ts';
export { createWorkerLoop, type LoopCalls, type WorkerLoop, type WorkerLoopOptions } from './workerLoop.ts';

/**
 * Creates a loop that steps `dynamics` in real time. Steps have one length; the frame draws what lies between the last
 * two (`loop.poses`). Time that cannot be caught up with, as after a tab has slept, is dropped.
 * @throws QueryError for a bad option
 *
 * @example
 * ```ts
 * const loop = createLoop({
 *   dynamics,
 *   onStep: () => dynamics.applyForce(rocket, [0, 500, 0]),
 *   onFrame: () => draw(loop.poses),
 * });
 * loop.start();
 * ```
 */
export function createLoop(options: LoopOptions): Loop {
  return new Loop(checkLoopOptions('createLoop', options));
}
