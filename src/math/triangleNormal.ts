/** Hosts and wasm compile this file, with the same bits. */
import type { Double, Doubles, Int } from '../language/lanes.ts';

/** Writes the unit normal of a triangle, to the side from which its corners are counter-clockwise. */
export function writeTriangleNormal(to: Doubles, corners: Doubles): void {
  let square: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const next: Int = c === 2 ? 0 : c + 1;
    const last: Int = c === 0 ? 2 : c - 1;
    const one = (corners[3 + next] - corners[next]) * (corners[6 + last] - corners[last]);
    to[c] = one - (corners[3 + last] - corners[last]) * (corners[6 + next] - corners[next]);
    square += to[c] * to[c];
  }
  const inverse = 1 / Math.sqrt(square);
  for (let c: Int = 0; c < 3; c++) to[c] *= inverse;
}
