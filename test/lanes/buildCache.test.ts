import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cached, INPUTS, inputsHash } from '../../tools/lanes/buildCache.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('buildCache', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'hullstorm-cache-'));
    for (const path of INPUTS) {
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('a text is made once for a key', async () => {
    let made = 0;
    const make = async () => `text ${++made}`;
    expect(await cached(root, 'wide', 'k1', make)).toBe('text 1');
    expect(await cached(root, 'wide', 'k1', make)).toBe('text 1');
    expect(await cached(root, 'wide', 'k2', make)).toBe('text 2');
    expect(await cached(root, 'dynamics', 'k1', make)).toBe('text 3');
  });

  test.each([
    'src/narrow/wide/gjk/simplex.ts',
    'src/dynamics/wide/solve.ts',
    'tools/lanes/compile.ts',
    'package-lock.json',
  ])('the hash changes with %s', (path) => {
    const before = inputsHash(root);
    expect(inputsHash(root)).toBe(before);
    writeFileSync(join(root, path), '// changed', { flag: 'a' });
    expect(inputsHash(root)).not.toBe(before);
  });

  test('a copy elsewhere has the same hash', () => {
    const copy = mkdtempSync(join(tmpdir(), 'hullstorm-cache-'));
    cpSync(root, copy, { recursive: true });
    expect(inputsHash(copy)).toBe(inputsHash(root));
    rmSync(copy, { recursive: true, force: true });
  });
});
