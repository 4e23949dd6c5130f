/** Prepares the passes of a step from its contacts: slots, colors, impulses, mass scaling and deep contacts. */
import type { ContactResults, Engine, Passes, PassProgram } from 'hullstorm';
import { fail } from '../errors.ts';
import type { Bodies } from './bodies.ts';
import { ConstraintGraph } from './constraintGraph.ts';
import { DeepContacts } from './deep.ts';
import type { StepSettings } from './dynamicsOptions.ts';
import type { Impulses } from './impulses.ts';
import { LEAST_TIMES, MassScaling } from './massScaling.ts';
import type { StepMemory } from './memory.ts';
import { Seams } from './seams.ts';
import { Slots, slicesFor } from './slots.ts';
import { Solver } from './solver.ts';
import { substepsFor } from './substeps.ts';
import { POINT_COUNT } from './wide/context.ts';

export interface StepSetupParts {
  readonly engine: Engine;
  readonly passes: Passes;
  readonly settings: StepSettings;
  readonly memory: StepMemory;
  readonly bodies: Bodies;
  readonly impulses: Impulses;
}

export class StepSetup {
  /** The contact graph of the last step. */
  readonly graph: ConstraintGraph;
  readonly #parts: StepSetupParts;
  readonly #slots: Slots;
  readonly #seams: Seams;
  readonly #solver: Solver;
  readonly #massScaling: MassScaling;
  readonly #deep: DeepContacts;
  readonly #forgetImpulses: (row: number) => void;

  constructor(parts: StepSetupParts) {
    const { engine, passes, settings, memory, bodies, impulses } = parts;
    const { colliders, contacts } = engine.capacity;
    this.#parts = parts;
    this.graph = new ConstraintGraph(colliders, contacts, settings.contacts);
    this.#slots = new Slots(memory);
    this.#seams = new Seams(engine.scene, memory);
    this.#massScaling = new MassScaling(engine.scene);
    this.#deep = new DeepContacts(engine.scene);
    const solverParts = { engine, memory, settings, bodies, graph: this.graph, slots: this.#slots };
    this.#solver = new Solver(passes, solverParts);
    this.#forgetImpulses = (row) => impulses.forget(row);
  }

  /** Substeps of the next step. */
  get substeps(): number {
    const { settings, bodies } = this.#parts;
    return settings.substeps ?? substepsFor(bodies.allSizes);
  }

  /** The passes that solve. They change neither poses nor velocities. */
  get main(): PassProgram {
    return this.#solver.main;
  }

  /** The passes that write poses and velocities back. */
  get end(): PassProgram {
    return this.#solver.end;
  }

  /**
   * Writes both programs and their tables. `undo` has to follow after the step.
   * @param dt seconds
   */
  prepare(where: string, contacts: ContactResults, dt: number): void {
    const { engine, settings, memory, bodies, impulses } = this.#parts;
    const { rows, positions } = engine.scene;
    const { graph } = this;
    const slots = this.#slots;
    const slices = slicesFor(contacts.rowCount);
    slots.arrange(positions, rows, slices);
    const solved = this.#seams.join(contacts, bodies.sizes, impulses);
    const fits = graph.color(solved, memory.kinds, slots.slices, slices, rows, this.#forgetImpulses);
    if (!fits || !graph.write(memory.order)) {
      fail(`${where}: contacts`, `at most ${settings.contacts} (raise contacts of createDynamics)`, 'more');
    }
    const { substeps } = this;
    const substep = dt / substeps;
    impulses.start(contacts, substep);
    const { allMasses } = bodies;
    if (allMasses.rank(1) > LEAST_TIMES * allMasses.rank(0)) {
      const pull = Math.hypot(settings.gravity[0], settings.gravity[1], settings.gravity[2]);
      this.#massScaling.apply(contacts, memory, bodies.sizes, rows, pull * substep ** 2);
    }
    const hasDeep = this.#deep.prepare(contacts, graph, memory, bodies, rows, dt);
    this.#solver.prepare(contacts, rows, dt, substeps, hasDeep);
    memory.words[POINT_COUNT] = solved.pointCount.byteOffset;
  }

  /** `prepare` for a step in which no body moves: both programs would change nothing, and are not written. */
  prepareNone(contacts: ContactResults, dt: number): void {
    const { impulses } = this.#parts;
    const { rowCount, pointCount } = contacts;
    this.graph.clear();
    for (let row = 0; row < rowCount; row++) if (pointCount[row] !== 0) impulses.forget(row);
    impulses.start(contacts, dt / this.substeps);
  }

  /** Restores the masses that `prepare` has scaled. */
  undo(): void {
    this.#massScaling.undo(this.#parts.memory);
  }
}
