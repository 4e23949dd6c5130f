/** What the benchmarks of rays and casts share: which one is asked for, libraries that load, and their times. */
import { parseArgs } from 'node:util';
import { reasonOf } from './command.ts';

/** Whether `--only` has one name, that of a bench of its own. */
export function asksFor(argv: readonly string[], name: string): boolean {
  const { values } = parseArgs({ args: argv.slice(2), options: { only: { type: 'string' } }, strict: false });
  return values.only === name;
}

/** The libraries that load. */
export async function loadPeers<P>(
  makers: readonly (() => P)[],
  setUp: (peer: P) => Promise<void> | void,
): Promise<P[]> {
  const peers: P[] = [];
  for (const make of makers) {
    try {
      const peer = make();
      await setUp(peer);
      peers.push(peer);
    } catch (error) {
      console.error(`${make.name}: left out: ${reasonOf(error)}`);
    }
  }
  return peers;
}

/**
 * Runs the libraries in turn. The order rotates.
 * @returns the least CPU time of each (ns)
 */
export function leastTimes(count: number, rounds: number, run: (peer: number) => void): number[] {
  const least = Array.from({ length: count }, () => Infinity);
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < count; turn++) {
      const at = (turn + round + 1) % count;
      const begin = process.cpuUsage();
      run(at);
      const { user, system } = process.cpuUsage(begin);
      if (round >= 0) least[at] = Math.min(least[at]!, 1000 * (user + system));
    }
  }
  return least;
}
