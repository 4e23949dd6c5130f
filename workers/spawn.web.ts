/** Workers of browsers. */
import { wrap } from 'comlink';
import { fail } from '../src/errors.ts';
import type { WorkerApi, WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';
import { byAddress } from './byAddress.web.ts';
import { sourceOf } from './sourceOf.ts';

/**
 * Sources of workers, in the order to try: `createWorker` alone, if given; else the worker's own file, then a blob with
 * the worker's text, as for pages of another origin (docs/decisions/worker-sources.md).
 */
export function workerSources(createWorker?: () => Worker): readonly WorkerSource[] {
  if (createWorker) return [sourceOf('createWorker', async () => createWorker, handleOf)];
  const blob = sourceOf('a blob', startFromText, handleOf);
  if (!byAddress) return [blob];
  const { address, isAstray, start } = byAddress;
  const file = sourceOf(address(), async () => start, handleOf);
  return isAstray() ? [blob, file] : [file, blob];
}

/** Address of the blob, which is kept: workers that die are replaced. */
let blobAddress: string | undefined;

async function startFromText(): Promise<() => Worker> {
  if (blobAddress === undefined) {
    const { source } = await import('./source.js');
    blobAddress ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  }
  const address = blobAddress;
  return () => new Worker(address, { type: 'module' });
}

let spawned = 0;

function handleOf(worker: Worker, ran: () => void): WorkerHandle {
  if (!(worker instanceof Worker)) fail('createWorker', 'a Worker', worker);
  const life = `hullstorm-${performance.timeOrigin}-${spawned++}-${Math.random()}`;
  let resolveDied: (reason: string) => void;
  const died = new Promise<string>((resolve) => {
    resolveDied = resolve;
  });
  let resolveGone: () => void;
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });
  // listeners, not properties: a worker from `createWorker` may have handlers of its own
  worker.addEventListener('message', ran, { once: true });
  worker.addEventListener('error', ({ message }) => {
    resolveDied(`it failed: ${message || 'its script could not be loaded'}`);
  });
  worker.addEventListener('messageerror', () => resolveDied('it sent something that cannot be cloned'));
  return {
    remote: wrap<WorkerApi>(worker),
    life,
    died,
    gone,
    watch() {
      if (!navigator.locks) return;
      // the worker holds this lock: the engine gets it when the worker has ended
      void navigator.locks.request(life, () => {
        resolveDied('it was terminated');
        resolveGone();
      });
    },
    hold() {},
    async terminate() {
      worker.terminate();
      // pending calls get no reply any more
      resolveDied('it was terminated');
    },
  };
}
