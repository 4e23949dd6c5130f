/** The shards of a run: which of them a process does, and how it writes their parts. */

import { EXIT, usageError } from './failure.ts';
import { checkStdin } from './openTable.ts';
import { arrayTask, type OptionName, type Values, wholeOf } from './options.ts';
import { isWhole } from './partCheck.ts';
import { PartFile, type Sidecar, sidecarOf, writeWhole } from './partFile.ts';
import { blocksOf } from './plan.ts';
import { Progress } from './progress.ts';
import type { Rows } from './rows.ts';
import { enterRun, partPath, type RunPlan, readRun } from './runFolder.ts';
import type { Column } from './schema.ts';
import { spent } from './table.ts';

/** Options of commands that do shards. */
export const SHARING: readonly OptionName[] = ['out', 'shards', 'shard', 'resume', 'json'];

/** What is written, block by block. */
export interface BlockPlan extends RunPlan {
  /** Columns of the results. */
  readonly out: readonly Column[];
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

/** What computes the blocks of one part. */
export interface BlockWorker {
  /** The rows of a block. Valid until the next call. */
  block(block: number): Promise<Rows>;
  /** Rows behind those of all blocks. */
  rest?(): Rows | undefined;
  /** Questions so far, and those that are Invalid. */
  readonly asked: number;
  readonly invalid: number;
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
  readonly seconds: number;
  /** Of them, for files that are read, and that are written and on the disk. */
  readonly readSeconds: number;
  readonly writeSeconds: number;
  readonly stopped: boolean;
}

/**
 * Does the shards of this process.
 * @param what is asked, for the rate
 * @param open makes what computes blocks: `worker` is called for each part
 * @returns the exit code, without that for Invalid rows, and what was done
 */
export async function runShards(
  values: Values,
  plan: BlockPlan,
  what: string,
  open: () => Promise<{ worker(): BlockWorker; close(): Promise<void> }>,
): Promise<{ readonly code: number; readonly summary: Summary }> {
  const folder = folderOf(values);
  const share = shareOf(values, folder, process.env);
  enterRun(folder, plan, share.shards);
  const shards = share.shard === undefined ? Array.from({ length: share.shards }, (_, k) => k) : [share.shard];
  const paths = shards.map((shard) => ({ shard, shards: share.shards, path: partPath(folder, shard, share.shards) }));
  const missing = values.resume ? paths.filter(({ path }) => !isWhole(path, plan.hash)) : paths;
  const blocks = missing.reduce((sum, { shard }) => {
    const [begin, end] = blocksOf(plan.blocks, shard, share.shards);
    return sum + end - begin;
  }, 0);
  const progress = new Progress(blocks, what);
  let [rows, invalid, questions] = [0, 0, 0];
  const start = performance.now();
  const before = { ...spent };
  const stopped = await untilSignal(async (signal) => {
    if (missing.length === 0) return;
    const opened = await open();
    try {
      for (const part of missing) {
        if (signal.aborted) break;
        const worker = opened.worker();
        rows += (await writePart(plan, worker, part, progress, signal)) ?? 0;
        questions += worker.asked;
        invalid += worker.invalid;
      }
    } finally {
      await opened.close();
    }
  });
  progress.end();
  const seconds = (performance.now() - start) / 1000;
  const kept = paths.length - missing.length;
  const readSeconds = (spent.read - before.read) / 1000;
  const writeSeconds = (spent.write - before.write) / 1000;
  const done = { questions, rows, invalid, seconds, readSeconds, writeSeconds, stopped };
  const summary: Summary = { parts: missing.length, kept, ...done };
  if (values.json) console.log(JSON.stringify(summary));
  else say(summary, what, folder);
  return { code: stopped ? EXIT.stopped : 0, summary };
}

function say({ questions, rows, invalid, seconds, kept, stopped }: Summary, what: string, folder: string): void {
  const had = kept > 0 ? `, ${kept} parts were there` : '';
  const rate = Math.round(questions / Math.max(seconds, 1e-3));
  const end = stopped ? 'stopped' : 'done';
  console.error(`${end}: ${questions} ${what}, ${rows} rows in ${folder}, ${invalid} Invalid, ${rate}/s${had}`);
}

/** Checks folder and shard before files are read. */
export function checkShare(values: Values): void {
  const { shards } = shareOf(values, folderOf(values), process.env);
  checkStdin(values, shards);
}

/** The folder of a run. */
function folderOf({ out }: Values): string {
  if (typeof out !== 'string') usageError('--out', 'a folder', 'none');
  return out;
}

/** Calls `work` with a signal that SIGTERM and SIGINT abort. @returns whether one came */
async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
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

/** Writes the part of a shard. @returns its rows; undefined if the run was stopped before the end */
async function writePart(
  plan: BlockPlan,
  worker: BlockWorker,
  { shard, shards, path }: { readonly shard: number; readonly shards: number; readonly path: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<number | undefined> {
  const blocks = blocksOf(plan.blocks, shard, shards);
  const part = await PartFile.create(path, plan.out, plan.metadata);
  try {
    for (let block = blocks[0]; block < blocks[1]; block++) {
      const { count, columns } = await worker.block(block);
      timeWrite(() => part.write(block, count, columns));
      progress.step(worker.asked);
      await betweenBlocks(block, signal);
      if (signal.aborted && block < blocks[1] - 1) {
        part.drop();
        return undefined;
      }
    }
    const rest = worker.rest?.();
    if (rest) timeWrite(() => part.write(blocks[0], rest.count, rest.columns));
    timeWrite(() => part.finish());
    const { rows, groups } = part;
    const sidecar: Sidecar = { plan: plan.hash, shard, shards, blocks, rows, invalid: worker.invalid, groups };
    writeWhole(sidecarOf(path), `${JSON.stringify(sidecar)}\n`);
    return rows;
  } catch (cause) {
    part.drop();
    throw cause;
  }
}

function timeWrite(write: () => void): void {
  const start = performance.now();
  write();
  spent.write += performance.now() - start;
}

/** Signals are heard between blocks. Tests end a process here: it waits after the block of HULLSTORM_PAUSE_AFTER. */
async function betweenBlocks(block: number, signal: AbortSignal): Promise<void> {
  await new Promise((done) => setImmediate(done));
  if (process.env.HULLSTORM_PAUSE_AFTER !== String(block)) return;
  console.error(`paused after block ${block}`);
  while (!signal.aborted) await new Promise((done) => setTimeout(done, 20));
}
