/** Where tables in tables begin and end, as in wasm: at multiples of one vector (bytes). */
const ALIGNMENT = 16;

/**
 * Makes the members of a table, and of its tables, views of memory: one after the other, as in wasm. Numbers have their
 * room there, but hosts do not share them: a Double begins as NaN, an Int does not.
 */
export function overlay<T extends object>(table: T, buffer: ArrayBufferLike, byteOffset: number): T {
  layOver(table, buffer, byteOffset);
  return table;
}

/** @returns where the table ends */
function layOver(table: object, buffer: ArrayBufferLike, begin: number): number {
  let at = begin;
  for (const [name, member] of Object.entries(table)) {
    if (typeof member === 'number') {
      const bytes = Number.isNaN(member) ? 8 : 4;
      at = aligned(at, bytes) + bytes;
    } else if (member instanceof Float64Array || member instanceof Int32Array) {
      const View = member instanceof Float64Array ? Float64Array : Int32Array;
      at = aligned(at, View.BYTES_PER_ELEMENT);
      Object.assign(table, { [name]: new View(buffer as ArrayBuffer, at, member.length) });
      at += member.byteLength;
    } else at = layOver(member, buffer, aligned(at, ALIGNMENT));
  }
  return aligned(at, ALIGNMENT);
}

function aligned(at: number, bytes: number): number {
  return Math.ceil(at / bytes) * bytes;
}
