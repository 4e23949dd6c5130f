/**
 * The kernel of an engine: the one it asks for, or the next slower one that this machine runs, and why. The wasm comes with the
 * package as text (`#wide/binaries`), so nothing is fetched. Workers get the compiled module from the engine and do not import
 * this file, nor the text.
 */
import { lengths, packed } from '#wide/binaries';
import { unpackWide } from '../wasm/unpackWide.ts';
import { unshared } from '../wasm/unshared.ts';
import type { RunningKernel, WideBuild } from './runningKernel.ts';
import { instantiateWide, type WideCalls } from './wideKernel.ts';

export interface KernelChoice {
  readonly kernel: RunningKernel;
  /** For the workers, if a wide kernel runs. */
  readonly wide: WebAssembly.Module | undefined;
  /** The calling thread's own instance. */
  readonly calls: WideCalls | undefined;
  /** Why it is not the wanted kernel: one sentence, or none. */
  readonly fallbacks: readonly string[];
}

/** Builds to try in turn, before 'scalar'. */
const BUILDS: Readonly<Record<'auto' | RunningKernel, readonly WideBuild[]>> = {
  auto: ['simd'],
  scalar: [],
  simd: ['simd'],
  relaxed: ['relaxed', 'simd'],
};

/** Places of the builds in the text. */
const PLACE: Readonly<Record<WideBuild, number>> = { simd: 0, relaxed: 1 };

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
    const asked = wanted === 'auto' ? 'simd' : wanted;
    return reasons.size > 0 ? [`expected kernel '${asked}', got '${got}': ${[...reasons].join('; ')}`] : [];
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

/** Compiled modules, for the engines that follow: a module has no state. */
const compiled = new Map<string, WebAssembly.Module>();

async function compile(build: WideBuild, shared: boolean): Promise<WebAssembly.Module> {
  const key = `${build} ${shared}`;
  const known = compiled.get(key);
  if (known) return known;
  const bytes = (await unpackWide(packed, lengths))[PLACE[build]];
  const wasm = shared ? bytes : unshared(bytes);
  if (!WebAssembly.validate(wasm)) throw new Missing(MISSING[build]);
  const module = await WebAssembly.compile(wasm);
  compiled.set(key, module);
  return module;
}

/** A build that does not run here. */
class Missing extends Error {}

function reasonOf(cause: unknown): string {
  if (cause instanceof Missing) return cause.message;
  const text = String(cause);
  // the messages of browsers whose policy forbids compiling may name the directive, the policy, or neither
  const policy = /unsafe-eval|content security policy/i.test(text);
  return policy ? `${text} (allow 'wasm-unsafe-eval' in the content security policy)` : text;
}
