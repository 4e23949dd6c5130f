/** `hullstorm batch step`: steps many worlds, each from the same scene with its own seed and overrides. */
import { createHash } from 'node:crypto';
import { createEngine, type KernelName, type Shape } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { BatchError, EXIT, inputError, usageError } from './failure.ts';
import { openTable } from './openTable.ts';
import { lengthOf, type OptionName, readOptions, type Values, wholeOf } from './options.ts';
import { hashOf, kernelOf, metadataOf } from './plan.ts';
import { randomFrom } from './random.ts';
import { Rows } from './rows.ts';
import { atRow, checkDense, specsOf } from './scene.ts';
import { COLLIDERS, type Column, type Numbers, OVERRIDES, SHAPES, STEPS_OUT, WORLDS } from './schema.ts';
import { type BlockPlan, type BlockWorker, checkShare, runShards, SHARING } from './shards.ts';
import type { Table } from './table.ts';

export const STEP: readonly OptionName[] = [
  'shapes',
  'colliders',
  'worlds',
  'overrides',
  'steps',
  'every',
  'step',
  'jitter',
  'max-pairs',
  'kernel',
  'threads',
  ...SHARING,
];

/** Rows of overrides: they are kept in memory. */
const MOST_OVERRIDES = 2 ** 22;
/** Bytes of the results of a world at most. */
const MOST_BYTES = 256 * 2 ** 20;

interface StepPlan extends BlockPlan {
  readonly colliders: Table;
  readonly worlds: Table;
  readonly steps: number;
  readonly every: number;
  /** Length of a step (s). */
  readonly dt: number;
  readonly jitter: number;
  readonly kernel: KernelName;
  readonly threads: number | undefined;
  readonly maxPairs: number;
  readonly shapes: readonly Shape[];
  /** Columns of the colliders. */
  readonly bodies: Readonly<Record<string, Numbers>>;
  readonly overrides: Readonly<Record<string, Numbers>> | undefined;
  /** The first row of overrides by world, and the one behind its last. */
  readonly ranges: ReadonlyMap<number, readonly [number, number]>;
}

/** @returns the exit code */
export async function step(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('step', args, STEP);
  if (rest.length > 0) usageError('step', 'options alone', `'${rest.join(' ')}'`);
  checkShare(values);
  const plan = await makePlan(values);
  const { code } = await runShards(values, plan, 'steps', async () => ({
    worker: () => new Stepper(plan),
    async close() {},
  }));
  return code;
}

async function makePlan(values: Values): Promise<StepPlan> {
  const open = async (name: 'shapes' | 'colliders' | 'worlds' | 'overrides', schema: readonly Column[]) => {
    if (!values[name]) usageError(`--${name}`, 'a file', 'none');
    return openTable(values[name] as string, schema);
  };
  const steps = wholeOf('--steps', values.steps, 1);
  if (steps === undefined) usageError('--steps', 'the number of steps', 'none');
  const every = wholeOf('--every', values.every, 1) ?? steps;
  const dt = lengthOf('--step', values.step) ?? 1 / 60;
  if (!(dt > 0)) usageError('--step', 'a time > 0 (s)', `'${values.step}'`);
  const jitter = lengthOf('--jitter', values.jitter) ?? 0;
  const kernel = kernelOf(values);
  const maxPairs = wholeOf('--max-pairs', values['max-pairs'], 1);
  const [shapes, colliders, worlds] = [
    await open('shapes', SHAPES),
    await open('colliders', COLLIDERS),
    await open('worlds', WORLDS),
  ];
  const overrides = values.overrides ? await open('overrides', OVERRIDES) : undefined;
  if (overrides && overrides.rows > MOST_OVERRIDES) {
    inputError(
      overrides.path,
      `at most ${MOST_OVERRIDES} rows`,
      `${overrides.rows}; divide the worlds into several runs`,
    );
  }
  const rows = await shapes.read(0, shapes.rows);
  checkDense(shapes, 'shape', rows.shape as Numbers);
  const bodies = (await colliders.read(0, colliders.rows)) as Record<string, Numbers>;
  checkDense(colliders, 'collider', bodies.collider);
  for (let row = 0; row < colliders.rows; row++) {
    const shape = bodies.shape[row];
    if (shape >= shapes.rows) inputError(colliders.at('shape', row), `a shape, 0..${shapes.rows - 1}`, String(shape));
  }
  const moving = bodies.static.filter((isStatic) => isStatic === 0).length;
  const samples = 1 + Math.ceil(steps / every);
  if (samples * moving * 8 * STEPS_OUT.length > MOST_BYTES) {
    const got = `${samples} samples of ${moving} bodies; take fewer: --every, now ${every}`;
    throw new BatchError(EXIT.usage, `batch: expected at most 256 MiB of results per world, got ${got}`);
  }
  const own = overrides && ((await overrides.read(0, overrides.rows)) as Record<string, Numbers>);
  const { hash, said } = hashOf(
    { shapes, colliders, worlds, overrides },
    { steps, every, dt, jitter, kernel, maxPairs },
  );
  return {
    colliders,
    worlds,
    steps,
    every,
    dt,
    jitter,
    kernel,
    threads: wholeOf('--threads', values.threads, 0) ?? 0,
    maxPairs: maxPairs ?? Math.min(2 ** 20, 1024 + 64 * colliders.rows),
    shapes: specsOf(shapes, rows),
    bodies,
    overrides: own,
    ranges: overrides && own ? rangesOf(overrides, own, colliders.rows) : new Map(),
    blocks: worlds.rows,
    out: STEPS_OUT,
    metadata: metadataOf('steps', hash),
    hash,
    said,
  };
}

function rangesOf(
  table: Table,
  { world, collider }: Readonly<Record<string, Numbers>>,
  colliders: number,
): Map<number, readonly [number, number]> {
  const ranges = new Map<number, readonly [number, number]>();
  let begin = 0;
  for (let row = 0; row < world.length; row++) {
    if (collider[row] >= colliders) {
      inputError(table.at('collider', row), `a collider, 0..${colliders - 1}`, String(collider[row]));
    }
    if (row > 0 && world[row] < world[row - 1]) {
      inputError(table.at('world', row), `${world[row - 1]} or more: worlds do not go back`, String(world[row]));
    }
    if (row > 0 && world[row] !== world[row - 1]) begin = row;
    ranges.set(world[row], [begin, row + 1]);
  }
  return ranges;
}

/** Steps worlds, one per block, each in an engine of its own. */
class Stepper implements BlockWorker {
  readonly #plan: StepPlan;
  readonly #rows = new Rows(STEPS_OUT);
  asked = 0;
  readonly invalid = 0;

  constructor(plan: StepPlan) {
    this.#plan = plan;
  }

  async block(block: number): Promise<Rows> {
    const { worlds, steps, every, dt, kernel, threads: workers, maxPairs, shapes, bodies } = this.#plan;
    const { world, seed } = (await worlds.read(Math.max(0, block - 1), block + 1)) as Record<string, Numbers>;
    const id = world.at(-1)!;
    if (world.length === 2 && world[1] <= world[0]) {
      inputError(worlds.at('world', block), `more than ${world[0]}: worlds are in order`, String(id));
    }
    this.#rows.count = 0;
    const points = shapes.reduce((sum, shape) => sum + (shape.kind === 'hull' ? shape.points.length : 0), 0);
    await using engine = await createEngine({
      kernel,
      workers,
      capacity: {
        shapes: Math.max(1, shapes.length),
        vertices: 64 * shapes.length + 2 * points + 1024,
        colliders: Math.max(1, bodies.shape.length),
        pairs: maxPairs,
        contacts: maxPairs,
      },
    });
    const dynamics = await createDynamics(engine);
    this.#addBodies(dynamics, id, seed.at(-1)!);
    this.#sample(dynamics, id, 0);
    for (let k = 1; k <= steps; k++) {
      dynamics.stepSync(dt);
      this.asked++;
      if (k % every === 0 || k === steps) this.#sample(dynamics, id, k);
    }
    return this.#rows;
  }

  #addBodies(dynamics: Dynamics, world: number, seed: number): void {
    const { shapes, colliders, bodies, overrides, ranges, jitter } = this.#plan;
    const { x, y, z, qx, qy, qz, qw, shape, membership, mask, static: statics } = bodies;
    const random = randomFrom(seed);
    const shift = () => jitter * (2 * random() - 1);
    const ids = shapes.map((each) => dynamics.addShape(each));
    const [begin, end] = ranges.get(world) ?? [0, 0];
    const rowOf = new Map<number, number>();
    for (let row = begin; row < end; row++) rowOf.set(overrides!.collider[row], row);
    for (let k = 0; k < shape.length; k++) {
      const row = rowOf.get(k);
      const own = (name: string, otherwise: number) => {
        const value = row === undefined ? Number.NaN : overrides![name][row];
        return Number.isNaN(value) ? otherwise : value;
      };
      const isStatic = statics[k] !== 0;
      // all bodies take their numbers, so that an override changes no other body
      const shifts = isStatic ? [0, 0, 0] : [shift(), shift(), shift()];
      const friction = own('friction', Number.NaN);
      atRow(colliders, k, () =>
        dynamics.addBody(ids[shape[k]], {
          type: isStatic ? 'static' : 'dynamic',
          position: [own('x', x[k] + shifts[0]), own('y', y[k] + shifts[1]), own('z', z[k] + shifts[2])],
          rotation: [own('qx', qx[k]), own('qy', qy[k]), own('qz', qz[k]), own('qw', qw[k])],
          velocity: isStatic ? undefined : [own('vx', 0), own('vy', 0), own('vz', 0)],
          spin: isStatic ? undefined : [own('wx', 0), own('wy', 0), own('wz', 0)],
          friction: Number.isNaN(friction) ? undefined : friction,
          membership: membership[k],
          mask: mask[k],
        }),
      );
    }
  }

  /** Rows of the bodies that move. */
  #sample({ engine: { scene }, velocities, spins }: Dynamics, world: number, count: number): void {
    const { bodies } = this.#plan;
    const { positions, rotations } = scene;
    const end = 4 * bodies.shape.length;
    const hash = createHash('sha256');
    for (const column of [positions, rotations, velocities, spins]) hash.update(column.slice(0, end));
    const checksum = hash.digest().readUInt32LE(0);
    this.#rows.reserve(this.#rows.count + bodies.shape.length);
    const of = this.#rows.columns as Record<string, Numbers>;
    for (let k = 0; k < bodies.shape.length; k++) {
      if (bodies.static[k] !== 0) continue;
      const row = this.#rows.count++;
      of.world[row] = world;
      of.step[row] = count;
      of.collider[row] = k;
      for (let c = 0; c < 4; c++) of[ROTATION[c]][row] = rotations[4 * k + c];
      for (let c = 0; c < 3; c++) {
        of[POSITION[c]][row] = positions[4 * k + c];
        of[VELOCITY[c]][row] = velocities[4 * k + c];
        of[SPIN[c]][row] = spins[4 * k + c];
      }
      of.checksum[row] = checksum;
    }
  }
}

const POSITION = ['x', 'y', 'z'];
const ROTATION = ['qx', 'qy', 'qz', 'qw'];
const VELOCITY = ['vx', 'vy', 'vz'];
const SPIN = ['wx', 'wy', 'wz'];
