/**
 * One engine and one heap, in a process of its own. heap.ts forks it, sends a HeapTask, and receives a HeapRun or the
 * reason why there is none. The output of the engine goes to stderr.
 */
import { createHeap } from '../../scenes/heap.ts';
import { reasonOf } from './command.ts';
import { POSE, type Stepper } from './step/stepPeer.ts';
import { STEP_PEERS } from './step/stepPeers.ts';

export interface HeapTask {
  readonly engine: string;
  readonly count: number;
  readonly seed: number;
  readonly steps: number;
  /** s */
  readonly dt: number;
  /** Time that the steps of both runs may take (s): a slower engine gets fewer of them. */
  readonly budget: number;
}

export interface HeapRun {
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  /** ms per step, as many as were in the budget: the first run of the process, in which code is compiled. */
  readonly times: Float64Array;
  /** The same when the process runs the scene again. */
  readonly steady: Float64Array;
  /** Poses of all bodies of the scene, POSE numbers each: before and after one more step of the first run. */
  readonly before: Float64Array;
  readonly after: Float64Array;
}

export type HeapReply = { readonly run: HeapRun } | { readonly reason: string };

process.once('message', async (task: HeapTask) => {
  const reply: HeapReply = await run(task).then(
    (done) => ({ run: done }),
    (error: unknown) => ({ reason: reasonOf(error) }),
  );
  process.send!(reply);
});
// the reply was read; threads of an engine would keep the process alive
process.once('disconnect', () => process.exit(0));

async function run({ engine, count, seed, steps, dt, budget }: HeapTask): Promise<HeapRun> {
  const peer = await STEP_PEERS[engine]();
  const { name, version, mostBodies = Number.POSITIVE_INFINITY } = peer;
  if (count > mostBodies) throw new Error(`asked for at most ${mostBodies} bodies: more would take minutes`);
  const scene = createHeap(count, seed);
  const poses = POSE * scene.bodies.length;
  const before = new Float64Array(poses);
  const after = new Float64Array(poses);
  const stepper = await peer.load(scene);
  const times = await stepFor(stepper, steps, dt, 1000 * budget);
  // one more step tells speeds
  stepper.read(before);
  await stepper.step(dt);
  stepper.read(after);
  const { threads } = stepper;
  await stepper.close();
  const left = 1000 * budget - times.reduce((sum, time) => sum + time, 0);
  const again = await peer.load(createHeap(count, seed));
  const steady = await stepFor(again, times.length, dt, left);
  await again.close();
  return { name, version, threads, times, steady, before, after };
}

/** Steps until the sum of the times is above `most` ms. @returns ms per step */
async function stepFor(stepper: Stepper, steps: number, dt: number, most: number): Promise<Float64Array> {
  const times = new Float64Array(steps);
  let sum = 0;
  let step = 0;
  while (step < steps && sum < most) {
    const begin = performance.now();
    const pending = stepper.step(dt);
    if (pending) await pending;
    times[step] = performance.now() - begin;
    sum += times[step++];
  }
  return times.slice(0, step);
}
