/**
 * Lent workers: a page makes the workers of an engine that runs in a worker. In Firefox a worker that makes workers
 * itself may block for good (docs/decisions/lent-workers.md); a page never does.
 *
 * Calls go through a port between the engine and its worker. The page takes part at the start and at the end only.
 */
import { fail } from '../src/errors.ts';
import type { WorkerHandle, WorkerSource } from '../src/schedule/protocol.ts';
import { sourceOf } from './sourceOf.ts';
import { makeHandle, onFailure, workerScripts } from './spawn.web.ts';

/** The message of an engine that needs a worker. */
interface Loan {
  /** Index of the page's `workerScripts`. */
  readonly script: number;
  /**
   * Name of a lock that the engine's thread holds as long as it needs the worker. The browser releases it when that
   * thread ends.
   */
  readonly need: string;
  /** The worker exposes its functions there. */
  readonly api: MessagePort;
  /** The page sends there why the worker failed. */
  readonly failures: MessagePort;
}

/** The page's side. @returns the port of the borrower */
export function lend(): MessagePort {
  if (typeof document === 'undefined') fail('lendWorkers', 'a page', 'a worker');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<Loan>) => void startLent(data);
  return port2;
}

/** Starts a worker, and ends it when it is needed no more. */
async function startLent({ script, need, api, failures }: Loan): Promise<void> {
  const tell = (reason: string) => failures.postMessage(reason);
  let worker: Worker | undefined;
  try {
    const start = await workerScripts()[script].prepare();
    worker = start();
    onFailure(worker, tell);
    worker.postMessage(api, [api]);
    await navigator.locks.request(need, () => {});
  } catch (cause) {
    tell(`it failed: ${(cause as Error).message}`);
  } finally {
    worker?.terminate();
  }
}

/** The engine's side: sources of workers that the page makes, in the order to try. */
export function lentSources(port: MessagePort): readonly WorkerSource[] {
  return workerScripts().map(({ name }, script) =>
    sourceOf(
      `${name} of the page`,
      () => () => script,
      (_, ran) => borrow(port, script, ran),
    ),
  );
}

function borrow(port: MessagePort, script: number, ran: () => void): WorkerHandle {
  const api = new MessageChannel();
  const failures = new MessageChannel();
  let giveBack = () => {};
  const returned = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  const { handle, die } = makeHandle(api.port1, ran, () => {
    giveBack();
    api.port1.close();
    failures.port1.close();
  });
  failures.port1.onmessage = ({ data }: MessageEvent<string>) => die(data);
  const loan: Loan = { script, need: `${handle.life}-need`, api: api.port2, failures: failures.port2 };
  const holdNeed = async () => {
    await navigator.locks.request(loan.need, () => {
      port.postMessage(loan, [loan.api, loan.failures]);
      return returned;
    });
  };
  holdNeed().catch((cause: Error) => die(`it failed: ${cause.message}`));
  return handle;
}
