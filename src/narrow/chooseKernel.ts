/**
 * Chooses the kernel of an engine: the wanted one, or the next slower one that runs on this machine, with the reason.
 * The wasm is a module of the package, as text (`#wide/binaries`). It is imported when a wide kernel is wanted, so
 * bundlers make it a chunk of its own. Workers get the compiled wasm from the engine: they import neither this file nor
 * the text.
 */
import { type Packed, unpackWide } from '../wasm/unpackWide.ts';
import { unshared } from '../wasm/unshared.ts';
import type { RunningKernel, WideBuild } from './runningKernel.ts';
import { instantiateWide, type WideCalls } from './wideCalls.ts';

export interface KernelChoice {
  readonly kernel: RunningKernel;
  /** Compiled modules for the workers, if a wide kernel runs: wide, and f64 for the rows that it defers. */
  readonly wide: readonly WebAssembly.Module[] | undefined;
  /** Instance of the calling thread. */
  readonly calls: WideCalls | undefined;
  /** Why the wanted kernel does not run: one sentence, or none. */
  readonly fallbacks: readonly string[];
}

/** Builds to try in this order, before 'scalar'. */
const BUILDS: Readonly<Record<'auto' | RunningKernel, readonly WideBuild[]>> = {
  auto: ['simd'],
  scalar: [],
  simd: ['simd'],
  relaxed: ['relaxed', 'simd'],
};

/** Position of each build in the text. */
const BUILD_INDEX: Readonly<Record<WideBuild, number>> = { simd: 0, relaxed: 1 };

const MISSING: Readonly<Record<WideBuild, string>> = {
  simd: 'WebAssembly has no SIMD here',
  relaxed: 'WebAssembly has no relaxed SIMD here (Node 20: --experimental-wasm-relaxed-simd)',
};

/** Finds the kernel for an engine over `memory`. Never rejects: 'scalar' runs everywhere. */
export async function chooseKernel(
  wanted: 'auto' | RunningKernel,
  memory: WebAssembly.Memory,
  shared: boolean,
): Promise<KernelChoice> {
  const reasons = new Set<string>();
  const because = (got: RunningKernel) => {
    const expected = wanted === 'auto' ? 'simd' : wanted;
    return reasons.size > 0 ? [`expected kernel '${expected}', got '${got}': ${[...reasons].join('; ')}`] : [];
  };
  for (const build of BUILDS[wanted]) {
    try {
      const wide = await compile(build, shared);
      const calls = await instantiateWide(wide, memory);
      return { kernel: build, wide, calls, fallbacks: because(build) };
    } catch (cause) {
      reasons.add(reasonOf(cause));
    }
  }
  return { kernel: 'scalar', wide: undefined, calls: undefined, fallbacks: because('scalar') };
}

/** The kernel of a planar engine: its rows are computed in f64. */
export function choosePlanarKernel(wanted: 'auto' | RunningKernel): KernelChoice {
  const isOther = wanted !== 'auto' && wanted !== 'scalar';
  const fallbacks = isOther ? [`expected kernel '${wanted}', got 'scalar': planar scenes have no other`] : [];
  return { kernel: 'scalar', wide: undefined, calls: undefined, fallbacks };
}

/** Compiled modules, reused by later engines: a module has no state. */
const compiled = new Map<string, readonly WebAssembly.Module[]>();

async function compile(build: WideBuild, shared: boolean): Promise<readonly WebAssembly.Module[]> {
  const key = `${build} ${shared}`;
  const known = compiled.get(key);
  if (known) return known;
  const modules = await Promise.all([
    compileOne(import('#wide/binaries'), build, shared),
    compileOne(import('#exact/binaries'), 'simd', shared),
  ]);
  compiled.set(key, modules);
  return modules;
}

/** The two modules each take their way: V8 compiles one in a thread of its own while the other is unpacked. */
async function compileOne(packed: Promise<Packed>, build: WideBuild, shared: boolean): Promise<WebAssembly.Module> {
  const wasm = await unpackWide(await packed, BUILD_INDEX[build]);
  const bytes = shared ? wasm : unshared(wasm);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    // a check of its own takes as long as to compile
    throw WebAssembly.validate(bytes) ? cause : new Missing(MISSING[build]);
  }
}

/** A build that this machine does not run. */
class Missing extends Error {}

function reasonOf(cause: unknown): string {
  if (cause instanceof Missing) return cause.message;
  const text = String(cause);
  // if a policy forbids compiling, the browser's message may contain the directive, the policy, or neither
  const policy = /unsafe-eval|content security policy/i.test(text);
  return policy ? `${text} (allow 'wasm-unsafe-eval' in the content security policy)` : text;
}
