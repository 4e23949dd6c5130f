/** comlink ships this module's types beside a file name that TypeScript does not look at. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { MessagePort, Worker } from 'node:worker_threads';
  import type { Endpoint } from 'comlink';

  export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
