/** `hullstorm batch run` and `join` of the built package: what is answered, and that bytes depend on nothing else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batch, readParquet, writeParquet, writeScene } from '../../support/batchFiles.ts';

let folder: string;
let scene: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-batch-'));
  scene = writeScene(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const partOf = (out: string) => join(out, 'part-00000-of-00001.parquet');

/** Runs on one process. @returns the rows of its part */
async function answer(name: string, ...args: string[]) {
  const out = at(name);
  const { code, stdout, stderr } = await batch(['run', ...scene, ...args, '--out', out, '--threads', '0', '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return { summary: JSON.parse(stdout), rows: await readParquet(partOf(out)) };
}

test('distances in closed form, with a column of the user', async () => {
  const pairs = writeParquet(at('pairs.parquet'), {
    a: ['u32', [0, 1, 0]],
    b: ['u32', [1, 3, 3]],
    name: ['utf8', ['near', 'far', 'boxes']],
  });
  const { summary, rows } = await answer('closed', '--pairs', pairs, '--keep', 'name');
  expect(summary).toMatchObject({ questions: 3, rows: 3, invalid: 0, stopped: false });
  expect(rows[0]).toEqual({
    row: 0n,
    frame: 0n,
    a: 0,
    b: 1,
    status: 0,
    distance: 1.5,
    nx: 1,
    ny: expect.closeTo(0),
    nz: expect.closeTo(0),
    pax: 0.5,
    pay: expect.closeTo(0),
    paz: expect.closeTo(0),
    pbx: 2,
    pby: expect.closeTo(0),
    pbz: expect.closeTo(0),
    bound: expect.any(Number),
    name: 'near',
  });
  expect(rows.map(({ distance }) => distance)).toEqual([1.5, 15.5, 19]);
  expect(readdirSync(at('closed')).sort()).toEqual([
    'part-00000-of-00001.json',
    'part-00000-of-00001.parquet',
    'run.json',
  ]);
});

describe('poses', () => {
  beforeAll(() => {
    // the ball comes nearer; in frame 5 the box moves, and the ball is where the scene has it
    writeParquet(at('poses.parquet'), {
      frame: ['u64', [1, 2, 5]],
      motion: ['u32', [7, 7, 8]],
      collider: ['u32', [1, 1, 0]],
      x: ['f64', [2, 1, 1]],
      y: ['f64', [0, 0, 0]],
      z: ['f64', [0, 0, 0]],
      qx: ['f32', [0, 0, 0]],
      qy: ['f32', [0, 0, 0]],
      qz: ['f32', [0, 0, 0]],
      qw: ['f32', [1, 1, 1]],
    });
    writeParquet(at('boxBall.parquet'), { a: ['u32', [0]], b: ['u32', [1]] });
  });

  test('a list without frames is asked in each of the poses', async () => {
    const { rows } = await answer('every', '--poses', at('poses.parquet'), '--pairs', at('boxBall.parquet'));
    expect(rows.map(({ frame, distance, row }) => [frame, distance, row])).toEqual([
      [1n, 0.5, 0n],
      [2n, -0.5, 0n],
      [5n, 0.5, 0n],
    ]);
  });

  test('a list with frames; one without poses is the scene', async () => {
    const pairs = writeParquet(at('framed.parquet'), {
      frame: ['u64', [0, 2, 2, 3, 5]],
      a: ['u32', [0, 0, 1, 0, 0]],
      b: ['u32', [1, 1, 3, 1, 1]],
    });
    const { rows } = await answer('framed', '--poses', at('poses.parquet'), '--pairs', pairs);
    expect(rows.map(({ distance }) => distance)).toEqual([1.5, -0.5, 17.5, 1.5, 0.5]);
  });

  test('found pairs, and the least distance by motion, frame and collider', async () => {
    const find = ['--poses', at('poses.parquet'), '--find-pairs', '0.75'];
    const found = await answer('found', ...find);
    expect(found.rows.map(({ frame, a, b, row }) => [frame, a, b, row])).toEqual([
      [1n, 0, 1, 0n],
      [2n, 0, 1, 1n],
      [5n, 0, 1, 2n],
    ]);
    const byMotion = await answer('byMotion', ...find, '--reduce', 'min', '--by', 'motion');
    expect(byMotion.rows.map(({ motion, frame, distance }) => [motion, frame, distance])).toEqual([
      [7, 2n, -0.5],
      [8, 5n, 0.5],
    ]);
    const byFrame = await answer('byFrame', ...find, '--reduce', 'min', '--by', 'frame');
    expect(byFrame.rows.map(({ frame, distance }) => [frame, distance])).toEqual([
      [1n, 0.5],
      [2n, -0.5],
      [5n, 0.5],
    ]);
    const byCollider = await answer('byCollider', ...find, '--reduce', 'min', '--by', 'collider');
    expect(byCollider.rows.map(({ collider, frame }) => [collider, frame])).toEqual([
      [0, 2n],
      [1, 2n],
    ]);
  });
});

test('rays in closed form: hit, miss, inside, invalid', async () => {
  const zeros = [0, 0, 0, 0];
  const rays = writeParquet(at('rays.parquet'), {
    ox: ['f64', [-5, -5, 3, -5]],
    oy: ['f64', zeros],
    oz: ['f64', [0, 9, 0, 0]],
    dx: ['f64', [2, 1, 1, 0]],
    dy: ['f64', zeros],
    dz: ['f64', zeros],
  });
  const args = ['run', ...scene, '--rays', rays, '--out', at('hits'), '--threads', '0'];
  const { code, stderr } = await batch(args);
  expect(stderr).toMatch(/^done: 4 rays, 4 rows in .*, 1 Invalid, \d+\/s\nhullstorm: batch: expected at most 0 /);
  expect(code).toBe(4);
  expect((await batch([...args, '--allow-invalid', '1', '--resume'])).code).toBe(0);
  const rows = await readParquet(partOf(at('hits')));
  expect(rows.map(({ status, id, t }) => [status, id, t])).toEqual([
    [1, 0, 2.25],
    [0, -1, Infinity],
    [2, 1, 0],
    [3, -1, expect.any(Number)],
  ]);
});

describe('bytes', () => {
  const rows = 1000;
  beforeAll(() => {
    const numbers = Array.from({ length: rows }, (_, k) => k);
    const wave = numbers.map((k) => 3 * Math.sin(k));
    const zeros = numbers.map(() => 0);
    writeParquet(
      at('many.parquet'),
      {
        frame: ['u64', numbers.map((k) => Math.floor(k / 3))],
        motion: ['u32', numbers.map((k) => Math.floor(k / 30))],
        collider: ['u32', numbers.map((k) => k % 3)],
        x: ['f64', wave],
        y: ['f64', zeros],
        z: ['f64', zeros],
        qx: ['f32', wave],
        qy: ['f32', zeros],
        qz: ['f32', zeros],
        qw: ['f32', numbers.map(() => 1)],
      },
      { rowGroupSize: 70, nullable: true },
    );
  });

  test.each([[[]], [['--reduce', 'min', '--by', 'motion']], [['--reduce', 'min', '--by', 'collider']]])(
    'are the same for 1, 2 and 8 shards, and for 0, 1 and 3 threads %j',
    async (reduction) => {
      const name = reduction.at(-1) ?? 'all';
      const asked = [
        'run',
        ...scene,
        '--poses',
        at('many.parquet'),
        '--find-pairs',
        '1',
        '--block',
        '40',
        ...reduction,
      ];
      const files: Buffer[] = [];
      for (const [shards, threads] of [
        ['1', '0'],
        ['2', '1'],
        ['8', '3'],
      ]) {
        const out = at(`${name}${shards}`);
        const { stderr } = await batch([...asked, '--shards', shards, '--resume', '--threads', threads, '--out', out]);
        expect(stderr).toMatch(/^done: /);
        if (shards === '1') files.push(readFileSync(partOf(out)));
        const file = at(`${name}${shards}.parquet`);
        expect((await batch(['join', out, '--out', file])).code).toBe(0);
        files.push(readFileSync(file));
      }
      for (const file of files.slice(1)) expect(file.equals(files[0])).toBe(true);
    },
  );
});
