/**
 * The plan of a run: what is asked, of which files, in which blocks. It depends on files and options alone, and its
 * hash names the run: all processes that write into one folder have the same.
 */
import { createHash } from 'node:crypto';
import type { KernelName } from 'hullstorm';
import { BatchError, EXIT, usageError } from './failure.ts';
import { lengthOf, type OptionName, type Values, wholeOf } from './options.ts';
import {
  COLLIDERS,
  type Column,
  DISTANCES_OUT,
  FLAGS_OUT,
  HITS_OUT,
  PAIR_STATUS,
  PAIRS,
  POSES,
  RAY_STATUS,
  RAYS,
  SCHEMA_VERSION,
  SHAPES,
} from './schema.ts';
import { openOption } from './source.ts';
import { Table } from './table.ts';
import { version } from './version.ts';

/** Rows of a block that is cut by question rows. */
export const BLOCK_ROWS = 65_536;
/** Rows of poses of a block whose pairs are found: a frame may find many. */
const FOUND_ROWS = 16_384;
/** Questions of a block that asks one list in every frame, about. */
const REPEATED = 2 ** 19;
/** Rows of a list that is asked in every frame: it is kept in memory. */
const MOST_REPEATED = 2 ** 22;

export type Group = 'motion' | 'frame' | 'collider';

/** What all plans have. */
export interface BlockPlan {
  /** Number of blocks. */
  readonly blocks: number;
  /** Columns of the results. */
  readonly out: readonly Column[];
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  readonly hash: string;
  /** What `run.json` says of the plan. */
  readonly said: object;
}

export interface Plan extends BlockPlan {
  readonly ask: 'distances' | 'flags' | 'hits';
  readonly shapes: Table;
  readonly colliders: Table;
  readonly poses: Table | undefined;
  /** Pairs or rays; undefined: pairs are found. */
  readonly questions: Table | undefined;
  /** Whether blocks are cut from the poses: pairs are found, or one list is asked in every frame. */
  readonly byPoses: boolean;
  readonly margin: number;
  readonly maxDistance: number;
  readonly maxPairs: number;
  readonly reduceBy: Group | undefined;
  readonly kernel: KernelName;
  readonly keep: readonly string[];
  readonly blockRows: number;
}

/** Makes the plan of a command line. @throws BatchError for wrong options, and files that do not fit the schema */
export async function makePlan(values: Values): Promise<Plan> {
  const given = (['pairs', 'rays', 'find-pairs'] as const).filter((name) => values[name] !== undefined);
  if (given.length !== 1) {
    usageError(
      'run',
      'one of --pairs, --find-pairs and --rays',
      given.map((name) => `--${name}`).join(' and ') || 'none',
    );
  }
  const isFound = given[0] === 'find-pairs';
  const isRays = given[0] === 'rays';
  const margin = lengthOf('--find-pairs', values['find-pairs']) ?? 0;
  if (margin === Infinity) usageError('--find-pairs', 'a finite length (m)', 'Infinity');
  const reduceBy = reductionOf(values, isRays);
  if (values.flags && (isRays || reduceBy))
    usageError('--flags', 'pairs that are not reduced', isRays ? '--rays' : '--reduce');
  const maxDistance = lengthOf('--max-distance', values['max-distance']) ?? Infinity;
  if (values['max-distance'] && (values.flags || isRays))
    usageError('--max-distance', 'distances', isRays ? '--rays' : '--flags');
  const kernel = (values.kernel ?? 'simd') as KernelName;
  if (kernel !== 'simd' && kernel !== 'scalar') usageError('--kernel', 'simd or scalar', `'${kernel}'`);
  const keep = typeof values.keep === 'string' ? values.keep.split(',') : [];
  if (isFound && keep.length > 0 && !values.poses)
    usageError('--keep', 'a file that asks (--poses, --pairs or --rays)', 'none');

  const open = async (name: OptionName, schema: readonly Column[], kept: readonly string[] = []) => {
    if (!values[name]) usageError(`--${name}`, 'a file', 'none');
    return new Table(await openOption(name, values), schema, kept);
  };
  const shapes = await open('shapes', SHAPES);
  const colliders = await open('colliders', COLLIDERS);
  const poses = values.poses ? await open('poses', POSES, isFound ? keep : []) : undefined;
  const questions = isFound ? undefined : await open(isRays ? 'rays' : 'pairs', isRays ? RAYS : PAIRS, keep);
  if (reduceBy === 'motion' && !poses?.has('motion')) {
    usageError('--by motion', "--poses with a column 'motion'", poses ? 'a file without' : 'no poses');
  }
  const byPoses = isFound || (poses !== undefined && !questions!.has('frame'));
  if (byPoses && questions && questions.rows > MOST_REPEATED) {
    const got = `${questions.rows}; give them a column 'frame'`;
    throw new BatchError(
      EXIT.input,
      `${questions.path}: expected at most ${MOST_REPEATED} rows for every frame, got ${got}`,
    );
  }

  let standard = BLOCK_ROWS;
  if (byPoses) standard = isFound ? FOUND_ROWS : Math.max(1, Math.floor(REPEATED / Math.max(1, questions!.rows)));
  const blockRows = wholeOf('--block', values.block, 1) ?? standard;
  // without poses, the scene is one frame
  const rows = byPoses ? (poses?.rows ?? 1) : questions!.rows;
  const ask = isRays ? 'hits' : values.flags ? 'flags' : 'distances';
  const kept = (questions ?? poses)?.columns.filter(({ name }) => keep.includes(name)) ?? [];
  const options = {
    ask,
    margin: isFound ? margin : undefined,
    maxDistance: Number.isFinite(maxDistance) ? maxDistance : undefined,
    reduceBy,
    kernel,
    keep,
    blockRows,
  };
  const tables = { shapes, colliders, poses, questions };
  return {
    ...tables,
    ask,
    byPoses,
    margin,
    maxDistance,
    maxPairs: wholeOf('--max-pairs', values['max-pairs'], 1) ?? 2 ** 20,
    reduceBy,
    kernel,
    keep,
    blockRows,
    blocks: Math.ceil(rows / blockRows),
    out: outOf(ask, reduceBy, kept),
    ...identityOf(tables, options, reduceBy ? `least distance by ${reduceBy}` : ask, [
      { key: 'hullstorm.status', value: isRays ? RAY_STATUS : PAIR_STATUS },
    ]),
  };
}

/** What makes a run this one: its files and options, and what the files of its results say. */
export function identityOf(
  tables: Readonly<Record<string, Table | undefined>>,
  options: object,
  table: string,
  more: BlockPlan['metadata'],
): Pick<BlockPlan, 'hash' | 'said' | 'metadata'> {
  const inputs = Object.fromEntries(
    Object.entries(tables).flatMap(([name, each]) =>
      each ? [[name, { rows: each.rows, bytes: each.source.file.byteLength, sha256: each.source.file.hash() }]] : [],
    ),
  );
  const said = { schema: SCHEMA_VERSION, version, inputs, options };
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const metadata = [
    { key: 'hullstorm.schema', value: SCHEMA_VERSION },
    { key: 'hullstorm.table', value: table },
    ...more,
    { key: 'hullstorm.version', value: version },
    { key: 'hullstorm.plan', value: hash },
  ];
  return { hash, said, metadata };
}

function reductionOf({ reduce, by }: Values, isRays: boolean): Group | undefined {
  if (reduce === undefined && by === undefined) return undefined;
  if (reduce !== 'min') usageError('--reduce', 'min', reduce === undefined ? 'none' : `'${reduce}'`);
  if (by !== 'motion' && by !== 'frame' && by !== 'collider') {
    usageError('--by', 'motion, frame or collider', by === undefined ? 'none' : `'${by}'`);
  }
  if (isRays) usageError('--reduce', 'pairs', '--rays');
  return by;
}

/** Columns of the results. */
function outOf(ask: Plan['ask'], reduceBy: Group | undefined, kept: readonly Column[]): Column[] {
  if (ask === 'hits') return [...HITS_OUT, ...kept];
  if (ask === 'flags') return [...FLAGS_OUT, ...kept];
  const group: Column[] = reduceBy && reduceBy !== 'frame' ? [{ name: reduceBy, type: 'u32' }] : [];
  return [...group, ...DISTANCES_OUT, ...kept];
}

/** The first block of a shard, and the one behind its last. */
export function blocksOf(blocks: number, shard: number, shards: number): [number, number] {
  return [Math.floor((blocks * shard) / shards), Math.floor((blocks * (shard + 1)) / shards)];
}
