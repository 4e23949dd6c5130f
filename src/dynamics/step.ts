/** One step: finds contacts, wakes the bodies that are hit, solves, and puts islands at rest to sleep. */
import type { ContactOptions, ContactResults } from 'hullstorm';
import { fail } from '../errors.ts';
import { samplePeriod } from './acceleration.ts';
import { CONTACT_DISTANCE } from './bodies.ts';
import { positive } from './dynamicsOptions.ts';
import { InvalidBodies } from './invalid.ts';
import { LONGEST_STEP, SHORTEST_STEP } from './limits.ts';
import type { MidstepRotations } from './midstepRotations.ts';
import type { SceneWatch } from './sceneWatch.ts';
import type { SleepIslands } from './sleepIslands.ts';
import { StepSetup, type StepSetupParts } from './stepSetup.ts';
import { createStats, type StepStats, type WritableStats } from './stepStats.ts';
import { Sweeps } from './sweeps.ts';
import { type Movers, wakeTouched } from './waking.ts';

/** @internal */
export interface StepperParts extends StepSetupParts {
  readonly islands: SleepIslands;
  readonly watch: SceneWatch;
  readonly midstep: MidstepRotations;
}

/** @internal */
export class Stepper {
  /** Contacts of the last step. */
  contacts: ContactResults | undefined;
  readonly stats: WritableStats = createStats();
  readonly #parts: StepperParts;
  readonly #setup: StepSetup;
  readonly #sweeps: Sweeps;
  readonly #findOptions: { readonly margin: number };
  readonly #contactOptions: ContactOptions;
  readonly #wake: (id: number) => void;
  readonly #movers: Movers;
  readonly #invalid = new InvalidBodies();
  /** Seconds. */
  #dt = 0;
  #isStepping = false;
  /** Whether any body has woken since the step began. */
  #hasWoken = false;

  constructor(parts: StepperParts) {
    const { engine, settings, memory, bodies, islands, watch } = parts;
    const { margin, recycle } = settings;
    this.#parts = parts;
    this.#setup = new StepSetup(parts);
    this.#sweeps = new Sweeps(engine, memory, bodies, margin);
    this.#findOptions = { margin };
    this.#contactOptions = { margin, touching: Math.min(CONTACT_DISTANCE, margin), recycle };
    this.#wake = (id) => islands.wake(id);
    this.#movers = { ...memory, disturbed: watch.disturbed };
  }

  get isStepping(): boolean {
    return this.#isStepping;
  }

  /** Fails while a step runs. */
  checkIdle(where: string): void {
    if (this.#isStepping) fail(where, 'no step that is running', 'one');
  }

  step(where: string, dt: number): Promise<StepStats> {
    return this.#isSmall ? this.#stepAtOnce(where, dt) : this.#stepShared(where, dt);
  }

  stepSync(where: string, dt: number): StepStats {
    this.#begin(where, dt);
    try {
      return this.#run(where);
    } finally {
      this.#isStepping = false;
    }
  }

  /** Whether no query of the next step is expected to wake a worker. */
  get #isSmall(): boolean {
    const { engine } = this.#parts;
    return engine.isIdle && !engine.isShared(Math.max(engine.scene.rows, this.stats.pairs));
  }

  /** A step without the asynchronous calls, which cost as much as a step of 100 bodies while code is compiled. */
  async #stepAtOnce(where: string, dt: number): Promise<StepStats> {
    this.#begin(where, dt);
    try {
      const stats = this.#run(where);
      // calls that no step allows fail until the caller can know that this one has ended
      await undefined;
      return stats;
    } finally {
      this.#isStepping = false;
    }
  }

  async #stepShared(where: string, dt: number): Promise<StepStats> {
    const { passes } = this.#parts;
    this.#begin(where, dt);
    try {
      this.#predictRotations();
      let contacts = await this.#findContacts();
      while (this.#wakes(contacts)) contacts = await this.#findContacts();
      const start = performance.now();
      if (!this.#prepare(where, contacts)) return this.#finish(contacts, start, performance.now());
      await passes.run(this.#setup.main);
      const solved = performance.now();
      this.stats.swept = this.#sweeps.find();
      if (this.stats.swept > 0) await this.#sweeps.run(contacts);
      await passes.run(this.#setup.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#parts.midstep.end();
      this.#setup.undo();
      this.#isStepping = false;
    }
  }

  /** The step after `#begin`, on return complete. */
  #run(where: string): StepStats {
    const { passes } = this.#parts;
    try {
      this.#predictRotations();
      let contacts = this.#findContactsSync();
      while (this.#wakes(contacts)) contacts = this.#findContactsSync();
      const start = performance.now();
      if (!this.#prepare(where, contacts)) return this.#finish(contacts, start, performance.now());
      passes.runSync(this.#setup.main);
      const solved = performance.now();
      this.stats.swept = this.#sweeps.find();
      if (this.stats.swept > 0) this.#sweeps.runSync(contacts);
      passes.runSync(this.#setup.end);
      return this.#finish(contacts, start, solved);
    } finally {
      this.#parts.midstep.end();
      this.#setup.undo();
    }
  }

  #begin(where: string, dt: number): void {
    this.checkIdle(where);
    this.#dt = secondsOf(`${where}: dt`, dt);
    const { engine, memory, bodies, islands, watch } = this.#parts;
    watch.update();
    watch.findMovedSupports();
    if (bodies.dynamic > islands.asleep || bodies.kinematic > 0) this.#invalid.update(memory, engine.scene);
    else this.#invalid.clear();
    this.#hasWoken = false;
    // if the user has queried contacts since the last step, impulses move to the rows of that query
    if (this.contacts) this.#parts.impulses.carryToNext(this.contacts);
    this.#isStepping = true;
    this.stats.broad = 0;
    this.stats.narrow = 0;
  }

  /** Contacts are constant for a step: those of bodies that roll are found later by half of the step. */
  #predictRotations(): void {
    this.#parts.midstep.predictRotations(0.5 * (this.#dt - this.#dt / this.#setup.substeps));
  }

  /** Finds the contacts of all bodies at their current poses. */
  async #findContacts(): Promise<ContactResults> {
    const { engine, watch } = this.#parts;
    const start = performance.now();
    watch.exposeStatics();
    try {
      const pairs = await engine.findPairs(this.#findOptions);
      const found = performance.now();
      const contacts = await engine.contacts(pairs, this.#contactOptions);
      this.#addTimes(start, found, performance.now());
      return contacts;
    } catch (error) {
      this.#recover(error);
      return this.#findContacts();
    }
  }

  #findContactsSync(): ContactResults {
    const { engine, watch } = this.#parts;
    const start = performance.now();
    watch.exposeStatics();
    try {
      const pairs = engine.findPairsSync(this.#findOptions);
      const found = performance.now();
      const contacts = engine.contactsSync(pairs, this.#contactOptions);
      this.#addTimes(start, found, performance.now());
      return contacts;
    } catch (error) {
      this.#recover(error);
      return this.#findContactsSync();
    }
  }

  /** After a failed query: if the watch had widened it, all bodies wake and the query runs again. Else it throws. */
  #recover(error: unknown): void {
    const { engine, islands, watch } = this.#parts;
    if (!watch.restoreStatics()) throw error;
    islands.wakeAll(engine.scene.rows);
    this.#hasWoken = true;
  }

  #addTimes(start: number, found: number, end: number): void {
    this.stats.broad += found - start;
    this.stats.narrow += end - found;
  }

  /**
   * Wakes the sleeping bodies that are hit.
   * @returns whether contacts have to be found again: a query gives no contacts between sleeping bodies
   */
  #wakes(contacts: ContactResults): boolean {
    const { islands, bodies, impulses, watch } = this.#parts;
    const distances = bodies.contactDistances;
    const any = islands.asleep > 0 && wakeTouched(contacts, this.#movers, distances, this.#dt, this.#wake);
    if (!watch.restoreStatics() && !any) return false;
    this.#hasWoken = true;
    impulses.carry(contacts);
    contacts.repeatEvents();
    return true;
  }

  /** @returns whether any body moves: if not, the passes have nothing to do */
  #prepare(where: string, contacts: ContactResults): boolean {
    const { engine, memory, bodies, midstep } = this.#parts;
    midstep.restore();
    // the first check skipped bodies that were asleep
    if (this.#hasWoken) this.#invalid.update(memory, engine.scene);
    const isAnyMoving = this.#awake > 0 || bodies.kinematic > 0;
    if (isAnyMoving) this.#setup.prepare(where, contacts, this.#dt);
    else this.#setup.prepareNone(contacts, this.#dt);
    this.stats.substeps = this.#setup.substeps;
    if (!isAnyMoving) this.stats.swept = 0;
    return isAnyMoving;
  }

  /** Dynamic bodies that are awake, and not excluded. */
  get #awake(): number {
    const { bodies, islands } = this.#parts;
    return bodies.dynamic - islands.asleep - this.#invalid.dynamic;
  }

  #finish(contacts: ContactResults, start: number, solved: number): StepStats {
    const { engine, settings, bodies, islands, impulses, midstep } = this.#parts;
    const { graph } = this.#setup;
    if (this.stats.swept > 0) this.#sweeps.place();
    this.contacts = contacts;
    impulses.finishStep();
    midstep.find(contacts);
    if (settings.sleeping) {
      islands.update(contacts, graph, this.#awake > 0 ? engine.scene.rows : 0, samplePeriod(this.#dt));
    }
    const end = performance.now();
    const { stats } = this;
    stats.bodies = bodies.count;
    stats.awake = this.#awake;
    stats.invalid = this.#invalid.count;
    // not at each step: a write of a fractional number may allocate
    if (stats.dt !== this.#dt) stats.dt = this.#dt;
    stats.pairs = contacts.count;
    stats.contacts = graph.contacts;
    stats.points = graph.points;
    stats.children = contacts.childCount;
    stats.colors = graph.count;
    stats.solve = solved - start;
    stats.integrate = end - solved;
    stats.total = stats.broad + stats.narrow + stats.solve + stats.integrate;
    return stats;
  }
}

/** Checks a time step (s), and limits it to LONGEST_STEP. */
function secondsOf(where: string, dt: number): number {
  positive(where, dt);
  if (dt < SHORTEST_STEP) fail(where, `at least ${SHORTEST_STEP} s`, dt);
  return Math.min(dt, LONGEST_STEP);
}
