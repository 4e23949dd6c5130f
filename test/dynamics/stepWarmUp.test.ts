/** The warm-up of the stepper: once per process, in an engine of its own. */
import { createEngine, type Engine } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterEach, expect, test, vi } from 'vitest';
import { warmUpSteps } from '../../src/dynamics/stepWarmUp.ts';

afterEach(() => vi.restoreAllMocks());

test('the first call steps a scene in which bodies land and one falls asleep, and closes its engine', async () => {
  const made: Dynamics[] = [];
  const make = async (engine: Engine) => {
    const dynamics = await createDynamics(engine);
    made.push(dynamics);
    return dynamics;
  };
  await Promise.all([warmUpSteps({ kernel: 'simd' }, make), warmUpSteps({ kernel: 'simd' }, make)]);
  await warmUpSteps({ kernel: 'simd' }, make);
  expect(made.length).toBe(1);
  const [{ engine, stats }] = made;
  expect([engine.info.kernel, engine.info.threads]).toEqual(['simd', 1]);
  expect([stats.bodies, stats.awake, stats.contacts]).toEqual([8, 6, 6]);
  await expect(engine.findPairs()).rejects.toThrow('expected an open engine');
});

test('a failure reaches no caller, and the warm-up is not tried again', async () => {
  const made: Engine[] = [];
  const make = async (engine: Engine) => {
    made.push(engine);
    throw new Error('no memory');
  };
  // as in a new process
  vi.resetModules();
  const anew = await import('../../src/dynamics/stepWarmUp.ts');
  await expect(anew.warmUpSteps({ kernel: 'simd' }, make)).resolves.toBeUndefined();
  await expect(anew.warmUpSteps({ kernel: 'simd' }, make)).resolves.toBeUndefined();
  expect(made.length).toBe(1);
  await expect(made[0].findPairs()).rejects.toThrow('expected an open engine');
});

test('with `warmUp: false` there is none', async () => {
  vi.resetModules();
  const [library, anew] = [await import('hullstorm'), await import('hullstorm/dynamics')];
  const engine = await library.createEngine({ workers: 0, warmUp: false });
  const memories = vi.spyOn(WebAssembly, 'Memory');
  await anew.createDynamics(engine);
  expect(memories).not.toHaveBeenCalled();
  await engine.close();
});

test('the second stepper of a process makes no other engine, and its scene is empty', async () => {
  const engines = [await createEngine({ workers: 0 }), await createEngine({ workers: 0 })];
  await createDynamics(engines[0]);
  const memories = vi.spyOn(WebAssembly, 'Memory');
  const { engine, contacts } = await createDynamics(engines[1]);
  expect(memories).not.toHaveBeenCalled();
  expect([engine.scene.rows, engine.pairs.count, contacts]).toEqual([0, 0, undefined]);
  for (const one of engines) await one.close();
});
