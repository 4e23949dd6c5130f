/** `hullstorm batch check`: what a run would read, write and take. It does a few blocks, and writes nothing. */
import { Asker } from './ask.ts';
import { usageError } from './failure.ts';
import { type OptionName, readOptions, type Values, wholeOf } from './options.ts';
import { makePlan } from './plan.ts';
import { timeOf } from './progress.ts';
import { ASKING, sceneOf } from './run.ts';
import type { BlockPlan, BlockWorker } from './shards.ts';
import { STEPPING } from './step.ts';
import { makeStepPlan } from './stepPlan.ts';
import type { Table } from './table.ts';
import { readWorldScene, WorldMaker } from './worlds.ts';

export const CHECK: readonly OptionName[] = [...new Set([...ASKING, ...STEPPING]), 'json'];

/** What is checked: a run, or with `--worlds` steps. */
interface Checked {
  readonly plan: BlockPlan;
  readonly tables: readonly (Table | undefined)[];
  readonly worker: BlockWorker;
  close(): Promise<void>;
}

async function checkedRun(values: Values): Promise<Checked> {
  const plan = await makePlan(values);
  const scene = await sceneOf(plan, wholeOf('--threads', values.threads, 0));
  const { shapes, colliders, poses, questions } = plan;
  const tables = [shapes, colliders, poses, questions];
  return { plan, tables, worker: new Asker(plan, scene), close: () => scene.engine.close() };
}

async function checkedSteps(values: Values): Promise<Checked> {
  const plan = await makeStepPlan(values);
  const worker = new WorldMaker(plan, await readWorldScene(plan), wholeOf('--threads', values.threads, 0) ?? 0);
  const { shapes, colliders, worlds, overrides } = plan;
  return { plan, tables: [shapes, colliders, worlds, overrides], worker, close: async () => {} };
}

/** Time for the blocks that are asked (ms). */
const ENOUGH = 2000;
const WIDTHS: Readonly<Record<string, number>> = { u8: 4, u16: 4, u32: 4, i32: 4, f32: 4 };

/** @returns the exit code */
export async function check(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('check', args, CHECK);
  if (rest.length > 0) usageError('check', 'options alone', `'${rest.join(' ')}'`);
  const isSteps = values.worlds !== undefined;
  const own = isSteps ? STEPPING : ASKING;
  for (const name of CHECK) {
    if (name === 'json' || own.includes(name) || values[name] === undefined) continue;
    usageError(`--${name}`, isSteps ? 'options of step beside --worlds' : 'options of run, or --worlds', `--${name}`);
  }
  const { plan, tables, worker, close } = await (isSteps ? checkedSteps(values) : checkedRun(values));
  let [asked, rows] = [0, 0];
  const start = performance.now();
  try {
    // from the middle: the first block warms up what the others have
    for (let k = 0; k < Math.min(3, plan.blocks) && performance.now() - start < ENOUGH; k++) {
      rows += (await worker.block((Math.floor(plan.blocks / 2) + k) % plan.blocks)).count;
      asked++;
    }
  } finally {
    await close();
  }
  const seconds = (performance.now() - start) / 1000;
  const share = asked === 0 ? 0 : plan.blocks / asked;
  const width = plan.out.reduce((sum, { type }) => sum + (WIDTHS[type] ?? 8), 0);
  const files = tables.flatMap((table) => (table ? [table] : []));
  const summary = {
    inputs: files.map(({ path, rows: count, source }) => ({ path, rows: count, bytes: source.file.byteLength })),
    blocks: plan.blocks,
    rows: Math.round(rows * share),
    bytes: Math.round(rows * share * width),
    seconds: seconds * share,
    memory: process.memoryUsage().rss,
    invalid: Math.round(worker.invalid * share),
  };
  if (values.json) console.log(JSON.stringify(summary));
  else {
    for (const { path, rows: count, bytes } of summary.inputs) {
      console.error(`${path}: ${count} rows, ${(bytes / 1e6).toFixed(1)} MB`);
    }
    const found = `about ${summary.rows} rows, ${(summary.bytes / 1e6).toFixed(1)} MB`;
    const took = `about ${timeOf(summary.seconds)} on one process, ${(summary.memory / 1e6).toFixed(0)} MB of memory`;
    console.error(`${plan.blocks} blocks; results: ${found}; ${took}; Invalid: about ${summary.invalid}`);
  }
  return 0;
}
