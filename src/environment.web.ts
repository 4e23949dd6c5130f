/** What browsers offer to engines. */

import type { ByAddress } from '../workers/addressOf.web.ts';
import { lentSources } from '../workers/lend.web.ts';
import { workerSources } from '../workers/spawn.web.ts';
import type { Environment } from './engine/createEngine.ts';
import { checkPlatform, whyNoWorkers } from './engine/platform.ts';
import { canShareMemory } from './memory/memory.ts';

/**
 * @param smaller a worker with fewer queries, for engines that have no others
 * @throws QueryError in a browser without WebAssembly or Atomics
 * @internal
 */
export function environment(smaller?: ByAddress): Environment<Worker> {
  checkPlatform(globalThis);
  return {
    cores: navigator.hardwareConcurrency ?? 1,
    shared: canShareMemory(),
    canBorrow: true,
    whyNoWorkers: (maker) => whyNoWorkers(globalThis, maker),
    sources: (createWorker, port, isLeast) =>
      port ? lentSources(port) : workerSources(createWorker, isLeast ? smaller : undefined),
  };
}
