/**
 * Random numbers that are the same on every machine: from a seed, with + − × ÷ and sqrt, whose results IEEE 754 defines
 * exactly. There is no sin and no cos, because their last bit differs between machines.
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

/** Writes a unit vector of `size` numbers at `at`, uniform over the sphere of that dimension, by rejection. */
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
