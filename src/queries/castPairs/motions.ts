/** The motions and pivots of `castPairs`: checked, and copied to the shared memory. */
import { lengthOf, unreadable } from '../../checks.ts';
import { fail, refuse } from '../../errors.ts';
import { MOTION_STRIDE, PIVOT_STRIDE } from '../../tables/castTable.ts';

const EXPECTED = '8 numbers per collider: move x y z –, turn x y z –';
const EXPECTED_PIVOTS = '4 numbers per collider: x y z –';

/** Fails unless `given` has 8 numbers for each of `rows` colliders. @returns how many of its numbers count */
export function countMotions(where: string, given: ArrayLike<number>, rows: number): number {
  const length = lengthOf(where, EXPECTED, given, ': motions');
  if (length < MOTION_STRIDE * rows) {
    fail(`${where}: motions`, `${EXPECTED}, of ${rows} colliders`, `${length} numbers`);
  }
  return MOTION_STRIDE * rows;
}

/** Fails unless `given` has 4 numbers for each of `rows` colliders. @returns how many of its numbers count, or 0 */
export function countPivots(where: string, given: ArrayLike<number> | undefined, rows: number): number {
  if (given === undefined) return 0;
  const length = lengthOf(where, EXPECTED_PIVOTS, given, ': pivots');
  if (length < PIVOT_STRIDE * rows) {
    fail(`${where}: pivots`, `${EXPECTED_PIVOTS}, of ${rows} colliders`, `${length} numbers`);
  }
  return PIVOT_STRIDE * rows;
}

/** Copies `count` numbers. They may be NaN: the rows of such a collider are `Invalid`. */
export function readMotions(
  where: string,
  name: string,
  motions: Float64Array,
  given: ArrayLike<number>,
  count: number,
): void {
  if (given instanceof Float64Array) {
    motions.set(given.length === count ? given : given.subarray(0, count));
    return;
  }
  try {
    for (let k = 0; k < count; k++) {
      const value = given[k];
      if (typeof value !== 'number') refuse(`${where}: ${name}[${k}]`, 'a number', value);
      motions[k] = value;
    }
  } catch (cause) {
    unreadable(`${where}: ${name}`, cause);
  }
}
