/** The pieces of the built package: what they hold, and how they are found. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { files } from '#wasm/files.js';
import { RELAXED_STEPPER, STEPPER } from '../../../src/dynamics/wasmPieces.ts';
import * as kernels from '../../../src/narrow/wasmPieces.ts';
import { type WasmPiece, wasmOf } from '../../../src/wasm/wasmPiece.ts';
import { GROUPS } from '../../../tools/lanes/pieces.ts';

setFlagsFromString('--experimental-wasm-relaxed-simd');

const ROOT = join(import.meta.dirname, '../../..');
const { RELAXED, ...PIECES } = kernels;
const DECLARED = [...Object.values(PIECES), STEPPER];

/** Functions that the sources of each piece export. */
const EXPORTS = Object.values(GROUPS)
  .flatMap(({ pieces }) => Object.entries<readonly string[]>(pieces))
  .map(([name, sources]) => {
    const texts = sources.map((path) => readFileSync(join(ROOT, path), 'utf8'));
    return [
      name,
      texts.flatMap((text) => [...text.matchAll(/^export function (\w+)/gm)].map((found) => found[1])),
    ] as const;
  });

const relaxedOf = (piece: WasmPiece) => (piece === STEPPER ? RELAXED_STEPPER : RELAXED);
const nameOf = (name: string, wasm: Uint8Array) =>
  `${name}-${createHash('sha256').update(wasm).digest('hex').slice(0, 12)}.wasm`;

test('every piece is declared under its name', () => {
  expect(DECLARED.map(({ name }) => name).sort()).toEqual(EXPORTS.map(([name]) => name).sort());
  expect(DECLARED.length).toBeGreaterThan(9);
});

describe.each(EXPORTS)('%s', (name, exported) => {
  const piece = DECLARED.find((each) => each.name === name)!;

  test('exports what its sources do, in both builds', async () => {
    expect(exported.length).toBeGreaterThan(0);
    for (const relaxed of [undefined, relaxedOf(piece)]) {
      const module = await WebAssembly.compile(await wasmOf(piece, relaxed));
      const names = WebAssembly.Module.exports(module).map((each) => each.name);
      expect(names.sort()).toEqual([...exported].sort());
    }
  });

  test('has files whose names say what is in them; the relaxed build if there is one', async () => {
    const [strict, relaxed] = await Promise.all([wasmOf(piece), wasmOf(piece, relaxedOf(piece))]);
    expect(files[name]).toBe(nameOf(name, strict));
    expect(files[`${name}Relaxed`]).toBe(name.startsWith('exact') ? undefined : nameOf(`${name}Relaxed`, relaxed));
    if (name.startsWith('exact')) expect(relaxed).toEqual(strict);
  });
});
