/** `hullstorm batch run`: answers the questions of one shard, or of all that are missing. */
import { ASKED, Asker } from './ask.ts';
import { BatchError, EXIT, usageError } from './failure.ts';
import { type OptionName, readOptions, wholeOf } from './options.ts';
import { makePlan, type Plan } from './plan.ts';
import { type BatchScene, makeScene } from './scene.ts';
import { checkShare, runShards, SHARING } from './shards.ts';

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
export const RUN: readonly OptionName[] = [...ASKING, ...SHARING, 'allow-invalid'];

/** The scene of a plan. */
export function sceneOf(plan: Plan, threads: number | undefined): Promise<BatchScene> {
  return makeScene(plan.shapes, plan.colliders, {
    kernel: plan.kernel,
    threads,
    pairs: plan.questions ? ASKED : Math.max(plan.maxPairs, plan.colliders.rows),
    rays: plan.ask === 'hits' ? ASKED : 0,
  });
}

/** @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('run', args, RUN);
  if (rest.length > 0) usageError('run', 'options alone', `'${rest.join(' ')}'`);
  const allowed = wholeOf('--allow-invalid', values['allow-invalid'], 0) ?? 0;
  const threads = wholeOf('--threads', values.threads, 0);
  checkShare(values);
  const plan = await makePlan(values);
  const { code, summary } = await runShards(values, plan, plan.ask === 'hits' ? 'rays' : 'pairs', async () => {
    const scene = await sceneOf(plan, threads);
    return { worker: () => new Asker(plan, scene), close: () => scene.engine.close() };
  });
  if (code === 0 && summary.invalid > allowed) {
    const got = `${summary.invalid} (status Invalid: NaN, a zero quaternion or direction)`;
    throw new BatchError(EXIT.invalid, `batch: expected at most ${allowed} Invalid rows (--allow-invalid), got ${got}`);
  }
  return code;
}
