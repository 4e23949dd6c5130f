/** Starts workers from the first of several sources whose script loads. */
import { QueryError } from '../errors.ts';
import type { Spawn, WorkerSource } from './protocol.ts';

/**
 * Calls `start` with one source after the other until one starts, the first one before it returns, unless that has to
 * load something. The last one tried is a source that a worker has run from: its script loads, and later failures
 * happen with every source.
 * @throws QueryError with the failure of that source, else of the first, and the names of all that were tried
 */
export async function startFrom<T>(sources: readonly WorkerSource[], start: (spawn: Spawn) => Promise<T>): Promise<T> {
  const tried: string[] = [];
  let failure: unknown;
  for (const source of sources) {
    tried.push(source.name);
    try {
      const spawn = source.prepare();
      return await start(spawn instanceof Promise ? await spawn : spawn);
    } catch (cause) {
      if (source.hasRun) throw cause;
      failure ??= cause;
    }
  }
  // the user's own workers have no other source
  if (sources.length === 1 && failure instanceof QueryError) throw failure;
  const reason = failure instanceof Error ? failure.message : String(failure);
  const said = failure instanceof QueryError ? reason : `createEngine: expected workers to start, got: ${reason}`;
  throw new QueryError(
    `${said} (tried ${tried.join(', then ')}; createWorker can make workers of hullstorm/worker in another way)`,
    { cause: failure },
  );
}
