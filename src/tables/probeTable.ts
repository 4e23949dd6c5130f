/**
 * Probes: shapes with poses that ask and are not in the scene. Their shapes and poses lie behind those of the colliders
 * (colliderTable.ts), so that pair kernels compute (collider, probe) as any pair. Probe k has row
 * capacity.colliders + k there. Probe lists take runs of rows.
 *
 *   column    type  meaning
 *   masks     u16   groups that the probe sees: a collider in none of them does not exist for it
 *   ignored   i32   id of one collider that the probe does not see, or −1
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

/** Pairs of a probe and a collider that a thread computes at once. */
export const PLACED_PAIRS = 512;
/** Rows behind the probes that each thread has for movers. */
export const MOVER_ROWS = 16;

const SCHEMA = { masks: column(Uint16Array), ignored: column(Int32Array) };

export type ProbeTable = Columns<typeof SCHEMA>;

/** Bytes of a table of `capacity` probes. */
export function probeTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindProbes(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ProbeTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}
