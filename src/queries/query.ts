/**
 * The parts of a query: capacities and memory. A query is a folder with a `query.ts` that exports one of these, and a
 * line in list.ts. docs/architecture.md describes how to add one.
 */

/** The value of a capacity that the caller does not set. */
export interface CapacityDefault {
  readonly default: number;
  /** Another capacity, which the default does not exceed. */
  readonly atMost?: string;
}

/**
 * @typeParam Own its own capacities, by their names in `EngineCapacity`
 * @typeParam Read the capacities that its tables depend on: its own, and those of others
 * @typeParam Tables its tables in the frame
 */
export interface Query<Own extends object, Read extends object, Tables extends object> {
  readonly name: string;
  readonly capacity: { readonly [K in keyof Own]: CapacityDefault };
  /** Bytes of its tables together. Pure: every thread computes the same. */
  bytes(capacity: Read): number;
  /** Its tables, at `byteOffset` of the memory. */
  bind(buffer: ArrayBufferLike, byteOffset: number, capacity: Read): Tables;
  /** Most items of one of its stages. */
  mostItems?(capacity: Read): number;
}
