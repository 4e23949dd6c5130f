/** What users see of a GPU in queries. Programs without the types of WebGPU compile, too. */

/** A `GPUBuffer`, where its type is known. */
export type GpuBuffer = typeof globalThis extends { GPUBuffer: { prototype: infer Buffer } } ? Buffer : object;
/** A `GPUDevice`, where its type is known. */
export type GpuDevice = typeof globalThis extends { GPUDevice: { prototype: infer Device } } ? Device : object;

/** The columns of results that `read` is about. */
export type ReadColumn = 'status' | 'separation' | 'offsetA' | 'offsetB' | 'simplex';

/** The columns of results that a query fills: all, `status` and `separation`, `status`, or none. */
export type Read = 'all' | 'separation' | 'status' | 'none';

/** A column of results on a GPU: row i begins at byte `offset + i * stride`. Valid until the next query on the list. */
export interface GpuColumn {
  readonly buffer: GpuBuffer;
  /** Bytes. */
  readonly offset: number;
  /** Bytes of all rows. */
  readonly size: number;
  /** Bytes per row. */
  readonly stride: number;
}

/**
 * What a GPU has of the last query: its columns, `ids` (8 bytes per pair), and `poses` (64 bytes per collider), which
 * are valid until the next query of the engine. `hullstorm/gpu` has WGSL that reads them.
 */
export type GpuColumns = { readonly [K in ReadColumn | 'ids' | 'poses']?: GpuColumn | undefined };

/** What an asynchronous query on a list of boxes takes besides its other options. */
export interface GpuOptions {
  /**
   * The columns of the results that the query fills. Others throw until `load` has filled them: a GPU keeps them until
   * the next query on the list. Default: 'all'.
   */
  readonly read?: Read | undefined;
  /**
   * Colliders [begin, end) that have moved since the last `intersect` or `distance`: a GPU gets their poses alone.
   * Default: all of them.
   */
  readonly moved?: ArrayLike<number> | undefined;
  /**
   * The poses, in a buffer of the engine's device: a GPU gets none. The columns of the scene have the same poses: rows
   * that the GPU cannot prove are computed from them.
   */
  readonly poses?: GpuBuffer | undefined;
}

/** A GPU, as WebGPU describes it. */
export interface GpuInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  /** Whether it is software: a thread of the processor. */
  readonly software: boolean;
  /** Rows of a list from which a query runs on it. */
  readonly from: number;
  /** Most rows of a list. */
  readonly mostRows: number;
}
