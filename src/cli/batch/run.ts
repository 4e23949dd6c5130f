/** `hullstorm batch run`: answers the questions of one shard, or of all that are missing. */
import { ASKED, Asker } from './ask.ts';
import { BatchError, EXIT, usageError } from './failure.ts';
import { arrayTask, type OptionName, readOptions, type Values, wholeOf } from './options.ts';
import { isWhole } from './partCheck.ts';
import { PartFile, type Sidecar, sidecarOf, writeWhole } from './partFile.ts';
import { blocksOf, makePlan, type Plan } from './plan.ts';
import { Progress } from './progress.ts';
import { enterRun, partPath, readRun } from './runFolder.ts';
import { type BatchScene, makeScene } from './scene.ts';

export const ASKING: readonly OptionName[] = [
  'shapes',
  'colliders',
  'poses',
  'pairs',
  'find-pairs',
  'rays',
  'flags',
  'max-distance',
  'keep',
  'reduce',
  'by',
  'block',
  'max-pairs',
  'kernel',
  'threads',
];
export const RUN: readonly OptionName[] = [...ASKING, 'out', 'shards', 'shard', 'resume', 'allow-invalid', 'json'];

/** The scene of a plan. */
export function sceneOf(plan: Plan, threads: number | undefined): Promise<BatchScene> {
  return makeScene(plan.shapes, plan.colliders, {
    kernel: plan.kernel,
    threads,
    pairs: plan.questions ? ASKED : Math.max(plan.maxPairs, plan.colliders.rows),
    rays: plan.ask === 'hits' ? ASKED : 0,
  });
}

/** Which shards a process does. */
interface Share {
  readonly shards: number;
  /** undefined: all. */
  readonly shard: number | undefined;
}

function shareOf(values: Values, folder: string, env: NodeJS.ProcessEnv): Share {
  const given = wholeOf('--shards', values.shards, 1);
  const kept = readRun(folder)?.shards;
  const task = values.shard === undefined ? arrayTask(env) : undefined;
  const shards = given ?? kept ?? task?.count ?? (task || values.shard !== undefined ? undefined : 1);
  if (shards === undefined) {
    usageError('--shards', 'the number of shards', task ? `none, and ${task.why}` : 'none');
  }
  const shard = wholeOf('--shard', values.shard, 0) ?? task?.index;
  if (shard !== undefined && shard >= shards) {
    usageError(task ? `the index of ${task.scheduler}` : '--shard', `0..${shards - 1}`, String(shard));
  }
  if (shard === undefined && shards > 1 && !values.resume) {
    usageError('--shard', `0..${shards - 1}, or --resume for all that are missing`, 'none');
  }
  return { shards, shard };
}

/** What a run says at its end. */
export interface Summary {
  readonly parts: number;
  /** Parts that were there. */
  readonly kept: number;
  readonly questions: number;
  readonly rows: number;
  readonly invalid: number;
  readonly frames: number;
  readonly seconds: number;
  /** Of them, for reading rows and for writing them. */
  readonly readSeconds: number;
  readonly writeSeconds: number;
  readonly stopped: boolean;
}

/** @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('run', args, RUN);
  if (rest.length > 0) usageError('run', 'options alone', `'${rest.join(' ')}'`);
  const folder = values.out as string | undefined;
  if (!folder) usageError('--out', 'a folder', 'none');
  const allowed = wholeOf('--allow-invalid', values['allow-invalid'], 0) ?? 0;
  const threads = wholeOf('--threads', values.threads, 0);
  const share = shareOf(values, folder, process.env);
  const plan = await makePlan(values);
  enterRun(folder, plan, share.shards);

  const shards = share.shard === undefined ? Array.from({ length: share.shards }, (_, k) => k) : [share.shard];
  const paths = shards.map((shard) => ({ shard, path: partPath(folder, shard, share.shards) }));
  const missing = values.resume ? paths.filter(({ path }) => !isWhole(path, plan.hash)) : paths;
  const blocks = missing.reduce((sum, { shard }) => {
    const [begin, end] = blocksOf(plan.blocks, shard, share.shards);
    return sum + end - begin;
  }, 0);
  const progress = new Progress(blocks, plan.ask === 'hits' ? 'rays' : 'pairs');
  let [rows, invalid, questions, frames, writeSeconds] = [0, 0, 0, 0, 0];
  const start = performance.now();
  const stopped = await untilSignal(async (signal) => {
    if (missing.length === 0) return;
    const scene = await sceneOf(plan, threads);
    try {
      for (const { shard, path } of missing) {
        if (signal.aborted) break;
        const asker = new Asker(plan, scene);
        const part = await writePart(plan, asker, { shard, shards: share.shards, path }, progress, signal);
        questions += asker.asked;
        invalid += asker.invalid;
        frames += asker.frames;
        rows += part?.rows ?? 0;
        writeSeconds += part?.seconds ?? 0;
      }
    } finally {
      await scene.engine.close();
    }
  });
  progress.end();
  const summary: Summary = {
    parts: missing.length,
    kept: paths.length - missing.length,
    questions,
    rows,
    invalid,
    frames,
    seconds: (performance.now() - start) / 1000,
    readSeconds: [plan.shapes, plan.colliders, plan.poses, plan.questions].reduce(
      (sum, table) => sum + (table?.seconds ?? 0),
      0,
    ),
    writeSeconds,
    stopped,
  };
  if (values.json) console.log(JSON.stringify(summary));
  else say(summary, folder);
  if (summary.stopped) return EXIT.stopped;
  if (invalid > allowed) {
    const got = `${invalid} (status Invalid: NaN, a zero quaternion or direction)`;
    throw new BatchError(EXIT.invalid, `batch: expected at most ${allowed} Invalid rows (--allow-invalid), got ${got}`);
  }
  return 0;
}

/** Calls `work` with a signal that SIGTERM and SIGINT abort. @returns whether one came */
export async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  try {
    await work(stop.signal);
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
  }
  return stop.signal.aborted;
}

function say({ questions, rows, invalid, seconds, kept, stopped }: Summary, folder: string): void {
  const had = kept > 0 ? `, ${kept} parts were there` : '';
  const rate = Math.round(questions / Math.max(seconds, 1e-3));
  const what = stopped ? 'stopped' : 'done';
  console.error(`${what}: ${questions} questions, ${rows} rows in ${folder}, ${invalid} Invalid, ${rate}/s${had}`);
}

/** Writes the part of a shard. @returns undefined if the run was stopped before the end */
async function writePart(
  plan: Plan,
  asker: Asker,
  { shard, shards, path }: { readonly shard: number; readonly shards: number; readonly path: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<PartFile | undefined> {
  const blocks = blocksOf(plan.blocks, shard, shards);
  const part = await PartFile.create(path, plan.out, plan.metadata);
  try {
    for (let block = blocks[0]; block < blocks[1]; block++) {
      const { count, columns } = await asker.block(block);
      part.write(block, count, columns);
      progress.step(asker.asked);
      await betweenBlocks(block, signal);
      if (signal.aborted && block < blocks[1] - 1) {
        part.drop();
        return undefined;
      }
    }
    const rest = asker.rest();
    if (rest) part.write(blocks[0], rest.count, rest.columns);
    part.finish();
    const { rows, groups } = part;
    const sidecar: Sidecar = { plan: plan.hash, shard, shards, blocks, rows, invalid: asker.invalid, groups };
    writeWhole(sidecarOf(path), `${JSON.stringify(sidecar)}\n`);
    return part;
  } catch (cause) {
    part.drop();
    throw cause;
  }
}

/** Signals are heard between blocks. Tests end a process here: it waits after the block of HULLSTORM_PAUSE_AFTER. */
async function betweenBlocks(block: number, signal: AbortSignal): Promise<void> {
  await new Promise((done) => setImmediate(done));
  if (process.env.HULLSTORM_PAUSE_AFTER !== String(block)) return;
  console.error(`paused after block ${block}`);
  while (!signal.aborted) await new Promise((done) => setTimeout(done, 20));
}
