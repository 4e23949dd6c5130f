/**
 * Exact signs: numbers as whole multiples of 2^-300, in BigInt. Every f32 is one, and every f64 above 1e-70. For the
 * few cases that f64 cannot decide.
 */
export type ExactVector = readonly [bigint, bigint, bigint];

const PLACES = 300;

export function exact(value: number): bigint {
  let shift = PLACES;
  while (!Number.isInteger(value)) {
    value *= 2;
    shift--;
  }
  if (shift < 0) throw new Error(`exact: expected a multiple of 2^-${PLACES}, got ${value * 2 ** (shift - PLACES)}`);
  return BigInt(value) << BigInt(shift);
}

export function exactVector(values: ArrayLike<number>, at = 0): ExactVector {
  return [exact(values[at]!), exact(values[at + 1]!), exact(values[at + 2]!)];
}

export function minus(a: ExactVector, b: ExactVector): ExactVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a · (b × c). */
export function determinant(a: ExactVector, b: ExactVector, c: ExactVector): bigint {
  const x = b[1] * c[2] - b[2] * c[1];
  const y = b[2] * c[0] - b[0] * c[2];
  const z = b[0] * c[1] - b[1] * c[0];
  return a[0] * x + a[1] * y + a[2] * z;
}
