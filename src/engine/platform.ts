/** Checks what a browser offers: for an engine, and for workers. Node offers everything. */
import { QueryError } from '../errors.ts';

/** The globals that are checked. */
export interface Platform {
  readonly WebAssembly?: unknown;
  readonly Atomics?: unknown;
  readonly SharedArrayBuffer?: unknown;
  readonly Worker?: unknown;
  /** Undefined in browsers without cross-origin isolation. */
  readonly crossOriginIsolated?: boolean;
  readonly isSecureContext?: boolean;
  /** Undefined on pages. */
  readonly WorkerGlobalScope?: unknown;
  readonly navigator?: { readonly userAgent: string };
}

/** What makes the workers: the engine's own thread, `createWorker`, or a page that lends them (`workerPort`). */
export type WorkerMaker = 'engine' | 'createWorker' | 'page';

const ALONE = 'the calling thread works alone';
const HEADERS = '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp"';

/** @throws QueryError if no engine can run here */
export function checkPlatform(platform: Platform): void {
  for (const name of ['WebAssembly', 'Atomics'] as const) {
    if (platform[name] !== undefined) continue;
    throw new QueryError(`createEngine: expected ${name}, got a browser without it, or one in which it is turned off`);
  }
}

/**
 * Why there can be no workers here, and what to do about it: one sentence. Undefined if there can be workers.
 * @param maker what makes the workers; those of `createWorker` may be classic workers
 */
export function whyNoWorkers(platform: Platform, maker: WorkerMaker): string | undefined {
  const { crossOriginIsolated: isIsolated, Worker } = platform;
  if (isIsolated === false) {
    return platform.isSecureContext === false
      ? `expected a page from https or localhost for threads, got one from elsewhere: ${ALONE}. ` +
          `Serve the page over https, with the headers ${HEADERS}.`
      : `expected a cross-origin isolated page for threads, got none: ${ALONE}. Send ${HEADERS} with the page.`;
  }
  if (platform.SharedArrayBuffer === undefined) {
    return (
      `expected SharedArrayBuffer for threads, got a browser without it, or one in which it is turned off: ${ALONE}. ` +
      (isIsolated ? 'The page is cross-origin isolated, no header is missing: use' : 'Use') +
      ' another browser for threads.'
    );
  }
  if (maker === 'page') return undefined;
  if (Worker === undefined) {
    return (
      `expected Worker for threads, got a place where none can be made: ${ALONE}. ` +
      'Create the engine in a page or in a dedicated worker.'
    );
  }
  if (maker === 'createWorker') return undefined;
  if (mayBlock(platform)) {
    return (
      `expected workerPort for threads in a worker of Firefox, got none: ${ALONE}. In Firefox a worker that makes ` +
      'workers may block for good: call lendWorkers() on the page, and pass its port to createEngine.'
    );
  }
  if (!hasModuleWorkers(Worker as typeof globalThis.Worker)) {
    return (
      `expected workers of type 'module' for threads, got a browser without them: ${ALONE}. ` +
      'Use a newer browser, or createWorker with a worker that is one classic script.'
    );
  }
  return undefined;
}

/**
 * Whether `new Worker()` may never return here: in workers of Firefox (docs/decisions/lent-workers.md). The user agent
 * says so, because the only test would be a worker made here, which blocks this thread when it fails.
 */
function mayBlock({ WorkerGlobalScope, navigator }: Platform): boolean {
  return WorkerGlobalScope !== undefined && / Gecko\/\d/.test(navigator?.userAgent ?? '');
}

/**
 * Whether the constructor reads the option `type`. It starts no worker: the address is invalid, and options are read
 * first.
 */
function hasModuleWorkers(Constructor: typeof Worker): boolean {
  let asked = false;
  const options = {
    get type() {
      asked = true;
      return 'module' as const;
    },
  };
  try {
    new Constructor('https://[', options).terminate();
  } catch (error) {
    // a Trusted Types policy refuses the address before the options are read
    if (!(error instanceof DOMException)) return true;
  }
  return asked;
}
