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
  IS_CARRIED,
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
  STEP,
  SUBSTEP,
} from './wide/context.ts';

/**
 * Contacts are springs of so many turns per second, but no more than this part of the substeps per second, and so many times overdamped.
 * Measured: stiffer ones keep a wall of 15 rows swaying, and on softer ones a column of 20 crates topples.
 */
const HERTZ = 48;
const STIFFEST = 0.16;
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
  /** Contact queries when the impulses were kept, and when those of this step were described. */
  #queries = -1;
  #asked = -1;
  /** 1 = a body that came after the last step. */
  readonly #isNew: Uint8Array;
  #hasNew = false;

  constructor(passes: Passes, memory: StepMemory, { positions, rotations, statics }: Scene) {
    this.#isNew = new Uint8Array(statics.length);
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
    if (this.#hasNew) this.#forgetNew(contacts);
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
    this.#queries = this.#asked;
    if (this.#hasNew) this.#isNew.fill(0);
    this.#hasNew = false;
  }

  /** A body that was not there in the last step, in the place of another perhaps: it starts without impulses. */
  meet(id: number): void {
    this.#isNew[id] = 1;
    this.#hasNew = true;
  }

  /** Hands impulses on to the rows of a query that was asked since the last step, if there was one. Of more than one the last is all that is left. */
  follow(contacts: ContactResults): void {
    if (contacts.queries === this.#queries + 1) this.carry(contacts);
  }

  /** Hands impulses on to the rows of a query after which no step follows, but another query. */
  carry(contacts: ContactResults): void {
    const { count, pointCount, previous, queries } = contacts;
    if (this.#hasNew) this.#forgetNew(contacts);
    const from = this.#memory.impulses[this.#even ? 0 : 1];
    const to = this.#memory.impulses[this.#even ? 1 : 0];
    const isCarried = queries === this.#queries + 1;
    for (let row = 0; row < count; row++) {
      const points = pointCount[row]!;
      if (points === 0) continue;
      to.fill(0, 8 * row, 8 * row + 8);
      let last = -1;
      for (let p = 0; p < points && isCarried; p++) {
        const slot = previous[4 * row + p]!;
        if (slot < 0) continue;
        last = slot >> 2;
        to[8 * row + p] = from[8 * last + (slot & 3)]!;
      }
      if (last >= 0) for (let k = 4; k < 8; k++) to[8 * row + k] = from[8 * last + k]!;
    }
    this.#even = !this.#even;
    this.#queries = queries;
  }

  #forgetNew({ count, pairs, pointCount, previous }: ContactResults): void {
    const from = this.#memory.impulses[this.#even ? 0 : 1];
    for (let row = 0; row < count; row++) {
      if (this.#isNew[pairs.ids[2 * row]!] === 0 && this.#isNew[pairs.ids[2 * row + 1]!] === 0) continue;
      for (let p = 0; p < pointCount[row]!; p++) {
        const slot = previous[4 * row + p]!;
        if (slot >= 0) from.fill(0, 8 * (slot >> 2), 8 * (slot >> 2) + 8);
      }
    }
  }

  /** No impulses of a row of this step. */
  forget(row: number): void {
    this.#memory.impulses[this.#even ? 1 : 0].fill(0, 8 * row, 8 * row + 8);
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
    { pairs, separation, pointCount, pointsA, pointsB, previous, queries }: ContactResults,
    dt: number,
    settings: StepSettings,
  ): void {
    const { words, reals, impulses } = this.#memory;
    const [from, to] = this.#even ? [0, 1] : [1, 0];
    words[IDS] = pairs.ids.byteOffset;
    words[SEPARATION] = separation.byteOffset;
    words[POINT_COUNT] = pointCount.byteOffset;
    words[POINTS_A] = pointsA.byteOffset;
    words[POINTS_B] = pointsB.byteOffset;
    words[PREVIOUS] = previous.byteOffset;
    words[IMPULSES_FROM] = impulses[from]!.byteOffset;
    words[IMPULSES_TO] = impulses[to]!.byteOffset;
    words[IS_CARRIED] = queries === this.#queries + 1 ? 1 : 0;
    this.#asked = queries;
    const h = dt / settings.substeps;
    const stiffness = 2 * Math.PI * Math.min(HERTZ, STIFFEST / h);
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
