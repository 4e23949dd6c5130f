/** Steps one world after the other, each in an engine of its own: its rows depend on files and options alone. */
import { createEngine, QueryError, type Shape } from 'hullstorm';
import { type BodyOptions, createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { BatchError, EXIT, inputError } from './failure.ts';
import { randomFrom } from './random.ts';
import { Rows } from './rows.ts';
import { atRow, checkDense, specsOf } from './scene.ts';
import { type Column, type Numbers, STEPS_OUT } from './schema.ts';
import type { BlockWorker } from './shards.ts';
import { type StepPlan, samplesOf } from './stepPlan.ts';

/** Memory of the stepper's tables: per row 1.5 times what they take, and everything else. */
const BYTES_PER_ROW = 600;
const BYTES_BESIDES = 2 ** 20;

/** What all worlds have. */
export interface WorldScene {
  readonly specs: readonly Shape[];
  readonly capacity: { readonly shapes: number; readonly vertices: number };
  /** Columns of the file. */
  readonly colliders: Readonly<Record<string, Numbers>>;
  /** Ids of those that move. */
  readonly moving: readonly number[];
}

export async function readWorldScene({ shapes, colliders }: StepPlan): Promise<WorldScene> {
  const rows = await shapes.read(0, shapes.rows);
  checkDense(shapes, 'shape', rows.shape as Numbers);
  const vertices = (rows.points as number[][]).reduce((sum, each) => sum + 2 * each.length, 1024 + 64 * shapes.rows);
  const columns = (await colliders.read(0, colliders.rows)) as Record<string, Numbers>;
  checkDense(colliders, 'collider', columns.collider);
  for (const [row, shape] of columns.shape.entries()) {
    if (shape >= shapes.rows) inputError(colliders.at('shape', row), `a shape, 0..${shapes.rows - 1}`, String(shape));
  }
  const { link } = columns;
  const linked = new Set<number>();
  for (const [row, each] of link.entries()) {
    if (each >= 0 && linked.has(each)) {
      const expected = 'links that differ: in steps all bodies touch (membership and mask divide them)';
      inputError(colliders.at('link', row), expected, `${each} again`);
    }
    linked.add(each);
  }
  return {
    specs: specsOf(shapes, rows),
    capacity: { shapes: Math.max(1, shapes.rows), vertices },
    colliders: columns,
    moving: [...columns.collider].filter((id) => columns.static[id] === 0),
  };
}

export class WorldMaker implements BlockWorker {
  readonly #plan: StepPlan;
  readonly #scene: WorldScene;
  readonly #threads: number;
  readonly #rows = new Rows(STEPS_OUT);
  /** Steps. */
  asked = 0;
  readonly invalid = 0;

  constructor(plan: StepPlan, scene: WorldScene, threads: number) {
    this.#plan = plan;
    this.#scene = scene;
    this.#threads = threads;
  }

  async block(world: number): Promise<Rows> {
    const { worlds, steps, every, dt, ids } = this.#plan;
    this.#rows.count = 0;
    this.#rows.reserve(samplesOf(steps, every) * this.#scene.moving.length);
    const dynamics = await this.#begin();
    let step = 0;
    try {
      await this.#addBodies(dynamics, world);
      this.#sample(dynamics, world, 0);
      for (step = 1; step <= steps; step++) {
        dynamics.stepSync(dt);
        if (step % every === 0 || step === steps) this.#sample(dynamics, world, step);
      }
      this.asked += steps;
    } catch (cause) {
      if (!(cause instanceof QueryError) || cause instanceof BatchError) throw cause;
      const got = `${cause.message} (--max-pairs, now ${this.#plan.maxPairs})`;
      throw new BatchError(EXIT.input, `${worlds.path}: world ${ids[world]}, step ${step}: ${got}`, cause);
    } finally {
      await dynamics.engine.close();
    }
    return this.#rows;
  }

  async #begin(): Promise<Dynamics> {
    const { colliders, maxPairs, gravity } = this.#plan;
    const engine = await createEngine({
      kernel: 'simd',
      workers: this.#threads,
      capacity: {
        ...this.#scene.capacity,
        colliders: Math.max(1, colliders.rows),
        pairs: maxPairs,
        contacts: maxPairs,
        rays: 1,
        rayHits: 1,
        passBytes: BYTES_BESIDES + BYTES_PER_ROW * (colliders.rows + maxPairs) + (BYTES_PER_ROW / 4) * maxPairs,
      },
    });
    return createDynamics(engine, { gravity, contacts: maxPairs });
  }

  async #addBodies(dynamics: Dynamics, world: number): Promise<void> {
    const { shapes, colliders, overrides, seeds, jitterPosition, jitterVelocity } = this.#plan;
    const { specs, colliders: columns } = this.#scene;
    const rows = await this.#overrides(world);
    const random = randomFrom(seeds[world]);
    const added = specs.map((spec, row) => atRow(shapes, row, () => dynamics.addShape(spec)));
    for (let id = 0; id < colliders.rows; id++) {
      const row = rows.get(id);
      const read = (name: string) => (row === undefined ? columns[name]?.[id] : row.read(name, columns[name]?.[id]));
      const isStatic = columns.static[id] !== 0;
      const away = Array.from({ length: 6 }, (_, k) => (k < 3 ? jitterPosition : jitterVelocity) * (2 * random() - 1));
      const jittered = (names: readonly string[], from: number) =>
        names.map((name, k) => (read(name) ?? 0) + (isStatic ? 0 : away[from + k]));
      const options: BodyOptions = {
        type: isStatic ? 'static' : 'dynamic',
        position: jittered(['x', 'y', 'z'], 0),
        rotation: ['qx', 'qy', 'qz', 'qw'].map((name) => read(name)!),
        velocity: jittered(['vx', 'vy', 'vz'], 3),
        spin: ['wx', 'wy', 'wz'].map((name) => read(name) ?? 0),
        friction: read('friction'),
        membership: columns.membership[id],
        mask: columns.mask[id],
      };
      const [table, at] = row ? [overrides!, row.row] : [colliders, id];
      atRow(table, at, () => dynamics.addBody(added[columns.shape[id]], options));
    }
  }

  /** Overrides of a world, by collider. */
  async #overrides(world: number): Promise<Map<number, Override>> {
    const { overrides, firstOverrides, colliders } = this.#plan;
    const rows = new Map<number, Override>();
    if (!overrides) return rows;
    const [first, end] = [firstOverrides[world], firstOverrides[world + 1]];
    const columns = (await overrides.read(first, end)) as Record<string, Numbers>;
    for (let k = 0; k < end - first; k++) {
      const id = columns.collider[k];
      const where = overrides.at('collider', first + k);
      if (id >= colliders.rows) inputError(where, `a collider, 0..${colliders.rows - 1}`, String(id));
      if (rows.has(id)) inputError(where, 'one row per collider in a world', `collider ${id} twice`);
      const isStatic = this.#scene.colliders.static[id] !== 0;
      const moves = isStatic && VELOCITIES.find((name) => Math.abs(columns[name][k]) > 0);
      if (moves) inputError(overrides.at(moves, first + k), '0 for a static collider', String(columns[moves][k]));
      rows.set(id, {
        row: first + k,
        read: (name, value) => (Number.isNaN(columns[name][k]) ? value : columns[name][k]),
      });
    }
    return rows;
  }

  /** Rows of the bodies that move, as they are. */
  #sample({ engine, velocities, spins }: Dynamics, world: number, step: number): void {
    const { moving } = this.#scene;
    const { positions, rotations } = engine.scene;
    const columns = this.#rows.columns as Record<string, Numbers>;
    const first = this.#rows.count;
    const end = first + moving.length;
    for (const [names, values] of [
      [['x', 'y', 'z'], positions],
      [['qx', 'qy', 'qz', 'qw'], rotations],
      [['vx', 'vy', 'vz'], velocities],
      [['wx', 'wy', 'wz'], spins],
    ] as const) {
      for (const [c, name] of names.entries()) {
        const column = columns[name];
        for (const [k, id] of moving.entries()) column[first + k] = values[4 * id + c];
      }
    }
    columns.collider.set(moving, first);
    columns.world.fill(this.#plan.ids[world], first, end);
    columns.step.fill(step, first, end);
    columns.checksum.fill(checksumOf(columns, first, end), first, end);
    this.#rows.count = end;
  }
}

interface Override {
  readonly row: number;
  read(name: string, value: number | undefined): number | undefined;
}

const VELOCITIES = ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'];
/** Columns that the checksum of a sample is of. */
const CHECKED: readonly Column[] = STEPS_OUT.filter(({ type }) => type === 'f32' || type === 'f64');

/** FNV-1a over the bits of rows, one 32-bit word at a time: column by column. */
function checksumOf(columns: Readonly<Record<string, Numbers>>, first: number, end: number): number {
  let checksum = 0x811c9dc5;
  for (const { name } of CHECKED) {
    const { buffer, byteOffset, byteLength } = columns[name].subarray(first, end);
    for (const word of new Uint32Array(buffer, byteOffset, byteLength / 4)) {
      checksum = Math.imul(checksum ^ word, 0x01000193);
    }
  }
  return checksum >>> 0;
}
