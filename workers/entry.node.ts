import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { createQueryWorker } from './queryWorker.ts';

// Node tells of every death by an event: no lock is needed.
const worker = createQueryWorker(async () => {});

// Last statement, nothing awaited before it: a call that arrives before expose() may be lost.
expose(worker, nodeEndpoint(parentPort!));
