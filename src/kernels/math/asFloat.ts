/** A number for a column of f32, which rounds it on hosts. Tests give columns of f64. The wasm has asFloat.wasm.ts. */
export function asFloat(value: number): number {
  return value;
}
