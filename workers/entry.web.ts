import { expose } from 'comlink';
import { createQueryWorker } from './queryWorker.ts';

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

// Last statement, with no await before it: a call that arrives before expose() may be lost.
expose(createQueryWorker(holdLife));
