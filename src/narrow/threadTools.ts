/** What the passes of queries use on one thread: tables, kernels and scratch memory. */
import { boundsRows } from '../broad/bounds/bounds.ts';
import type { BroadKernel } from '../broad/broadKernel.ts';
import type { BroadTools, Pass } from '../broad/pass.ts';
import type { PlacedKernel } from '../broad/placedKernel.ts';
import { type BroadScratch, createBroadScratch } from '../broad/scratch.ts';
import type { TableLayout } from '../memory/columns.ts';
import { sceneGeometry } from '../shapes/cores/list.ts';
import { QueryTables } from '../tables/boundTables.ts';
import { isPlanar } from '../tables/colliderTable.ts';
import type { Frame } from '../tables/frame.ts';
import { Parts } from './parts.ts';
import { PlacedPairs } from './placedPairs.ts';
import { RowRunner } from './rowRunner.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { WideKernel } from './wideKernel.ts';

type Rows = (begin: number, end: number) => void;

/** Computes rows of the list of the query in planar scenes (dim2/rows). */
export interface PlanarKernel {
  readonly intersect: Rows;
  readonly distance: Rows;
  readonly contacts: Rows;
  /** As `BroadTools.writeBounds`. */
  readonly writeBounds: (begin: number, end: number) => number;
}

/** A pass of a query. */
export type QueryPass = Pass<ThreadTools>;

/** The value of a capacity that the caller does not set. */
export interface CapacityDefault {
  readonly default: number;
  /** Another capacity, which the default does not exceed. */
  readonly atMost?: string;
}

/**
 * What threads know of a query: its passes, and its tables in the memory.
 * @typeParam Capacity the capacities that the tables depend on: its own, and those of others
 */
export interface Search<Capacity extends object = object> {
  readonly name: string;
  /** Its own capacities, by their names in `EngineCapacity`. */
  readonly capacity?: Readonly<Record<string, CapacityDefault>>;
  readonly passes: readonly QueryPass[];
  /** Searches whose tables or passes it uses, besides those that every engine has. */
  readonly needs?: readonly Search<never>[];
  /** The table that it alone reads and writes: `ownTable` finds it. */
  readonly table?: TableLayout<Capacity, object>;
  /** Bytes of its other tables together. Pure: every thread computes the same. */
  bytes?(capacity: Capacity): number;
  /** These tables, at `byteOffset` of the memory. */
  bind?(buffer: ArrayBufferLike, byteOffset: number, capacity: Capacity): Partial<Frame>;
  /** Most items of one of its stages. */
  mostItems?(capacity: Capacity): number;
}

export class ThreadTools implements BroadTools {
  readonly frame: Frame;
  readonly broad: BroadKernel;
  readonly kernels: ThreadKernels;
  readonly writeBounds: BroadTools['writeBounds'];
  /** The tables of the current query. */
  readonly tables: QueryTables;
  readonly search: BroadScratch;
  /** Rows of lists. Undefined in planar scenes, whose passes do not ask. */
  readonly rows!: RowRunner;
  /** The thread's wide kernel, if the engine runs on one. */
  readonly wide: WideKernel | undefined;
  /** Undefined in scenes of space. */
  readonly planar: PlanarKernel | undefined;
  readonly thread: number;
  readonly #parts = new Parts<ThreadTools>();
  #placed: PlacedKernel | undefined;

  /** @param planarKernel of planar scenes */
  constructor(
    frame: Frame,
    thread: number,
    kernels: ThreadKernels,
    planarKernel?: (frame: Frame, tables: QueryTables) => PlanarKernel,
  ) {
    this.frame = frame;
    this.kernels = kernels;
    this.broad = kernels.broad;
    this.wide = kernels.wide;
    this.search = createBroadScratch(kernels.wide?.searches.castSweep);
    this.tables = new QueryTables(frame);
    this.thread = thread;
    if (isPlanar(frame.colliders)) {
      this.planar = planarKernel!(frame, this.tables);
      this.writeBounds = this.planar.writeBounds;
    } else {
      this.rows = new RowRunner(frame, this.tables, thread, kernels);
      this.writeBounds = this.#boundsWriter();
    }
  }

  /** What `make` returns at its first call: memory and kernels of one query, or of a few. */
  part<T>(make: (tools: ThreadTools) => T): T {
    return this.#parts.of(make, this);
  }

  /** Pairs of a probe and a collider. Not in planar scenes. */
  get placed(): PlacedKernel {
    this.#placed ??= new PlacedPairs(this.frame, this.rows, this.thread, this.kernels);
    return this.#placed;
  }

  #boundsWriter(): BroadTools['writeBounds'] {
    const { bounds, placed, counts } = this.frame;
    const { broad } = this;
    const geometry = sceneGeometry(this.frame);
    return (begin, end) => boundsRows(bounds, placed, counts, geometry, begin, end, broad);
  }
}
