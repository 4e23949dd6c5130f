/**
 * Keeps the process alive while asynchronous queries are pending (Node). Workers cannot: when all of them die, nothing
 * else may be left for the event loop, and the process would end in the middle of a query.
 */

/** The longest time of a timer (ms). */
const LONGEST = 2 ** 31 - 1;

/** A timer of Node. Those of browsers are numbers: no page ends because nothing is left to do. */
interface Holder {
  ref(): unknown;
  unref(): unknown;
}

/** Engines with pending queries. */
let holds = 0;
/** Made by the first hold, for all engines. `ref` takes less time than a new timer per query. */
let holder: Holder | undefined;
let isMade = false;

/** To be called once per `letProcessEnd`. */
export function holdProcess(): void {
  if (holds++ > 0) return;
  if (!isMade) {
    isMade = true;
    const timer: unknown = setInterval(() => {}, LONGEST);
    if (typeof timer === 'object') holder = timer as Holder;
    else clearInterval(timer as number);
  }
  holder?.ref();
}

/** Ends a hold: the process may end as far as this engine is concerned. */
export function letProcessEnd(): void {
  if (--holds === 0) holder?.unref();
}
