/**
 * Constants of two precisions: `const CLOSED = byPrecision(1e-6, 1e-12)` is 1e-6 among lanes and Floats, and 1e-12 among
 * Doubles. The lane compiler takes the value of the kind that the constant meets. Hosts compute in f64.
 */
export function byPrecision(_inF32: number, inF64: number): number {
  return inF64;
}
