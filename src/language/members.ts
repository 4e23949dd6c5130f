/** Memory in classes that are tables: hosts allocate it, and the lane compiler lays it out. */

export function doubles(count: number): Float64Array {
  return new Float64Array(count);
}

export function ints(count: number): Int32Array {
  return new Int32Array(count);
}
