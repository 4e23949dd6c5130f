/** The upper bound of a penetration of smooth cores: the least support height of D over all directions asked. */
import type { Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';

/** A search ends when its bracket is narrower than this part of the size. */
export const SMOOTH_REACHED = 1e-7;

/** Keeps the direction of the last support if D ends lower there than in all others. */
export function keepUpper(pair: CorePair): void {
  if (!(pair.height < pair.upper)) return;
  pair.upper = pair.height;
  for (let c: Int = 0; c < 3; c++) pair.upperNormal[c] = pair.normal[c];
}
