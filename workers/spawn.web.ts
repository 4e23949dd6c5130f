/** Workers of browsers. */
import { type Endpoint, wrap } from 'comlink';
import { fail } from '../src/errors.ts';
import type { WorkerApi, WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';
import type { ByAddress } from './addressOf.web.ts';
import { byAddress } from './byAddress.web.ts';
import { sourceOf } from './sourceOf.ts';

/** Where the script of workers is. */
export interface WorkerScript {
  /** For messages. */
  readonly name: string;
  /** @returns a function that starts a worker, or loads it */
  prepare(): (() => Worker) | Promise<() => Worker>;
}

/**
 * The scripts of workers, in the order to try: the worker's own file, then a blob with the worker's text, as for pages
 * of another origin (docs/decisions/worker-sources.md).
 */
export function workerScripts(): readonly WorkerScript[] {
  const blob = { name: 'a blob', prepare: startFromText };
  if (!byAddress) return [blob];
  const file = scriptOf(byAddress);
  return byAddress.isAstray() ? [blob, file] : [file, blob];
}

function scriptOf({ address, start }: ByAddress): WorkerScript {
  return { name: address(), prepare: () => start };
}

/**
 * Sources of workers, in the order to try: `createWorker` alone, if given.
 * @param smaller a worker with fewer queries or kernels, which is tried first
 */
export function workerSources(createWorker?: () => Worker, smaller?: ByAddress): readonly WorkerSource[] {
  if (createWorker) return [sourceOf('createWorker', () => createWorker, handleOf)];
  const scripts = smaller && !smaller.isAstray() ? [scriptOf(smaller), ...workerScripts()] : workerScripts();
  return scripts.map(({ name, prepare }) => sourceOf(name, prepare, handleOf));
}

/** Address of the blob, which is kept: workers that die are replaced. */
let blobAddress: string | undefined;

async function startFromText(): Promise<() => Worker> {
  if (blobAddress === undefined) {
    const source = await (await import('./source.js')).source();
    blobAddress ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  }
  const address = blobAddress;
  return () => new Worker(address, { type: 'module' });
}

function handleOf(worker: Worker, ran: () => void): WorkerHandle {
  if (!(worker instanceof Worker)) fail('createWorker', 'a Worker', worker);
  const { handle, die } = makeHandle(worker, ran, () => worker.terminate());
  onFailure(worker, die);
  return handle;
}

/** Calls `tell` with the reason when the worker fails. */
export function onFailure(worker: Worker, tell: (reason: string) => void): void {
  // a listener, not a property: a worker from `createWorker` may have handlers of its own
  worker.addEventListener('error', ({ message }) => tell(`it failed: ${message || 'its script could not be loaded'}`));
}

let made = 0;

/**
 * @param endpoint the worker, or a port to it
 * @param ran is called at the worker's first message
 * @param end signals the worker to end
 * @returns the handle, and the function that resolves its `died`
 */
export function makeHandle(
  endpoint: Endpoint,
  ran: () => void,
  end: () => void,
): { handle: WorkerHandle; die: (reason: string) => void } {
  const life = `hullstorm-${performance.timeOrigin}-${made++}-${Math.random()}`;
  let die = (_reason: string) => {};
  const died = new Promise<string>((resolve) => {
    die = resolve;
  });
  let resolveGone: () => void;
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
  });
  endpoint.addEventListener('message', ran, { once: true });
  endpoint.addEventListener('messageerror', () => die('it sent something that cannot be cloned'));
  const handle: WorkerHandle = {
    remote: wrap<WorkerApi>(endpoint),
    life,
    died,
    gone,
    watch() {
      if (!navigator.locks) return;
      // the worker holds this lock: the engine gets it when the worker has ended
      void navigator.locks.request(life, () => {
        die('it was terminated');
        resolveGone();
      });
    },
    hold() {},
    async terminate() {
      end();
      // pending calls get no reply any more
      die('it was terminated');
    },
  };
  return { handle, die };
}
