/** Workers of Node: `worker_threads`. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { WorkerApi, WorkerHandle } from '../src/backend/protocol.ts';
import { fail } from '../src/errors.ts';

const ENTRY = './entry.node.js';

/** Starts a worker, or takes over the one that `createWorker` makes. */
export function spawnWorker(createWorker?: () => Worker): WorkerHandle {
  const worker = createWorker ? createWorker() : new Worker(new URL(ENTRY, import.meta.url), inheritedFlags());
  if (!(worker instanceof Worker)) fail('createWorker', 'a Worker of node:worker_threads', worker);
  const died = new Promise<string>((resolve) => {
    worker.once('error', (cause: Error) => resolve(`it failed: ${cause.message}`));
    worker.once('exit', (code) => resolve(`it exited with code ${code}`));
  });
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  return {
    remote: wrap<WorkerApi>(nodeEndpoint(worker)),
    life: '',
    died,
    gone,
    watch() {},
    hold(alive) {
      if (alive) worker.ref();
      else worker.unref();
    },
    async terminate() {
      await worker.terminate();
    },
  };
}

/** What a worker takes over from the command line: all of it, but from `--input-type` a worker would fail. */
function inheritedFlags(): WorkerOptions {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};
}
