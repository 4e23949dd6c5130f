/** Starts workers from the first of several sources whose script can be loaded. */
import { QueryError } from '../errors.ts';
import type { Pool } from './pool.ts';
import type { Spawn, WorkerSource } from './protocol.ts';

/**
 * Calls `start` with one source after the other until one starts. A source that a worker has run from is the last one: its script
 * is there.
 * @throws QueryError with the first failure, and all sources that were tried
 */
export async function startPool(
  sources: readonly WorkerSource[],
  start: (spawn: Spawn) => Promise<Pool>,
): Promise<Pool> {
  const tried: string[] = [];
  let failure: unknown;
  for (const source of sources) {
    tried.push(source.name);
    try {
      return await start(await source.prepare());
    } catch (cause) {
      failure ??= cause;
      if (source.hasRun) {
        failure = cause;
        break;
      }
    }
  }
  const reason = failure instanceof Error ? failure.message : String(failure);
  const said = failure instanceof QueryError ? reason : `createEngine: expected workers to start, got: ${reason}`;
  // the user's own workers have no other way
  if (sources.length === 1) throw new QueryError(said, { cause: failure });
  throw new QueryError(
    `${said} (tried ${tried.join(', then ')}; createWorker can make workers of hullstorm/worker in another way)`,
    { cause: failure },
  );
}
