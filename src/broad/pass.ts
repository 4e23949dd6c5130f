/** A pass of a query: a function over a range of items, which all threads share. */
import type { TableLayout } from '../memory/columns.ts';
import type { Frame } from '../tables/frame.ts';
import type { PairTable } from '../tables/pairTable.ts';
import type { WideNear } from './around.ts';
import type { BroadKernel } from './broadKernel.ts';
import type { ClosestSearch } from './closest.ts';
import type { MoverKernel, PlacedKernel } from './placedKernel.ts';
import type { RayScratch } from './rays/rayScratch.ts';
import type { BroadScratch } from './scratch.ts';

/** Casts pairs (narrow/castRunner.ts). */
export interface CastKernel {
  /** Casts pairs [begin, end) of a list, both of which move, and writes their results. */
  castPairs(ids: Uint32Array, begin: number, end: number): void;
  /**
   * Begins cast k of a list: the probe in `row`. Writes its result, without a hit so far.
   * @returns whether it can be cast
   */
  beginShape(k: number, row: number): boolean;
  /** Casts it against the colliders in the tree on `search.sweep`. */
  castSwept(search: BroadScratch, probe: number, mask: number, ignored: number): void;
  /** Casts it against a collider, and writes its result if that is met earlier, or as early and its id is smaller. */
  castAgainst(collider: number): void;
}

/** The tables and scratch memory of the passes of one thread. */
export interface PassTools {
  readonly frame: Frame;
  /** Writes the bounds of rows [begin, end), colliders or probes. @returns the number of rows with an invalid pose */
  writeBounds(this: void, begin: number, end: number): number;
  readonly broad: BroadKernel;
  readonly search: BroadScratch;
  /** Undefined with the scalar kernel. */
  readonly near: WideNear | undefined;
  /** Undefined in planar scenes, which have no probes. */
  readonly placed: PlacedKernel | undefined;
  /** Undefined in planar scenes. */
  readonly closest: ClosestSearch | undefined;
  /** Undefined in planar scenes. */
  separator?: MoverKernel;
  /** Undefined in planar scenes. */
  readonly castKernel: CastKernel | undefined;
  readonly rays: RayScratch;
}

/** A pure function of tables: a block of a dead worker runs again. */
export interface Pass {
  readonly name: string;
  /** Runs items [begin, end), block number `block` of the stage. @param pairs of the list of the query */
  run(tools: PassTools, block: number, begin: number, end: number, pairs: PairTable): void;
}

/**
 * What threads know of a query: its passes, and its tables in the memory.
 * @typeParam Capacity the capacities that the tables depend on: its own, and those of others
 */
export interface Search<Capacity extends object = object> {
  readonly passes: readonly Pass[];
  /** The table that it alone reads and writes: `ownTable` finds it. */
  readonly table?: TableLayout<Capacity, object>;
  /** Bytes of its other tables together. Pure: every thread computes the same. */
  bytes?(capacity: Capacity): number;
  /** These tables, at `byteOffset` of the memory. */
  bind?(buffer: ArrayBufferLike, byteOffset: number, capacity: Capacity): Partial<Frame>;
  /** Most items of one of its stages. */
  mostItems?(capacity: Capacity): number;
}

/** The number of a pass in a stage (queries/searchList.ts). */
export type PassNumbers = (pass: Pass) => number;

/** A pass over items, as a part of a query. */
export interface Stage {
  /** Number of its pass. */
  readonly pass: number;
  /** Items per block. */
  readonly blockRows: number;
  /** Prepares the pass. @returns its items; 0 skips the stage in this call */
  prepare(): number;
}

/** Work of the calling thread. @returns the stage to go back to, or nothing to continue */
export type Step = (() => void) | (() => Stage | undefined);
