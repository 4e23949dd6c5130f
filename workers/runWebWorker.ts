/** The worker of browsers: the entry file calls it, and the worker of `hullstorm.min.js`, which is that file itself. */
import { expose } from 'comlink';
import { createQueryWorker, type WorkerCode } from './queryWorker.ts';

/**
 * Holds a lock as long as the worker lives. The browser releases it when the worker dies, also by `terminate()`, which
 * sends no event.
 */
async function holdLife(life: string): Promise<void> {
  // threads of Node take no lock (spawn.node.ts)
  if (!life || !navigator.locks) return;
  await new Promise<void>((held) => {
    void navigator.locks.request(life, () => {
      held();
      return new Promise<never>(() => {});
    });
  });
}

/** To be called at once, with no await before it: a call of the engine that arrives earlier may be lost. */
export function runWebWorker(code: WorkerCode): void {
  const worker = createQueryWorker(holdLife, code);
  // a lent worker gets a port to its engine as its first message (lend.web.ts)
  addEventListener('message', ({ data }) => {
    if (data instanceof MessagePort) expose(worker, data);
  });
  expose(worker);
}
