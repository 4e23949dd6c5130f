/** `hullstorm wasm`: the pieces of the wasm as files, for a server that compresses them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELAXED_STEPPER, STEPPER } from '../dynamics/wasmPieces.ts';
import { fail, QueryError } from '../errors.ts';
import * as kernels from '../narrow/wasmPieces.ts';
import { fileName } from '../wasm/wasmFile.ts';
import { type WasmPiece, wasmOf } from '../wasm/wasmPiece.ts';

const { RELAXED, ...PIECES } = kernels;

/** Writes all files to the folder, which is made if it is not there. @throws QueryError if it cannot be written */
export async function writeWasm(args: readonly string[]): Promise<void> {
  const [folder] = args;
  if (args.length !== 1 || folder.startsWith('-')) {
    fail('wasm', 'one folder (hullstorm wasm FOLDER)', args.length === 0 ? 'none' : `'${args.join(' ')}'`);
  }
  const pieces: [WasmPiece, WasmPiece][] = Object.values(PIECES).map((piece) => [piece, RELAXED]);
  pieces.push([STEPPER, RELAXED_STEPPER]);
  const builds = pieces.flatMap(
    ([piece, relaxed]) =>
      [
        [piece, undefined],
        [piece, relaxed],
      ] as const,
  );
  let bytes = 0;
  const written = new Set<string>();
  for (const [piece, relaxed] of builds) {
    const name = await fileName(piece.name, relaxed !== undefined);
    if (written.has(name)) continue; // no relaxed build
    const wasm = await wasmOf(piece, relaxed);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), wasm);
    } catch (cause) {
      throw new QueryError(`wasm: expected a folder that can be written, got an error: ${cause}`, { cause });
    }
    written.add(name);
    bytes += wasm.length;
  }
  console.log(`${written.size} files, ${(bytes / 1000).toFixed(0)} kB, in ${folder}`);
}
