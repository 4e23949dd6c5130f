/** Compiles wide sources given as text and runs them. */
import { setFlagsFromString } from 'node:v8';
import { compileLanes, compileToJavaScript, type LanesModule, type LanesOptions } from '../../tools/lanes/compile.ts';
import { sweep } from '../support/sweep.ts';

// Node 20 has relaxed SIMD behind this flag; later ones have it always
setFlagsFromString('--experimental-wasm-relaxed-simd');

export const ROOT = new URL('../..', import.meta.url).pathname;
export const MAIN = 'src/kernels/x.ts';

export interface Build {
  readonly name: string;
  readonly width: 4 | 1;
  readonly relaxed: boolean;
  /** JavaScript instead of wasm. */
  readonly isHost?: boolean;
  /** WGSL on a device instead of wasm. */
  readonly isWgsl?: boolean;
}
export const STRICT: Build = { name: 'four lanes', width: 4, relaxed: false };
export const RELAXED: Build = { name: 'four lanes relaxed', width: 4, relaxed: true };
export const ONE_LANE: Build = { name: 'one lane', width: 1, relaxed: false };
export const JAVASCRIPT: Build = { name: 'JavaScript, one lane', width: 1, relaxed: false, isHost: true };
/** The builds as wasm. */
export const BUILDS = [STRICT, RELAXED, ONE_LANE];
const WGSL: Build = { name: 'WGSL', width: 1, relaxed: false, isWgsl: true };
/** What runs WGSL: the project `gpu` asks for it, and tests that alone. Undefined: there is no device. */
const gpu = await hostOfWgsl();
export const ALL_BUILDS = process.env.HULLSTORM_WGSL === '1' ? (gpu ? [WGSL] : []) : [...BUILDS, JAVASCRIPT];
/** Those with f64. */
export const F64_BUILDS = ALL_BUILDS.filter((build) => !build.isWgsl);
/** The builds of tests that repeat one thing for each: `RELAXED` is `STRICT` with other instructions. */
export const SWEPT_BUILDS = sweep(
  ALL_BUILDS.filter((build) => build !== RELAXED),
  ALL_BUILDS,
);

async function hostOfWgsl() {
  if (process.env.HULLSTORM_WGSL !== '1') return undefined;
  const { WgslHost } = await import('../gpu/wgslHost.ts');
  const host = WgslHost.open();
  if (typeof host !== 'string') return host;
  console.warn(`skipped: ${host}`);
  return undefined;
}

/** Compiles `files` by path, the first of which is the entry, or one text. */
export function compile(source: string | Record<string, string>, build: Build = STRICT): LanesModule {
  return compileLanes(optionsOf(source, build));
}

export function optionsOf(source: string | Record<string, string>, { width, relaxed }: Build = STRICT): LanesOptions {
  const overlay = typeof source === 'string' ? { [MAIN]: source } : source;
  return { entries: [Object.keys(overlay)[0]], width, relaxed, root: ROOT, overlay };
}

// biome-ignore lint/suspicious/noExplicitAny: each source exports what it likes
export type Exports = Record<string, (...values: any[]) => any>;

/** An instance over a fresh shared memory of `pages`. */
export function instantiate({ wasm }: Pick<LanesModule, 'wasm'>, pages = 4): { run: Exports; buffer: ArrayBufferLike } {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>), {
    env: { memory },
  });
  return { run: exports as Exports, buffer: memory.buffer };
}

export async function runnable(source: string | Record<string, string>, build: Build = STRICT) {
  if (build.isWgsl) return gpu!.instantiate(optionsOf(source, build));
  return build.isHost ? hosted(compileToJavaScript(optionsOf(source, build))) : instantiate(compile(source, build));
}

/** The JavaScript of a module over a fresh memory. */
async function hosted(text: string, pages = 4): Promise<{ run: Exports; buffer: ArrayBufferLike }> {
  const buffer = new SharedArrayBuffer(65536 * pages);
  const { instantiate } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
  return { run: instantiate(buffer), buffer };
}

/** The sections of a wasm binary, by id, each once. Written apart from `unshared.ts`, to check it. */
export function sectionsOf(wasm: Uint8Array): Map<number, Uint8Array> {
  const sections = new Map<number, Uint8Array>();
  const view = Buffer.from(wasm);
  for (let at = 8; at < view.length; ) {
    const id = view[at];
    let [bytes, shift] = [0, 0];
    do {
      at++;
      bytes |= (view[at] & 0x7f) << shift;
      shift += 7;
    } while (view[at] & 0x80);
    at++;
    sections.set(id, wasm.slice(at, at + bytes));
    at += bytes;
  }
  return sections;
}
