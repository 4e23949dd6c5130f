/** Makes the members of a table of f64 views of memory: one after the other, as they lie in wasm. */
export function overlay<T extends object>(table: T, buffer: ArrayBufferLike, byteOffset: number): T {
  let at = byteOffset;
  for (const [name, { length }] of Object.entries(table)) {
    Object.assign(table, { [name]: new Float64Array(buffer, at, length) });
    at += 8 * length;
  }
  return table;
}
