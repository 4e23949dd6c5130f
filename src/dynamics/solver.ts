/**
 * The passes of a step, in order. Two programs: all that leaves poses and velocities alone, and their end. Each can be run again from
 * its first pass, as passes of an engine must when a worker dies.
 */
import type { ContactResults, Passes, PassProgram, Scene } from 'hullstorm';
import type { Colours } from './colours.ts';
import { COLOURS, type StepMemory } from './memory.ts';
import type { StepSettings } from './options.ts';
import {
  BIAS_RATE,
  BOUNCE_SPEED,
  GRAVITY,
  IDS,
  IMPULSE_SCALE,
  IMPULSES_FROM,
  IMPULSES_TO,
  MASS_SCALE,
  PAIRS_FROM,
  PAIRS_TO,
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
  STEP,
  SUBSTEP,
} from './wide/context.ts';

/** Contacts are springs of so many turns per second, a quarter of the substeps at most, so many times overdamped. */
const HERTZ = 60;
const DAMPING_RATIO = 10;
const FASTEST_PUSH = 3;
/** Bodies that meet more slowly do not bounce (m/s). */
const SLOWEST_BOUNCE = 1;
/** Bodies that are slower are at rest (m/s). */
const REST = 0.05;
const FRICTION_SLOP = 0.005;

/** Rows that a thread claims at once: bodies, groups of four, bundles. */
const BODY_BLOCK = 1024;
const GROUP_BLOCK = 64;
const BUNDLE_BLOCK = 16;

export class Solver {
  /** Moves the state on; then writes it back. */
  readonly main: PassProgram;
  readonly end: PassProgram;
  readonly #memory: StepMemory;
  #even = true;
  /** Rows of the last contact query. */
  #rows = 0;

  constructor(passes: Passes, memory: StepMemory, { positions, rotations }: Scene) {
    this.main = passes.createProgram();
    this.end = passes.createProgram();
    this.#memory = memory;
    memory.words[POSITIONS] = positions.byteOffset;
    memory.words[ROTATIONS] = rotations.byteOffset;
  }

  /** Says how a step goes. @param bodies rows of the scene @param bounces whether any body does */
  describe(
    contacts: ContactResults,
    colours: Colours,
    bodies: number,
    dt: number,
    settings: StepSettings,
    bounces: boolean,
  ): void {
    this.#tell(contacts, dt, settings);
    this.#rows = contacts.count;
    const { main, end } = this;
    const memory = this.#memory;
    const all = stageOf(memory, COLOURS + 1);
    for (let colour = 0; colour <= COLOURS; colour++) memory.stages[2 * colour + 1] = colours.first[colour]!;
    const groups = Math.ceil(bodies / 4);
    const bundles = colours.first[COLOURS + 1]!;
    main.clear();
    main.add('beginBodies', groups, GROUP_BLOCK, all);
    main.add('prepare', bundles, BUNDLE_BLOCK, all);
    for (let substep = 0; substep < settings.substeps; substep++) {
      main.add(substep === 0 ? 'accelerate' : 'accelerateOn', bodies, BODY_BLOCK, all);
      if (substep === 0) this.#addColours('warmStart', colours);
      this.#addColours('solve', colours);
      main.add('move', bodies, BODY_BLOCK, all);
      this.#addColours('relax', colours);
    }
    if (bounces) this.#addColours('bounce', colours);
    main.add('keep', bundles, BUNDLE_BLOCK, all);
    end.clear();
    end.add('finishBodies', groups, GROUP_BLOCK, all);
  }

  /** After `main` has run: its impulses are those to start from. */
  turn(): void {
    this.#even = !this.#even;
  }

  /** No impulses of a body: it is gone, and its id may be another's. Between steps. */
  forgetBody(id: number): void {
    const kept = this.#memory.pairs[this.#even ? 0 : 1];
    for (let k = 0; k < 2 * this.#rows; k++) if (kept[k] === id) kept[k] = 0xffffffff;
  }

  /** No impulses of a row of this step. */
  forget(row: number): void {
    this.#memory.pairs[this.#even ? 1 : 0].fill(0xffffffff, 2 * row, 2 * row + 2);
  }

  /** A pass per colour; contacts without one go one after the other. */
  #addColours(pass: string, { first, count }: Colours): void {
    const memory = this.#memory;
    for (let colour = 0; colour < count; colour++) {
      this.main.add(pass, first[colour + 1]! - first[colour]!, BUNDLE_BLOCK, stageOf(memory, colour));
    }
    const alone = first[COLOURS + 1]! - first[COLOURS]!;
    this.main.add(pass, alone, Math.max(alone, 1), stageOf(memory, COLOURS));
  }

  #tell(
    { pairs, separation, pointCount, pointsA, pointsB, previous }: ContactResults,
    dt: number,
    settings: StepSettings,
  ): void {
    const { words, reals, impulses, pairs: kept } = this.#memory;
    const [from, to] = this.#even ? [0, 1] : [1, 0];
    words[IDS] = pairs.ids.byteOffset;
    words[SEPARATION] = separation.byteOffset;
    words[POINT_COUNT] = pointCount.byteOffset;
    words[POINTS_A] = pointsA.byteOffset;
    words[POINTS_B] = pointsB.byteOffset;
    words[PREVIOUS] = previous.byteOffset;
    words[IMPULSES_FROM] = impulses[from]!.byteOffset;
    words[IMPULSES_TO] = impulses[to]!.byteOffset;
    words[PAIRS_FROM] = kept[from]!.byteOffset;
    words[PAIRS_TO] = kept[to]!.byteOffset;
    const h = dt / settings.substeps;
    const stiffness = 2 * Math.PI * Math.min(HERTZ, 0.25 / h);
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
  }
}

/** The words that tell a pass which colour it does. */
function stageOf({ stages }: StepMemory, colour: number): number {
  return stages.byteOffset + 8 * colour;
}
