/** One step: contacts are asked for, what is about to be hit wakes, passes solve, islands at rest fall asleep. */
import type { ContactResults, Engine, Passes } from 'hullstorm';
import { fail } from '../errors.ts';
import type { Bodies } from './bodies.ts';
import { Colours } from './colours.ts';
import type { Impulses } from './impulses.ts';
import type { StepMemory } from './memory.ts';
import { positive, type StepSettings } from './options.ts';
import type { Rest } from './rest.ts';
import { Slots, slicesFor } from './slots.ts';
import { Solver } from './solver.ts';
import { wakeTouched } from './waking.ts';

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

/** @internal */
export interface StepperParts {
  readonly engine: Engine;
  readonly passes: Passes;
  readonly settings: StepSettings;
  readonly memory: StepMemory;
  readonly bodies: Bodies;
  readonly rest: Rest;
  readonly impulses: Impulses;
}

/** @internal */
export class Stepper {
  /** Of the last step. */
  contacts: ContactResults | undefined;
  readonly stats: { -readonly [K in keyof StepStats]: StepStats[K] } = {
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
  readonly #parts: StepperParts;
  readonly #colours: Colours;
  readonly #slots: Slots;
  readonly #solver: Solver;
  readonly #findOptions: { readonly margin: number };
  readonly #contactOptions: { readonly margin: number; readonly touching: number };
  readonly #forget: (row: number) => void;
  readonly #wake: (id: number) => void;
  #dt = 0;
  #isStepping = false;

  constructor(parts: StepperParts) {
    const { engine, passes, settings, memory, rest, impulses } = parts;
    const { contacts, margin } = settings;
    this.#parts = parts;
    this.#colours = new Colours(engine.capacity.colliders, engine.capacity.contacts, contacts);
    this.#slots = new Slots(memory);
    this.#solver = new Solver(passes, memory, engine.scene);
    this.#findOptions = { margin };
    this.#contactOptions = { margin, touching: Math.min(REACH, margin) };
    this.#forget = (row) => impulses.forget(row);
    this.#wake = (id) => rest.wake(id);
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
      this.#isStepping = false;
    }
  }

  #begin(where: string, dt: number): void {
    this.checkIdle(where);
    this.#dt = positive(`${where}: dt`, dt);
    // a query of the user's in between: its rows are those that the next one knows
    if (this.contacts) this.#parts.impulses.follow(this.contacts);
    this.#isStepping = true;
    this.stats.broad = 0;
    this.stats.narrow = 0;
  }

  /** The contacts of all bodies where they are. */
  async #ask(): Promise<ContactResults> {
    const { engine } = this.#parts;
    const start = performance.now();
    const pairs = await engine.findPairs(this.#findOptions);
    const found = performance.now();
    const contacts = await engine.contacts(pairs, this.#contactOptions);
    this.#book(start, found, performance.now());
    return contacts;
  }

  #askSync(): ContactResults {
    const { engine } = this.#parts;
    const start = performance.now();
    const pairs = engine.findPairsSync(this.#findOptions);
    const found = performance.now();
    const contacts = engine.contactsSync(pairs, this.#contactOptions);
    this.#book(start, found, performance.now());
    return contacts;
  }

  #book(start: number, found: number, end: number): void {
    this.stats.broad += found - start;
    this.stats.narrow += end - found;
  }

  /** Wakes what is about to be hit. If there is any, contacts are to be asked for again: sleeping bodies have none among them. */
  #wakes(contacts: ContactResults): boolean {
    const { rest, memory, impulses } = this.#parts;
    if (rest.asleep === 0) return false;
    if (!wakeTouched(contacts, memory, REACH, this.#dt, this.#wake)) return false;
    impulses.carry(contacts);
    return true;
  }

  #describe(where: string, contacts: ContactResults): void {
    const { engine, settings, memory, bodies, impulses } = this.#parts;
    const { rows, positions } = engine.scene;
    const colours = this.#colours;
    const slots = this.#slots;
    slots.arrange(positions, rows, slicesFor(contacts.count));
    if (!colours.paint(contacts, memory.kinds, slots.slices, rows, this.#forget) || !colours.write(memory.order)) {
      fail(`${where}: contacts`, `at most ${settings.contacts} (raise contacts of createDynamics)`, 'more');
    }
    impulses.start(contacts);
    this.#solver.describe(contacts, colours, slots, rows, this.#dt, settings, bodies.bouncing > 0);
  }

  #finish(contacts: ContactResults, start: number, solved: number): StepStats {
    const { engine, settings, bodies, rest, impulses } = this.#parts;
    this.contacts = contacts;
    impulses.turn();
    if (settings.sleeping) rest.settle(contacts, engine.scene.rows, REACH);
    const end = performance.now();
    const { stats } = this;
    stats.bodies = bodies.count;
    stats.awake = bodies.dynamic - rest.asleep;
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
