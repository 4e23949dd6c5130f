import { expose } from 'comlink';
import { createQueryWorker } from './queryWorker.ts';

/** A lock is let go of by the browser when its holder dies, also by `terminate()`, of which no event tells. */
async function holdLife(life: string): Promise<void> {
  // no lock for a thread of Node (spawn.node.ts)
  if (!life || !navigator.locks) return;
  await new Promise<void>((held) => {
    void navigator.locks.request(life, () => {
      held();
      return new Promise<never>(() => {});
    });
  });
}

// Last statement, nothing awaited before it: a call that arrives before expose() may be lost.
expose(createQueryWorker(holdLife));
