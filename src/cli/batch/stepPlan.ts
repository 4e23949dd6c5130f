/** The plan of `hullstorm batch step`: a block is a world. */
import { BatchError, EXIT, inputError, usageError } from './failure.ts';
import { openTable } from './openTable.ts';
import { lengthOf, type OptionName, type Values, wholeOf } from './options.ts';
import { hashOf, metadataOf } from './plan.ts';
import { COLLIDERS, type Column, type Numbers, OVERRIDES, SHAPES, STEPS_OUT, WORLDS } from './schema.ts';
import type { BlockPlan } from './shards.ts';
import type { Table } from './table.ts';

/** Bytes of the results of a world at most. */
const MOST_BYTES = 256 * 2 ** 20;
/** Candidate pairs of a step, if nothing is said: of the worlds of the demo, the fullest have 8 per body. */
const PAIRS = 16;

export interface StepPlan extends BlockPlan {
  readonly shapes: Table;
  readonly colliders: Table;
  readonly worlds: Table;
  readonly overrides: Table | undefined;
  readonly steps: number;
  readonly every: number;
  readonly dt: number;
  readonly gravity: readonly number[];
  readonly jitterPosition: number;
  readonly jitterVelocity: number;
  readonly maxPairs: number;
  /** By world, in the order of the file. */
  readonly ids: Numbers;
  readonly seeds: Numbers;
  /** By world: its first row in the overrides; and the end. */
  readonly firstOverrides: Float64Array;
}

/** @throws BatchError for wrong options, and files that do not fit the schema */
export async function makeStepPlan(values: Values): Promise<StepPlan> {
  const open = async (name: OptionName, schema: readonly Column[]) => {
    if (!values[name]) usageError(`--${name}`, 'a file', 'none');
    return openTable(values[name] as string, schema);
  };
  const steps = wholeOf('--steps', values.steps, 1);
  if (steps === undefined) usageError('--steps', 'a whole number ≥ 1', 'none');
  const every = wholeOf('--every', values.every, 1) ?? steps;
  const dt = lengthOf('--dt', values.dt, 'a time, 1e-6 … 0.1 (s)') ?? 1 / 60;
  if (!(dt >= 1e-6 && dt <= 0.1)) usageError('--dt', 'a time, 1e-6 … 0.1 (s)', `'${values.dt}'`);
  const gravity = gravityOf(values.gravity as string | undefined);
  const jitterPosition = finiteOf('--jitter-position', values['jitter-position'], 'a length ≥ 0 (m)');
  const jitterVelocity = finiteOf('--jitter-velocity', values['jitter-velocity'], 'a speed ≥ 0 (m/s)');

  const shapes = await open('shapes', SHAPES);
  const colliders = await open('colliders', COLLIDERS);
  const worlds = await open('worlds', WORLDS);
  const overrides = values.overrides ? await open('overrides', OVERRIDES) : undefined;
  const maxPairs = wholeOf('--max-pairs', values['max-pairs'], 1) ?? 1024 + PAIRS * colliders.rows;
  const most = Math.floor(MOST_BYTES / (8 * STEPS_OUT.length));
  const rows = samplesOf(steps, every) * colliders.rows;
  if (rows > most) {
    const got = `${rows} (${samplesOf(steps, every)} samples of ${colliders.rows} colliders); raise --every`;
    throw new BatchError(EXIT.input, `batch: expected at most ${most} rows of results per world, got ${got}`);
  }
  const { world: ids, seed: seeds } = (await worlds.read(0, worlds.rows)) as Record<string, Numbers>;
  for (let row = 1; row < ids.length; row++) {
    if (ids[row] <= ids[row - 1]) {
      inputError(worlds.at('world', row), `more than ${ids[row - 1]}: worlds go up`, String(ids[row]));
    }
  }
  const options = { ask: 'steps', steps, every, dt, gravity, jitterPosition, jitterVelocity, maxPairs };
  const tables = { shapes, colliders, worlds, overrides };
  const { hash, said } = hashOf(tables, options);
  return {
    ...tables,
    ...options,
    ids,
    seeds,
    firstOverrides: await firstOverrides(overrides, ids),
    blocks: worlds.rows,
    out: STEPS_OUT,
    metadata: metadataOf('steps', hash),
    hash,
    said,
  };
}

/** Samples of a world: steps 0, `every`, 2 `every` …, and the last. */
export function samplesOf(steps: number, every: number): number {
  return Math.ceil(steps / every) + 1;
}

function finiteOf(where: string, value: Values[OptionName], what: string): number {
  const number = lengthOf(where, value, what) ?? 0;
  if (number === Infinity) usageError(where, what, `'${value}'`);
  return number;
}

function gravityOf(text = '0,-9.81,0'): number[] {
  const numbers = text.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  if (numbers.length !== 3 || !numbers.every((each) => Math.abs(each) <= 1e6)) {
    usageError('--gravity', 'X,Y,Z up to 1e6 (m/s²)', `'${text}'`);
  }
  return numbers;
}

/** By world, the first row of its overrides. @throws BatchError for worlds that are not in the file, or go back */
async function firstOverrides(overrides: Table | undefined, ids: Numbers): Promise<Float64Array> {
  const firsts = new Float64Array(ids.length + 1);
  if (!overrides) return firsts;
  let [at, before] = [0, 0];
  for (let group = 0; group < overrides.source.groups.length; group++) {
    const { world } = (await overrides.decode(group, [{ name: 'world', type: 'u32' }])) as Record<string, Numbers>;
    const start = overrides.startOf(group);
    for (const [k, id] of world.entries()) {
      while (at < ids.length && ids[at] < id) firsts[++at] = start + k;
      if (id < before || ids[at] !== id) {
        const expected = id < before ? `${before} or more: worlds do not go back` : 'a world of --worlds';
        inputError(overrides.at('world', start + k), expected, String(id));
      }
      before = id;
    }
  }
  firsts.fill(overrides.rows, at + 1);
  return firsts;
}
