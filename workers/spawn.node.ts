/** Workers of Node: `worker_threads`. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { fail } from '../src/errors.ts';
import type { WorkerApi, WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';
import { sourceOf } from './sourceOf.ts';

/**
 * Sources of workers, in the order to try: `createWorker` alone, if given; else the worker's own file, then the
 * worker's text for bundles without that file (docs/decisions/worker-sources.md).
 */
export function workerSources(createWorker?: () => Worker): readonly WorkerSource[] {
  if (createWorker) return [sourceOf('createWorker', () => createWorker, handleOf)];
  return [
    sourceOf('entry.node.js beside the module that asks for it', () => startFile, handleOf),
    sourceOf('a data: URL', startFromText, handleOf),
  ];
}

/** Bundlers find the worker only while the address stays literal and the URL stays inside the call. */
function startFile(): Worker {
  return new Worker(new URL('./entry.node.js', import.meta.url), inheritedFlags());
}

/** `webScope.node.ts` as text: gives a thread of Node the scope that the worker of browsers expects. */
const AS_IN_BROWSERS = `import { parentPort } from 'node:worker_threads';
globalThis.addEventListener = (_, listener) => parentPort.on('message', (data) => listener({ data }));
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
`;

async function startFromText(): Promise<() => Worker> {
  const source = await (await import('./source.js')).source();
  const address = new URL(`data:text/javascript,${encodeURIComponent(AS_IN_BROWSERS + source)}`);
  return () => new Worker(address, inheritedFlags());
}

function handleOf(worker: Worker, ran: () => void): WorkerHandle {
  if (!(worker instanceof Worker)) fail('createWorker', 'a Worker of node:worker_threads', worker);
  worker.once('message', ran);
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

/**
 * Flags of the command line for workers: all of them, unless `--input-type` is given, with which a worker would fail.
 */
function inheritedFlags(): WorkerOptions {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};
}
