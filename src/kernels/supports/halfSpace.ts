/** The support of a half-space: the origin, which is farthest along +y alone. */
import type { Doubles, Int } from '../../language/lanes.ts';

/** Replaces a direction by the origin. */
export function supportHalfSpace(direction: Doubles): void {
  for (let c: Int = 0; c < 3; c++) direction[c] = 0;
}
