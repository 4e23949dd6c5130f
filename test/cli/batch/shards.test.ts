/** Shards of `hullstorm batch run` in processes of their own, as schedulers start, end and requeue them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batch, batchProcess, writeParquet, writeScene } from '../../support/batchFiles.ts';

const ROWS = 240;

let folder: string;
let asked: string[];
let alone: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-shards-'));
  const rows = Array.from({ length: ROWS }, (_, k) => k);
  const pairs = writeParquet(join(folder, 'pairs.parquet'), {
    a: ['u32', rows.map((k) => k % 3)],
    b: ['u32', rows.map(() => 3)],
  });
  asked = ['run', ...writeScene(folder), '--pairs', pairs, '--block', '10', '--threads', '0'];
  await batch([...asked, '--out', join(folder, 'alone')]);
  alone = readFileSync(join(folder, 'alone/part-00000-of-00001.parquet'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function joined(out: string): Promise<Buffer> {
  const file = `${out}.parquet`;
  const { code, stderr } = await batch(['join', out, '--out', file]);
  expect([code, stderr]).toEqual([0, `joined 8 parts: ${ROWS} rows in ${file}\n`]);
  return readFileSync(file);
}

const slurm = (id: number, min = 0, max = 7) => ({
  SLURM_ARRAY_TASK_ID: String(id),
  SLURM_ARRAY_TASK_MIN: String(min),
  SLURM_ARRAY_TASK_MAX: String(max),
  SLURM_ARRAY_TASK_STEP: '1',
});

/** Waits until a process says that it is paused. */
const paused = (stderr: NodeJS.ReadableStream) =>
  new Promise<void>((done) => stderr.on('data', (said) => String(said).includes('paused') && done()));

test('eight processes of three schedulers; one is killed, another gets SIGTERM; what is missing; the same bytes', async () => {
  const out = join(folder, 'eight');
  const args = [...asked, '--out', out];
  const pause = { HULLSTORM_PAUSE_AFTER: '1' };
  const killed = batchProcess(args, { ...slurm(0), ...pause }, (child) => {
    void paused(child.stderr!).then(() => child.kill('SIGKILL'));
  });
  const stopped = batchProcess(
    [...args, '--shards', '8'],
    { JOB_COMPLETION_INDEX: '1', HULLSTORM_PAUSE_AFTER: '3' },
    (child) => {
      void paused(child.stderr!).then(() => child.kill('SIGTERM'));
    },
  );
  const others = [
    ...[2, 3, 4].map((id) => batchProcess(args, slurm(id))),
    batchProcess([...args, '--shards', '8'], { JOB_COMPLETION_INDEX: '5' }),
    ...['6', '7'].map((id) => batchProcess(args, { AWS_BATCH_JOB_ARRAY_INDEX: id, AWS_BATCH_JOB_ARRAY_SIZE: '8' })),
  ];
  expect((await killed).code).toBe(null);
  expect((await stopped).code).toBe(130);
  for (const { code, stderr } of await Promise.all(others)) {
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^done: 30 pairs, 30 rows in /)]);
  }
  const names = readdirSync(out);
  expect(names.filter((name) => /^part-0000[01]-.*\.(parquet|json)$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.endsWith('.tmp')).length).toBe(1); // of the process that was killed
  const { code, stderr } = await batch(['join', out, '--out', `${out}.parquet`]);
  expect([code, stderr]).toEqual([3, `hullstorm: ${out}: expected 8 parts, got 6; missing: 0,1 (run --resume)\n`]);
  expect(existsSync(`${out}.parquet`)).toBe(false);

  // a part of the array again, and all the rest
  expect((await batch(args, slurm(1, 1, 1))).code).toBe(0);
  const { stdout } = await batch([...args, '--resume', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ parts: 1, kept: 7, rows: 30 });
  expect((await joined(out)).equals(alone)).toBe(true);

  // the zombie of a task that was requeued writes the same bytes
  const part = join(out, 'part-00002-of-00008.parquet');
  const before = readFileSync(part);
  expect((await batch(args, slurm(2))).code).toBe(0);
  expect(readFileSync(part).equals(before)).toBe(true);

  // a damaged part is named by join, and done again by --resume
  const damaged = Buffer.from(before);
  damaged[100] ^= 1;
  writeFileSync(part, damaged);
  expect((await batch(['join', out, '--out', `${out}.parquet`])).stderr).toBe(
    `hullstorm: ${part}: row group 0: expected the bytes that its sidecar names, got a damaged file\n`,
  );
  expect(JSON.parse((await batch([...args, '--resume', '--json'])).stdout)).toMatchObject({ parts: 1, kept: 7 });
  expect((await joined(out)).equals(alone)).toBe(true);
});

describe('which shard', () => {
  const cases: [string, string[], Record<string, string>, number, string][] = [
    [
      'ids that do not begin with 0',
      [],
      slurm(3, 3, 5),
      2,
      '--shards: expected the number of shards, got none, and the ids of the array are 3 to 5 by 1, not 0 to n − 1',
    ],
    [
      'Kubernetes does not say n',
      [],
      { JOB_COMPLETION_INDEX: '0' },
      2,
      '--shards: expected the number of shards, got none, and Kubernetes does not say the number of completions',
    ],
    ['an index that is too large', ['--shards', '2'], slurm(2), 2, 'the index of Slurm: expected 0..1, got 2'],
    ['a shard of none', ['--shard', '0'], {}, 2, '--shards: expected the number of shards, got none'],
    [
      'shards without one',
      ['--shards', '3'],
      {},
      2,
      '--shard: expected 0..2, or --resume for all that are missing, got none',
    ],
    ['no number', ['--shards', '1.5'], {}, 2, "--shards: expected a whole number ≥ 1, got '1.5'"],
  ];
  test.each(cases)('%s', async (_, args, env, code, sentence) => {
    const ended = await batch([...asked, '--out', join(folder, 'none'), ...args], env);
    expect(ended).toEqual({ code, stdout: '', stderr: `hullstorm: batch: ${sentence}\n` });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('the folder of a run', () => {
  test('another number of shards is refused', async () => {
    const out = join(folder, 'alone');
    const { code, stderr } = await batch([...asked, '--out', out, '--shards', '2', '--shard', '0']);
    const sentence = `hullstorm: ${out}/run.json: expected --shards 1, as the run began, got 2\n`;
    expect([code, stderr]).toEqual([2, sentence]);
  });

  test('another run is refused, with the difference', async () => {
    const out = join(folder, 'alone');
    const { code, stderr } = await batch([...asked, '--out', out, '--max-distance', '2']);
    const got = 'another one: options.maxDistance was not set, is 2 (take another folder)';
    expect([code, stderr]).toEqual([3, `hullstorm: ${out}/run.json: expected this run, got ${got}\n`]);
  });

  test('a file in its place', async () => {
    const out = join(folder, 'taken');
    writeFileSync(out, '');
    const { code, stderr } = await batch([...asked, '--out', out]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^hullstorm: .*taken\/run\.json: expected a .* got an error: ENOTDIR/);
  });
});

// a file system of 64 kB, where the tests may mount one
const small = () => {
  const path = mkdtempSync(join(tmpdir(), 'hullstorm-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
};

test('a full disk: a sentence, and nothing half written', async ({ skip }) => {
  const path = small();
  if (!path) return skip();
  try {
    const rows = Array.from({ length: 5000 }, () => 0);
    const pairs = writeParquet(join(folder, 'large.parquet'), { a: ['u32', rows], b: ['u32', rows.map(() => 1)] });
    const out = join(path, 'out');
    const args = asked.map((each) => (each.endsWith('pairs.parquet') ? pairs : each));
    const { code, stderr } = await batch([...args, '--out', out]);
    const part = join(out, 'part-00000-of-00001.parquet');
    expect([code, stderr]).toEqual([5, `hullstorm: ${part}: expected a file that can be written, got a full disk\n`]);
    expect(readdirSync(out)).toEqual(['run.json']);
  } finally {
    execFileSync('umount', [path]);
    rmSync(path, { recursive: true });
  }
});
