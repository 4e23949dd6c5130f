/**
 * What a query brings to every engine: capacities and memory. A query is a folder with a `query.ts` that
 * exports one of these, and a line in list.ts. docs/architecture.md says how to add one.
 */

/** What a capacity is when the caller names none. */
export interface CapacityDefault {
  readonly default: number;
  /** Another capacity, which the default does not exceed. */
  readonly atMost?: string;
}

/**
 * @typeParam Own the capacities of its own, by their names in `EngineCapacity`
 * @typeParam Read the capacities that its tables follow from: its own, and those of others
 * @typeParam Tables what it adds to the frame
 */
export interface Query<Own extends object, Read extends object, Tables extends object> {
  readonly name: string;
  readonly capacity: { readonly [K in keyof Own]: CapacityDefault };
  /** Bytes of its tables together. Pure: every thread comes to the same. */
  bytes(capacity: Read): number;
  /** Its tables, at `byteOffset` of the memory. */
  bind(buffer: ArrayBufferLike, byteOffset: number, capacity: Read): Tables;
  /** Most items of one of its stages. */
  mostItems?(capacity: Read): number;
}
