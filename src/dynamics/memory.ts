/**
 * The layout of the stepper's tables in the memory of its passes, and views of them. Columns begin on cache lines of 64
 * bytes. Rows of bodies go by collider id, or by slot in tables that only passes use. The number of rows is rounded up
 * to groups of four, plus one group: the last row is zero, for lanes without a body.
 */
import { BUNDLE_BYTES, RECORD_BYTES } from './wide/bundles.ts';
import {
  BEFORE,
  BUNDLES,
  CONTEXT_WORDS,
  DEEP,
  EMPTY_SLOT,
  FORCES,
  FRAME,
  KINDS,
  MASS,
  ORDER,
  PREDICTION_TIMES,
  PUSH,
  SLOT_OF,
  SPINS,
  STAGES,
  START_POSITIONS,
  START_ROTATIONS,
  START_TIMERS,
  STATE,
  TIMERS,
  TORQUES,
  VELOCITIES,
} from './wide/context.ts';
import { COLORS, STAGE_BYTES } from './wide/limits.ts';

export interface StepCapacity {
  /** Rows of the scene. */
  readonly colliders: number;
  /** Rows of a contact query. */
  readonly contactRows: number;
  /** Pairs with points that are solved in one step. */
  readonly contacts: number;
}

/** Bytes of a cache line. */
const LINE = 64;

export interface StepMemory {
  /** The context (tables/kernelContext.ts), as integers and as floats. */
  readonly words: Int32Array;
  readonly reals: Float32Array;
  /**
   * The arguments of stages: the address of the context, and the first bundle of a color. Two words per color, two for
   * the contacts without a color, and two for stages over bodies: those have the end of the bundles.
   */
  readonly stages: Int32Array;
  readonly mass: Float32Array;
  /** By slot: the state of the solver (tables/kernelContext.ts). */
  readonly state: Float32Array;
  /** By slot: what contacts read of a body (tables/kernelContext.ts). */
  readonly frame: Float32Array;
  readonly velocities: Float32Array;
  readonly spins: Float32Array;
  readonly forces: Float32Array;
  readonly torques: Float32Array;
  readonly kinds: Int32Array;
  readonly timers: Float32Array;
  /** Time by which the rotation of the body is predicted while contacts are found (s): midstepRotations.ts. */
  readonly predictionTimes: Float32Array;
  /** 1 = the body is dynamic and awake. Users read it. */
  readonly awake: Uint8Array;
  readonly order: Int32Array;
  /** By slot: limits for bodies that are deep in others (deep.ts). */
  readonly deep: Float32Array;
  /** The slot of each body. */
  readonly slotOf: Int32Array;
  /** Impulses of contacts, double-buffered: those of the last step and those of this one take turns. */
  readonly impulses: readonly [Float32Array, Float32Array];
  /** By contact row: the index of its impulses, or −1. Double-buffered, too. */
  readonly impulseRows: readonly [Int32Array, Int32Array];
  /** By contact row: the points that are solved, if contacts are joined (seams.ts). */
  readonly solvedPoints: Uint8Array;
  /** Capacity of `order` in bundles. */
  readonly bundleCapacity: number;
}

/** Bundles that are enough for `contacts`, unless many of them have no color. */
function bundlesFor(contacts: number): number {
  return Math.ceil(contacts / 4) + 2 * COLORS;
}

function layoutOf(at: number, { colliders, contactRows, contacts }: StepCapacity) {
  const take = (bytes: number) => {
    const here = at;
    at += Math.ceil(bytes / LINE) * LINE;
    return here;
  };
  const bodies = 4 * Math.ceil(colliders / 4) + 4;
  const bundles = bundlesFor(contacts);
  return {
    context: take(4 * CONTEXT_WORDS),
    stages: take(STAGE_BYTES * (COLORS + 2)),
    mass: take(RECORD_BYTES * bodies),
    velocities: take(16 * bodies),
    spins: take(16 * bodies),
    forces: take(16 * bodies),
    torques: take(16 * bodies),
    kinds: take(4 * bodies),
    slotOf: take(4 * bodies),
    timers: take(4 * bodies),
    predictionTimes: take(4 * bodies),
    awake: take(bodies),
    state: take(RECORD_BYTES * bodies),
    before: take(32 * bodies),
    push: take(32 * bodies),
    frame: take(RECORD_BYTES * bodies),
    deep: take(16 * bodies),
    startPositions: take(32 * bodies),
    startRotations: take(16 * bodies),
    startTimers: take(4 * bodies),
    order: take(16 * bundles),
    impulses0: take(128 * bundles),
    impulses1: take(128 * bundles),
    places0: take(4 * contactRows),
    places1: take(4 * contactRows),
    solvedPoints: take(contactRows),
    bundles: take(BUNDLE_BYTES * bundles),
    end: at,
  };
}

/** Bytes of a stepper's memory. */
export function stepBytes(capacity: StepCapacity): number {
  return layoutOf(0, capacity).end;
}

/** Binds the tables that begin at `byteOffset`, and writes their addresses into the context. */
export function bindStepMemory(buffer: ArrayBufferLike, byteOffset: number, capacity: StepCapacity): StepMemory {
  const at = layoutOf(byteOffset, capacity);
  const bodies = 4 * Math.ceil(capacity.colliders / 4) + 4;
  const bundles = bundlesFor(capacity.contacts);
  const floats = (place: number, perRow: number, rows = bodies) => new Float32Array(buffer, place, perRow * rows);
  const words = new Int32Array(buffer, at.context, CONTEXT_WORDS);
  const stages = new Int32Array(buffer, at.stages, 2 * (COLORS + 2));
  for (let k = 0; k < stages.length; k += 2) stages[k] = at.context;
  words[STATE] = at.state;
  words[BEFORE] = at.before;
  words[PUSH] = at.push;
  words[FRAME] = at.frame;
  words[DEEP] = at.deep;
  words[MASS] = at.mass;
  words[VELOCITIES] = at.velocities;
  words[SPINS] = at.spins;
  words[FORCES] = at.forces;
  words[TORQUES] = at.torques;
  words[KINDS] = at.kinds;
  words[TIMERS] = at.timers;
  words[PREDICTION_TIMES] = at.predictionTimes;
  words[ORDER] = at.order;
  words[BUNDLES] = at.bundles;
  words[START_POSITIONS] = at.startPositions;
  words[START_ROTATIONS] = at.startRotations;
  words[SLOT_OF] = at.slotOf;
  words[START_TIMERS] = at.startTimers;
  words[STAGES] = at.stages;
  words[EMPTY_SLOT] = bodies - 1;
  return {
    words,
    reals: new Float32Array(buffer, at.context, CONTEXT_WORDS),
    stages,
    mass: floats(at.mass, RECORD_BYTES / 4),
    state: floats(at.state, RECORD_BYTES / 4),
    frame: floats(at.frame, RECORD_BYTES / 4),
    velocities: floats(at.velocities, 4),
    spins: floats(at.spins, 4),
    forces: floats(at.forces, 4),
    torques: floats(at.torques, 4),
    kinds: new Int32Array(buffer, at.kinds, bodies),
    timers: floats(at.timers, 1),
    predictionTimes: floats(at.predictionTimes, 1),
    awake: new Uint8Array(buffer, at.awake, bodies),
    deep: floats(at.deep, 4),
    slotOf: new Int32Array(buffer, at.slotOf, bodies),
    order: new Int32Array(buffer, at.order, 4 * bundles),
    impulses: [floats(at.impulses0, 32, bundles), floats(at.impulses1, 32, bundles)],
    impulseRows: [
      new Int32Array(buffer, at.places0, capacity.contactRows),
      new Int32Array(buffer, at.places1, capacity.contactRows),
    ],
    solvedPoints: new Uint8Array(buffer, at.solvedPoints, capacity.contactRows),
    bundleCapacity: bundles,
  };
}
