/** Gives a thread of Node the scope that the worker of browsers expects. `spawn.node.ts` has the same as text. */
import { parentPort } from 'node:worker_threads';

const scope: Record<string, unknown> = globalThis;
scope.addEventListener = (_: string, listener: (event: { data: unknown }) => void) =>
  parentPort!.on('message', (data) => listener({ data }));
scope.postMessage = (message: unknown, transfer: Transferable[]) => parentPort!.postMessage(message, transfer as never);
