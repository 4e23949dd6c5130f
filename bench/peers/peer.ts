/**
 * What one library must offer to be measured, and what it must write. One file per library implements `Peer`.
 *
 * `setup` builds shapes and sets transforms, untimed. A query runs the first `count` pairs one after the other, in the
 * fastest way the library's users can reach, and writes its answers: that call is what the clock sees.
 */
import { readFileSync } from 'node:fs';
import type { Workload } from '../workloads.ts';

export const QUERIES = ['intersect', 'distance', 'depth', 'contacts'] as const;
export type Query = (typeof QUERIES)[number];

/** `contacts`: pairs farther apart than this need no points (m). */
export const CONTACT_MARGIN = 0.02;
/** Most points of a pair that are judged. */
export const MAX_POINTS = 4;

/** Rows that a query writes, one per pair; allocated once per workload. World frame, metres. */
export interface Answers {
  /** 1 when the pair overlaps. Every query writes it. */
  readonly overlap: Uint8Array;
  /** `distance`: the gap, 0 when overlapping. `depth`: minus the depth of an overlap; separated rows are not read. */
  readonly distance: Float32Array;
  /** `depth` and `contacts`: unit normal from A to B, 3 per pair; moving B by depth · normal separates. */
  readonly normal: Float32Array;
  /** `distance` only: witness points of separated pairs, 3 per pair. */
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  /** `contacts` only: points of the pair, at most MAX_POINTS. Peers that write it need not write `overlap`. */
  readonly pointCount: Uint8Array;
  /** `contacts` only, 4 × MAX_POINTS per pair: a point on A, or between the two, and its signed separation. */
  readonly points: Float32Array;
}

export type RunQuery = (out: Answers, count: number) => void;

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Shown under the tables: what a reader must know to judge the numbers. */
  readonly notes?: readonly string[];
  /** Most pairs to ask about, for libraries so slow that a full round would take minutes; 0: cannot do this workload. */
  maxPairs?(workload: Workload): number;
  /** Pairs that one run answers, where those are not the ones asked about: times are per pair of these. */
  answeredPairs?(workload: Workload): number;
  setup(workload: Workload): void | Promise<void>;
  /** Untimed, before each round: forget what the last round taught. */
  reset?(): void;
  /** Undefined: the library has no such query. */
  intersect?: RunQuery;
  distance?: RunQuery;
  depth?: RunQuery;
  contacts?: RunQuery;
  /** ns that the last run took by the library's own clock, where it keeps one of a stage that cannot be called by itself. */
  ownClock?(): number;
  /** Untimed, once per query: for libraries that leave their answers in tables of their own. */
  collect?(query: Query, out: Answers, count: number): void;
  /** Frees what `setup` made; called after each workload. */
  dispose(): void | Promise<void>;
}

export function makeAnswers(pairCount: number): Answers {
  return {
    overlap: new Uint8Array(pairCount),
    distance: new Float32Array(pairCount),
    normal: new Float32Array(3 * pairCount),
    pointA: new Float32Array(3 * pairCount),
    pointB: new Float32Array(3 * pairCount),
    pointCount: new Uint8Array(pairCount),
    points: new Float32Array(4 * MAX_POINTS * pairCount),
  };
}

/** So that an answer left over from the last query is never taken for one of this query. */
export function clearAnswers(out: Answers): void {
  out.overlap.fill(255);
  out.pointCount.fill(0);
  for (const column of [out.distance, out.normal, out.pointA, out.pointB, out.points]) column.fill(Number.NaN);
}

/** A manifold of which only the separations are read: a peer that leaves its points in a world of its own. */
export function writeSeparations(out: Answers, p: number, separations: number[]): void {
  separations.sort((a, b) => a - b);
  out.pointCount[p] = separations.length;
  for (let k = 0; k < Math.min(separations.length, MAX_POINTS); k++) {
    out.points[4 * (MAX_POINTS * p + k) + 3] = separations[k];
  }
}

/**
 * Imports a package that only `bench/peers/package.json` knows. The name is a value, not a literal, so that `tsc` passes
 * where the peers are not installed; each adapter declares the part of the package that it calls.
 */
export async function importPeer<T>(packageName: string): Promise<T> {
  return (await import(packageName)) as T;
}

export function installedVersion(packageName: string): string {
  const file = new URL(`./node_modules/${packageName}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
