/** The stepper's passes without an engine: their wasm, built here, over memory of our own, laid out by memory.ts. */
import { bindStepMemory, type StepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import * as context from '../../src/dynamics/wide/context.ts';
import { compileLanes, type LanesModule } from '../../tools/lanes/compile.ts';
import { sourcesOf } from '../../tools/lanes/pieces.ts';
import { type Build, type Exports, instantiate, ROOT, STRICT } from '../support/lanesFixture.ts';

export function compilePasses({ relaxed }: Pick<Build, 'relaxed'> = STRICT): LanesModule {
  return compileLanes({ entries: sourcesOf('dynamics'), root: ROOT, relaxed });
}

/** Where our copies of the engine's columns lie, from 64 on. */
const COLUMN_BYTES = 32_768;
const PAGES = 40;

/** As in src/dynamics/solver.ts, four substeps of a step of 1/60 s. */
export const SETTINGS = {
  h: 1 / 240,
  slop: 0.005,
  gravity: [0.3, -9.81, 0.2],
  rate: 18,
  massScale: 0.9,
  impulseScale: 0.1,
  pushSpeed: 3,
  bounceSpeed: 1,
  restSpeed: 0.05,
  softPenetration: 0.004,
  stiffnessGain: 1.5,
  maxStiffnessGain: 2.5,
};

export class PassFixture {
  readonly memory: StepMemory;
  readonly run: Exports;
  readonly bodies: number;
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
  readonly ids: Uint32Array;
  readonly separation: Float32Array;
  readonly pointCount: Uint8Array;
  readonly pointsA: Float32Array;
  readonly pointsB: Float32Array;
  readonly previous: Int32Array;
  readonly buffer: ArrayBufferLike;

  constructor(module: LanesModule, bodies: number, contacts: number, settings = SETTINGS) {
    const { run, buffer } = instantiate(module, PAGES);
    this.run = run;
    this.buffer = buffer;
    this.bodies = bodies;
    let at = 64;
    const take = () => {
      at += COLUMN_BYTES;
      return at - COLUMN_BYTES;
    };
    this.positions = new Float64Array(buffer, take(), 4 * bodies);
    this.rotations = new Float32Array(buffer, take(), 4 * bodies);
    this.ids = new Uint32Array(buffer, take(), 2 * contacts);
    this.separation = new Float32Array(buffer, take(), 4 * contacts);
    this.pointCount = new Uint8Array(buffer, take(), contacts);
    this.pointsA = new Float32Array(buffer, take(), 16 * contacts);
    this.pointsB = new Float32Array(buffer, take(), 16 * contacts);
    this.previous = new Int32Array(buffer, take(), 4 * contacts).fill(-1);
    const capacity = { colliders: bodies, contactRows: contacts, contacts };
    if (at + stepBytes(capacity) > buffer.byteLength) throw new Error('PassFixture: more pages are needed');
    const memory = bindStepMemory(buffer, at, capacity);
    this.memory = memory;
    const { words, reals } = memory;
    const columns = [
      [context.POSITIONS, this.positions],
      [context.ROTATIONS, this.rotations],
      [context.IDS, this.ids],
      [context.SEPARATION, this.separation],
      [context.POINT_COUNT, this.pointCount],
      [context.POINTS_A, this.pointsA],
      [context.POINTS_B, this.pointsB],
      [context.PREVIOUS, this.previous],
      [context.IMPULSES_FROM, memory.impulses[0]],
      [context.IMPULSES_TO, memory.impulses[1]],
      [context.IMPULSE_ROWS_FROM, memory.impulseRows[0]],
      [context.IMPULSE_ROWS_TO, memory.impulseRows[1]],
    ] as const;
    for (const [word, column] of columns) words[word] = column.byteOffset;
    words[context.IS_CARRIED] = 1;
    reals[context.SUBSTEP] = settings.h;
    reals[context.STEP] = 4 * settings.h;
    reals[context.PER_SUBSTEP] = 1 / settings.h;
    reals[context.SLOP] = settings.slop;
    reals.set(settings.gravity, context.GRAVITY);
    reals[context.BIAS_RATE] = settings.rate;
    reals[context.MASS_SCALE] = settings.massScale;
    reals[context.IMPULSE_SCALE] = settings.impulseScale;
    reals[context.PUSH_SPEED] = settings.pushSpeed;
    reals[context.BOUNCE_SPEED] = settings.bounceSpeed;
    reals[context.REST_SPEED] = settings.restSpeed;
    reals[context.SOFT_PENETRATION] = settings.softPenetration;
    reals[context.STIFFNESS_GAIN] = settings.stiffnessGain;
    reals[context.MAX_STIFFNESS_GAIN] = settings.maxStiffnessGain;
    for (let id = 0; id < bodies; id++) {
      this.rotations[4 * id + 3] = 1;
      memory.mass[16 * id + 3] = 1;
    }
    memory.order.fill(-1);
    // where the impulses of the last step are, in any order: no pass may take a row for a place
    memory.impulseRows[0].forEach((_, row) => {
      memory.impulseRows[0][row] = contacts - 1 - row;
    });
    // slots in any order: no pass may take a row for a slot
    for (let row = 0; row < 4 * Math.ceil(bodies / 4); row++)
      memory.slotOf[row] = row < bodies ? bodies - 1 - row : row;
  }

  /** Impulses of the last step, of the contact that had this row: 8 numbers, to be set. */
  before(row: number): Float32Array {
    const [from] = this.memory.impulseRows;
    return this.memory.impulses[0].subarray(8 * from[row], 8 * from[row] + 8);
  }

  /** Impulses that a row has kept. */
  kept(row: number): Float32Array {
    const [, to] = this.memory.impulseRows;
    return this.memory.impulses[1].subarray(8 * to[row], 8 * to[row] + 8);
  }

  /** Runs a pass over rows or bundles [begin, end), the bundles of colour 0. */
  pass(name: string, begin: number, end: number): void {
    this.run[name](begin, end, this.memory.stages.byteOffset);
  }
}
