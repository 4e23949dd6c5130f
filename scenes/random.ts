/**
 * Random numbers that are the same on every machine: a seed and + − × ÷ and sqrt, whose results IEEE 754 fixes. No sin or
 * cos in here, whose last bit differs between machines.
 */

export type Random = () => number;

/** mulberry32: uniform in [0, 1). */
export function seeded(seed: number): Random {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Uniform in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Writes `size` numbers at `at`: a unit vector, uniform over the sphere of that dimension, by rejection. */
export function randomUnit(out: Float64Array | Float32Array, at: number, size: number, random: Random): void {
  for (;;) {
    let squares = 0;
    for (let k = 0; k < size; k++) {
      const value = 2 * random() - 1;
      out[at + k] = value;
      squares += value * value;
    }
    if (squares > 1 || squares < 1e-4) continue;
    const scale = 1 / Math.sqrt(squares);
    for (let k = 0; k < size; k++) out[at + k] *= scale;
    return;
  }
}
