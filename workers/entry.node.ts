import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { createQueryWorker } from './queryWorker.ts';

// Node sends an event for every death: no lock is needed.
const worker = createQueryWorker(async () => {});

// Last statement, with no await before it: a call that arrives before expose() may be lost.
expose(worker, nodeEndpoint(parentPort!));
