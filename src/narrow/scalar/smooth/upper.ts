/** The upper bound of a penetration of smooth cores: the least support height of D over all directions asked. */
import { HEIGHT, NORMAL, UPPER, UPPER_NORMAL } from '../scratch.ts';

/** A search ends when its bracket is narrower than this part of the size. */
export const SMOOTH_REACHED = 1e-7;

/** Keeps the direction of the last support if D ends lower there than in all others. */
export function keepUpper(f: Float64Array): void {
  if (!(f[HEIGHT] < f[UPPER])) return;
  f[UPPER] = f[HEIGHT];
  f[UPPER_NORMAL] = f[NORMAL];
  f[UPPER_NORMAL + 1] = f[NORMAL + 1];
  f[UPPER_NORMAL + 2] = f[NORMAL + 2];
}
