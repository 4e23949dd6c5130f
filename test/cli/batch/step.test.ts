/** `hullstorm batch step`: worlds from files, whose bytes depend on nothing else. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batch, batchProcess, readParquet, writeParquet } from '../../support/batchFiles.ts';

let folder: string;
let scene: string[];
const at = (name: string) => join(folder, name);
const partOf = (out: string) => join(out, 'part-00000-of-00001.parquet');
const tower = [0, 1, 2, 3, 4, 5];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-step-'));
  const shapes = writeParquet(at('shapes.parquet'), {
    shape: ['u32', [0, 1]],
    kind: ['utf8', ['halfSpace', 'box']],
    p0: ['f64', [0, 0.5]],
    p1: ['f64', [0, 0.5]],
    p2: ['f64', [0, 0.5]],
  });
  // a floor, and five boxes one above the other, which fall by 0.05 m each
  const colliders = writeParquet(at('colliders.parquet'), {
    collider: ['u32', tower],
    shape: ['u32', tower.map((k) => (k === 0 ? 0 : 1))],
    y: ['f64', tower.map((k) => (k === 0 ? 0 : 1.05 * k - 0.5))],
    static: ['bool', tower.map((k) => k === 0)],
  });
  writeParquet(at('worlds.parquet'), { world: ['u32', [1, 2, 5, 6]], seed: ['u32', [7, 8, 9, 7]] });
  scene = ['--shapes', shapes, '--colliders', colliders, '--worlds', at('worlds.parquet')];
});
afterAll(() => rmSync(folder, { recursive: true }));

const steps = ['--steps', '30', '--every', '20'];

async function answer(name: string, ...args: string[]) {
  const out = at(name);
  const { code, stdout, stderr } = await batch(['step', ...scene, ...steps, ...args, '--out', out, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return { summary: JSON.parse(stdout), rows: await readParquet(partOf(out)) };
}

test('samples of worlds: the start, every K steps, and the end', async () => {
  const { summary, rows } = await answer('plain');
  expect(summary).toMatchObject({ questions: 120, rows: 4 * 3 * 5, invalid: 0, stopped: false });
  expect(rows[0]).toEqual({
    world: 1,
    step: 0n,
    collider: 1,
    checksum: expect.any(Number),
    x: 0,
    y: expect.closeTo(0.55, 12),
    z: 0,
    qx: 0,
    qy: 0,
    qz: 0,
    qw: 1,
    vx: 0,
    vy: 0,
    vz: 0,
    wx: 0,
    wy: 0,
    wz: 0,
  });
  const samples = rows.filter(({ collider }) => collider === 5).map(({ world, step }) => `${world}:${step}`);
  expect(samples).toEqual([1, 2, 5, 6].flatMap((world) => [0, 20, 30].map((step) => `${world}:${step}`)));
  // without jitter all worlds are the same, and so are their checksums; steps are not
  const checksums = rows.filter(({ collider }) => collider === 1).map(({ checksum }) => checksum);
  expect(checksums.slice(0, 3)).toEqual(checksums.slice(3, 6));
  expect(new Set(checksums).size).toBe(3);
  for (const { collider, step, y } of rows) {
    if (step === 30n) expect(y).toBeCloseTo(collider - 0.5, 2);
  }
});

test('free fall, by the options dt and gravity, with overrides by world and collider', async () => {
  const overrides = writeParquet(at('overrides.parquet'), {
    world: ['u32', [2, 5, 5]],
    collider: ['u32', [3, 1, 4]],
    x: ['f64', [50, 60, 70]],
    vy: ['f64', [0, 3, Number.NaN]],
    wz: ['f64', [2, 0, 0]],
    friction: ['f64', [0.1, 0.2, 0.3]],
  });
  const args = ['--overrides', overrides, '--dt', '0.01', '--gravity', '0,0,-2'];
  const { rows } = await answer('overrides', ...args);
  const end = (world: number, collider: number) =>
    rows.find((row) => row.world === world && row.collider === collider && row.step === 30n)!;
  expect(end(1, 3)).toMatchObject({ x: 0, wz: 0, vz: expect.closeTo(-0.6, 5) });
  expect(end(2, 3)).toMatchObject({ x: 50, wz: expect.closeTo(2, 5), vz: expect.closeTo(-0.6, 5) });
  expect(end(5, 1)).toMatchObject({ x: 60, vy: expect.closeTo(3, 5), y: expect.closeTo(0.55 + 0.9, 5) });
});

test('jitter comes from the seed of the world, for dynamic bodies alone', async () => {
  const { rows } = await answer('jitter', '--jitter-position', '0.01', '--jitter-velocity', '0.5');
  const start = rows.filter(({ step }) => step === 0n);
  const of = (world: number) => start.filter((row) => row.world === world).map(({ world: _, ...row }) => row);
  expect(of(6)).toEqual(of(1)); // the same seed
  expect(of(2)).not.toEqual(of(1));
  for (const { collider, x, y, vz } of of(2) as Record<string, number>[]) {
    const rest = 1.05 * collider - 0.5;
    expect([Math.abs(x) <= 0.01, Math.abs(y - rest) <= 0.0100001, Math.abs(vz) <= 0.5]).toEqual([true, true, true]);
    expect([x !== 0, vz !== 0]).toEqual([true, true]);
  }
});

test('bytes are the same for 1, 2 and 4 shards, for 0, 1 and 3 threads, and for other worlds besides', async () => {
  const jitter = ['--jitter-position', '0.01'];
  const files: Buffer[] = [];
  for (const [shards, threads] of [
    ['1', '0'],
    ['2', '1'],
    ['4', '3'],
  ]) {
    const out = at(`bytes${shards}`);
    const args = ['--shards', shards, '--resume', '--threads', threads, '--out', out];
    expect(await batch(['step', ...scene, ...steps, ...jitter, ...args])).toMatchObject({ code: 0 });
    const file = at(`bytes${shards}.parquet`);
    expect((await batch(['join', out, '--out', file])).code).toBe(0);
    files.push(readFileSync(file));
  }
  files.push(readFileSync(partOf(at('bytes1'))));
  for (const file of files.slice(1)) expect(file.equals(files[0])).toBe(true);

  const one = writeParquet(at('one.parquet'), { world: ['u32', [5]], seed: ['u32', [9]] });
  const others = [...scene.slice(0, 4), '--worlds', one, ...steps, ...jitter, '--out', at('alone')];
  expect((await batch(['step', ...others])).code).toBe(0);
  const all = await readParquet(at('bytes4.parquet'));
  expect(await readParquet(partOf(at('alone')))).toEqual(all.filter(({ world }) => world === 5));
});

test('a process that is killed leaves nothing; --resume does the rest', async () => {
  const out = at('killed');
  const args = ['step', ...scene, ...steps, '--jitter-position', '0.01', '--out', out, '--shards', '2'];
  expect((await batch([...args, '--shard', '0'])).code).toBe(0);
  const killed = await batchProcess([...args, '--shard', '1'], { HULLSTORM_PAUSE_AFTER: '2' }, (child) => {
    child.stderr!.once('data', () => child.kill('SIGKILL'));
  });
  expect(killed).toMatchObject({ code: null, stderr: 'paused after block 2\n' });
  const missing = await batch(['join', out, '--out', at('killed.parquet')]);
  expect(missing.stderr).toBe(`hullstorm: ${out}: expected 2 parts, got 1; missing: 1 (run --resume)\n`);
  expect((await batch([...args, '--resume'])).stderr).toMatch(/^done: 60 steps, 30 rows in .*, 1 parts were there\n$/);
  expect((await batch(['join', out, '--out', at('killed.parquet')])).code).toBe(0);
  const whole = at('bytes1.parquet');
  expect(readFileSync(at('killed.parquet')).equals(readFileSync(whole))).toBe(true);
});

test('check says what the worlds take', async () => {
  const { code, stdout } = await batch(['check', ...scene, ...steps, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ blocks: 4, rows: 4 * 3 * 5, invalid: 0 });
  const pairs = await batch(['check', ...scene, ...steps, '--pairs', at('worlds.parquet')]);
  expect([pairs.code, pairs.stderr]).toEqual([
    2,
    'hullstorm: batch: --pairs: expected options of step beside --worlds, got --pairs\n',
  ]);
});

test('verify steps a sample of worlds once more', async () => {
  const args = ['verify', at('bytes2'), ...scene, ...steps, '--jitter-position', '0.01', '--sample', '0.5'];
  const right = await batch(args);
  expect([right.code, right.stderr]).toEqual([0, expect.stringMatching(/^checked \d+ of 60 rows, 0 worlds wrong\n$/)]);
  const others = await batch([...args.slice(0, -4), '--sample', '1']);
  expect(others.stderr).toBe(`hullstorm: ${at('bytes2')}: expected files and options of the run, got others\n`);
});

describe('bad input', () => {
  const ids = { world: ['u32', [2]], collider: ['u32', [1]] } as const;
  const overridden = async (columns: Parameters<typeof writeParquet>[1], options?: object) => {
    const overrides = writeParquet(at('bad.parquet'), columns, options);
    const ended = await batch(['step', ...scene, ...steps, '--overrides', overrides, '--out', at('bad')]);
    rmSync(at('bad'), { recursive: true, force: true });
    return [ended.code, ended.stderr.replaceAll(folder, '')];
  };

  test.each([
    [
      { ...ids, wy: ['f64', [0]], frition: ['f64', [0]] },
      "expected columns world, collider, x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz, friction, got the unknown column 'frition'; did you mean 'friction'?",
    ],
    [{ collider: ['u32', [1]] }, "expected a column 'world' (u32), got collider"],
    [{ ...ids, x: ['utf8', ['a']] }, "column 'x': expected f64, got utf8"],
    [{ ...ids, x: ['f64', [null]] }, "column 'x', row 0: expected f64, got a null", { nullable: true }],
    [{ ...ids, world: ['u32', [3]] }, "column 'world', row 0: expected a world of --worlds, got 3"],
    [
      { world: ['u32', [5, 2]], collider: ['u32', [1, 1]] },
      "column 'world', row 1: expected 5 or more: worlds do not go back, got 2",
      { rowGroupSize: 1 },
    ],
    [{ ...ids, collider: ['u32', [6]] }, "column 'collider', row 0: expected a collider, 0..5, got 6"],
    [
      { world: ['u32', [2, 2]], collider: ['u32', [1, 1]] },
      "column 'collider', row 1: expected one row per collider in a world, got collider 1 twice",
    ],
    [
      { ...ids, collider: ['u32', [0]], vx: ['f64', [1]] },
      "column 'vx', row 0: expected 0 for a static collider, got 1",
    ],
    [{ ...ids, friction: ['f64', [-1]] }, 'row 0: dynamics.addBody: friction: expected a finite number ≥ 0, got -1'],
    [
      { ...ids, x: ['f64', [Infinity]] },
      'row 0: dynamics.addBody: position[0]: expected a finite number, got Infinity',
    ],
  ] as const)('of overrides %j', async (columns, sentence, options?: object) => {
    expect(await overridden(columns as never, options)).toEqual([3, `hullstorm: /bad.parquet: ${sentence}\n`]);
  });

  test.each([
    [['--worlds', 'bad'], 2, 'batch: step: --worlds: expected one, got two'],
    [['--every', '0'], 2, "batch: --every: expected a whole number ≥ 1, got '0'"],
    [['--dt', '1'], 2, "batch: --dt: expected a time, 1e-6 … 0.1 (s), got '1'"],
    [['--gravity', '0,1'], 2, "batch: --gravity: expected X,Y,Z up to 1e6 (m/s²), got '0,1'"],
    [['--jitter-velocity', '-1'], 2, "batch: --jitter-velocity: expected a speed ≥ 0 (m/s), got '-1'"],
    [['--jiter-position', '1'], 2, "; did you mean '--jitter-position'?"],
    [['--max-pairs', '2'], 3, ' (--max-pairs, now 2)'],
    [['--every', '1', '--steps', '1000000'], 3, '; raise --every'],
  ])('of the command line %j', async (args, code, sentence) => {
    const steps = args.includes('--steps') ? [] : ['--steps', '30'];
    const ended = await batch(['step', ...scene, ...steps, ...args, '--out', at('bad')]);
    rmSync(at('bad'), { recursive: true, force: true });
    expect(ended.stderr).toContain(`${sentence}\n`);
    expect(ended.code).toBe(code);
  });

  test('worlds that do not go up; links; another run in the folder; a shape that cannot move', async () => {
    const worlds = writeParquet(at('down.parquet'), { world: ['u32', [4, 4]], seed: ['u32', [0, 0]] });
    const from = (name: string, file: string) => {
      const given = [...scene, ...steps, '--out', at('wrong')];
      given[given.indexOf(name) + 1] = file;
      return batch(['step', ...given]);
    };
    const ended = await from('--worlds', worlds);
    expect(ended.stderr).toContain("down.parquet: column 'world', row 1: expected more than 4: worlds go up, got 4\n");
    const linked = { collider: ['u32', [0, 1]], shape: ['u32', [1, 1]], link: ['i32', [3, 3]] } as const;
    expect((await from('--colliders', writeParquet(at('linked.parquet'), linked))).stderr).toContain(
      "linked.parquet: column 'link', row 1: expected links that differ: in steps all bodies touch (membership and mask divide them), got 3 again\n",
    );
    const loose = writeParquet(at('loose.parquet'), { collider: ['u32', [0]], shape: ['u32', [0]] });
    rmSync(at('wrong'), { recursive: true });
    expect((await from('--colliders', loose)).stderr).toMatch(/loose.parquet: row 0: dynamics.addBody: .*half-space/);
    const other = writeParquet(at('other.parquet'), { world: ['u32', [5]], seed: ['u32', [0]] });
    expect((await from('--worlds', other)).stderr).toMatch(/run.json: expected this run, got another one: /);
  });
});
