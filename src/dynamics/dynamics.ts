/** The stepper as users hold it: bodies, forces, and the step. */
import type { ContactResults, Engine, Passes, Shape } from 'hullstorm';
import { Bodies } from './bodies.ts';
import { Impulses } from './impulses.ts';
import { bindStepMemory, type StepMemory } from './memory.ts';
import { type BodyOptions, motion, type StepSettings, vector } from './options.ts';
import { SleepIslands } from './sleepIslands.ts';
import { Stepper, type StepStats } from './step.ts';
import { Supports } from './supports.ts';
import { Watch } from './watch.ts';
import { KINEMATIC, LEFT_OUT_KINEMATIC } from './wide/context.ts';

/** Steps the rigid bodies of one engine. `createDynamics` makes it. */
export class Dynamics {
  readonly engine: Engine;
  /** Velocities of the centres of mass, 4 per body: x y z – (m/s, world). The shared memory itself: write between steps, and `wake`. */
  readonly velocities: Float32Array;
  /** Spins, 4 per body: x y z – (rad/s, world). The shared memory itself, as above. */
  readonly spins: Float32Array;
  /** 1 per body = a dynamic body that is awake; in the shared memory. To be read only. */
  readonly awake: Uint8Array;
  /** Of the last step; the same object every time. */
  readonly stats: StepStats;
  readonly #memory: StepMemory;
  readonly #bodies: Bodies;
  readonly #rest: SleepIslands;
  readonly #watch: Watch;
  readonly #stepper: Stepper;

  /** @internal */
  constructor(engine: Engine, passes: Passes, settings: StepSettings) {
    const { colliders, contacts: contactRows } = engine.capacity;
    const { contacts } = settings;
    const memory = bindStepMemory(passes.buffer, passes.byteOffset, { colliders, contactRows, contacts });
    this.engine = engine;
    this.velocities = memory.velocities;
    this.spins = memory.spins;
    this.awake = memory.awake;
    this.#memory = memory;
    this.#bodies = new Bodies(engine, memory, colliders);
    const { restless, reaches } = this.#bodies;
    const supports = new Supports(engine.scene, memory.kinds);
    const impulses = new Impulses(memory);
    this.#rest = new SleepIslands(engine.scene, { ...memory, restless, reaches }, supports);
    this.#watch = new Watch(engine.scene, this.#bodies, this.#rest, supports, impulses);
    this.#stepper = new Stepper({
      engine,
      passes,
      settings,
      memory,
      bodies: this.#bodies,
      rest: this.#rest,
      impulses,
      watch: this.#watch,
    });
    this.stats = this.#stepper.stats;
  }

  /**
   * Contacts of the last step, at the poses it began with: manifolds, and who began, stayed and ended touching. undefined before the
   * first step. Valid until the next query on `engine.pairs`.
   */
  get contacts(): ContactResults | undefined {
    return this.#stepper.contacts;
  }

  /**
   * Adds a shape that several bodies may share.
   * @returns its id, for `addBody`
   * @throws QueryError as `scene.addShape`
   */
  addShape(shape: Shape): number {
    const where = 'dynamics.addShape';
    this.#checkIdle(where);
    return this.#bodies.addShape(where, shape);
  }

  /**
   * Adds a body: a collider that moves, or stands. Mass and inertia follow from its shape.
   * @param shape a shape, or an id of `addShape`
   * @returns its id: that of the collider
   * @throws QueryError for a shape without volume that is to be dynamic, bad options, and as `scene.addCollider`
   */
  addBody(shape: Shape | number, options?: BodyOptions): number {
    const where = 'dynamics.addBody';
    this.#checkIdle(where);
    this.#watch.look();
    const id = this.#bodies.add(where, shape, options);
    this.#watch.took(id);
    return id;
  }

  /** Removes a body and its collider. Bodies that may have lain on it wake. */
  removeBody(id: number): void {
    const where = 'dynamics.removeBody';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#rest.wake(id);
    this.#bodies.remove(id);
    this.#watch.took(id);
  }

  /** Puts a body elsewhere, as `scene.setPose`; it keeps its velocities, and wakes. */
  setPose(id: number, position: ArrayLike<number>, rotation: ArrayLike<number> = [0, 0, 0, 1]): void {
    const where = 'dynamics.setPose';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.engine.scene.setPose(id, position, rotation);
    this.#watch.took(id);
  }

  /** Sets velocity (m/s) and spin (rad/s), world axes, of a body that is not static; wakes it. */
  setVelocity(id: number, velocity: ArrayLike<number>, spin: ArrayLike<number> = [0, 0, 0]): void {
    const where = 'dynamics.setVelocity';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    const { kinds } = this.#memory;
    if (kinds[id] !== KINEMATIC && kinds[id] !== LEFT_OUT_KINEMATIC) this.#bodies.checkDynamic(`${where}: id`, id);
    const [v, w] = [motion(`${where}: velocity`, velocity, 'm/s'), motion(`${where}: spin`, spin, 'rad/s')];
    this.velocities.set(v, 4 * id);
    this.spins.set(w, 4 * id);
    this.#rest.wake(id);
  }

  /**
   * Pushes a dynamic body at once, and wakes it.
   * @param impulse x y z (N s), world
   * @param point where, world (m). Default: the centre of mass
   */
  applyImpulse(id: number, impulse: ArrayLike<number>, point?: ArrayLike<number>): void {
    const where = 'dynamics.applyImpulse';
    const push = this.#pushOf(where, id, 'impulse', impulse, point);
    this.#rest.wake(id);
    this.#bodies.push(id, push.straight, push.turn);
  }

  /**
   * Pushes a dynamic body during the next step, and wakes it.
   * @param force x y z (N), world; those of several calls add up
   * @param point where, world (m). Default: the centre of mass
   */
  applyForce(id: number, force: ArrayLike<number>, point?: ArrayLike<number>): void {
    const where = 'dynamics.applyForce';
    const { straight, turn } = this.#pushOf(where, id, 'force', force, point);
    this.#rest.wake(id);
    this.#bodies.pull(id, straight, turn);
  }

  /** Turns a dynamic body during the next step, and wakes it. @param torque x y z (N m), world */
  applyTorque(id: number, torque: ArrayLike<number>): void {
    const where = 'dynamics.applyTorque';
    this.#checkIdle(where);
    this.#bodies.checkDynamic(`${where}: id`, id);
    const turn = vector(`${where}: torque`, torque);
    this.#rest.wake(id);
    this.#bodies.pull(id, [0, 0, 0], turn);
  }

  /** Wakes a body, its island, what sleeps on it and what it touches. Call it after writing to its columns. */
  wake(id: number): void {
    const where = 'dynamics.wake';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#watch.stir(id);
  }

  /**
   * Moves all bodies on. `engine.pairs` is the step's own until it is done: ask nothing else of that list meanwhile.
   * @param dt seconds, > 0; as long as the last step, for contacts to stay at rest
   * @throws QueryError for a bad `dt`, while a step runs, and as `engine.contacts`; with more contacts than `contacts` of
   *   `createDynamics`. Poses and velocities are as they were then, unless a worker died over writing them and could not be replaced
   */
  step(dt: number): Promise<StepStats> {
    return this.#stepper.step('dynamics.step', dt);
  }

  /** `step` that returns when it is done; the calling thread takes part. */
  stepSync(dt: number): StepStats {
    return this.#stepper.stepSync('dynamics.stepSync', dt);
  }

  #checkIdle(where: string): void {
    this.#stepper.checkIdle(where);
    this.#watch.lookForGone();
  }

  #pushOf(where: string, id: number, name: string, push: ArrayLike<number>, point: ArrayLike<number> | undefined) {
    this.#checkIdle(where);
    this.#bodies.checkDynamic(`${where}: id`, id);
    const straight = vector(`${where}: ${name}`, push);
    if (point === undefined) return { straight, turn: [0, 0, 0] as [number, number, number] };
    const at = vector(`${where}: point`, point);
    const center = this.#bodies.centerOf(id);
    const [x, y, z] = [at[0] - center[0], at[1] - center[1], at[2] - center[2]];
    const [fx, fy, fz] = straight;
    const turn: [number, number, number] = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
    return { straight, turn };
  }
}
