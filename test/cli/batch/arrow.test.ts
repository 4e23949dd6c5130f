/** Files of pyarrow (test/fixtures/batch/make.py): Feather with LZ4 and zstd, streams, Parquet with zstd. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batch, batchProcess, readParquet, writeScene } from '../../support/batchFiles.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/batch');

let folder: string;
let scene: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-arrow-'));
  scene = ['run', ...writeScene(folder), '--find-pairs', '1', '--threads', '0'];
});
afterAll(() => rmSync(folder, { recursive: true }));

const rowsOf = (out: string) => readParquet(join(out, 'part-00000-of-00001.parquet'));

test('all formats give the same rows', async () => {
  const answers: object[][] = [];
  for (const name of ['zstd.parquet', 'lz4.feather', 'zstd.feather', 'stream.arrows']) {
    const out = join(folder, name);
    const { code, stderr } = await batch([...scene, '--poses', join(FIXTURES, name), '--out', out]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^done: /)]);
    answers.push(await rowsOf(out));
  }
  // the box and the ball overlap, and come near the hull
  expect(answers[0].length).toBeGreaterThan(200);
  for (const rows of answers.slice(1)) expect(rows).toEqual(answers[0]);
});

test('a stream on stdin', async () => {
  const out = join(folder, 'stdin');
  const { code } = await batchProcess([...scene, '--poses', '-', '--out', out], {}, (child) => {
    child.stdin!.end(readFileSync(join(FIXTURES, 'stream.arrows')));
  });
  expect(code).toBe(0);
  expect((await rowsOf(out)).length).toBeGreaterThan(200);
});

describe('wrong files', () => {
  test.each([
    ['lz4.feather', 'expected an Arrow file, got one that is cut off: it does not end with ARROW1'],
    ['stream.arrows', 'expected a whole Arrow stream, got one that is cut off'],
  ])('%s, cut off', async (name, sentence) => {
    const path = join(folder, `cut-${name}`);
    copyFileSync(join(FIXTURES, name), path);
    truncateSync(path, 2000);
    const { code, stderr } = await batch([...scene, '--poses', path, '--out', join(folder, 'none')]);
    expect([code, stderr]).toEqual([3, `hullstorm: ${path}: ${sentence}\n`]);
  });

  test('stdin for several shards', async () => {
    const args = [...scene, '--poses', '-', '--out', join(folder, 'none'), '--shards', '2', '--shard', '0'];
    const { code, stderr } = await batch(args);
    expect([code, stderr]).toEqual([2, 'hullstorm: batch: -: expected stdin for one shard, got 2 shards\n']);
  });
});
