/** `hullstorm batch step`: worlds that are stepped, and bytes that depend on nothing else. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, readParquet, writeParquet } from '../../support/batchFiles.ts';

let folder: string;
let asked: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hullstorm-step-'));
  const at = (name: string) => join(folder, `${name}.parquet`);
  const shapes = writeParquet(at('shapes'), {
    shape: ['u32', [0, 1]],
    kind: ['utf8', ['box', 'sphere']],
    p0: ['f64', [10, 0.5]],
    p1: ['f64', [1, 0]],
    p2: ['f64', [10, 0]],
  });
  const colliders = writeParquet(at('colliders'), {
    collider: ['u32', [0, 1]],
    shape: ['u32', [0, 1]],
    y: ['f64', [-1, 20]],
    static: ['bool', [true, false]],
  });
  const worlds = writeParquet(at('worlds'), { world: ['u32', [0, 1, 2, 5]], seed: ['u32', [7, 7, 8, 9]] });
  const overrides = writeParquet(at('overrides'), {
    world: ['u32', [5]],
    collider: ['u32', [1]],
    x: ['f64', [3]],
    vx: ['f32', [2]],
  });
  asked = ['--shapes', shapes, '--colliders', colliders, '--worlds', worlds, '--overrides', overrides];
  asked = ['step', ...asked, '--steps', '60', '--every', '30', '--jitter', '0.25'];
});
afterAll(() => rmSync(folder, { recursive: true }));

test('free fall by seed; an override; the same bytes for 1 and 3 shards', async () => {
  const alone = join(folder, 'alone');
  const { code, stdout, stderr } = await batch([...asked, '--out', alone, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ questions: 240, rows: 12 });
  const part = join(alone, 'part-00000-of-00001.parquet');
  const rows = await readParquet(part);
  expect(rows.map(({ world, step, collider }) => [world, step, collider])).toEqual(
    [0, 1, 2, 5].flatMap((world) => [0n, 30n, 60n].map((step) => [world, step, 1])),
  );
  for (let k = 0; k < rows.length; k += 3) {
    const [first, , last] = rows.slice(k, k + 3);
    expect(Math.abs(first.y - 20)).toBeLessThan(0.25);
    expect(first.y - last.y).toBeCloseTo(0.5 * 9.81, 1);
    expect(last.vy).toBeCloseTo(-9.81, 3);
  }
  // equal seeds, equal worlds
  expect({ ...rows[2], world: 1 }).toEqual(rows[5]);
  expect(rows[6].x).not.toBe(rows[0].x);
  expect([rows[9].x, rows[9].vx, rows[11].x]).toEqual([3, 2, expect.closeTo(5)]);

  const three = join(folder, 'three');
  await batch([...asked, '--out', three, '--shards', '3', '--resume', '--threads', '1']);
  await batch(['join', three, '--out', `${three}.parquet`]);
  expect(readFileSync(`${three}.parquet`).equals(readFileSync(part))).toBe(true);
});

test.each([
  [
    'worlds that go back',
    { world: ['u32', [1, 1]], seed: ['u32', [0, 0]] },
    "column 'world', row 1: expected more than 1",
  ],
  ['no seeds', { world: ['u32', [1]] }, "expected a column 'seed' (u32), got world"],
] as const)('%s', async (_, columns, sentence) => {
  const worlds = writeParquet(join(folder, 'bad.parquet'), columns);
  const args = asked.map((each) => (each.endsWith('worlds.parquet') ? worlds : each));
  const { code, stderr } = await batch([...args, '--out', join(folder, 'bad')]);
  expect([code, stderr]).toEqual([3, expect.stringContaining(`bad.parquet: ${sentence}`)]);
});
