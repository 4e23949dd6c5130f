/** The command line of `hullstorm batch`: its options, checked, and which shard this process is. */
import { parseArgs } from 'node:util';
import { didYouMean, usageError } from './failure.ts';

interface OptionKind {
  readonly type: 'string' | 'boolean';
  /** Its value, for the help. */
  readonly value?: string;
  readonly help: string;
}

const text = (value: string, help: string): OptionKind => ({ type: 'string', value, help });
const flag = (help: string): OptionKind => ({ type: 'boolean', help });

export const OPTIONS = {
  shapes: text('FILE', 'shapes'),
  colliders: text('FILE', 'colliders of the scene'),
  poses: text('FILE', 'poses of colliders by frame'),
  pairs: text('FILE', 'pairs that are asked'),
  'find-pairs': text('MARGIN', 'asks the pairs whose bounding boxes come within MARGIN (m) of each other'),
  rays: text('FILE', 'rays that are cast'),
  flags: flag('whether pairs overlap, without distances'),
  'max-distance': text('M', 'pairs farther apart are BeyondMaxDistance'),
  keep: text('A,B', 'columns of a user in the file that asks, passed on to the results'),
  reduce: text('min', 'one row per group, that of the least distance'),
  by: text('GROUP', 'groups of --reduce: motion, frame or collider'),
  block: text('ROWS', 'rows of the file that asks per block. Default: 65,536; by frames, fewer'),
  'max-pairs': text('N', 'pairs of one frame at most. Default: 1,048,576'),
  kernel: text('NAME', 'simd (default) or scalar'),
  threads: text('N', 'threads besides the first. Default: one less than the hardware has'),
  out: text('PATH', 'the folder of a run, or the file of join'),
  shards: text('N', 'parts that the work is divided into. Default: 1'),
  shard: text('I', 'the part of this process. Default: the index of an array of Slurm, Kubernetes or AWS Batch'),
  resume: flag('does what is missing in the folder'),
  'allow-invalid': text('N', 'Invalid rows up to which a run succeeds. Default: 0'),
  sample: text('PART', 'part of the rows that is checked. Default: 1e-3'),
  seed: text('N', 'chooses the rows. Default: 1'),
  steps: text('N', 'steps of each world'),
  every: text('K', 'steps from a sample to the next. Default: all of them'),
  dt: text('S', 'length of a step (s). Default: 1/60'),
  gravity: text('X,Y,Z', 'm/s². Default: 0,-9.81,0'),
  'jitter-position': text('M', 'dynamic bodies begin up to M (m) away along each axis, by the seed of their world'),
  'jitter-velocity': text('V', 'the same for their velocities (m/s)'),
  worlds: text('FILE', 'worlds and their seeds'),
  overrides: text('FILE', 'bodies that differ in a world'),
  json: flag('prints a summary as JSON'),
} satisfies Record<string, OptionKind>;

export type OptionName = keyof typeof OPTIONS;
export type Values = { readonly [K in OptionName]?: string | boolean | undefined };

/** Reads the options of a command. @throws BatchError for unknown ones, with the nearest name */
export function readOptions(
  command: string,
  args: readonly string[],
  known: readonly OptionName[],
): { readonly values: Values; readonly rest: readonly string[] } {
  const options = Object.fromEntries(known.map((name) => [name, { type: OPTIONS[name].type }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const values: Record<string, string | boolean> = {};
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value, rawName } = token;
    if (!known.includes(name as OptionName)) {
      const names = known.map((each) => `--${each}`);
      usageError(command, names.join(', '), `the unknown option '${rawName}'${didYouMean(rawName, names)}`);
    }
    const { type } = OPTIONS[name as OptionName];
    if (name in values) usageError(`${command}: ${rawName}`, 'one', 'two');
    if (type === 'string' && value === undefined) usageError(`${command}: ${rawName}`, 'a value', 'none');
    if (type === 'boolean' && value !== undefined) usageError(`${command}: ${rawName}`, 'no value', `'${value}'`);
    values[name] = value ?? true;
  }
  return { values, rest };
}

/** A whole number of an option. */
export function wholeOf(where: string, value: string | boolean | undefined, least: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(/^\d+$/.test(String(value)) && number >= least && Number.isSafeInteger(number))) {
    usageError(where, `a whole number ≥ ${least}`, `'${value}'`);
  }
  return number;
}

/** A length of an option (m), ≥ 0. */
export function lengthOf(
  where: string,
  value: string | boolean | undefined,
  what = 'a length ≥ 0 (m)',
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(String(value).trim() !== '' && number >= 0)) usageError(where, what, `'${value}'`);
  return number;
}

/** What the environment of a scheduler says. */
export interface ArrayTask {
  readonly scheduler: string;
  readonly index: number;
  /** undefined: the environment does not say, or its ids are not 0 … n − 1. */
  readonly count: number | undefined;
  /** Why there is no count. */
  readonly why: string;
}

/** The index of this process in an array of jobs. */
export function arrayTask(env: NodeJS.ProcessEnv): ArrayTask | undefined {
  const at = (name: string) => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    return wholeOf(name, text, 0);
  };
  const slurm = at('SLURM_ARRAY_TASK_ID');
  if (slurm !== undefined) {
    const [least, most, step = 1] = ['MIN', 'MAX', 'STEP'].map((name) => at(`SLURM_ARRAY_TASK_${name}`));
    const count = at('SLURM_ARRAY_TASK_COUNT');
    const isWhole = least === 0 && most !== undefined && step === 1 && (count ?? most + 1) === most + 1;
    const why = `the ids of the array are ${least ?? '?'} to ${most ?? '?'} by ${step}, not 0 to n − 1`;
    return { scheduler: 'Slurm', index: slurm, count: isWhole ? most + 1 : undefined, why };
  }
  const aws = at('AWS_BATCH_JOB_ARRAY_INDEX');
  if (aws !== undefined) {
    return { scheduler: 'AWS Batch', index: aws, count: at('AWS_BATCH_JOB_ARRAY_SIZE'), why: 'its size is not set' };
  }
  const kubernetes = at('JOB_COMPLETION_INDEX');
  if (kubernetes === undefined) return undefined;
  return {
    scheduler: 'Kubernetes',
    index: kubernetes,
    count: undefined,
    why: 'Kubernetes does not say the number of completions',
  };
}
