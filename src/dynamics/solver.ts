/**
 * The passes of a step, in order. Two programs: all that leaves poses and velocities alone, and their end. Each can be run again from
 * its first pass, as passes of an engine must when a worker dies.
 */
import type { ContactResults, Passes, PassProgram, Scene } from 'hullstorm';
import type { Bodies } from './bodies.ts';
import type { ConstraintGraph } from './constraintGraph.ts';
import { COLOURS, type StepMemory } from './memory.ts';
import type { StepSettings } from './options.ts';
import { stiffnessFor } from './pace.ts';
import type { Slots } from './slots.ts';
import {
  BIAS_RATE,
  BOUNCE_SPEED,
  GIVES,
  GRAVITY,
  IDS,
  IMPULSE_SCALE,
  MASS_SCALE,
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
  STEEPEST,
  STEEPNESS,
  STEP,
  SUBSTEP,
} from './wide/context.ts';
import { AHEAD } from './wide/tables.ts';

/**
 * Contacts are springs of so many turns per substep, but no more than so many per second, and so many times overdamped. Measured: stiffer
 * ones keep a wall of 15 rows swaying, and on softer ones a column of 20 crates topples; beyond 300 Hz a crate jitters that meets the ground
 * without a margin. Smaller bodies than the common ones are held by stiffer springs.
 */
const TURNS = 0.16;
const STIFFEST = 200;
const DAMPING_RATIO = 10;
const FASTEST_PUSH = 3;
/**
 * Force per mass up to which springs are all alike (m/s²): 1.5 mm deep with five substeps at 1/60 s. Beyond, a contact is steeper by so many
 * times the ratio of the mass that a push through both centres would find and the mass that its points have behind them, and at most so
 * steep: where a body is pressed at its rim it would turn away, and sinks in.
 */
const SOFT_LOAD = 136;
const MASS_RATIO_WEIGHT = 1.5;
const STEEPEST_CONTACT = 2.5;
/** Bodies that meet more slowly do not bounce (m/s). */
const SLOWEST_BOUNCE = 1;
/** Bodies that are slower are at rest (m/s). */
const REST = 0.05;
const FRICTION_SLOP = 0.005;

/** Rows that a thread claims at once: bodies, groups of four, bundles. */
const BODY_BLOCK = 1024;
const GROUP_BLOCK = 64;
const BUNDLE_BLOCK = 16;
/** Blocks into which a colour is cut at least, if it has so many. */
const SHARES = 8;

export class Solver {
  /** Moves the state on; then writes it back. */
  readonly main: PassProgram;
  readonly end: PassProgram;
  readonly #memory: StepMemory;
  constructor(passes: Passes, memory: StepMemory, { positions, rotations }: Scene) {
    this.main = passes.createProgram();
    this.end = passes.createProgram();
    this.#memory = memory;
    memory.words[POSITIONS] = positions.byteOffset;
    memory.words[ROTATIONS] = rotations.byteOffset;
  }

  /** Says how a step goes. @param rows of the scene @param isDeep whether any body is deep in another (deep.ts) */
  describe(
    contacts: ContactResults,
    colours: ConstraintGraph,
    { moving }: Slots,
    rows: number,
    dt: number,
    substeps: number,
    settings: StepSettings,
    isDeep: boolean,
    { bouncing, allSizes }: Bodies,
  ): void {
    this.#tell(contacts, dt, dt / substeps, STIFFEST * stiffnessFor(allSizes), settings);
    const { main, end } = this;
    const memory = this.#memory;
    const all = stageOf(memory, COLOURS + 1);
    for (let colour = 0; colour <= COLOURS; colour++) memory.stages[2 * colour + 1] = colours.first[colour];
    const groups = Math.ceil(rows / 4);
    main.clear();
    main.add('beginBodies', groups, GROUP_BLOCK, all);
    this.#addColours('prepare', colours, AHEAD);
    for (let substep = 0; substep < substeps; substep++) {
      main.add('accelerate', moving, BODY_BLOCK, all);
      if (substep === 0) this.#addColours('warmStart', colours);
      this.#addColours('solve', colours);
      if (isDeep) {
        main.add('slow', moving, BODY_BLOCK, all);
        this.#addColours('hold', colours);
      }
      main.add('move', moving, BODY_BLOCK, all);
      this.#addColours('relax', colours);
      if (isDeep) main.add('slow', moving, BODY_BLOCK, all);
    }
    if (bouncing > 0) this.#addColours('bounce', colours);
    this.#addColours('keep', colours);
    end.clear();
    end.add('finishBodies', groups, GROUP_BLOCK, all);
  }

  /** A pass per colour, at most so many bundles to a block; contacts without a colour go one after the other. */
  #addColours(pass: string, { first, count }: ConstraintGraph, most = BUNDLE_BLOCK): void {
    const memory = this.#memory;
    for (let colour = 0; colour < count; colour++) {
      const bundles = first[colour + 1] - first[colour];
      const block = Math.min(most, Math.max(BUNDLE_BLOCK, Math.ceil(bundles / SHARES)));
      this.main.add(pass, bundles, block, stageOf(memory, colour));
    }
    const alone = first[COLOURS + 1] - first[COLOURS];
    this.main.add(pass, alone, Math.max(alone, 1), stageOf(memory, COLOURS));
  }

  #tell(
    { pairs, separation, pointCount, pointsA, pointsB, previous }: ContactResults,
    dt: number,
    h: number,
    stiffest: number,
    settings: StepSettings,
  ): void {
    const { words, reals } = this.#memory;
    words[IDS] = pairs.ids.byteOffset;
    words[SEPARATION] = separation.byteOffset;
    words[POINT_COUNT] = pointCount.byteOffset;
    words[POINTS_A] = pointsA.byteOffset;
    words[POINTS_B] = pointsB.byteOffset;
    words[PREVIOUS] = previous.byteOffset;
    const stiffness = 2 * Math.PI * Math.min(TURNS / h, stiffest);
    const damping = 2 * DAMPING_RATIO + h * stiffness;
    const given = h * stiffness * damping;
    reals[SUBSTEP] = h;
    reals[STEP] = dt;
    reals[PER_SUBSTEP] = 1 / h;
    reals[SLOP] = FRICTION_SLOP;
    reals.set(settings.gravity, GRAVITY);
    reals[BIAS_RATE] = stiffness / damping;
    reals[MASS_SCALE] = given / (1 + given);
    reals[IMPULSE_SCALE] = 1 / (1 + given);
    reals[PUSH_SPEED] = FASTEST_PUSH;
    reals[BOUNCE_SPEED] = SLOWEST_BOUNCE;
    reals[REST_SPEED] = REST;
    reals[GIVES] = SOFT_LOAD / stiffness ** 2;
    reals[STEEPNESS] = MASS_RATIO_WEIGHT;
    reals[STEEPEST] = STEEPEST_CONTACT;
  }
}

/** The words that tell a pass which colour it does. */
function stageOf({ stages }: StepMemory, colour: number): number {
  return stages.byteOffset + 8 * colour;
}
