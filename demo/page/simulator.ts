/** The page's interface to the worker that simulates. One request at a time. */
import { lendWorkers } from 'hullstorm';
import { STANDING } from '../../scenes/character.ts';
import {
  type Answer,
  buffersOf,
  type Failed,
  type Orders,
  type Poses,
  type Ran,
  type Request,
  type Started,
} from './protocol.ts';
import type { Settings } from './settings.ts';

export interface Simulator {
  /** Replaces the world by a new one. @throws Error with the worker's message */
  start(settings: Settings): Promise<Started>;
  /** Shoots, then steps. @param used copied poses that may be overwritten @throws Error with the worker's message */
  run(steps: number, orders?: Partial<Orders>, used?: Poses, withChecksum?: boolean): Promise<Ran>;
  close(): void;
}

export function createSimulator(): Simulator {
  const worker = new Worker(new URL('./simulationWorker.ts', import.meta.url), { type: 'module' });
  const port = lendWorkers();
  worker.postMessage(port, [port]);
  let waiting: { resolve(answer: Exclude<Answer, Failed>): void; reject(error: Error): void } | undefined;
  let broken: Error | undefined;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    if (data.type === 'failed') reject?.(new Error(data.message));
    else resolve?.(data);
  };
  worker.onerror = ({ message }) => {
    broken = new Error(`simulation worker failed: ${message || 'its script could not be loaded'}`);
    waiting?.reject(broken);
    waiting = undefined;
  };

  function ask<A extends Answer>(request: Request, transfer: Transferable[] = []): Promise<A> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      waiting = { resolve: resolve as (answer: Answer) => void, reject };
      worker.postMessage(request, transfer);
    });
  }

  return {
    start: (settings) => ask<Started>({ type: 'start', settings }),
    run(steps, given = {}, used = undefined, withChecksum = false) {
      const orders = { shots: [], walk: STANDING, look: undefined, withContacts: false, ...given };
      return ask<Ran>({ type: 'run', steps, orders, used, withChecksum }, used ? buffersOf(used) : []);
    },
    close: () => worker.terminate(),
  };
}
