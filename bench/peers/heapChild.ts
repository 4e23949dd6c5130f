/**
 * One engine and one heap, in a process of its own. heap.ts forks it, sends a HeapTask, and receives a HeapRun or the
 * reason why there is none. The output of the engine goes to stderr.
 */
import { createHeap } from '../../scenes/heap.ts';
import { reasonOf } from './command.ts';
import { POSE } from './step/stepPeer.ts';
import { STEP_PEERS } from './step/stepPeers.ts';

export interface HeapTask {
  readonly engine: string;
  readonly count: number;
  readonly seed: number;
  readonly steps: number;
  /** s */
  readonly dt: number;
}

export interface HeapRun {
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  /** ms per step. */
  readonly times: Float64Array;
  /** Poses of all bodies of the scene, POSE numbers each: before the last step, and after it. */
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

async function run({ engine, count, seed, steps, dt }: HeapTask): Promise<HeapRun> {
  const peer = await STEP_PEERS[engine]();
  const { name, version, mostBodies = Number.POSITIVE_INFINITY } = peer;
  if (count > mostBodies) throw new Error(`asked for at most ${mostBodies} bodies: more would take minutes`);
  const scene = createHeap(count, seed);
  const stepper = await peer.load(scene);
  const times = new Float64Array(steps);
  const before = new Float64Array(POSE * scene.bodies.length);
  const after = before.slice();
  for (let step = 0; step < steps; step++) {
    if (step === steps - 1) stepper.read(before);
    const begin = performance.now();
    const pending = stepper.step(dt);
    if (pending) await pending;
    times[step] = performance.now() - begin;
  }
  stepper.read(after);
  const { threads } = stepper;
  await stepper.close();
  return { name, version, threads, times, before, after };
}
