/**
 * The plan of a run: what is asked, of which files, in which blocks. It depends on files and options alone, and its
 * hash names the run: all processes that write into one folder have the same.
 */
import { createHash } from 'node:crypto';
import type { KernelName } from 'hullstorm';
import { BatchError, EXIT, usageError } from './failure.ts';
import { openTable } from './openTable.ts';
import { lengthOf, type Values, wholeOf } from './options.ts';
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
import type { Table } from './table.ts';
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

export interface Plan {
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
  /** Number of blocks. */
  readonly blocks: number;
  /** Columns of the results. */
  readonly out: readonly Column[];
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  readonly hash: string;
  /** What `run.json` says of the plan. */
  readonly said: object;
}

/** Makes the plan of a command line. @throws BatchError for wrong options, and files that do not fit the schema */
export async function makePlan(values: Values): Promise<Plan> {
  const path = (name: 'shapes' | 'colliders') => {
    if (!values[name]) usageError(`--${name}`, 'a file', 'none');
    return values[name] as string;
  };
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
  const kernel = kernelOf(values);
  const keep = typeof values.keep === 'string' ? values.keep.split(',') : [];
  if (isFound && keep.length > 0 && !values.poses)
    usageError('--keep', 'a file that asks (--poses, --pairs or --rays)', 'none');

  const shapes = await openTable(path('shapes'), SHAPES);
  const colliders = await openTable(path('colliders'), COLLIDERS);
  const poses = values.poses ? await openTable(values.poses as string, POSES, isFound ? keep : []) : undefined;
  const questions = isFound
    ? undefined
    : await openTable(values[isRays ? 'rays' : 'pairs'] as string, isRays ? RAYS : PAIRS, keep);
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
  const { hash, said } = hashOf(tables, options);
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
    metadata: metadataOf(reduceBy ? `least distance by ${reduceBy}` : ask, hash, isRays ? RAY_STATUS : PAIR_STATUS),
    hash,
    said,
  };
}

export function kernelOf({ kernel = 'simd' }: Values): KernelName {
  if (kernel !== 'simd' && kernel !== 'scalar') usageError('--kernel', 'simd or scalar', `'${kernel}'`);
  return kernel;
}

/** What names a run: the schema, the version, its files and options, and the hash of all. */
export function hashOf(tables: Readonly<Record<string, Table | undefined>>, options: object) {
  const inputs = Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) => {
      if (!table) return [];
      const { file } = table.source;
      return [[name, { rows: table.rows, bytes: file.byteLength, sha256: file.hash() }]];
    }),
  );
  const said = { schema: SCHEMA_VERSION, version, inputs, options };
  return { said, hash: createHash('sha256').update(JSON.stringify(said)).digest('hex') };
}

/** The metadata of a file of results. */
export function metadataOf(table: string, hash: string, status?: string) {
  return [
    { key: 'hullstorm.schema', value: SCHEMA_VERSION },
    { key: 'hullstorm.table', value: table },
    ...(status === undefined ? [] : [{ key: 'hullstorm.status', value: status }]),
    { key: 'hullstorm.version', value: version },
    { key: 'hullstorm.plan', value: hash },
  ];
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
