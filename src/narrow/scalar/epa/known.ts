/** Points of the polytope by identity. */
import type { Polytope } from './polytope.ts';

/** Whether the point is in the polytope already. Equal ids do not prove it: many points share the id of a direction. */
export function isKnown({ ids, y }: Polytope, point: number): boolean {
  const at = 3 * point;
  for (let k = 0; k < point; k++) {
    const known = ids[2 * k] === ids[2 * point] && ids[2 * k + 1] === ids[2 * point + 1];
    if (known && y[3 * k] === y[at] && y[3 * k + 1] === y[at + 1] && y[3 * k + 2] === y[at + 2]) return true;
  }
  return false;
}
