/** `hullstorm batch step`: steps the worlds of one shard, or of all that are missing. */
import { usageError } from './failure.ts';
import { type OptionName, readOptions, wholeOf } from './options.ts';
import { checkShare, runShards, SHARING } from './shards.ts';
import { makeStepPlan } from './stepPlan.ts';
import { readWorldScene, WorldMaker } from './worlds.ts';

export const STEPPING: readonly OptionName[] = [
  'shapes',
  'colliders',
  'worlds',
  'overrides',
  'steps',
  'every',
  'dt',
  'gravity',
  'jitter-position',
  'jitter-velocity',
  'max-pairs',
  'threads',
];
export const STEP: readonly OptionName[] = [...STEPPING, ...SHARING];

/** @returns the exit code */
export async function step(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('step', args, STEP);
  if (rest.length > 0) usageError('step', 'options alone', `'${rest.join(' ')}'`);
  // worlds are small, and shards take all cores
  const threads = wholeOf('--threads', values.threads, 0) ?? 0;
  checkShare(values);
  const plan = await makeStepPlan(values);
  const { code } = await runShards(values, plan, 'steps', async () => {
    const scene = await readWorldScene(plan);
    return { worker: () => new WorldMaker(plan, scene, threads), close: async () => {} };
  });
  return code;
}
