/** The stepper as users hold it: bodies, forces, and the step. */
import type { ContactResults, Engine, Passes, Shape } from 'hullstorm';
import { fail } from '../errors.ts';
import { Bodies } from './bodies.ts';
import { Colours } from './colours.ts';
import { bindStepMemory, type StepMemory } from './memory.ts';
import { type BodyOptions, positive, type StepSettings, vector } from './options.ts';
import { Rest } from './rest.ts';
import { Solver } from './solver.ts';
import { wakeTouched } from './waking.ts';
import { ASLEEP, AWAKE, KINEMATIC } from './wide/context.ts';

/** Bodies this close touch: they are one island, and wake each other (m). */
const REACH = 0.005;

/** What the last step was like. Times in ms. */
export interface StepStats {
  /** Bodies, and the dynamic ones that are awake. */
  readonly bodies: number;
  readonly awake: number;
  /** Candidate pairs, those with contact points, and the points. */
  readonly pairs: number;
  readonly contacts: number;
  readonly points: number;
  /** Groups of contacts that were solved one after the other. */
  readonly colours: number;
  /** Finding pairs; distances and manifolds; solving; writing poses back and sleep; all of it. */
  readonly broad: number;
  readonly narrow: number;
  readonly solve: number;
  readonly integrate: number;
  readonly total: number;
}

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
  readonly #stats: { -readonly [K in keyof StepStats]: StepStats[K] };
  readonly #memory: StepMemory;
  readonly #passes: Passes;
  readonly #settings: StepSettings;
  readonly #bodies: Bodies;
  readonly #colours: Colours;
  readonly #solver: Solver;
  readonly #rest: Rest;
  readonly #findOptions: { readonly margin: number };
  readonly #contactOptions: { readonly margin: number; readonly touching: number };
  readonly #forget: (row: number) => void;
  readonly #wakeBody: (id: number) => void;
  #dynamic = 0;
  #dt = 0;
  #isStepping = false;
  #contacts: ContactResults | undefined;

  /** @internal */
  constructor(engine: Engine, passes: Passes, settings: StepSettings) {
    const { colliders, contacts: contactRows } = engine.capacity;
    const { contacts, margin } = settings;
    const memory = bindStepMemory(passes.buffer, passes.byteOffset, { colliders, contactRows, contacts });
    this.engine = engine;
    this.velocities = memory.velocities;
    this.spins = memory.spins;
    this.awake = memory.awake;
    this.#memory = memory;
    this.#passes = passes;
    this.#settings = settings;
    this.#bodies = new Bodies(engine, memory, colliders);
    this.#colours = new Colours(colliders, contacts);
    const solver = new Solver(passes, memory, engine.scene);
    this.#solver = solver;
    const rest = new Rest(engine.scene, { ...memory, restless: this.#bodies.restless });
    this.#rest = rest;
    this.#findOptions = { margin };
    this.#contactOptions = { margin, touching: Math.min(REACH, margin) };
    this.#forget = (row) => solver.forget(row);
    this.#wakeBody = (id) => rest.wake(id);
    this.#stats = {
      bodies: 0,
      awake: 0,
      pairs: 0,
      contacts: 0,
      points: 0,
      colours: 0,
      broad: 0,
      narrow: 0,
      solve: 0,
      integrate: 0,
      total: 0,
    };
    this.stats = this.#stats;
  }

  /**
   * Contacts of the last step, at the poses it began with: manifolds, and who began, stayed and ended touching. undefined before the
   * first step. Valid until the next query on `engine.pairs`.
   */
  get contacts(): ContactResults | undefined {
    return this.#contacts;
  }

  /**
   * Adds a shape that several bodies may share.
   * @returns its id, for `addBody`
   * @throws QueryError as `scene.addShape`
   */
  addShape(shape: Shape): number {
    this.#checkIdle('dynamics.addShape');
    return this.#bodies.addShape(shape);
  }

  /**
   * Adds a body: a collider that moves, or stands. Mass and inertia follow from its shape.
   * @param shape a shape, or an id of `addShape`
   * @returns its id: that of the collider
   * @throws QueryError for a shape without volume that is to be dynamic, bad options, and as `scene.addCollider`
   */
  addBody(shape: Shape | number, options: BodyOptions = {}): number {
    const where = 'dynamics.addBody';
    this.#checkIdle(where);
    const id = this.#bodies.add(where, shape, options);
    this.#solver.meet(id);
    if (this.awake[id] === 1) this.#dynamic++;
    return id;
  }

  /** Removes a body and its collider. Bodies that may have lain on it wake. */
  removeBody(id: number): void {
    const where = 'dynamics.removeBody';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#stir(id);
    if (this.awake[id] === 1) this.#dynamic--;
    this.#bodies.remove(id);
  }

  /** Puts a body elsewhere, as `scene.setPose`; it keeps its velocities, and wakes. */
  setPose(id: number, position: ArrayLike<number>, rotation: ArrayLike<number> = [0, 0, 0, 1]): void {
    const where = 'dynamics.setPose';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.engine.scene.setPose(id, position, rotation);
    this.#stir(id);
  }

  /** Sets velocity (m/s) and spin (rad/s), world axes, of a body that is not static; wakes it. */
  setVelocity(id: number, velocity: ArrayLike<number>, spin: ArrayLike<number> = [0, 0, 0]): void {
    const where = 'dynamics.setVelocity';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    const { kinds } = this.#memory;
    if (kinds[id] !== KINEMATIC) this.#bodies.checkDynamic(`${where}: id`, id);
    const [v, w] = [vector(`${where}: velocity`, velocity), vector(`${where}: spin`, spin)];
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
    const { forces, torques } = this.#memory;
    for (let k = 0; k < 3; k++) {
      forces[4 * id + k]! += straight[k]!;
      torques[4 * id + k]! += turn[k]!;
    }
  }

  /** Turns a dynamic body during the next step, and wakes it. @param torque x y z (N m), world */
  applyTorque(id: number, torque: ArrayLike<number>): void {
    const where = 'dynamics.applyTorque';
    this.#checkIdle(where);
    this.#bodies.checkDynamic(`${where}: id`, id);
    const turn = vector(`${where}: torque`, torque);
    this.#rest.wake(id);
    for (let k = 0; k < 3; k++) this.#memory.torques[4 * id + k]! += turn[k]!;
  }

  /** Wakes a body, and its island. Call it after writing to its columns. */
  wake(id: number): void {
    const where = 'dynamics.wake';
    this.#checkIdle(where);
    this.#bodies.check(`${where}: id`, id);
    this.#rest.wake(id);
  }

  /**
   * Moves all bodies on.
   * @param dt seconds, > 0; as long as the last step, for contacts to stay at rest
   * `engine.pairs` is this step's until it is done: ask nothing else of it meanwhile.
   * @throws QueryError for a bad `dt`, while a step runs, and as `engine.contacts`; with more contacts than `contacts` of
   *   `createDynamics`. Poses and velocities are as they were then, unless a worker died over writing them and could not be replaced
   */
  async step(dt: number): Promise<StepStats> {
    this.#begin('dynamics.step', dt);
    try {
      let contacts = await this.#ask();
      while (this.#wakes(contacts)) contacts = await this.#ask();
      const start = performance.now();
      this.#describe('dynamics.step', contacts);
      await this.#passes.run(this.#solver.main);
      const solved = performance.now();
      await this.#passes.run(this.#solver.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#isStepping = false;
    }
  }

  /** `step` that returns when it is done; the calling thread takes part. */
  stepSync(dt: number): StepStats {
    this.#begin('dynamics.stepSync', dt);
    try {
      let contacts = this.#askSync();
      while (this.#wakes(contacts)) contacts = this.#askSync();
      const start = performance.now();
      this.#describe('dynamics.stepSync', contacts);
      this.#passes.runSync(this.#solver.main);
      const solved = performance.now();
      this.#passes.runSync(this.#solver.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#isStepping = false;
    }
  }

  #begin(where: string, dt: number): void {
    this.#checkIdle(where);
    this.#dt = positive(`${where}: dt`, dt);
    // a query of the user's in between: its rows are those that the next one knows
    if (this.#contacts) this.#solver.follow(this.#contacts);
    this.#isStepping = true;
    this.#stats.broad = 0;
    this.#stats.narrow = 0;
  }

  /** The contacts of all bodies where they are. */
  async #ask(): Promise<ContactResults> {
    const start = performance.now();
    const pairs = await this.engine.findPairs(this.#findOptions);
    const found = performance.now();
    const contacts = await this.engine.contacts(pairs, this.#contactOptions);
    this.#book(start, found, performance.now());
    return contacts;
  }

  #askSync(): ContactResults {
    const start = performance.now();
    const pairs = this.engine.findPairsSync(this.#findOptions);
    const found = performance.now();
    const contacts = this.engine.contactsSync(pairs, this.#contactOptions);
    this.#book(start, found, performance.now());
    return contacts;
  }

  #book(start: number, found: number, end: number): void {
    this.#stats.broad += found - start;
    this.#stats.narrow += end - found;
  }

  /** Wakes what is about to be hit. If there is any, contacts are to be asked for again: sleeping bodies have none among them. */
  #wakes(contacts: ContactResults): boolean {
    if (this.#rest.asleep === 0) return false;
    if (!wakeTouched(contacts, this.#memory, REACH, this.#dt, this.#wakeBody)) return false;
    this.#solver.carry(contacts);
    return true;
  }

  #describe(where: string, contacts: ContactResults): void {
    const { scene } = this.engine;
    const { kinds, order } = this.#memory;
    const colours = this.#colours;
    const settings = this.#settings;
    if (!colours.paint(contacts, kinds, scene.rows, this.#forget) || !colours.write(order)) {
      fail(`${where}: contacts`, `at most ${settings.contacts} (raise contacts of createDynamics)`, 'more');
    }
    this.#solver.describe(contacts, colours, scene.rows, this.#dt, settings, this.#bodies.bouncing > 0);
  }

  #finish(contacts: ContactResults, start: number, solved: number): StepStats {
    const rest = this.#rest;
    this.#contacts = contacts;
    this.#solver.turn();
    if (this.#settings.sleeping) rest.settle(contacts, this.engine.scene.rows, REACH);
    const end = performance.now();
    const stats = this.#stats;
    stats.bodies = this.#bodies.count;
    stats.awake = this.#dynamic - rest.asleep;
    stats.pairs = contacts.count;
    stats.contacts = this.#colours.contacts;
    stats.points = this.#colours.points;
    stats.colours = this.#colours.count;
    stats.solve = solved - start;
    stats.integrate = end - solved;
    stats.total = stats.broad + stats.narrow + stats.solve + stats.integrate;
    return stats;
  }

  #checkIdle(where: string): void {
    if (this.#isStepping) fail(where, 'no step that is running', 'one');
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

  /** Wakes a body, or all if it is one that others may lie on without being of its island. */
  #stir(id: number): void {
    const kind = this.#memory.kinds[id];
    if (kind === AWAKE || kind === ASLEEP) this.#rest.wake(id);
    else this.#rest.wakeAll(this.engine.scene.rows);
  }
}
