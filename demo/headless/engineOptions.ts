/** The engine that the command line asks for. */
import { setFlagsFromString } from 'node:v8';
import { type EngineOptions, type KernelName, QueryError } from 'hullstorm';
import { UsageError } from '../../tools/commandLine.ts';
import type { HeadlessOptions } from './options.ts';

/**
 * Makes something with an engine in it.
 * @throws UsageError for what the library does not take: it knows its kernels, and says so
 */
export async function withEngineOptions<T>(
  { workers, kernel }: HeadlessOptions,
  make: (options: EngineOptions<never>) => Promise<T>,
): Promise<T> {
  // Node 20 has relaxed SIMD behind this flag, later ones have it always
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
