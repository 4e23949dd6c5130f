/**
 * Arrays with elements per row, many in one buffer. The C library zeroes small buffers, and those of a size that it has
 * had back before, so it writes all of their pages. Larger ones it maps: a page costs nothing until it is used.
 */
interface ArrayKind<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

/** Makes an array of zeros. @param count rows; default: those of the scene */
export type NewArray = <T>(kind: ArrayKind<T>, perRow?: number, count?: number) => T;

/** Bytes of a buffer per row. With more, V8 collects garbage earlier. */
const ROW_BYTES = 64;

/** Makes arrays for a scene of so many rows. */
export function rowArrays(rows: number): NewArray {
  let buffer = new ArrayBuffer(0);
  let end = 0;
  return (kind, perRow = 1, count = rows) => {
    const length = perRow * count;
    const bytes = 8 * Math.ceil((length * kind.BYTES_PER_ELEMENT) / 8);
    if (end + bytes > buffer.byteLength) {
      buffer = new ArrayBuffer(Math.max(bytes, ROW_BYTES * rows));
      end = 0;
    }
    end += bytes;
    return new kind(buffer, end - bytes, length);
  };
}
