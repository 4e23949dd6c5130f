/**
 * examples/cluster/slurm.sh on a real Slurm, with two nodes on this machine: a node is lost in the middle of its tasks,
 * with `--requeue` and without; tasks reach their time limit. The parts make the bytes of one process each time. Minutes.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '../../examples/robotArm/writeFiles.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { batch } from '../support/batchFiles.ts';
import { SlurmCluster, whyNoSlurm } from '../support/slurm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = join(ROOT, 'examples/cluster/slurm.sh');
const SHARDS = 8;
/** Two blocks per shard. */
const MOTIONS = 64;
const FRAMES = 4;
const BLOCK = '--block=112';
const TASKS = ['--cpus-per-task=1'];

/** The command; its first tasks on node n1 wait after the first of their blocks. */
const PROGRAM = `#!/bin/sh
if [ "$SLURMD_NODENAME" = n1 ] && [ -z "$SLURM_RESTART_COUNT" ] && [ -n "$WAIT_ON_N1" ]; then
  export HULLSTORM_PAUSE_AFTER=$((2 * SLURM_ARRAY_TASK_ID))
fi
exec '${process.execPath}' '${join(ROOT, packageJson.bin.hullstorm)}' "$@"
`;

const why = whyNoSlurm();
describe.skipIf(why)(`on a cluster of two nodes${why ? ` (skipped: ${why})` : ''}`, () => {
  let folder: string;
  let cluster: SlurmCluster;
  /** What one process writes. */
  let whole: Buffer;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hullstorm-slurm-'));
    writeFiles(join(folder, 'arm'), { motions: MOTIONS, frames: FRAMES });
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/hullstorm'), PROGRAM);
    chmodSync(join(folder, 'bin/hullstorm'), 0o755);
    env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, WAIT_ON_N1: '1' };
    const tables = ['shapes', 'colliders', 'poses'].flatMap((name) => [
      `--${name}`,
      join(folder, `arm/${name}.parquet`),
    ]);
    const options = ['--find-pairs', '0.3', '--reduce', 'min', '--by', 'motion', BLOCK];
    const run = await batch(['run', ...tables, ...options, '--out', join(folder, 'whole')]);
    expect(run.code, run.stderr).toBe(0);
    whole = readFileSync(join(folder, 'whole/part-00000-of-00001.parquet'));
    mkdirSync(join(folder, 'slurm'));
    cluster = await SlurmCluster.start(join(folder, 'slurm'));
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true });
  });

  /** A folder with the files, in which a job is submitted. */
  function makeSite(name: string): string {
    const site = join(folder, name);
    mkdirSync(site);
    symlinkSync(join(folder, 'arm'), join(site, 'arm'));
    return site;
  }

  /** Waits until two tasks wait on n1. @returns their shards */
  async function waitForPaused(site: string): Promise<number[]> {
    for (let tries = 0; tries < 600; tries++) {
      const paused = Array.from({ length: SHARDS }, (_, shard) => shard).filter((shard) =>
        logOf(site, shard).includes('paused after block'),
      );
      if (paused.length === 2) return paused;
      await sleep(100);
    }
    throw new Error('expected two tasks on n1 that wait');
  }

  function logOf(site: string, shard: number): string {
    try {
      return readFileSync(join(site, `clearance-${shard}.log`), 'utf8');
    } catch {
      return ''; // not started yet
    }
  }

  /** Shards that have no part. */
  function missingIn(site: string): number[] {
    const files = readdirSync(join(site, 'run'));
    const parts = files.filter((name) => name.endsWith('.parquet')).map((name) => Number(name.slice(5, 10)));
    return Array.from({ length: SHARDS }, (_, shard) => shard).filter((shard) => !parts.includes(shard));
  }

  async function expectWhole(site: string): Promise<void> {
    const { code, stderr } = await batch(['join', join(site, 'run'), '--out', join(site, 'joined.parquet')]);
    expect(code, stderr).toBe(0);
    expect(readFileSync(join(site, 'joined.parquet')).equals(whole)).toBe(true);
  }

  test('tasks of a lost node start again with --requeue', async () => {
    const site = makeSite('requeue');
    cluster.submit(site, env, ...TASKS, SCRIPT, BLOCK);
    const paused = await waitForPaused(site);
    await cluster.lose('n1');
    await cluster.settle(180);
    expect(missingIn(site)).toEqual([]);
    for (const shard of paused) expect(logOf(site, shard)).toMatch(/paused after block.*done: /s);
    await expectWhole(site);
    await cluster.restore('n1');
  });

  test('with --no-requeue, an array of the missing tasks ends the run', async () => {
    const site = makeSite('noRequeue');
    cluster.submit(site, env, ...TASKS, '--no-requeue', SCRIPT, BLOCK);
    const paused = await waitForPaused(site);
    await cluster.lose('n1');
    await cluster.settle(180);
    expect(missingIn(site)).toEqual(paused);
    const early = await batch(['join', join(site, 'run'), '--out', join(site, 'joined.parquet')]);
    expect([early.code, early.stderr]).toEqual([3, expect.stringContaining(`missing: ${paused.join()}`)]);
    // ids that are not 0 to n − 1: the folder knows the number of shards
    cluster.submit(site, env, ...TASKS, `--array=${paused.join()}`, SCRIPT, BLOCK);
    await cluster.settle(60);
    await expectWhole(site);
    await cluster.restore('n1');
  });

  test('a task at its time limit gets SIGTERM and leaves no file; the whole array again does what is missing', async () => {
    const site = makeSite('limit');
    cluster.submit(site, env, ...TASKS, '--time=00:01:00', SCRIPT, BLOCK); // --signal is a minute before it
    const paused = await waitForPaused(site);
    await cluster.settle(120);
    expect(missingIn(site)).toEqual(expect.arrayContaining(paused));
    for (const shard of paused) expect(logOf(site, shard)).toMatch(/paused after block.*stopped: /s);
    expect(readdirSync(join(site, 'run')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    cluster.submit(site, { ...env, WAIT_ON_N1: '' }, ...TASKS, SCRIPT, BLOCK);
    await cluster.settle(60);
    await expectWhole(site);
  });
});
