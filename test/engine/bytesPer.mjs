/** Odd, for the median. */
const ROUNDS = 5;
const QUERIES = 100;

/** Bytes per call of `call`, after `warmUp` calls: the median over rounds. The young generation is far larger than a round: nothing is collected. */
export function bytesPer(call, warmUp) {
  for (let k = 0; k < warmUp; k++) call(k);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc();
    // what the two readings cost themselves
    const idle = process.memoryUsage().heapUsed;
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < QUERIES; k++) call(k);
    const after = process.memoryUsage().heapUsed;
    rounds.push((after - before - (before - idle)) / QUERIES);
  }
  return rounds.sort((p, q) => p - q)[ROUNDS >> 1];
}
