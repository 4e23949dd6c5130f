/**
 * The table of broad phases: the settled heap of 5,000 cuboids, with all candidate pairs. Every pose moves before every
 * call (motion.ts). Times are per body. Libraries take turns, as in main.ts.
 *
 * There are two motions: most engines keep enlarged boxes, and do almost nothing while a body stays inside of its own.
 */
import { makeWorkload } from '../workloads.ts';
import { makeMotion } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { printLines } from './tables.ts';

/** The result of one library. */
export interface BroadPhase {
  readonly name: string;
  readonly version: string;
  /** ns per body, per motion. */
  readonly rounds: readonly (readonly number[])[];
  readonly medians?: readonly number[];
  /** Pairs found at the poses of the workload. */
  readonly pairs?: number;
  readonly includes: string;
  /** Why there is no number. */
  readonly reason?: string;
}

/** Calls per round: one takes a few ms. */
const CALLS = 5;
/** Motion of every pose between calls, in parts of its size, and rad. */
const STEPS = [0.01, 0.1] as const;
const WARM_UP_CALLS = 20;

interface Turn {
  readonly finder: PairFinder;
  readonly rounds: readonly number[][];
  pairs?: number | undefined;
  reason?: string;
}

/** @param quiet whether nothing is printed */
export async function measureFinders(
  finders: readonly PairFinder[],
  rounds: number,
  quiet: boolean,
): Promise<BroadPhase[]> {
  const workload = makeWorkload('settled', Number.POSITIVE_INFINITY);
  const turns: Turn[] = finders.map((finder) => ({ finder, rounds: STEPS.map(() => []) }));
  const motions = STEPS.map((step) => turns.map(() => makeMotion(workload, step)));
  for (const turn of turns) await attempt(turn, () => turn.finder.setup(workload));
  for (const [s, movers] of motions.entries()) {
    for (let round = -1; round < rounds; round++) {
      for (let k = 0; k < turns.length; k++) {
        const at = (k + round + 1) % turns.length;
        const turn = turns[at];
        if (turn.reason) continue;
        await attempt(turn, () => {
          const times = Array.from({ length: round < 0 ? WARM_UP_CALLS : CALLS }, () => {
            turn.finder.move(movers[at].next());
            const begin = process.hrtime.bigint();
            turn.finder.find();
            const ns = Number(process.hrtime.bigint() - begin);
            return (turn.finder.ownClock?.() ?? ns) / workload.colliderCount;
          });
          if (round >= 0) turn.rounds[s].push(middle(times));
        });
      }
    }
  }
  for (const turn of turns) {
    if (turn.reason) continue;
    await attempt(turn, () => {
      turn.finder.move(workload);
      turn.finder.find();
      turn.pairs = turn.finder.count?.();
    });
    await attempt(turn, () => turn.finder.dispose());
  }
  const results = turns.map(({ finder: { name, version, includes }, rounds: times, pairs, reason }) => ({
    name,
    version,
    includes,
    rounds: times,
    ...(!reason && { medians: times.map(middle) }),
    ...(pairs !== undefined && { pairs }),
    ...(reason && { reason }),
  }));
  if (!quiet) printBroadPhases(results, workload.colliderCount);
  return results;
}

async function attempt(turn: Turn, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    turn.reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    for (const times of turn.rounds) times.length = 0;
  }
}

function printBroadPhases(results: readonly BroadPhase[], bodies: number): void {
  const base = results[0]?.name === 'hullstorm' ? results[0].medians : undefined;
  const lines = results.map(({ name, version, medians, pairs, reason }) => {
    const times = STEPS.map((_, s) => {
      if (!medians) return '–';
      const ratio = base && name !== 'hullstorm' ? ` (${(medians[s] / base[s]).toPrecision(2)})` : '';
      return `${Math.round(medians[s])}${ratio}`;
    });
    return [`${name} ${version}`, ...times, `${pairs ?? '–'}`, reason ?? ''];
  });
  const table = [['', ...STEPS.map((step) => `moved ${100 * step} %`), 'pairs', ''], ...lines];
  console.log(
    `\nbroad phase, settled heap of ${bodies} cuboids, every pose moved before each call: ns per body (× hullstorm)`,
  );
  printLines(table);
  console.log('');
  for (const { name, includes } of results) console.log(`${name}: ${includes}`);
}

function middle(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
