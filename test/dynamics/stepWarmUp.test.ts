/** The warm-up of the stepper: once per process, in an engine of its own. */
import { createEngine, type Engine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { afterEach, expect, test, vi } from 'vitest';
import { warmUpSteps } from '../../src/dynamics/stepWarmUp.ts';

afterEach(() => vi.restoreAllMocks());

test('the first stepper of a process comes after steps in one more engine, the second at once', async () => {
  const engines = [await createEngine({ workers: 0 }), await createEngine({ workers: 0 })];
  const memories = vi.spyOn(WebAssembly, 'Memory');
  const steppers = [await createDynamics(engines[0])];
  expect(memories).toHaveBeenCalledTimes(1);
  steppers.push(await createDynamics(engines[1]));
  expect(memories).toHaveBeenCalledTimes(1);
  // the scenes of the engines are as before
  for (const { engine, contacts } of steppers) {
    expect([engine.scene.rows, engine.pairs.count, contacts]).toEqual([0, 0, undefined]);
    await engine.close();
  }
});

test('a warm-up that fails stays without consequence, and is not tried again', async () => {
  const made: Engine[] = [];
  const make = async (engine: Engine) => {
    made.push(engine);
    throw new Error('no memory');
  };
  await expect(warmUpSteps('simd', make)).resolves.toBeUndefined();
  await expect(warmUpSteps('simd', make)).resolves.toBeUndefined();
  expect(made.map(({ info }) => [info.kernel, info.threads])).toEqual([['simd', 1]]);
  await made[0].close();
});
