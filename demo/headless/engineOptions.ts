/** The engine options of the command line. */
import { setFlagsFromString } from 'node:v8';
import { type EngineOptions, type KernelName, QueryError } from 'hullstorm';
import { UsageError } from '../../tools/commandLine.ts';
import type { HeadlessOptions } from './options.ts';

/**
 * Calls `make` with engine options.
 * @throws UsageError for options that the library refuses, such as an unknown kernel
 */
export async function withEngineOptions<T>(
  { workers, kernel }: HeadlessOptions,
  make: (options: EngineOptions<never>) => Promise<T>,
): Promise<T> {
  // Node 20 needs this flag for relaxed SIMD; later versions do not
  if (kernel === 'relaxed' && process.version.startsWith('v20.'))
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  try {
    return await make({ kernel: kernel as KernelName, ...(workers === undefined ? {} : { workers }) });
  } catch (error) {
    if (error instanceof QueryError && error.message.startsWith('createEngine: ')) {
      throw new UsageError(error.message.replace('createEngine: ', '--'), { cause: error });
    }
    throw error;
  }
}
