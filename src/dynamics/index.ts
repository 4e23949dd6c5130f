/** `hullstorm/dynamics`: rigid bodies on top of contact queries. */

import { Engine } from 'hullstorm';
import { lengths, packed } from '#dynamics/binaries';
import { isA } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import { unpackWide } from '../wasm/unpackWide.ts';
import { Dynamics } from './dynamics.ts';
import { stepBytes } from './memory.ts';
import { checkDynamicsOptions, type DynamicsOptions } from './options.ts';

export { Dynamics } from './dynamics.ts';
export type { BodyOptions, BodyType, DynamicsOptions } from './options.ts';
export type { StepStats } from './step.ts';

/**
 * Makes a stepper for the bodies of one engine. It finds its own pairs and contacts, in `engine.pairs`, and solves them on the
 * engine's threads.
 * @throws QueryError for a bad option, an engine without room (`capacity.passBytes`), and where WebAssembly has no SIMD
 */
export async function createDynamics(engine: Engine, options?: DynamicsOptions): Promise<Dynamics> {
  if (!isA(engine, Engine)) refuse('createDynamics: engine', 'an engine made by createEngine', engine);
  const { colliders, contacts: contactRows } = engine.capacity;
  const settings = checkDynamicsOptions(options, contactRows);
  const [strict, relaxed] = await unpackWide(packed, lengths);
  const wasm = engine.info.kernel === 'relaxed' ? relaxed! : strict!;
  if (!WebAssembly.validate(wasm)) fail('createDynamics', 'WebAssembly with SIMD', 'none here');
  const passes = await engine.loadPasses(wasm, {
    bytes: stepBytes({ colliders, contactRows, contacts: settings.contacts }),
  });
  return new Dynamics(engine, passes, settings);
}
