/** Times one query of all libraries in turns. */
import type { Workload } from '../workloads.ts';
import { progress, reasonOf } from './command.ts';
import { type Answers, clearAnswers, makeAnswers, type Peer, type Query } from './peer.ts';

const WARM_UP_NS = 0.2e9; // small workloads need more than one pass before V8 has compiled all of it

export interface Measured {
  readonly peer: Peer;
  readonly answers: Answers;
  readonly pairs: number;
  /** Times (ns per pair); empty if there is a reason instead. */
  readonly rounds: number[];
  reason?: string;
}

/** Whether the library has this query for the shapes of the workload. */
export function has(peer: Peer, workload: Workload, query: Query): boolean {
  return peer[query] !== undefined && !peer.lacks?.(workload, query);
}

/** Runs one query on all peers that have it, in turns. A peer that throws takes no further part. */
export function measure(peers: readonly Peer[], workload: Workload, query: Query, rounds: number): Measured[] {
  const all: Measured[] = peers
    .filter((peer) => has(peer, workload, query))
    .map((peer) => ({
      peer,
      answers: makeAnswers(workload.pairCount),
      pairs: Math.min(workload.pairCount, peer.maxPairs?.(workload) ?? workload.pairCount),
      rounds: [],
    }));
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const entry = all[(turn + round + 1) % all.length];
      if (entry.reason) continue;
      progress(`${workload.name} ${query} round ${round + 1}/${rounds} ${entry.peer.name}`);
      try {
        const begin = process.hrtime.bigint();
        const ns = timed(entry, query);
        if (round >= 0) entry.rounds.push(ns / (entry.peer.answeredPairs?.(workload) ?? entry.pairs));
        else while (Number(process.hrtime.bigint() - begin) < WARM_UP_NS) timed(entry, query);
        if (round === rounds - 1) entry.peer.collect?.(query, entry.answers, entry.pairs);
      } catch (error) {
        entry.reason = `${query} failed: ${reasonOf(error)}`;
        entry.rounds.length = 0;
      }
    }
  }
  progress('');
  return all;
}

/** Time of one pass (ns). */
function timed({ peer, answers, pairs }: Measured, query: Query): number {
  clearAnswers(answers);
  peer.reset?.();
  const start = process.hrtime.bigint();
  peer[query]!(answers, pairs);
  const ns = Number(process.hrtime.bigint() - start);
  return peer.ownClock?.() ?? ns;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
