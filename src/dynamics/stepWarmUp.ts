/**
 * The warm-up of the stepper: a few steps of a scene of its own, before the first stepper of a process is ready. A
 * JavaScript engine compiles a function, of wasm too, at its first call, and optimizes it for the types that it meets.
 * Without the warm-up it does so while the first bodies fall and land. The total CPU time is the same
 * (docs/lab/threads.md). The scene is in an engine of its own, so the warm-up changes no result.
 */
import { box, createEngine, type Engine, type EngineOptions } from 'hullstorm';
import type { Dynamics } from './dynamics.ts';

/**
 * Steps in which bodies land, and longer ones in which a body falls asleep. Measured: 5 leave more to the first steps
 * of others, 40 take longer than they save.
 */
const [STEPS, LONG_STEPS] = [6, 8];
const [DT, LONG_DT] = [1 / 60, 0.1]; // s
/** In stacks: more pairs than the lanes of a bundle, with some left over. */
const BODIES = 6;
const CAPACITY = { shapes: 16, vertices: 256, parts: 16, colliders: 64, pairs: 1024, contacts: 256 };

let warmUp: Promise<void> | undefined;

/**
 * Steps the scene, in the first call of a process only.
 * @param like the kernel and the wasm of the engine that the stepper is for
 * @param make makes a stepper
 */
export function warmUpSteps(like: EngineOptions, make: (engine: Engine) => Promise<Dynamics>): Promise<void> {
  // a failure, for want of memory, costs no more than the time of the first steps
  warmUp ??= stepScene(like, make).catch(() => {});
  return warmUp;
}

async function stepScene(like: EngineOptions, make: (engine: Engine) => Promise<Dynamics>): Promise<void> {
  const engine = await createEngine({ ...like, workers: 0, capacity: CAPACITY, warmUp: false });
  try {
    const dynamics = await make(engine);
    dynamics.addBody(box(20, 1, 20), { type: 'static', position: [0, -1, 0] });
    const shape = dynamics.addShape(box(0.5, 0.4, 0.3));
    // one body at rest, and stacks of two, each tilted a little more than the one before
    dynamics.addBody(shape, { position: [-2, 0.4, 0] });
    for (let k = 0; k < BODIES; k++) {
      const position = [2 * (k >> 1), 0.4 + 0.81 * (k & 1), 0];
      dynamics.addBody(shape, { position, rotation: [0.02 * k, 0.1, 0, 1] });
    }
    for (let step = 0; step < STEPS; step++) await dynamics.step(DT);
    for (let step = 0; step < LONG_STEPS; step++) await dynamics.step(LONG_DT);
  } finally {
    await engine.close();
  }
}
