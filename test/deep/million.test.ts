/**
 * A million seeded pairs, every class, against the oracle: `hullstorm/pair` in f64 and the result columns in f32, cold
 * and warm, in both orders, with and without depth and limit (task.ts says how each pair is asked). Minutes, on all
 * cores: tasks are handed to one process per core.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAIR_CLASSES, type PairClass, RANDOM_CLASSES } from '../oracle/generate.ts';
import { PROMISED } from '../support/checkAnswer.ts';
import { addTally, emptyTally, type Tally, type Task } from './task.ts';

const SEED = 0x5eed_0001;
/** `HULLSTORM_PAIRS=0.01 npm run test:deep` asks a hundredth of the pairs: to try a change, never to accept one. */
const SHARE = Number(process.env.HULLSTORM_PAIRS ?? 1);
const MILLION = 1_000_000;

/** Pairs by class. The oracle looks at all edge pairs: 18 ms for two hulls of 256 vertices, 0.1 ms for ordinary ones. */
const PAIRS: Partial<Record<PairClass, number>> = {
  'box-box': 60_000,
  'box-hull': 40_000,
  'hull-4': 60_000,
  'hull-8': 50_000,
  'hull-16': 30_000,
  'hull-32': 12_000,
  'hull-64': 8_000,
  'hull-128': 4_000,
  'hull-256': 3_000,
};
const PAIRS_OF_OTHERS = 38_000;
/** Pairs per task: a few seconds each. */
const TASK: Partial<Record<PairClass, number>> = { 'hull-32': 1000, 'hull-64': 500, 'hull-128': 250, 'hull-256': 100 };
const TASK_OF_OTHERS = 2000;
/** A task takes seconds. One that takes this long hangs (ms). */
const HANGS = 600_000;

/** The slow ones first, so that the processes end together. Every task has a seed of its own. */
function makeTasks(): Task[] {
  const tasks: Task[] = [];
  for (const cls of [...PAIR_CLASSES].reverse()) {
    const wanted = Math.ceil((PAIRS[cls] ?? PAIRS_OF_OTHERS) * SHARE);
    const step = TASK[cls] ?? TASK_OF_OTHERS;
    for (let done = 0; done < wanted; done += step) {
      tasks.push({ cls, seed: SEED + tasks.length, pairs: Math.min(step, wanted - done) });
    }
  }
  const cost = ({ cls }: Task) => TASK[cls] ?? TASK_OF_OTHERS;
  return tasks.sort((s, t) => cost(s) - cost(t));
}

const tallies = new Map<PairClass, Tally>(PAIR_CLASSES.map((cls) => [cls, emptyTally(cls)]));

beforeAll(async () => {
  const tasks = makeTasks();
  const processes = Math.min(availableParallelism(), tasks.length);
  await Promise.all(Array.from({ length: processes }, () => work(tasks)));
  print([...tallies.values()]);
}, 4 * 3_600_000);

/** One process, fed until no task is left. */
function work(tasks: Task[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced', // JSON would turn NaN, the worst error of all, into null
    });
    let task: Task | undefined;
    let alarm: NodeJS.Timeout | undefined;
    const next = () => {
      clearTimeout(alarm);
      task = tasks.shift();
      if (!task) {
        child.kill();
        resolve();
        return;
      }
      child.send(task);
      alarm = setTimeout(() => fail('hangs'), HANGS);
    };
    const fail = (how: string) => {
      clearTimeout(alarm);
      child.kill('SIGKILL');
      reject(new Error(`${task?.cls}, seed ${task?.seed}, ${task?.pairs} pairs: ${how}`));
    };
    child.on('message', (tally: Tally) => {
      addTally(tallies.get(tally.cls)!, tally);
      next();
    });
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => {
      if (task) fail(`the process ended with code ${code}`);
    });
    next();
  });
}

/** Errors are parts of the size (of the distance, where that is longer). */
function print(rows: readonly Tally[]): void {
  const total = emptyTally('box-box');
  for (const row of rows) addTally(total, row);
  const e = (x: number) => x.toExponential(1);
  const head = [
    [
      'pairs',
      'overlap',
      'wrong',
      'not',
      'distance',
      '',
      'witness',
      '',
      'plane',
      'verify',
      'GJK steps,',
      'mean (most)',
      'expan-',
    ],
    ['', '%', 'flags', 'settled', 'f64', 'f32', 'f64', 'f32', 'f32', '', 'cold', 'warm', 'sions'],
  ];
  const cells = (t: Tally) => [
    t.pairs,
    Math.round((100 * t.overlapping) / t.pairs),
    t.wrongFlags,
    t.unsettled,
    ...[t.distance64, t.distance32, t.witness64, t.witness32, t.plane32, t.verifyError].map(e),
    `${(t.sumCold / t.pairs).toFixed(1)} (${t.stepsCold})`,
    `${(t.sumWarm / t.pairs).toFixed(1)} (${t.stepsWarm})`,
    t.expansions,
  ];
  const line = (name: string, row: readonly (string | number)[]) =>
    name.padEnd(21) + row.map((cell, k) => `${cell}`.padStart(k === 10 || k === 11 ? 11 : 9)).join('');
  console.log(
    [
      ...head.map((row) => line('', row)),
      ...rows.map((t) => line(t.cls, cells(t))),
      line('all', cells(total)),
      `seed ${SEED}, ${total.faultCount} faults, ${total.verified} rows verified; worst errors as parts of the size`,
    ].join('\n'),
  );
}

describe(`all classes, seeds from ${SEED}`, () => {
  test('a million pairs', () => {
    const asked = [...tallies.values()].reduce((sum, { pairs }) => sum + pairs, 0);
    expect(asked).toBeGreaterThanOrEqual(MILLION * SHARE);
  });

  test.each(PAIR_CLASSES)('%s: no wrong flag, no error above 1e-6 of the size', (cls) => {
    const tally = tallies.get(cls)!;
    expect(tally.faults).toEqual([]);
    expect(tally.faultCount).toBe(0);
    expect(tally.wrongFlags).toBe(0);
    expect(tally.unsettled).toBe(0);
    for (const error of [
      tally.distance64,
      tally.distance32,
      tally.witness64,
      tally.witness32,
      tally.plane32,
      tally.verifyError,
    ]) {
      expect(error).toBeLessThanOrEqual(PROMISED);
    }
    expect(tally.verified).toBeGreaterThan(0);
  });

  test.each(RANDOM_CLASSES)('%s: between three and seven in ten overlap', (cls) => {
    const { overlapping, pairs } = tallies.get(cls)!;
    expect(overlapping / pairs).toBeGreaterThan(0.3);
    expect(overlapping / pairs).toBeLessThan(0.7);
  });
});
