/** What the tests call in the page about engines in a worker. */
import type { EngineInfo } from 'hullstorm';
import type { Replacement, Reply, Task } from './engineWorker.ts';
import type { Report, Setup } from './main.ts';
import { lendWorkersHere } from './webEngine.ts';

const TWO: Setup = { workers: 2, kernel: 'simd' };

/** A worker with engines. */
interface EngineWorker {
  readonly worker: Worker;
  ask<Value extends Reply['value']>(name: Task['name'], seed: number, setup?: Setup): Promise<Value>;
}

/** @param lent whether the page lends workers */
function startEngineWorker(lent: boolean): EngineWorker {
  const worker = new Worker(new URL('./engineWorker.ts', import.meta.url), { type: 'module' });
  let port = lent ? lendWorkersHere() : undefined;
  let asked = 0;
  return {
    worker,
    ask<Value>(name: Task['name'], seed: number, setup = TWO): Promise<Value> {
      const number = asked++;
      return new Promise((resolve, reject) => {
        worker.addEventListener('error', ({ message }) => reject(new Error(`worker failed: ${message}`)));
        worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
          if (data.number !== number) return;
          if (data.error === undefined) resolve(data.value as Value);
          else reject(new Error(data.error));
        });
        worker.postMessage({ number, name, seed, ...setup, ...(port && { port }) }, port ? [port] : []);
        port = undefined;
      });
    },
  };
}

/** Asks in a worker. @param lent whether the page lends workers, else they are nested */
async function reportFromWorker(seed: number, setup: Setup, lent = false): Promise<Report> {
  const { worker, ask } = startEngineWorker(lent);
  try {
    return await ask<Report>('report', seed, setup);
  } finally {
    worker.terminate();
  }
}

/** Asks in one worker, with one port: two engines at once, then one more. */
async function reportsFromOnePort(seed: number): Promise<Report[]> {
  const { worker, ask } = startEngineWorker(true);
  const both = await Promise.all([ask<Report>('report', seed), ask<Report>('report', seed)]);
  const reports = [...both, await ask<Report>('report', seed)];
  worker.terminate();
  return reports;
}

/** Runs `work` while `make` makes the page's workers. */
async function whileMaking<T>(
  make: (address: string | URL, options?: WorkerOptions) => Worker,
  work: () => Promise<T>,
): Promise<T> {
  const { Worker } = globalThis;
  globalThis.Worker = new Proxy(Worker, { construct: (_, [address, options]) => make(address, options) });
  try {
    return await work();
  } finally {
    globalThis.Worker = Worker;
  }
}

/** Lends workers, the first of which dies while it is asked. */
async function killLent(how: 'throw' | 'terminate', seed: number): Promise<Replacement> {
  const { Worker } = globalThis;
  const { worker, ask } = startEngineWorker(true);
  const lent: Worker[] = [];
  const make = (address: string | URL, options?: WorkerOptions) => {
    const isBroken = how === 'throw' && lent.length === 0;
    const next = isBroken
      ? new Worker(new URL('./brokenWorker.ts', import.meta.url), { type: 'module' })
      : new Worker(address, options);
    lent.push(next);
    return next;
  };
  return whileMaking(make, async () => {
    await ask('hold', seed);
    if (how === 'terminate') lent[0].terminate();
    return ask<Replacement>('askUntilReplaced', seed).finally(() => worker.terminate());
  });
}

/** Lends workers whose file is missing. @param blobs whether blobs start @returns threads, or what it rejects with */
async function lendWithoutFile(blobs: boolean): Promise<number | string> {
  const { Worker } = globalThis;
  const { worker, ask } = startEngineWorker(true);
  const make = (address: string | URL, options?: WorkerOptions) => {
    if (String(address).startsWith('blob:')) {
      if (!blobs) throw new Error('no blobs');
      return new Worker(address, options);
    }
    return new Worker('./nowhere.js', options);
  };
  const info = whileMaking(make, () => ask<EngineInfo>('hold', 1));
  return info.then(({ threads }) => threads, String).finally(() => worker.terminate());
}

/** The worker with an engine of lent workers ends. @returns lent workers before, and 0 when all of them have ended */
async function endBorrower(how: 'terminate' | 'close'): Promise<[number, number]> {
  const { worker, ask } = startEngineWorker(true);
  await ask<EngineInfo>('hold', 1);
  const before = await lives();
  if (how === 'terminate') worker.terminate();
  else void ask('close', 1);
  const deadline = performance.now() + 60_000;
  let after = before;
  while (after > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    after = await lives();
  }
  return [before, after];
}

/** Workers of engines that have not ended: each holds a lock. */
async function lives(): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('hullstorm-') && !name.endsWith('-need')).length;
}

export const borrowing = { reportFromWorker, reportsFromOnePort, killLent, lendWithoutFile, endBorrower, lives };
