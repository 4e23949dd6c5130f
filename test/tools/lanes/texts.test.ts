/**
 * The WebAssembly text of the package's kernels stays as it is, byte for byte. The compiler that writes WGSL gave the
 * texts of 5bfbf1e0. Kernels that change make the hashes again:
 * `HULLSTORM_TEXTS=1 npx vitest run --project unit test/tools/lanes/texts`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../../tools/lanes/compile.ts';
import { wasmTextOf } from '../../../tools/lanes/emit/wasmText.ts';
import { GROUPS, type GroupName, sourcesOf } from '../../../tools/lanes/pieces.ts';
import { ROOT } from '../../support/lanesFixture.ts';

const FILE = join(import.meta.dirname, 'fixtures/textHashes.json');
const IS_MADE = process.env.HULLSTORM_TEXTS === '1';

/** Hashes of the strict and, where there is one, the relaxed text of each group. */
function hashesNow(): Record<string, string> {
  const names = Object.keys(GROUPS) as GroupName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const tree = check({ entries: sourcesOf(name), root: ROOT });
      const builds = 'relaxed' in GROUPS[name] ? [false, true] : [false];
      return builds.map((relaxed) => {
        const hash = createHash('sha256').update(wasmTextOf(tree, relaxed)).digest('hex');
        return [relaxed ? `${name} relaxed` : name, hash];
      });
    }),
  );
}

test('the text of every build is byte for byte what it was', () => {
  const now = hashesNow();
  if (IS_MADE) writeFileSync(FILE, `${JSON.stringify(now, undefined, 2)}\n`);
  expect(now).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
  expect(Object.keys(now)).toHaveLength(5);
});
