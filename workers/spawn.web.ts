/** Workers of browsers. */
import { wrap } from 'comlink';
import type { WorkerApi, WorkerHandle } from '../src/backend/protocol.ts';
import { fail } from '../src/errors.ts';

let spawned = 0;

/** Starts a worker, or takes over the one that `createWorker` makes. */
export function spawnWorker(createWorker?: () => Worker): WorkerHandle {
  // bundlers find the worker only while both arguments stay literal and the URL stays inside the call
  const worker = createWorker
    ? createWorker()
    : new Worker(new URL('./entry.web.js', import.meta.url), { type: 'module' });
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
  // listeners, not properties: a worker that `createWorker` made may have handlers of its own
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
      // the worker holds this lock: it comes to us when the worker is gone
      void navigator.locks.request(life, () => {
        resolveDied('it was terminated');
        resolveGone();
      });
    },
    hold() {},
    async terminate() {
      worker.terminate();
      // what it was asked is not answered any more
      resolveDied('it was terminated');
    },
  };
}
