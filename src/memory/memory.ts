/** The memory of an engine: one `WebAssembly.Memory` of fixed size, shared between threads where that is possible. */
import { QueryError } from '../errors.ts';

const PAGE_BYTES = 65_536;

/** Whether memory can be shared: in Node, and on cross-origin isolated pages. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false;
  return typeof crossOriginIsolated === 'undefined' || crossOriginIsolated;
}

/** A memory of at least `bytes`. The system provides a page when it is first used. */
export function createMemory(bytes: number, shared: boolean): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  } catch (cause) {
    const mib = Math.ceil(bytes / 2 ** 20);
    throw new QueryError(`createEngine: expected ${mib} MiB of memory, got: ${String(cause)} (lower the capacities)`, {
      cause,
    });
  }
}
