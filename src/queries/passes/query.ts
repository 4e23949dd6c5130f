/** `loadPasses`: code of users on all threads. loader.ts loads it, and passes.ts is its result. */
import { defineQuery } from '../define.ts';
import { PassLoader } from './loader.ts';
import type { ModuleUrl, PassOptions, WasmModule } from './options.ts';
import type { Passes } from './passes.ts';
import { type PassCapacity, passSearch } from './search.ts';

export interface PassCalls {
  /**
   * Loads user code into every thread, and later into each worker that replaces a dead one. Programs run the code over
   * rows of the shared memory: see docs/passes.md. Queries continue while code loads. Code that has not loaded after
   * `tuning.startLimit` (30 s) is refused.
   * @param code wasm (bytes or a module) that imports `env.memory` only, or the URL of a JavaScript module. Each export
   *   is a pass: a function of `(begin, end, argument, thread)`. JavaScript gets the memory's buffer as a fifth
   *   argument
   * @throws QueryError for bad code or options, when `capacity.passBytes` is used up, when a thread fails to load the
   *   code (the engine continues without it), when `close` is called meanwhile, and after `close`
   *
   * @example
   * ```ts
   * const passes = await engine.loadPasses(new URL('./dampPasses.mjs', import.meta.url), { bytes: 160_064 });
   * const program = passes.createProgram();
   * program.add('damp', 10_000, 256, passes.byteOffset);
   * await passes.run(program);
   * ```
   */
  loadPasses(code: Uint8Array | WasmModule | ModuleUrl | string, options: PassOptions): Promise<Passes>;
}

export const passQuery = defineQuery<PassCalls, PassCapacity>({
  search: passSearch,
  open({ passLoading }) {
    const loader = new PassLoader(passLoading);
    return { loadPasses: (code: unknown, options: PassOptions) => loader.load(code, options) };
  },
});
