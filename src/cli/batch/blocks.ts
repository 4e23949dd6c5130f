/** Work that is divided into blocks: a process does those of one shard, or all that are missing. */
import { usageError } from './failure.ts';
import { arrayTask, type Values, wholeOf } from './options.ts';
import { isWhole } from './partCheck.ts';
import { PartFile, type Sidecar, sidecarOf, writeWhole } from './partFile.ts';
import { type BlockPlan, blocksOf } from './plan.ts';
import { Progress } from './progress.ts';
import type { Rows } from './rows.ts';
import { enterRun, partPath, readRun } from './runFolder.ts';

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

/** Makes the blocks of a shard, in order. */
export interface BlockMaker {
  /** Questions or steps so far, those that are Invalid, and frames. */
  readonly asked: number;
  readonly invalid: number;
  readonly frames: number;
  /** The rows of a block. Valid until the next call. */
  block(block: number): Promise<Rows>;
  /** Rows that come behind all blocks. */
  rest(): Rows | undefined;
}

/** Work that has begun. */
export interface Work {
  /** Per shard. */
  make(): BlockMaker;
  close(): Promise<void>;
}

/** What a run says at its end. */
export interface Summary {
  readonly parts: number;
  /** Parts that were there. */
  readonly kept: number;
  readonly asked: number;
  readonly rows: number;
  readonly invalid: number;
  readonly frames: number;
  readonly seconds: number;
  readonly stopped: boolean;
}

/** Which shards of a command line this process does, before its files are read. */
export function checkShare(values: Values): { readonly folder: string; readonly share: Share } {
  const folder = values.out as string | undefined;
  if (!folder) usageError('--out', 'a folder', 'none');
  return { folder, share: shareOf(values, folder, process.env) };
}

/**
 * Writes the parts of shards, and says so.
 * @param names what is asked, in the summary, and for the rate
 * @param begin is called if there is something to do
 */
export async function writeParts(
  plan: BlockPlan,
  { folder, share, names }: ReturnType<typeof checkShare> & { readonly names: readonly [string, string] },
  values: Values,
  begin: () => Promise<Work>,
): Promise<Summary> {
  enterRun(folder, plan, share.shards);
  const shards = share.shard === undefined ? Array.from({ length: share.shards }, (_, k) => k) : [share.shard];
  const paths = shards.map((shard) => ({ shard, path: partPath(folder, shard, share.shards) }));
  const missing = values.resume ? paths.filter(({ path }) => !isWhole(path, plan.hash)) : paths;
  const blocks = missing.reduce((sum, { shard }) => {
    const [begin, end] = blocksOf(plan.blocks, shard, share.shards);
    return sum + end - begin;
  }, 0);
  const progress = new Progress(blocks, names[1]);
  let [rows, invalid, asked, frames] = [0, 0, 0, 0];
  const start = performance.now();
  const stopped = await untilSignal(async (signal) => {
    if (missing.length === 0) return;
    const work = await begin();
    try {
      for (const { shard, path } of missing) {
        if (signal.aborted) break;
        const maker = work.make();
        const done = await writePart(plan, maker, { shard, shards: share.shards, path }, progress, signal);
        asked += maker.asked;
        invalid += maker.invalid;
        frames += maker.frames;
        rows += done ?? 0;
      }
    } finally {
      await work.close();
    }
  });
  progress.end();
  const summary: Summary = {
    parts: missing.length,
    kept: paths.length - missing.length,
    asked,
    rows,
    invalid,
    frames,
    seconds: (performance.now() - start) / 1000,
    stopped,
  };
  say(summary, folder, names[0], values.json === true);
  return summary;
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

function say(summary: Summary, folder: string, name: string, asJson: boolean): void {
  const { asked, rows, invalid, seconds, kept, stopped } = summary;
  if (asJson) {
    const { parts, asked: _, ...others } = summary;
    console.log(JSON.stringify({ parts, [name]: asked, ...others }));
    return;
  }
  const had = kept > 0 ? `, ${kept} parts were there` : '';
  const rate = Math.round(asked / Math.max(seconds, 1e-3));
  const what = stopped ? 'stopped' : 'done';
  console.error(`${what}: ${asked} ${name}, ${rows} rows in ${folder}, ${invalid} Invalid, ${rate}/s${had}`);
}

/** Writes the part of a shard. @returns its rows; undefined if the run was stopped before the end */
async function writePart(
  plan: BlockPlan,
  maker: BlockMaker,
  { shard, shards, path }: { readonly shard: number; readonly shards: number; readonly path: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<number | undefined> {
  const blocks = blocksOf(plan.blocks, shard, shards);
  const part = await PartFile.create(path, plan.out, plan.metadata);
  try {
    for (let block = blocks[0]; block < blocks[1]; block++) {
      const { count, columns } = await maker.block(block);
      part.write(block, count, columns);
      progress.step(maker.asked);
      await betweenBlocks(block, signal);
      if (signal.aborted && block < blocks[1] - 1) {
        part.drop();
        return undefined;
      }
    }
    const rest = maker.rest();
    if (rest) part.write(blocks[0], rest.count, rest.columns);
    part.finish();
    const { rows, groups } = part;
    const sidecar: Sidecar = { plan: plan.hash, shard, shards, blocks, rows, invalid: maker.invalid, groups };
    writeWhole(sidecarOf(path), `${JSON.stringify(sidecar)}\n`);
    return rows;
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
