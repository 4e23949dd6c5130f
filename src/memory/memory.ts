/** The one memory of an engine: fixed in size, shared between threads where that is allowed. */
import { QueryError } from '../errors.ts';

const PAGE_BYTES = 65_536;

/** Whether memory can be shared here: cross-origin isolated pages and Node. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false;
  return typeof crossOriginIsolated === 'undefined' || crossOriginIsolated;
}

/** A memory of at least `bytes`. Its pages cost nothing until they are touched. */
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
