/** `hullstorm batch verify`, `check` and `init`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batch, readParquet } from '../../support/batchFiles.ts';

let folder: string;
let files: string;
const at = (name: string) => join(files, `${name}.parquet`);
const asked = (...args: string[]) => [
  '--shapes',
  at('shapes'),
  '--colliders',
  at('colliders'),
  '--threads',
  '0',
  ...args,
];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-verify-'));
  files = join(folder, 'example');
  expect((await batch(['init', files])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('init writes files that are asked, and scripts', async () => {
  expect(readdirSync(files).sort()).toEqual([
    'colliders.parquet',
    'make_duckdb.sql',
    'make_pyarrow.py',
    'pairs.parquet',
    'poses.parquet',
    'rays.parquet',
    'shapes.parquet',
  ]);
  const { stdout } = await batch(['check', ...asked('--poses', at('poses'), '--find-pairs', '1'), '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ blocks: 1, rows: 172, invalid: 0, bytes: 172 * 96 });
});

/** python3 with a package, or undefined. */
function pythonWith(name: string): string | undefined {
  const python = process.env.HULLSTORM_PYTHON ?? 'python3';
  try {
    execFileSync(python, ['-c', `import ${name}`], { stdio: 'ignore' });
    return python;
  } catch {
    return undefined;
  }
}

describe('the scripts make the same files', () => {
  const run =
    'import duckdb\nfor each in open("make_duckdb.sql").read().split(";"):\n  if each.strip(): duckdb.sql(each)';
  test.for([
    ['pyarrow', ['make_pyarrow.py']],
    ['duckdb', ['-c', run]],
  ] as const)('%s', async ([name, args], { skip }) => {
    const python = pythonWith(name);
    if (!python) return skip();
    const own = join(folder, name);
    await batch(['init', own]);
    for (const file of readdirSync(own)) if (file.endsWith('.parquet')) rmSync(join(own, file));
    execFileSync(python, args, { cwd: own });
    for (const table of ['shapes', 'colliders', 'poses', 'pairs', 'rays']) {
      expect(await readParquet(join(own, `${table}.parquet`))).toEqual(await readParquet(at(table)));
    }
  });
});

describe('verify', () => {
  // @name is a file of the example
  const runs: Record<string, string[]> = {
    found: ['--poses', '@poses', '--find-pairs', '1'],
    least: ['--poses', '@poses', '--find-pairs', '1', '--reduce', 'min', '--by', 'motion'],
    flags: ['--poses', '@poses', '--pairs', '@pairs', '--flags'],
    rays: ['--rays', '@rays'],
  };
  const given = (name: string) => asked(...runs[name].map((each) => (each.startsWith('@') ? at(each.slice(1)) : each)));

  test.each([
    ['found', 172],
    ['least', 2],
    ['flags', 3],
    ['rays', 2],
  ])('%s: all %d rows are right', async (name, rows) => {
    const out = join(folder, name);
    expect((await batch(['run', ...given(name), '--out', out])).code).toBe(0);
    const { code, stdout } = await batch(['verify', out, ...given(name), '--sample', '1', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows, checked: rows, wrong: 0 });
  });

  test('a sample is chosen by its seed', async () => {
    const checked = async (seed: string) => {
      const args = ['verify', join(folder, 'found'), ...given('found'), '--sample', '0.2', '--seed', seed, '--json'];
      return JSON.parse((await batch(args)).stdout).checked as number;
    };
    const first = await checked('1');
    expect(first).toBeGreaterThan(15);
    expect(first).toBeLessThan(60);
    expect(await checked('1')).toBe(first);
  });

  test('a wrong row: exit code 1, and where; without its checksum, a damaged file', async () => {
    const out = join(folder, 'found');
    const part = join(out, 'part-00000-of-00001.parquet');
    const bytes = readFileSync(part);
    const rows = await readParquet(part);
    const right = Buffer.alloc(8);
    right.writeDoubleLE(rows[5].pax);
    const wrong = Buffer.alloc(8);
    wrong.writeDoubleLE(rows[5].pax + 0.01);
    wrong.copy(bytes, bytes.indexOf(right));
    writeFileSync(part, bytes);
    const args = ['verify', out, ...given('found'), '--sample', '1'];
    expect(await batch(args)).toMatchObject({ code: 3, stderr: expect.stringContaining('got a damaged file') });
    const sidecar = JSON.parse(readFileSync(part.replace('.parquet', '.json'), 'utf8'));
    const [group] = sidecar.groups;
    group.sha256 = createHash('sha256')
      .update(bytes.subarray(4, 4 + group.bytes))
      .digest('hex');
    writeFileSync(part.replace('.parquet', '.json'), JSON.stringify(sidecar));
    const { code, stderr } = await batch(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^checked 172 of 172 rows, 1 wrong; worst: .*\.parquet: row \d+: pax is .*, Infinity\n$/);
  });
});
