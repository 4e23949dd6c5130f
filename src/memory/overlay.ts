/** Where tables in tables begin and end, as in wasm: at multiples of one vector (bytes). */
const ALIGNMENT = 16;

/** Makes the members of a table of f64, and of its tables, views of memory: one after the other, as they lie in wasm. */
export function overlay<T extends object>(table: T, buffer: ArrayBufferLike, byteOffset: number): T {
  layOver(table, buffer, byteOffset);
  return table;
}

/** @returns where the table ends */
function layOver(table: object, buffer: ArrayBufferLike, begin: number): number {
  let at = begin;
  for (const [name, member] of Object.entries(table)) {
    if (member instanceof Float64Array) {
      Object.assign(table, { [name]: new Float64Array(buffer, at, member.length) });
      at += member.byteLength;
    } else at = layOver(member, buffer, aligned(at));
  }
  return aligned(at);
}

function aligned(at: number): number {
  return Math.ceil(at / ALIGNMENT) * ALIGNMENT;
}
