/**
 * The passes of a step, in order, as two programs. `main` changes neither poses nor velocities; `end` writes them back.
 * Each program can run again from its first pass, as the engine requires when a worker dies.
 */
import type { ContactResults, Engine, Passes, PassProgram } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { ConstraintGraph } from './constraintGraph.ts';
import type { StepSettings } from './dynamicsOptions.ts';
import type { StepMemory } from './memory.ts';
import type { Slots } from './slots.ts';
import { stiffnessFor } from './substeps.ts';
import { PREFETCH_RUN } from './wide/bundles.ts';
import {
  BIAS_RATE,
  BOUNCE_SPEED,
  BOUNCES,
  COLORS_IN_USE,
  GRAVITY,
  GROUPS,
  HAS_DEEP,
  IDS,
  IMPULSE_SCALE,
  MASS_SCALE,
  MAX_STIFFNESS_GAIN,
  MOVING,
  PER_SUBSTEP,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  POSITIONS,
  PREVIOUS,
  PUSH_SPEED,
  REST_SPEED,
  ROTATIONS,
  SEPARATION,
  SLOP,
  SOFT_PENETRATION,
  STEP,
  STIFFNESS_GAIN,
  SUBSTEP,
  SUBSTEPS,
} from './wide/context.ts';
import { BOUNCES_PER_STEP, COLORS, STAGE_BYTES } from './wide/limits.ts';

/**
 * Stiffness of contact springs: cycles per substep, at most STIFFEST cycles per second, and their damping ratio.
 * Measured: with stiffer springs a wall of 15 rows keeps swaying, and with softer ones a column of 20 crates topples.
 * Beyond 300 Hz a crate that meets the ground without a margin jitters. Bodies smaller than 0.2 m get stiffer springs
 * (substeps.ts).
 */
const CYCLES_PER_SUBSTEP = 0.16;
const STIFFEST = 200;
const DAMPING_RATIO = 10;
/** Speed limit at which penetration is pushed out (m/s). */
const FASTEST_PUSH = 3;
/**
 * Force per mass up to which all springs are alike (m/s²): a penetration of 1.5 mm with five substeps at 1/60 s. Beyond
 * it a contact gets stiffer, by MASS_RATIO_WEIGHT times a ratio of masses, and by at most STIFFNESS_GAIN_LIMIT. The
 * ratio compares the mass of a push through both centers with the effective mass at the contact points. A body that is
 * pressed at its rim would turn away and sink in.
 */
const SOFT_LOAD = 136;
const MASS_RATIO_WEIGHT = 1.5;
const STIFFNESS_GAIN_LIMIT = 2.5;
/** Bodies that meet at a lower speed do not bounce (m/s). */
const SLOWEST_BOUNCE = 1;
/** Slower bodies count as at rest (m/s). */
const REST = 0.05;
const FRICTION_SLOP = 0.005;

/** Work of a contact in a step, in pairs: from 1,500 contacts on workers take part (docs/lab/threads.md). */
const CONTACT_WORTH = 4 / 3;

/** Rows per block of a stage: of bodies, of groups of four, of bundles. */
const BODY_BLOCK = 1024;
const GROUP_BLOCK = 64;
const BUNDLE_BLOCK = 16;
/** Fewest blocks of a color, if it has enough bundles. */
const SHARES = 8;

/** The parts of the stepper that the solver reads. */
export interface SolverParts {
  readonly engine: Engine;
  readonly memory: StepMemory;
  readonly settings: StepSettings;
  readonly bodies: Bodies;
  readonly graph: ConstraintGraph;
  readonly slots: Slots;
}

export class Solver {
  /** Solves contacts in substeps. */
  readonly main: PassProgram;
  /** Writes poses and velocities back. */
  readonly end: PassProgram;
  readonly #parts: SolverParts;

  constructor(passes: Passes, parts: SolverParts) {
    const { words } = parts.memory;
    const { positions, rotations } = parts.engine.scene;
    this.main = passes.createProgram();
    this.end = passes.createProgram();
    this.#parts = parts;
    words[POSITIONS] = positions.byteOffset;
    words[ROTATIONS] = rotations.byteOffset;
  }

  /**
   * Writes both programs and the context for a step.
   * @param rows of the scene
   * @param dt seconds
   * @param hasDeep whether any body is deep in another (deep.ts)
   */
  prepare(contacts: ContactResults, rows: number, dt: number, substeps: number, hasDeep: boolean): void {
    const { engine, memory, bodies, graph } = this.#parts;
    memory.words[BOUNCES] = Number(bodies.bouncing > 0);
    this.#writeContext(contacts, dt, dt / substeps, STIFFEST * stiffnessFor(bodies.allSizes));
    const { main, end } = this;
    const all = stageOf(memory, COLORS + 1);
    for (let color = 0; color <= COLORS + 1; color++) memory.stages[2 * color + 1] = graph.first[color];
    const groups = Math.ceil(rows / 4);
    const worth = Math.ceil(CONTACT_WORTH * graph.contacts);
    main.worth = worth;
    end.worth = worth;
    main.clear();
    if (engine.isShared(worth)) this.#addStages(groups, substeps, hasDeep);
    else this.#addAlone(groups, substeps, hasDeep);
    end.clear();
    end.add('finishBodies', groups, GROUP_BLOCK, all);
  }

  /** Adds one stage with one row: the calling thread runs all passes in it (wide/alone.ts). */
  #addAlone(groups: number, substeps: number, hasDeep: boolean): void {
    const { memory, graph, slots } = this.#parts;
    const { words } = memory;
    words[GROUPS] = groups;
    words[MOVING] = slots.moving;
    words[SUBSTEPS] = substeps;
    words[COLORS_IN_USE] = graph.count;
    words[HAS_DEEP] = Number(hasDeep);
    this.main.add('solveAlone', 1, 1, stageOf(memory, COLORS + 1));
  }

  /** Adds the stages that threads share. `solveAlone` has the same order. */
  #addStages(groups: number, substeps: number, hasDeep: boolean): void {
    const { memory, bodies, slots } = this.#parts;
    const { main } = this;
    const { moving } = slots;
    const all = stageOf(memory, COLORS + 1);
    main.add('beginBodies', groups, GROUP_BLOCK, all);
    this.#addColors('prepare', PREFETCH_RUN);
    for (let substep = 0; substep < substeps; substep++) {
      main.add('accelerate', moving, BODY_BLOCK, all);
      if (substep === 0) this.#addColors('warmStart');
      this.#addColors('solve');
      if (hasDeep) {
        main.add('dampDeep', moving, BODY_BLOCK, all);
        this.#addColors('solveDeep');
      }
      main.add('move', moving, BODY_BLOCK, all);
      this.#addColors('relax');
      if (hasDeep) main.add('dampDeep', moving, BODY_BLOCK, all);
    }
    if (bodies.bouncing > 0) {
      this.#addColors('prepareRestitution');
      for (let k = 0; k < BOUNCES_PER_STEP; k++) this.#addColors('applyRestitution');
    }
    this.#addColors('storeImpulses');
  }

  /** Adds a stage per color, with at most `most` bundles per block. Contacts without a color are one block. */
  #addColors(pass: string, most = BUNDLE_BLOCK): void {
    const { memory, graph } = this.#parts;
    const { first, count } = graph;
    for (let color = 0; color < count; color++) {
      const bundles = first[color + 1] - first[color];
      const block = Math.min(most, Math.max(BUNDLE_BLOCK, Math.ceil(bundles / SHARES)));
      this.main.add(pass, bundles, block, stageOf(memory, color));
    }
    const alone = first[COLORS + 1] - first[COLORS];
    this.main.add(pass, alone, Math.max(alone, 1), stageOf(memory, COLORS));
  }

  #writeContext(
    { ids, separation, pointCount, pointsA, pointsB, previous }: ContactResults,
    dt: number,
    h: number,
    stiffest: number,
  ): void {
    const { memory, settings } = this.#parts;
    const { words, reals } = memory;
    words[IDS] = ids.byteOffset;
    words[SEPARATION] = separation.byteOffset;
    words[POINT_COUNT] = pointCount.byteOffset;
    words[POINTS_A] = pointsA.byteOffset;
    words[POINTS_B] = pointsB.byteOffset;
    words[PREVIOUS] = previous.byteOffset;
    // soft constraint: stiffness is an angular frequency (rad/s)
    const stiffness = 2 * Math.PI * Math.min(CYCLES_PER_SUBSTEP / h, stiffest);
    const damping = 2 * DAMPING_RATIO + h * stiffness;
    const softness = h * stiffness * damping;
    reals[SUBSTEP] = h;
    reals[STEP] = dt;
    reals[PER_SUBSTEP] = 1 / h;
    reals[SLOP] = FRICTION_SLOP;
    reals.set(settings.gravity, GRAVITY);
    reals[BIAS_RATE] = stiffness / damping;
    reals[MASS_SCALE] = softness / (1 + softness);
    reals[IMPULSE_SCALE] = 1 / (1 + softness);
    reals[PUSH_SPEED] = FASTEST_PUSH;
    reals[BOUNCE_SPEED] = SLOWEST_BOUNCE;
    reals[REST_SPEED] = REST;
    reals[SOFT_PENETRATION] = SOFT_LOAD / stiffness ** 2;
    reals[STIFFNESS_GAIN] = MASS_RATIO_WEIGHT;
    reals[MAX_STIFFNESS_GAIN] = STIFFNESS_GAIN_LIMIT;
  }
}

/** The address of the argument of a stage for one color. */
function stageOf({ stages }: StepMemory, color: number): number {
  return stages.byteOffset + STAGE_BYTES * color;
}
