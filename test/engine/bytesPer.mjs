const isDeep = process.env.HULLSTORM_DEEP === '1';
/** Odd, for the median. */
const ROUNDS = isDeep ? 5 : 3;
const CALLS = 100;
/** Calls before the first count; each further count comes after twice as many. */
const WARM_UP = 200;
/** Fewer where V8 compiles early (probe.ts): a process that has not settled by then never does. */
const COUNTS = isDeep ? 9 : 6;
/** Bytes of one number on the heap: a map word and the number. The smallest thing that V8 allocates for a call. */
export const NUMBER = 16;

const heapUsed = () => process.memoryUsage().heapUsed;
// compiled before the first count
for (let k = 0; k < 2000; k++) heapUsed();

/** Bytes per call: the median over rounds. The young generation is far larger than a round: nothing is collected. */
function count(call) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc({ type: 'minor' });
    // what the two readings cost themselves
    const idle = heapUsed();
    const before = heapUsed();
    for (let k = 0; k < CALLS; k++) call(k);
    const after = heapUsed();
    rounds.push((after - before - (before - idle)) / CALLS);
  }
  return rounds.sort((p, q) => p - q)[ROUNDS >> 1];
}

/**
 * Bytes per call of each of `calls`, by label. They warm up together, so that V8 compiles shared functions for all of them.
 * A count above `most` is repeated after a longer warm-up: code that V8 has not compiled yet keeps numbers on the heap.
 */
export function bytesPer(calls, most = 0) {
  const found = {};
  const warmUp = (some, times) => {
    for (let k = 0; k < times; k++) for (const call of some) call(k);
  };
  warmUp(Object.values(calls), WARM_UP);
  for (const [label, call] of Object.entries(calls)) {
    let least = Infinity;
    for (let k = 1; k <= COUNTS && !(least < most + 1); k++) {
      if (k > 1) warmUp([call], WARM_UP << k);
      least = Math.min(least, count(call));
    }
    found[label] = least;
  }
  return found;
}
