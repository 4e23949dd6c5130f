/**
 * Pieces of the package's wasm: modules of the package that hold it as text, or files at an address. A piece is
 * declared where it is needed, so that bundlers leave out others. Modules are compiled in parallel, and kept.
 */
import { applyDelta } from './delta.ts';
import { inflate, type Packed } from './inflate.ts';
import { MissingFeature } from './missingFeature.ts';
import { unshared } from './unshared.ts';

export interface WasmPiece {
  readonly name: string;
  /** Imports its module of `#wasm`. */
  readonly load: () => Promise<{ readonly packed: Readonly<Record<string, Packed>> }>;
  /** A piece of which this one has all exports, and from which it is stored as a delta. */
  readonly base?: WasmPiece;
}

/** What of a piece is compiled, and from where. */
export interface WasmBuild {
  /** The module with deltas to the relaxed builds; undefined: the strict build. */
  readonly relaxed: WasmPiece | undefined;
  /** Whether memory is shared. */
  readonly shared: boolean;
  /** Where the files are (`EngineOptions.wasmUrl`); undefined: the texts of the package. */
  readonly url: URL | undefined;
}

/** Compiled modules: a module has no state. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Compiles a piece, once for all engines.
 * @throws MissingFeature, the error of WebAssembly if it may not compile here, and QueryError if there is no such file
 */
export function compilePiece(piece: WasmPiece, build: WasmBuild): Promise<WebAssembly.Module> {
  const key = [piece.name, build.relaxed?.name, build.shared, build.url].join(' ');
  const known = compiled.get(key);
  if (known) return known;
  const module = compile(piece, build);
  compiled.set(key, module);
  // what failed is tried again
  module.catch(() => compiled.delete(key));
  return module;
}

/** The wasm of a piece. */
export async function wasmOf(piece: WasmPiece, relaxed?: WasmPiece): Promise<Uint8Array<ArrayBuffer>> {
  const [strict, deltas] = await Promise.all([strictOf(piece), relaxed?.load()]);
  const delta = deltas?.packed[piece.name];
  return delta ? applyDelta(strict, await inflate(delta)) : strict;
}

async function strictOf({ name, load, base }: WasmPiece): Promise<Uint8Array<ArrayBuffer>> {
  const [{ packed }, from] = await Promise.all([load(), base && strictOf(base)]);
  const bytes = await inflate(packed[name]);
  return from ? applyDelta(from, bytes) : bytes;
}

async function compile(piece: WasmPiece, { relaxed, shared, url }: WasmBuild): Promise<WebAssembly.Module> {
  const isRelaxed = relaxed !== undefined;
  if (url) return (await import('./wasmFile.ts')).compileFile(piece.name, isRelaxed, shared, url);
  const wasm = await wasmOf(piece, relaxed);
  const bytes = shared ? wasm : unshared(wasm);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    // a check of its own takes as long as to compile
    throw WebAssembly.validate(bytes) ? cause : new MissingFeature(isRelaxed);
  }
}
