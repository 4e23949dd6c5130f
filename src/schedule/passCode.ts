/**
 * Code of passes: how a thread, the calling one or a worker, loads it, and its errors. A wasm module is compiled once
 * and sent to workers; of a JavaScript module the address is sent.
 */
import { fail, QueryError, refuse } from '../errors.ts';
import { unshared } from '../wasm/unshared.ts';

/** Runs one block: rows [begin, end) of a stage. Wasm functions ignore `buffer`. */
export type PassFunction = (
  begin: number,
  end: number,
  argument: number,
  thread: number,
  buffer: ArrayBufferLike,
) => void;

/** Code that every thread loads. It crosses to workers by structured clone. */
export interface PassCode {
  /** Compiled wasm, or the address of a JavaScript module. */
  readonly source: WebAssembly.Module | string;
  /** Number of the first pass on every thread; the others follow in the order of `names`. */
  readonly first: number;
  readonly names: readonly string[];
}

/** The source of a user's code. Rejects if it is no code, or wasm that does not compile. */
export async function readCode(where: string, code: unknown, shared: boolean): Promise<PassCode['source']> {
  if (code instanceof WebAssembly.Module) return code;
  if (code instanceof Uint8Array) return compile(where, new Uint8Array(code), shared);
  if (code instanceof URL) return code.href;
  if (typeof code !== 'string')
    refuse(where, 'wasm bytes, a WebAssembly.Module or the URL of a JavaScript module', code);
  // pages and their workers resolve addresses alike; in Node there is no base for relative ones
  const base = typeof location === 'undefined' ? undefined : location.href;
  try {
    return new URL(code, base).href;
  } catch {
    refuse(where, "a URL, such as new URL('./passes.js', import.meta.url)", code);
  }
}

async function compile(where: string, bytes: Uint8Array<ArrayBuffer>, shared: boolean): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(shared ? bytes : unshared(bytes));
  } catch (cause) {
    throw new QueryError(`${where}: expected wasm that compiles here, got: ${reasonOf(cause)}`, { cause });
  }
}

/** All functions that `source` exports, by name. Rejects if it cannot be loaded, or exports anything else. */
export async function loadFunctions(
  where: string,
  source: PassCode['source'],
  memory: WebAssembly.Memory,
): Promise<Map<string, PassFunction>> {
  const exports =
    typeof source === 'string' ? await importModule(where, source) : await instantiate(where, source, memory);
  const functions = new Map<string, PassFunction>();
  // sorted: the order is the same on every thread
  for (const name of Object.keys(exports).sort()) {
    const pass = exports[name];
    if (typeof pass !== 'function') fail(where, 'exports that are functions', `'${name}', which is none`);
    functions.set(name, pass as PassFunction);
  }
  if (functions.size === 0) fail(where, 'at least one exported function', 'none');
  return functions;
}

async function importModule(where: string, address: string): Promise<Record<string, unknown>> {
  try {
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
  } catch (cause) {
    throw new QueryError(`${where}: expected a module at ${address}, got: ${reasonOf(cause)}`, { cause });
  }
}

async function instantiate(
  where: string,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<Record<string, unknown>> {
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from === 'env' && name === 'memory' && kind === 'memory') continue;
    fail(where, 'wasm that imports env.memory and nothing else', `one that imports the ${kind} ${from}.${name}`);
  }
  try {
    return (await WebAssembly.instantiate(module, { env: { memory } })).exports;
  } catch (cause) {
    const plain = !isShared(memory) && cause instanceof WebAssembly.LinkError;
    const advice = plain ? ' (memory is not shared here: give the bytes of the wasm, which can be adapted)' : '';
    const wanted = isShared(memory) ? 'shared memory' : 'memory that is not shared';
    throw new QueryError(
      `${where}: expected wasm that runs in the engine's ${wanted}, got: ${reasonOf(cause)}${advice}`,
      {
        cause,
      },
    );
  }
}

function isShared({ buffer }: WebAssembly.Memory): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
