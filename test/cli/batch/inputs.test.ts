/** Wrong files and command lines of `hullstorm batch`: a sentence with file, column and row, and nothing written. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileBytes } from '../../../src/cli/batch/fileBytes.ts';
import {
  batch,
  batchProcess,
  type FileOptions,
  type GivenColumn,
  writeParquet,
  writeScene,
} from '../../support/batchFiles.ts';

let folder: string;
let scene: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-inputs-'));
  scene = writeScene(folder);
  writeParquet(join(folder, 'good.parquet'), { a: ['u32', [0]], b: ['u32', [1]] });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a run says, with the folder left out, and its exit code. */
async function saidOf(...args: string[]): Promise<[number | null, string]> {
  const out = join(folder, 'out');
  const { code, stderr } = await batch(['run', '--out', out, '--threads', '0', ...args]);
  expect(existsSync(join(out, 'part-00000-of-00001.parquet'))).toBe(false);
  rmSync(out, { recursive: true, force: true });
  return [code, stderr.replaceAll(`${folder}/`, '').replace(/^hullstorm: /, '')];
}

type Given = Readonly<Record<string, GivenColumn | readonly ['points', number[][]]>>;
const file = (columns: Given, options?: FileOptions) => writeParquet(join(folder, 'bad.parquet'), columns, options);
const pairs = (columns: Given, options?: FileOptions) => saidOf(...scene, '--pairs', file(columns, options));

describe('pairs', () => {
  const cases: [string, Given, FileOptions, string][] = [
    ['a missing column', { a: ['u32', [0]] }, {}, "bad.parquet: expected a column 'b' (u32), got a"],
    [
      'an unknown column',
      { a: ['u32', [0]], b: ['u32', [1]], frme: ['u64', [1]] },
      {},
      "bad.parquet: expected columns frame, a, b, got the unknown column 'frme'; did you mean 'frame'?",
    ],
    ['a wrong type', { a: ['f64', [0]], b: ['u32', [1]] }, {}, "bad.parquet: column 'a': expected u32, got f64"],
    ['text', { a: ['utf8', ['x']], b: ['u32', [1]] }, {}, "bad.parquet: column 'a': expected u32, got utf8"],
    ['a list', { a: ['points', [[0]]], b: ['u32', [1]] }, {}, "bad.parquet: column 'a': expected u32, got list<f64>"],
    [
      'a null',
      { a: ['u32', [0, 0]], b: ['u32', [1, null]] },
      { nullable: true },
      "bad.parquet: column 'b', row 1: expected u32, got a null",
    ],
    [
      'a negative id',
      { a: ['i64', [0]], b: ['i64', [-1]] },
      {},
      "bad.parquet: column 'b', row 0: expected u32, 0..4294967295, got -1",
    ],
    [
      'an id out of range',
      { a: ['u32', [0, 0]], b: ['u32', [1, 4]] },
      {},
      "bad.parquet: column 'b', row 1: expected a collider, 0..3, got 4",
    ],
    [
      'one collider',
      { a: ['u32', [1]], b: ['u32', [1]] },
      {},
      "bad.parquet: column 'b', row 0: expected another collider than a, got 1",
    ],
    [
      'frames that go back',
      { frame: ['u64', [3, 2]], a: ['u32', [0, 0]], b: ['u32', [1, 1]] },
      {},
      "bad.parquet: column 'frame', row 1: expected 3 or more: frames do not go back, got 2",
    ],
    [
      'frames beyond f64',
      { frame: ['u64', [2 ** 60]], a: ['u32', [0]], b: ['u32', [1]] },
      {},
      "bad.parquet: column 'frame', row 0: expected an integer that f64 holds, up to 2^53, got 1152921504606846976",
    ],
  ];
  test.each(cases)('%s', async (_, columns, options, sentence) => {
    expect(await pairs(columns, options)).toEqual([3, `${sentence}\n`]);
  });

  test('integers of other widths are right, if their values fit', async () => {
    const out = join(folder, 'wide');
    const given = file({ a: ['i64', [0]], b: ['u8', [1]] }, { nullable: true });
    expect((await batch(['run', ...scene, '--pairs', given, '--out', out, '--threads', '0'])).code).toBe(0);
  });

  test('a row group that is too large', async () => {
    const rows = 34_000_000; // the footer says so
    const path = file({ a: ['u32', [0]], b: ['u32', [1]] });
    const bytes = readFileSync(path);
    // num_rows of the file and of its group: zigzag varints of 1 byte; a forged footer needs more
    const forged = join(folder, 'forged.parquet');
    writeFileSync(forged, forge(bytes, rows));
    const [code, said] = await saidOf(...scene, '--pairs', forged);
    expect(code).toBe(3);
    const size = `259 MiB (${rows} rows)`;
    const smaller = 'write smaller ones: row_group_size of pyarrow, ROW_GROUP_SIZE of DuckDB';
    expect(said).toBe(
      `forged.parquet: row group 0: expected at most 256 MiB when it is decoded, got ${size}; ${smaller}\n`,
    );
  });
});

/** A file whose only row group claims other rows: the last field of that size in the footer. */
function forge(bytes: Buffer, rows: number): Buffer {
  const length = bytes.readUInt32LE(bytes.length - 8);
  const footer = bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
  const varint: number[] = [];
  for (let left = 2 * rows; ; left = Math.floor(left / 128)) {
    varint.push(left < 128 ? left : (left % 128) | 128);
    if (left < 128) break;
  }
  // field 3 of a row group: i64, after field 2; 0x16 0x02 is "the next field, i64, 1"
  const at = footer.lastIndexOf(Buffer.from([0x16, 0x02]));
  const made = Buffer.concat([footer.subarray(0, at + 1), Buffer.from(varint), footer.subarray(at + 2)]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32LE(made.length);
  return Buffer.concat([bytes.subarray(0, bytes.length - 8 - length), made, tail, Buffer.from('PAR1')]);
}

describe('files', () => {
  test.each([
    ['none', undefined, 'expected a file that can be read, got none'],
    ['an empty file', '', 'expected a file of Parquet or Arrow, got an empty file'],
    [
      'another file',
      'a,b\n0,1\n',
      'expected a file of Parquet or Arrow, got one that begins with neither PAR1 nor ARROW1',
    ],
  ])('%s', async (_, text, sentence) => {
    const path = join(folder, 'other');
    if (text !== undefined) writeFileSync(path, text);
    expect(await saidOf(...scene, '--pairs', path)).toEqual([3, `other: ${sentence}\n`]);
    rmSync(path, { force: true });
  });

  test('one that is cut off', async () => {
    const bytes = readFileSync(join(folder, 'good.parquet'));
    const path = join(folder, 'cut.parquet');
    writeFileSync(path, bytes.subarray(0, bytes.length - 10));
    const sentence = 'cut.parquet: expected a Parquet file, got one that is cut off: it does not end with PAR1\n';
    expect(await saidOf(...scene, '--pairs', path)).toEqual([3, sentence]);
  });

  test('a damaged page', async () => {
    const rows = Array.from({ length: 3000 }, (_, k) => k % 3);
    const path = file({ a: ['u32', rows], b: ['u32', rows.map(() => 3)] });
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, 4, 40));
    const [code, said] = await saidOf(...scene, '--pairs', path);
    expect(code).toBe(3);
    expect(said).toMatch(/^bad\.parquet: column 'a', rows 0\.\.2999: expected pages that can be read, got an error: /);
  });
});

describe('shapes and colliders', () => {
  const shape = (columns: Given) =>
    saidOf(
      '--shapes',
      file({ shape: ['u32', [0]], ...columns }),
      ...scene.slice(2),
      '--pairs',
      join(folder, 'good.parquet'),
    );
  const box: Given = { kind: ['utf8', ['box']], p0: ['f64', [1]], p1: ['f64', [1]], p2: ['f64', [1]] };
  const kinds =
    'point, sphere, segment, capsule, box, cylinder, cone, frustum, disk, ellipsoid, taperedCapsule, hull, triangle, halfSpace';
  test.each<[string, Given, string]>([
    [
      'an unknown kind',
      { kind: ['utf8', ['spere']] },
      `column 'kind', row 0: expected ${kinds}, got 'spere'; did you mean 'sphere'?`,
    ],
    [
      'a reserved kind',
      { kind: ['utf8', ['mesh']] },
      `column 'kind', row 0: expected a kind of version 1 (${kinds}), got 'mesh', which is reserved`,
    ],
    ['a number too many', { ...box, p3: ['f64', [1]] }, "column 'p3', row 0: expected 0 for a box, got 1"],
    [
      'a bad number',
      { ...box, p0: ['f64', [-1]] },
      'row 0: scene.addShape(box): halfExtents[0]: expected a number > 0 (m, f32), got -1',
    ],
    [
      'a hull without points',
      { kind: ['utf8', ['hull']] },
      "column 'points', row 0: expected x y z of points, got 0 numbers",
    ],
    ['ids with a gap', { ...box, shape: ['u32', [1]] }, "column 'shape', row 0: expected 0 (ids are 0, 1, 2 …), got 1"],
  ])('%s', async (_, columns, sentence) => {
    expect(await shape(columns)).toEqual([3, `bad.parquet: ${sentence}\n`]);
  });

  const collider = (columns: Given) =>
    saidOf(
      ...scene.slice(0, 2),
      '--colliders',
      file({ collider: ['u32', [0]], ...columns }),
      '--pairs',
      join(folder, 'good.parquet'),
    );
  test.each<[string, Given, string]>([
    ['an unknown shape', { shape: ['u32', [3]] }, "column 'shape', row 0: expected a shape, 0..2, got 3"],
    [
      'a NaN pose of the scene',
      { shape: ['u32', [0]], x: ['f64', [Number.NaN]] },
      'row 0: scene.addCollider: position[0]: expected a finite number, got NaN',
    ],
    [
      'a group of 17 bits',
      { shape: ['u32', [0]], mask: ['u32', [65_536]] },
      "column 'mask', row 0: expected u16, 0..65535, got 65536",
    ],
  ])('%s', async (_, columns, sentence) => {
    expect(await collider(columns)).toEqual([3, `bad.parquet: ${sentence}\n`]);
  });
});

describe('poses', () => {
  const column = (values: number[]): GivenColumn => ['f64', values];
  const posesOf = (columns: Given, rows = 2): string => {
    const zeros = Array.from({ length: rows }, () => 0);
    return file({
      frame: ['u64', zeros],
      collider: ['u32', zeros.map((_, k) => k)],
      x: column(zeros),
      y: column(zeros),
      z: column(zeros),
      qx: ['f32', zeros],
      qy: ['f32', zeros],
      qz: ['f32', zeros],
      qw: ['f32', zeros.map(() => 1)],
      ...columns,
    });
  };
  test.each<[string, Given, string]>([
    [
      'frames that go back',
      { frame: ['u64', [5, 4]] },
      "column 'frame', row 1: expected 5 or more: frames do not go back, got 4",
    ],
    [
      'a collider twice',
      { collider: ['u32', [1, 1]] },
      "column 'collider', row 1: expected one row per collider in a frame, got collider 1 twice",
    ],
    [
      'an unknown collider',
      { collider: ['u32', [0, 9]] },
      "column 'collider', row 1: expected a collider, 0..3, got 9",
    ],
    ['f64 for f32', { qw: ['f64', [1, 1]] }, "column 'qw': expected f32, got f64"],
    [
      'two motions in a frame',
      { motion: ['u32', [1, 2]] },
      "column 'motion', row 1: expected 1, as in the other rows of the frame, got 2",
    ],
  ])('%s', async (_, columns, sentence) => {
    expect(await saidOf(...scene, '--poses', posesOf(columns), '--find-pairs', '1')).toEqual([
      3,
      `bad.parquet: ${sentence}\n`,
    ]);
  });

  test('NaN poses are Invalid, and counted', async () => {
    const poses = posesOf({ x: column([Number.NaN, 0]) });
    const out = join(folder, 'nan');
    const args = ['run', ...scene, '--poses', poses, '--find-pairs', '100', '--out', out, '--threads', '0', '--json'];
    const { code, stdout, stderr } = await batch(args);
    expect(JSON.parse(stdout)).toMatchObject({ invalid: 1, rows: 4 }); // three pairs, and a row for the collider
    const got = '1 (status Invalid: NaN, a zero quaternion or direction)';
    expect([code, stderr]).toEqual([
      4,
      `hullstorm: batch: expected at most 0 Invalid rows (--allow-invalid), got ${got}\n`,
    ]);
    expect((await batch([...args, '--allow-invalid', '1'])).code).toBe(0);
  });
});

describe('command lines', () => {
  const out = ['--out', '/nowhere/x'];
  test.each<[string[], string]>([
    [['runn'], "command: expected run, step, join, check, init, verify, got 'runn'"],
    [['run'], '--out: expected a folder, got none'],
    [['run', '--poeses', 'x'], "did you mean '--poses'?"],
    [['run', ...out], 'expected one of --pairs, --find-pairs and --rays, got none'],
    [['run', ...out, '--pairs', 'a', '--rays', 'b'], 'got --pairs and --rays'],
    [['run', ...out, '--find-pairs', '-1'], "--find-pairs: expected a length ≥ 0 (m), got '-1'"],
    [['run', ...out, '--find-pairs', '1', '--reduce', 'max'], "--reduce: expected min, got 'max'"],
    [['run', ...out, '--find-pairs', '1', '--reduce', 'min'], '--by: expected motion, frame or collider, got none'],
    [['run', ...out, '--find-pairs', '1', '--kernel', 'fast'], "--kernel: expected simd or scalar, got 'fast'"],
    [['run', ...out, '--find-pairs', '1'], '--shapes: expected a file, got none'],
    [['run', ...out, '--threads', '-1'], "--threads: expected a whole number ≥ 0, got '-1'"],
    [['run', '--out'], 'run: --out: expected a value, got none'],
    [['join'], 'join: expected the folder of a run, got none'],
  ])('%j', async (args, sentence) => {
    const { code, stderr } = await batch(args);
    expect([code, stderr.startsWith('hullstorm: batch: '), stderr]).toEqual([
      2,
      true,
      expect.stringContaining(sentence),
    ]);
  });
});

describe('packages that are missing', () => {
  // as if nothing were installed
  const hook = `export async function resolve(name, context, next) {
    if (!/^(hyparquet|apache-arrow|lz4js)/.test(name)) return next(name, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  }`;
  const data = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const hooks = data(`import { register } from 'node:module'; register(${JSON.stringify(data(hook))});`);
  const env = { NODE_OPTIONS: `--import ${hooks}` };

  test('a sentence with the line that installs it; the help needs none', async () => {
    const args = ['run', ...scene, '--pairs', join(folder, 'good.parquet'), '--out', join(folder, 'out')];
    const [run, help] = await Promise.all([batchProcess(args, env), batchProcess(['run', '--help'], env)]);
    const sentence = 'Parquet files: expected the package hyparquet, got none: npm install hyparquet';
    expect(run).toEqual({ code: 2, stdout: '', stderr: `hullstorm: batch: ${sentence}\n` });
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(/^hullstorm batch run: answers what files ask\n {2}--shapes FILE /);
  });
});

test('a file that changes while it is read', () => {
  const path = join(folder, 'changing');
  writeFileSync(path, 'before');
  const bytes = new FileBytes(path);
  expect(Buffer.from(bytes.slice(0, 3)).toString()).toBe('bef');
  writeFileSync(path, 'after that');
  const sentence = `${path}: expected a file that stays as it is while it is read, got one that has changed`;
  expect(() => bytes.slice(0, 3)).toThrow(sentence);
  bytes.close();
});
