import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cached, inputsHash } from '../../../tools/lanes/buildCache.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ENTRIES = ['src/kernels/rows/lanes/distanceTile.ts', 'src/dynamics/wide/solve.ts'];

describe('buildCache', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'hullstorm-cache-'));
    for (const path of ['src', 'tools', 'package-lock.json']) {
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const hash = () => inputsHash(root, ENTRIES);
  const change = (path: string) => writeFileSync(join(root, path), '// changed', { flag: 'a' });

  test('a text is made once for a key', async () => {
    let made = 0;
    const make = async () => `text ${++made}`;
    expect(await cached(root, 'wide', 'k1', make)).toBe('text 1');
    expect(await cached(root, 'wide', 'k1', make)).toBe('text 1');
    expect(await cached(root, 'wide', 'k2', make)).toBe('text 2');
    expect(await cached(root, 'dynamics', 'k1', make)).toBe('text 3');
  });

  test.each([
    'src/kernels/rows/lanes/distanceTile.ts',
    'src/kernels/gjk/lanes/simplex.ts', // imported by an entry
    'src/dynamics/wide/solve.ts',
    'src/wasm/inflate.ts', // imported by the compiler
    'tools/lanes/compile.ts',
    'tools/lanes/tables.ts',
    'package-lock.json',
  ])('the hash changes with %s', (path) => {
    const before = hash();
    expect(hash()).toBe(before);
    change(path);
    expect(hash()).not.toBe(before);
  });

  test.each(['src/scene/scene.ts', 'src/dynamics/wide/bodies.ts'])('the hash does not change with %s', (path) => {
    const before = hash();
    change(path);
    expect(hash()).toBe(before);
  });

  test('a copy elsewhere has the same hash', () => {
    const copy = mkdtempSync(join(tmpdir(), 'hullstorm-cache-'));
    cpSync(root, copy, { recursive: true });
    expect(inputsHash(copy, ENTRIES)).toBe(hash());
    rmSync(copy, { recursive: true, force: true });
  });
});
