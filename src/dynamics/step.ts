/** One step: contacts are asked for, what is about to be hit wakes, passes solve, islands at rest fall asleep. */
import type { ContactResults, Engine, Passes } from 'hullstorm';
import { fail } from '../errors.ts';
import { type Bodies, REACH } from './bodies.ts';
import { ConstraintGraph } from './constraintGraph.ts';
import { Deep } from './deep.ts';
import type { Impulses } from './impulses.ts';
import { Invalid } from './invalid.ts';
import { LONGEST_STEP, SHORTEST_STEP } from './limits.ts';
import type { StepMemory } from './memory.ts';
import { positive, type StepSettings } from './options.ts';
import { substepsFor } from './pace.ts';
import { LEAST_TIMES, Pressed } from './pressed.ts';
import type { SleepIslands } from './sleepIslands.ts';
import { Slots, slicesFor } from './slots.ts';
import { Solver } from './solver.ts';
import { type Movers, wakeTouched } from './waking.ts';
import type { Watch } from './watch.ts';

/** What the last step was like. Times in ms. */
export interface StepStats {
  /** Seconds that bodies were moved on: those asked for, and at most 0.1. */
  readonly dt: number;
  /** Parts that the step was solved in. */
  readonly substeps: number;
  /** Bodies, and the dynamic ones that are awake. */
  readonly bodies: number;
  readonly awake: number;
  /** Bodies that were left out, because something in their columns is not finite. */
  readonly invalid: number;
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

/** @internal */
export interface StepperParts {
  readonly engine: Engine;
  readonly passes: Passes;
  readonly settings: StepSettings;
  readonly memory: StepMemory;
  readonly bodies: Bodies;
  readonly rest: SleepIslands;
  readonly impulses: Impulses;
  readonly watch: Watch;
}

/** @internal */
export class Stepper {
  /** Of the last step. */
  contacts: ContactResults | undefined;
  readonly stats: { -readonly [K in keyof StepStats]: StepStats[K] } = {
    dt: 0,
    substeps: 0,
    bodies: 0,
    awake: 0,
    invalid: 0,
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
  readonly #parts: StepperParts;
  readonly #colours: ConstraintGraph;
  readonly #slots: Slots;
  readonly #solver: Solver;
  readonly #findOptions: { readonly margin: number };
  readonly #contactOptions: { readonly margin: number; readonly touching: number };
  readonly #forget: (row: number) => void;
  readonly #wake: (id: number) => void;
  readonly #movers: Movers;
  readonly #invalid = new Invalid();
  readonly #pressed: Pressed;
  readonly #deep: Deep;
  readonly #weight: number;
  #dt = 0;
  #isStepping = false;
  /** Whether any body has woken since the step began. */
  #hasWoken = false;

  constructor(parts: StepperParts) {
    const { engine, passes, settings, memory, rest, impulses, watch } = parts;
    const { contacts, margin } = settings;
    this.#parts = parts;
    this.#colours = new ConstraintGraph(engine.capacity.colliders, engine.capacity.contacts, contacts);
    this.#slots = new Slots(memory);
    this.#pressed = new Pressed(engine.capacity.colliders);
    this.#deep = new Deep(engine.capacity.colliders);
    this.#weight = Math.hypot(...settings.gravity);
    this.#solver = new Solver(passes, memory, engine.scene);
    this.#findOptions = { margin };
    this.#contactOptions = { margin, touching: Math.min(REACH, margin) };
    this.#forget = (row) => impulses.forget(row);
    this.#wake = (id) => rest.wake(id);
    this.#movers = { ...memory, stirred: watch.stirred };
  }

  checkIdle(where: string): void {
    if (this.#isStepping) fail(where, 'no step that is running', 'one');
  }

  async step(where: string, dt: number): Promise<StepStats> {
    const { passes } = this.#parts;
    this.#begin(where, dt);
    try {
      let contacts = await this.#ask();
      while (this.#wakes(contacts)) contacts = await this.#ask();
      const start = performance.now();
      this.#describe(where, contacts);
      await passes.run(this.#solver.main);
      const solved = performance.now();
      await passes.run(this.#solver.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#pressed.undo(this.#parts.memory);
      this.#isStepping = false;
    }
  }

  stepSync(where: string, dt: number): StepStats {
    const { passes } = this.#parts;
    this.#begin(where, dt);
    try {
      let contacts = this.#askSync();
      while (this.#wakes(contacts)) contacts = this.#askSync();
      const start = performance.now();
      this.#describe(where, contacts);
      passes.runSync(this.#solver.main);
      const solved = performance.now();
      passes.runSync(this.#solver.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#pressed.undo(this.#parts.memory);
      this.#isStepping = false;
    }
  }

  #begin(where: string, dt: number): void {
    this.checkIdle(where);
    this.#dt = secondsOf(`${where}: dt`, dt);
    const { engine, memory, watch } = this.#parts;
    watch.look();
    watch.lookAtSupports();
    this.#invalid.look(memory, engine.scene);
    this.#hasWoken = false;
    // a query of the user's in between: its rows are those that the next one knows
    if (this.contacts) this.#parts.impulses.follow(this.contacts);
    this.#isStepping = true;
    this.stats.broad = 0;
    this.stats.narrow = 0;
  }

  /** The contacts of all bodies where they are. */
  async #ask(): Promise<ContactResults> {
    const { engine, watch } = this.#parts;
    const start = performance.now();
    watch.expose();
    try {
      const pairs = await engine.findPairs(this.#findOptions);
      const found = performance.now();
      const contacts = await engine.contacts(pairs, this.#contactOptions);
      this.#book(start, found, performance.now());
      return contacts;
    } catch (error) {
      this.#giveUp(error);
      return this.#ask();
    }
  }

  #askSync(): ContactResults {
    const { engine, watch } = this.#parts;
    const start = performance.now();
    watch.expose();
    try {
      const pairs = engine.findPairsSync(this.#findOptions);
      const found = performance.now();
      const contacts = engine.contactsSync(pairs, this.#contactOptions);
      this.#book(start, found, performance.now());
      return contacts;
    } catch (error) {
      this.#giveUp(error);
      return this.#askSync();
    }
  }

  /** After a query that failed: if the watch had widened it, all bodies wake and the query runs again; else it throws. */
  #giveUp(error: unknown): void {
    const { engine, rest, watch } = this.#parts;
    if (!watch.cover()) throw error;
    rest.wakeAll(engine.scene.rows);
    this.#hasWoken = true;
  }

  #book(start: number, found: number, end: number): void {
    this.stats.broad += found - start;
    this.stats.narrow += end - found;
  }

  /** Wakes what is about to be hit. If there is any, contacts are to be asked for again: sleeping bodies have none among them. */
  #wakes(contacts: ContactResults): boolean {
    const { rest, bodies, impulses, watch } = this.#parts;
    const any = rest.asleep > 0 && wakeTouched(contacts, this.#movers, bodies.reaches, this.#dt, this.#wake);
    if (!watch.cover() && !any) return false;
    this.#hasWoken = true;
    impulses.carry(contacts);
    return true;
  }

  #describe(where: string, contacts: ContactResults): void {
    const { engine, settings, memory, bodies, impulses } = this.#parts;
    const { rows, positions } = engine.scene;
    // a body that has just woken was not looked at
    if (this.#hasWoken) this.#invalid.look(memory, engine.scene);
    const colours = this.#colours;
    const slots = this.#slots;
    slots.arrange(positions, rows, slicesFor(contacts.count));
    if (!colours.color(contacts, memory.kinds, slots.slices, rows, this.#forget) || !colours.write(memory.order)) {
      fail(`${where}: contacts`, `at most ${settings.contacts} (raise contacts of createDynamics)`, 'more');
    }
    const substeps = settings.substeps ?? substepsFor(bodies.allSizes);
    this.stats.substeps = substeps;
    const substep = this.#dt / substeps;
    impulses.start(contacts, substep);
    const { allMasses } = bodies;
    if (allMasses.rank(1) > LEAST_TIMES * allMasses.rank(0)) {
      this.#pressed.apply(contacts, memory, bodies.sizes, rows, this.#weight * substep ** 2);
    }
    const isDeep = this.#deep.look(contacts, memory, bodies, rows, this.#dt);
    this.#solver.describe(contacts, colours, slots, rows, this.#dt, substeps, settings, isDeep, bodies);
  }

  #finish(contacts: ContactResults, start: number, solved: number): StepStats {
    const { engine, settings, bodies, rest, impulses } = this.#parts;
    this.contacts = contacts;
    impulses.turn();
    if (settings.sleeping) rest.settle(contacts, engine.scene.rows);
    const end = performance.now();
    const { stats } = this;
    stats.bodies = bodies.count;
    stats.awake = bodies.dynamic - rest.asleep - this.#invalid.dynamic;
    stats.invalid = this.#invalid.count;
    if (stats.dt !== this.#dt) stats.dt = this.#dt;
    stats.pairs = contacts.count;
    stats.contacts = this.#colours.contacts;
    stats.points = this.#colours.points;
    stats.colours = this.#colours.count;
    stats.solve = solved - start;
    stats.integrate = end - solved;
    stats.total = stats.broad + stats.narrow + stats.solve + stats.integrate;
    return stats;
  }
}

function secondsOf(where: string, dt: number): number {
  positive(where, dt);
  if (dt < SHORTEST_STEP) fail(where, `at least ${SHORTEST_STEP} s`, dt);
  return Math.min(dt, LONGEST_STEP);
}
