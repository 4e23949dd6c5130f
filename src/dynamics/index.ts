/**
 * `hullstorm/dynamics`: rigid bodies, on top of contact queries.
 * @module hullstorm/dynamics
 */
import { Engine, Scene } from 'hullstorm';
import { isA } from '../checks.ts';
import { fail, QueryError, refuse } from '../errors.ts';
import { Dynamics } from './dynamics.ts';
import { checkDynamicsOptions, type DynamicsOptions, type StepSettings } from './dynamicsOptions.ts';
import { stepBytes } from './memory.ts';
import { warmUpSteps } from './stepWarmUp.ts';
import { RELAXED_STEPPER, STEPPER } from './wasmPieces.ts';

export { Dynamics } from './dynamics.ts';
export type { BodyOptions, BodyType, DynamicsOptions, MassOptions } from './dynamicsOptions.ts';
export type { StepStats } from './stepStats.ts';

/**
 * Creates a stepper for the bodies of one engine. The stepper fills `engine.pairs` with candidate pairs, queries their
 * contacts, and solves them on the engine's threads. The first call of a process takes 15–30 ms longer: it steps a
 * small scene of its own, so that the first steps of other scenes run compiled code; not with
 * `createEngine({ warmUp: false })`.
 * @throws QueryError for a bad option, when `capacity.passBytes` is used up, and where WebAssembly has no SIMD
 *
 * @example
 * ```ts
 * const dynamics = await createDynamics(await createEngine());
 * dynamics.addBody(box(50, 1, 50), { type: 'static', position: [0, -1, 0] });
 * const crate = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0, 5, 0] });
 * for (let k = 0; k < 120; k++) await dynamics.step(1 / 60);
 * console.log(dynamics.engine.scene.positions[4 * crate + 1]); // about 0.5: the crate lies on the ground
 * ```
 */
export async function createDynamics(engine: Engine, options?: DynamicsOptions): Promise<Dynamics> {
  if (!isA(engine, Engine)) refuse('createDynamics: engine', 'an engine made by createEngine', engine);
  if (!isA(engine.scene, Scene)) fail('createDynamics: engine', 'an engine with a scene in space', 'a planar one');
  const missing = QUERIES.filter(([, method]) => engine.refuses(method)).map(([query]) => query);
  if (missing.length > 0) {
    const wanted = `an engine with the queries ${QUERIES.map(([query]) => query).join(', ')}`;
    fail('createDynamics: engine', wanted, `one without ${missing.join(', ')}`);
  }
  const settings = checkDynamicsOptions(options, engine.capacity.contacts);
  if (engine.compilesAhead)
    await warmUpSteps({ kernel: engine.info.kernel, wasmUrl: engine.wasmUrl }, (own) =>
      make(own, checkDynamicsOptions(undefined, own.capacity.contacts)),
    );
  return make(engine, settings);
}

/** Queries of `hullstorm/core` that a step asks, and a method of each. */
const QUERIES = [
  ['contacts', 'contacts'],
  ['overlaps', 'overlapBox'],
  ['castPairs', 'castPairs'],
  ['passes', 'loadPasses'],
] as const;

async function make(engine: Engine, settings: StepSettings): Promise<Dynamics> {
  const { colliders, contacts: contactRows } = engine.capacity;
  const wasm = await engine.compilePiece(STEPPER, RELAXED_STEPPER).catch((cause: unknown) => {
    if (cause instanceof QueryError) throw cause;
    const { message } = cause as Error;
    throw new QueryError(`createDynamics: expected wasm that compiles here, got: ${message}`, { cause });
  });
  const passes = await engine.loadPasses(wasm, {
    bytes: stepBytes({ colliders, contactRows, contacts: settings.contacts }),
  });
  return new Dynamics(engine, passes, settings);
}
