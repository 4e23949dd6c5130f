/**
 * A query worker that dies at a chosen moment, for tests.
 *
 *   workerData.moment  'claimed'  it has claimed a block and computed nothing of it
 *                      'computed' it has computed a block and not marked it as finished
 *                      'booked'   it has finished blocks and not booked them
 *   workerData.block   1 = at its first block (booking), 2 = at its second …
 *   workerData.how     'exit', 'throw', 'memory' (needs resourceLimits), 'loop' for ever, or 'hold': it counts itself in `held` and waits
 *                      for ever
 */
import { workerData } from 'node:worker_threads';

const { moment, block, how, held } = workerData;

function die() {
  if (how === 'exit') process.exit(7);
  while (how === 'loop');
  if (how === 'throw') throw new Error('planted');
  if (how === 'hold') {
    add(held, 0, 1);
    Atomics.wait(held, 1, 0);
  }
  const hoard = [];
  for (;;) hoard.push(new Array(100_000).fill(hoard.length));
}

let reached = 0;
const { compareExchange, store, add } = Atomics;
Atomics.compareExchange = (words, at, expected, value) => {
  const found = compareExchange(words, at, expected, value);
  if (found === expected && moment === 'claimed' && ++reached === block) die();
  return found;
};
Atomics.store = (words, at, value) => {
  // bytes are the marks of finished blocks
  if (words instanceof Uint8Array && moment === 'computed' && ++reached === block) die();
  return store(words, at, value);
};
Atomics.add = (words, at, value) => {
  if (moment === 'booked' && ++reached === block) die();
  return add(words, at, value);
};

await import('hullstorm/worker');
