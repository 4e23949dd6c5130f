/** The public stepper: bodies, forces and the step. */
import type { ContactResults, Engine, Passes, Shape } from 'hullstorm';
import { type QuatLike, readOptions, type Vec3Like } from '../checks.ts';
import { Acceleration } from './acceleration.ts';
import { Bodies } from './bodies.ts';
import { addForce, addImpulse, centerOf } from './bodyMotion.ts';
import { type BodyOptions, gravityOf, type MassOptions, motion, type StepSettings, vector } from './dynamicsOptions.ts';
import { Impulses } from './impulses.ts';
import { bindStepMemory, type StepMemory } from './memory.ts';
import { MidstepRotations } from './midstepRotations.ts';
import { SceneWatch } from './sceneWatch.ts';
import { SleepIslands } from './sleepIslands.ts';
import { Stepper } from './step.ts';
import type { StepStats } from './stepStats.ts';
import { Supports } from './supports.ts';
import { EXCLUDED_KINEMATIC, KINEMATIC } from './wide/context.ts';

/** Steps the rigid bodies of one engine. Made by `createDynamics`. */
export class Dynamics {
  readonly engine: Engine;
  /**
   * Velocities of the centers of mass, 4 per body: x y z – (m/s, world). A view of the shared memory. Write to it
   * between steps, then call `wake`.
   */
  readonly velocities: Float32Array;
  /** Angular velocities, 4 per body: x y z – (rad/s, world). A view of the shared memory, as `velocities`. */
  readonly spins: Float32Array;
  /** 1 = a dynamic body that is awake. A view of the shared memory. Read only. */
  readonly awake: Uint8Array;
  /** By body id: a number that changes when a body is added or removed there, so that an old id is known. Read only. */
  readonly generations: Uint32Array;
  /** Statistics of the last step. Each step overwrites this object. */
  readonly stats: StepStats;
  readonly #memory: StepMemory;
  readonly #bodies: Bodies;
  readonly #islands: SleepIslands;
  readonly #acceleration: Acceleration;
  readonly #gravity: Float32Array;
  readonly #watch: SceneWatch;
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
    this.#bodies = new Bodies(engine, memory);
    this.generations = this.#bodies.generations;
    const supports = new Supports(engine.scene, memory.kinds);
    const impulses = new Impulses(memory);
    const { neverSleeps, contactDistances } = this.#bodies;
    this.#gravity = settings.gravity;
    this.#acceleration = new Acceleration(engine.scene, memory, settings.gravity);
    this.#islands = new SleepIslands(
      engine.scene,
      { ...memory, neverSleeps, contactDistances },
      supports,
      this.#acceleration,
    );
    this.#watch = new SceneWatch(engine.scene, this.#bodies, this.#islands, supports, impulses);
    this.#stepper = new Stepper({
      engine,
      passes,
      settings,
      memory,
      bodies: this.#bodies,
      islands: this.#islands,
      impulses,
      watch: this.#watch,
      midstep: new MidstepRotations(memory, engine.scene, this.#bodies),
    });
    this.stats = this.#stepper.stats;
  }

  /**
   * Contacts of the last step, at the poses at which the step began: manifolds, and the pairs that began, stayed and
   * ended in contact. undefined before the first step. Valid until the next query on `engine.pairs`.
   */
  get contacts(): ContactResults | undefined {
    return this.#stepper.contacts;
  }

  /** Whether a step is running. */
  get isStepping(): boolean {
    return this.#stepper.isStepping;
  }

  /**
   * Adds a shape that several bodies may share.
   * @returns the shape's id, for `addBody`
   * @throws QueryError as `scene.addShape`, and while a step runs
   */
  addShape(shape: Shape): number {
    const where = 'dynamics.addShape';
    this.#checkIdle(where);
    return this.#bodies.addShape(where, shape);
  }

  /**
   * Adds a body: a collider with a type, a mass and a velocity. Mass and inertia follow from its shape.
   * @param shape a shape, or an id of `addShape`
   * @returns the body's id, which is its collider's id
   * @throws QueryError for a dynamic body whose shape has no volume, for bad options, as `scene.addCollider`, and while
   *   a step runs
   */
  addBody(shape: Shape | number, options?: BodyOptions): number {
    const where = 'dynamics.addBody';
    this.#checkIdle(where);
    this.#watch.update();
    const id = this.#bodies.add(where, shape, options);
    this.#watch.recordOwnChange(id);
    return id;
  }

  /**
   * Removes a body and its collider. Bodies that sleep on it wake.
   * @throws QueryError if `id` is not a body, and while a step runs
   */
  removeBody(id: number): void {
    const where = 'dynamics.removeBody';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#islands.wake(id);
    this.#bodies.remove(id);
    this.#watch.recordOwnChange(id);
  }

  /**
   * Gives a body another shape, and wakes it: parts break off, a character ducks. Its pose stays, and its points keep
   * their velocities. Mass and center of mass follow. Contacts with the body begin anew.
   * @param shape a shape, or an id of `addShape`. The old one stays in the scene
   * @param options `density` (kg/m³) or `mass` (kg). Default: the density before
   * @throws QueryError if `id` is not a body, for a bad shape, one without volume for a dynamic body, a half-space or a
   *   mesh for a body that is not static, and while a step runs; the body then stays as it is
   */
  setShape(id: number, shape: Shape | number, options?: MassOptions): void {
    const where = 'dynamics.setShape';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    const own = readOptions<MassOptions>(`${where}: options`, options, { density: 0, mass: 0 });
    this.#watch.update();
    this.#islands.wake(id);
    this.#bodies.setShape(where, id, shape, own);
    this.#watch.recordOwnChange(id);
  }

  /**
   * Moves a body to a pose, and wakes it. Its velocities stay.
   * @param position x y z (m)
   * @param rotation quaternion x y z w, of any length but zero
   * @throws QueryError if `id` is not a body or the pose is bad, and while a step runs
   */
  setPose(id: number, position: Vec3Like, rotation: QuatLike = [0, 0, 0, 1]): void {
    const where = 'dynamics.setPose';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.engine.scene.setPose(id, position, rotation);
    this.#watch.recordOwnChange(id);
  }

  /**
   * Sets the velocity of a dynamic or kinematic body, and wakes it.
   * @param velocity x y z of the center of mass (m/s), world, up to 10,000 along each axis
   * @param spin angular velocity x y z (rad/s), world, up to 10,000 about each axis
   * @throws QueryError if `id` is static or not a body, for bad numbers, and while a step runs
   */
  setVelocity(id: number, velocity: Vec3Like, spin: Vec3Like = [0, 0, 0]): void {
    const where = 'dynamics.setVelocity';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    const { kinds } = this.#memory;
    if (kinds[id] !== KINEMATIC && kinds[id] !== EXCLUDED_KINEMATIC) this.#bodies.checkDynamic(`${where}: id`, id);
    const [v, w] = [motion(`${where}: velocity`, velocity, 'm/s'), motion(`${where}: spin`, spin, 'rad/s')];
    this.velocities.set(v, 4 * id);
    this.spins.set(w, 4 * id);
    this.#islands.wake(id);
  }

  /**
   * Sets the gravity of all dynamic bodies, and wakes them. Each body has it times its `gravityScale`.
   * @param gravity x y z (m/s²), up to 1,000,000 along each axis
   * @throws QueryError for bad numbers, and while a step runs
   */
  setGravity(gravity: Vec3Like): void {
    const where = 'dynamics.setGravity';
    this.#checkIdle(where);
    const own = gravityOf(where, gravity);
    this.#gravity.set(own);
    this.#acceleration.setGravity(own);
    this.#islands.wakeAll(this.engine.scene.rows);
  }

  /**
   * Applies an impulse to a dynamic body, and wakes it. The velocity changes at once.
   * @param impulse x y z (N s), world
   * @param point where the impulse acts, world (m). Default: the center of mass
   * @throws QueryError if `id` is not a dynamic body, for bad numbers, and while a step runs
   */
  applyImpulse(id: number, impulse: Vec3Like, point?: Vec3Like): void {
    const where = 'dynamics.applyImpulse';
    const { linear, angular } = this.#leverOf(where, id, 'impulse', impulse, point);
    this.#islands.wake(id);
    addImpulse(id, linear, angular, this.#memory, this.engine.scene);
  }

  /**
   * Applies a force to a dynamic body during the next step, and wakes it. Forces of several calls add up.
   * @param force x y z (N), world
   * @param point where the force acts, world (m). Default: the center of mass
   * @throws QueryError if `id` is not a dynamic body, for bad numbers, and while a step runs
   */
  applyForce(id: number, force: Vec3Like, point?: Vec3Like): void {
    const where = 'dynamics.applyForce';
    const { linear, angular } = this.#leverOf(where, id, 'force', force, point);
    this.#islands.wake(id);
    addForce(id, linear, angular, this.#memory);
  }

  /**
   * Applies a torque to a dynamic body during the next step, and wakes it. Torques of several calls add up.
   * @param torque x y z (N m), world
   * @throws QueryError if `id` is not a dynamic body, for bad numbers, and while a step runs
   */
  applyTorque(id: number, torque: Vec3Like): void {
    const where = 'dynamics.applyTorque';
    this.#checkIdle(where);
    this.#bodies.checkDynamic(`${where}: id`, id);
    const own = vector(`${where}: torque`, torque);
    this.#islands.wake(id);
    addForce(id, [0, 0, 0], own, this.#memory);
  }

  /**
   * Wakes a body, its island, the bodies that sleep on it and those in contact with it. Call it after a write to the
   * body's columns.
   * @throws QueryError if `id` is not a body, and while a step runs
   */
  wake(id: number): void {
    const where = 'dynamics.wake';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#watch.disturb(id);
  }

  /**
   * Moves all bodies by one time step. The step fills and queries `engine.pairs`: do not query that list meanwhile.
   * @param dt seconds, ≥ 1e-6; steps longer than 0.1 s move bodies by 0.1 s. Keep it constant, so that stacks stay at
   *   rest
   * @returns `stats`
   * @throws QueryError for a bad `dt`, while a step runs, as `engine.findPairs` and `engine.contacts`, and for more
   *   contacts than `contacts` of `createDynamics`. Poses and velocities then are those before the step, unless a
   *   worker died while it wrote them and could not be replaced
   *
   * @example
   * ```ts
   * const { awake, contacts, total } = await dynamics.step(1 / 60);
   * console.log(`${awake} bodies awake, ${contacts} contacts, ${total.toFixed(1)} ms`);
   * ```
   */
  step(dt: number): Promise<StepStats> {
    return this.#stepper.step('dynamics.step', dt);
  }

  /** `step` that returns when it is done; the calling thread takes part. @throws QueryError as `step` */
  stepSync(dt: number): StepStats {
    return this.#stepper.stepSync('dynamics.stepSync', dt);
  }

  #checkIdle(where: string): void {
    this.#stepper.checkIdle(where);
    this.#watch.updateIfReplaced();
  }

  /** Checks a force or an impulse. @returns a copy, and its moment about the center of mass */
  #leverOf(where: string, id: number, name: string, given: Vec3Like, point: Vec3Like | undefined) {
    this.#checkIdle(where);
    this.#bodies.checkDynamic(`${where}: id`, id);
    const linear = vector(`${where}: ${name}`, given);
    if (point === undefined) return { linear, angular: [0, 0, 0] as [number, number, number] };
    const at = vector(`${where}: point`, point);
    const center = centerOf(id, this.#memory, this.engine.scene);
    const [x, y, z] = [at[0] - center[0], at[1] - center[1], at[2] - center[2]];
    const [fx, fy, fz] = linear;
    const angular: [number, number, number] = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
    return { linear, angular };
  }
}
