/** The command line of `npm start`, checked. */
import { parseArgs } from 'node:util';
import { STRESS_SHAPES, type StressShape } from '../../scenes/stress.ts';

export const HELP = `hullstorm demo: a cloud of falling convex bodies; every frame finds the candidate pairs and measures them all

  npm start -- [options]        without --count and --shape: the 5,000 recorded cuboids

  --count N        bodies                                     1..65536    default 5000
  --shape NAME     ${STRESS_SHAPES.join(', ')}                                default box
  --frames F       frames to measure, 1/60 s apart            1..100000   default 300
  --workers W      threads besides this one                   0..255      default: one less than the machine has
  --kernel K       auto, scalar, simd, relaxed                            default auto
  --seed S         of the generated world                                 default 1
  --margin M       candidate pairs are this close (m)         0..10       default 0.05
  --json           one JSON object on stdout instead of the table; times in ms
  --help           this text

"busiest 200" are the 200 consecutive frames with the largest sum. 20 frames run before the first that is measured.`;

export interface HeadlessOptions {
  readonly shape: StressShape | 'recorded';
  readonly count: number;
  readonly frames: number;
  readonly workers: number | undefined;
  readonly kernel: string;
  readonly seed: number;
  /** m */
  readonly margin: number;
  readonly json: boolean;
  readonly help: boolean;
}

/** What the user got wrong, in a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function parseOptions(args: readonly string[]): HeadlessOptions {
  const values = parse(args);
  return {
    shape: checkShape(values.shape, values.count !== undefined),
    count: integer('count', values.count, 1, 65_536) ?? 5000,
    frames: integer('frames', values.frames, 1, 100_000) ?? 300,
    workers: integer('workers', values.workers, 0, 255),
    kernel: values.kernel ?? 'auto',
    seed: integer('seed', values.seed, 0, 2 ** 32 - 1) ?? 1,
    margin: number('margin', values.margin, 0, 10) ?? 0.05,
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const options = {
      count: text,
      shape: text,
      frames: text,
      workers: text,
      kernel: text,
      seed: text,
      margin: text,
      json: flag,
      help: flag,
    };
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    const [first] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw new UsageError(`${first} (--help lists the options)`, { cause });
  }
}

function checkShape(text: string | undefined, counted: boolean): HeadlessOptions['shape'] {
  if (text === undefined) return counted ? 'box' : 'recorded';
  const shape = STRESS_SHAPES.find((name) => name === text);
  if (shape === undefined) throw new UsageError(`--shape: expected ${STRESS_SHAPES.join(', ')}, got "${text}"`);
  return shape;
}

function integer(name: string, text: string | undefined, low: number, high: number): number | undefined {
  const value = number(name, text, low, high);
  if (value !== undefined && !Number.isInteger(value)) {
    throw new UsageError(`--${name}: expected a whole number, got "${text}"`);
  }
  return value;
}

function number(name: string, text: string | undefined, low: number, high: number): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= low && value <= high)) {
    throw new UsageError(`--${name}: expected a number in ${low}..${high}, got "${text}"`);
  }
  return value;
}
