/**
 * The interface of a library in the benchmark, and of its results. One file per library implements `Peer`.
 *
 * `setup` creates shapes and sets transforms, and is not measured. A query runs the first `count` pairs one after the
 * other, in the fastest way that the library offers, and writes its results. The measured time is that of this call.
 */
import { readFileSync } from 'node:fs';
import type { Workload } from '../workloads.ts';

export const QUERIES = ['intersect', 'distance', 'depth', 'signed', 'contacts'] as const;
export type Query = (typeof QUERIES)[number];

/** For `contacts`: pairs farther apart need no points (m). */
export const CONTACT_MARGIN = 0.02;
/** Most judged points of a pair. */
export const MAX_POINTS = 4;

/** The result rows of a query, one per pair. Allocated once per workload. World frame, meters. */
export interface Answers {
  /** 1 = the pair overlaps. Every query writes it. */
  readonly overlap: Uint8Array;
  /**
   * `distance`: the gap, 0 for an overlap. `depth`: minus the depth of an overlap; rows without overlap are not read.
   * `signed`: the gap, or minus the depth.
   */
  readonly distance: Float32Array;
  /**
   * `depth` and `contacts`, and overlaps of `signed`: unit normal from A to B, 3 per pair. Moving B by depth · normal
   * separates the pair.
   */
  readonly normal: Float32Array;
  /** `distance` and `signed`: witness points of separate pairs, 3 per pair. */
  readonly pointA: Float32Array;
  readonly pointB: Float32Array;
  /** `contacts` only: number of points, at most MAX_POINTS. Peers that write it need not write `overlap`. */
  readonly pointCount: Uint8Array;
  /** `contacts` only, 4 × MAX_POINTS per pair: a point on A or between both shapes, and its signed separation. */
  readonly points: Float32Array;
}

export type RunQuery = (out: Answers, count: number) => void;

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Notes under the tables, for the interpretation of the numbers. */
  readonly notes?: readonly string[];
  /** Most pairs of a query, for libraries that would take minutes; 0: the library cannot do this workload. */
  maxPairs?(workload: Workload): number;
  /** Whether the library has no such query for the shapes of this workload. */
  lacks?(workload: Workload, query: Query): boolean;
  /** Pairs that one run answers, if they are not the requested ones. Times are per pair of these. */
  answeredPairs?(workload: Workload): number;
  setup(workload: Workload): void | Promise<void>;
  /** Not measured, before each round: drops all caches of the last round. */
  reset?(): void;
  /** Undefined: the library has no such query. */
  intersect?: RunQuery;
  distance?: RunQuery;
  depth?: RunQuery;
  signed?: RunQuery;
  contacts?: RunQuery;
  /** Time of the last run (ns) by the library's own clock, for a stage that has no call of its own. */
  ownClock?(): number;
  /** Not measured, once per query: for libraries whose results are in tables of their own. */
  collect?(query: Query, out: Answers, count: number): void;
  /** Frees everything of `setup`. Called after each workload. */
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

/** Clears the rows, so that no result of the last query counts for this one. */
export function clearAnswers(out: Answers): void {
  out.overlap.fill(255);
  out.pointCount.fill(0);
  for (const column of [out.distance, out.normal, out.pointA, out.pointB, out.points]) column.fill(Number.NaN);
}

/**
 * Imports a package of `bench/peers/package.json`. The name is a value, not a literal, so that `tsc` passes where the
 * peers are not installed. Each adapter declares the part of the package that it calls.
 */
export async function importPeer<T>(packageName: string): Promise<T> {
  return (await import(packageName)) as T;
}

export function installedVersion(packageName: string): string {
  const file = new URL(`./node_modules/${packageName}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
