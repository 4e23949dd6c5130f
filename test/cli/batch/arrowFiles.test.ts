/** Arrow files of pyarrow: the answers are those of the same tables in Parquet. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as arrow from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArrow } from '../../../src/cli/batch/arrowFile.ts';
import { FileBytes } from '../../../src/cli/batch/fileBytes.ts';
import { batch, readParquet, writeParquet, writeScene } from '../../support/batchFiles.ts';

let folder: string;
let parquet: string[];
const at = (name: string) => join(folder, name);
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/batch/pyarrow/${name}`, import.meta.url));
const ARROW = ['--shapes', fixture('shapes.feather'), '--colliders', fixture('colliders.feather')];
const FIND = ['--find-pairs', '0.5', '--threads', '0'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-arrow-'));
  const numbers = Array.from({ length: 60 }, (_, k) => k);
  const poses = writeParquet(at('poses.parquet'), {
    frame: ['u64', numbers.map((k) => Math.floor(k / 3))],
    motion: ['u32', numbers.map((k) => Math.floor(k / 30))],
    collider: ['u32', numbers.map((k) => k % 3)],
    x: ['f64', numbers.map((k) => ((7 * k) % 11) / 4)],
    y: ['f64', numbers.map(() => 0)],
    z: ['f64', numbers.map(() => 0)],
    qx: ['f32', numbers.map((k) => (k % 5) / 4)],
    qy: ['f32', numbers.map(() => 0)],
    qz: ['f32', numbers.map(() => 0)],
    qw: ['f32', numbers.map(() => 1)],
  });
  parquet = [...writeScene(folder), '--poses', poses];
});
afterAll(() => rmSync(folder, { recursive: true }));

async function answer(name: string, given: readonly string[]) {
  const { code, stderr } = await batch(['run', ...given, ...FIND, '--out', at(name)]);
  expect(stderr).toMatch(/^done: /);
  expect(code).toBe(0);
  return readParquet(join(at(name), 'part-00000-of-00001.parquet'));
}

test('Feather files with LZ4, and files and streams without, in several batches', async () => {
  const expected = await answer('parquet', parquet);
  expect(expected.length).toBeGreaterThan(20);
  for (const name of ['poses.feather', 'poses.arrow', 'poses.arrows']) {
    const source = await openArrow(new FileBytes(fixture(name)));
    expect(source.groups).toEqual([25, 25, 10]);
    expect(await answer(name, [...ARROW, '--poses', fixture(name)])).toEqual(expected);
  }
});

test('columns are views of the bytes that were read', async () => {
  const source = await openArrow(new FileBytes(fixture('poses.arrow')));
  const buffers: ArrayBufferLike[] = [];
  await source.decode(1, ['frame', 'collider', 'x', 'qx'], (name, first, values) => {
    expect([name, first, values.length]).toEqual([name, 25, 25]);
    buffers.push((values as Float64Array).buffer);
  });
  expect(buffers.length).toBe(4);
  expect(new Set(buffers).size).toBe(1);
});

describe('bad files', () => {
  const of = async (path: string) => {
    const { code, stderr } = await batch(['run', ...ARROW, '--pairs', path, '--out', at('bad')]);
    rmSync(at('bad'), { recursive: true, force: true });
    expect(code).toBe(3);
    return stderr.replaceAll(path, 'FILE');
  };
  const written = (columns: Record<string, arrow.Vector>) => {
    writeFileSync(at('written.arrow'), arrow.tableToIPC(new arrow.Table(columns), 'file'));
    return of(at('written.arrow'));
  };
  const ids = arrow.vectorFromArray([0, 1], new arrow.Uint32());

  test('nulls, types, columns', async () => {
    expect(await of(fixture('nulls.feather'))).toBe("hullstorm: FILE: column 'a', row 1: expected u32, got a null\n");
    expect(await written({ a: ids })).toBe("hullstorm: FILE: expected a column 'b' (u32), got a\n");
    expect(await written({ a: ids, b: ids, frme: ids })).toBe(
      "hullstorm: FILE: expected columns frame, a, b, got the unknown column 'frme'; did you mean 'frame'?\n",
    );
    for (const [type, said] of [
      [new arrow.Float64(), 'f64'],
      [new arrow.Float16(), 'Float16'],
      [new arrow.DateDay(), 'Date32<DAY>'],
      [new arrow.List(new arrow.Field('item', new arrow.Float64())), 'list<f64>'],
    ] as const) {
      const values = type instanceof arrow.List ? [[1], [2]] : [1, 2];
      const b = arrow.vectorFromArray(values as number[], type as arrow.Float64);
      expect(await written({ a: ids, b })).toBe(`hullstorm: FILE: column 'b': expected u32, got ${said}\n`);
    }
    const negative = arrow.vectorFromArray([0, -1], new arrow.Int16());
    expect(await written({ a: ids, b: negative })).toBe(
      "hullstorm: FILE: column 'b', row 1: expected u32, 0..4294967295, got -1\n",
    );
  });

  test('empty, cut off, damaged, of other formats', async () => {
    const bytes = readFileSync(fixture('poses.feather'));
    const with_ = (name: string, content: Uint8Array) => {
      writeFileSync(at(name), content);
      return of(at(name));
    };
    expect(await with_('cut.any', bytes.subarray(0, 3000))).toBe(
      'hullstorm: FILE: expected an Arrow file, got one that is cut off: it does not end with ARROW1\n',
    );
    expect(await with_('old.feather', Buffer.from('FEA1....'))).toBe(
      'hullstorm: FILE: expected Feather of version 2, got version 1\n',
    );
    const other = Buffer.from(bytes);
    const first = 16 + bytes.readInt32LE(12);
    other.fill(7, first, first + 40);
    expect(await with_('other.arrow', other)).toBe(
      `hullstorm: FILE: expected a message at byte ${first}, got other bytes\n`,
    );
    expect(await with_('footer.arrow', Buffer.from(bytes).fill(255, bytes.length - 200, bytes.length - 10))).toMatch(
      /^hullstorm: FILE: expected (a message|a schema|an Arrow file)/,
    );
    const cutStream = readFileSync(fixture('poses.arrows')).subarray(0, 3000);
    expect(await with_('cut.arrows', cutStream)).toBe(
      'hullstorm: FILE: expected a whole Arrow stream, got one that is cut off\n',
    );
    const damaged = Buffer.from(bytes);
    // the frame of the LZ4 codec
    const frame = Buffer.from([4, 0x22, 0x4d, 0x18]);
    for (let k = damaged.indexOf(frame); k >= 0; k = damaged.indexOf(frame, k)) damaged[k] = 0;
    writeFileSync(at('damaged.arrow'), damaged);
    const { code, stderr } = await batch([
      'run',
      ...ARROW,
      '--poses',
      at('damaged.arrow'),
      ...FIND,
      '--out',
      at('bad'),
    ]);
    expect(stderr).toMatch(/damaged.arrow: rows 0..24: expected a record batch that can be read, got an error: /);
    expect(code).toBe(3);
  });
});
