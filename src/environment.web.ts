/** What browsers offer to engines. */

import type { ByAddress } from '../workers/addressOf.web.ts';
import { lentSources } from '../workers/lend.web.ts';
import { workerSources } from '../workers/spawn.web.ts';
import { wideByAddress } from '../workers/wideByAddress.web.ts';
import type { Environment } from './engine/createEngine.ts';
import { checkPlatform, whyNoWorkers } from './engine/platform.ts';
import { canShareMemory } from './memory/memory.ts';

/**
 * @param least a worker with fewer queries, for engines that have no others
 * @throws QueryError in a browser without WebAssembly or Atomics
 * @internal
 */
export function environment(least?: ByAddress): Environment<Worker> {
  checkPlatform(globalThis);
  return {
    cores: navigator.hardwareConcurrency ?? 1,
    shared: canShareMemory(),
    canBorrow: true,
    findGpu: async () => navigator.gpu ?? `none: ${whyNoWebGpu()}`,
    whyNoWorkers: (maker) => whyNoWorkers(globalThis, maker),
    sources(createWorker, port, needs) {
      // without a bundler the entry with everything is one file, and others are hundreds
      const wide = wideByAddress?.isBundled() ? wideByAddress : undefined;
      const smaller = needs === 'least' ? (least ?? wide) : needs === 'wide' ? wide : undefined;
      return port ? lentSources(port) : workerSources(createWorker, smaller);
    },
  };
}

function whyNoWebGpu(): string {
  return globalThis.isSecureContext === false
    ? 'the page is not from https or localhost, and has no navigator.gpu'
    : 'this browser has no navigator.gpu';
}
