/** Who wakes before a step: what sleeps would stand like a wall, and swallow the blow that is to move it. */
import type { ContactResults } from 'hullstorm';
import { isMoving } from './sleepIslands.ts';
import { ASLEEP, AWAKE, KINEMATIC } from './wide/context.ts';

/** Kinds and velocities of bodies: rows by collider id. */
export interface Movers {
  readonly kinds: Int32Array;
  readonly velocities: Float32Array;
  readonly spins: Float32Array;
  /** 1 = it was changed since the last step, as a wall that was put elsewhere. */
  readonly stirred: Uint8Array;
}

/**
 * Calls `wake` for sleeping bodies that an awake one touches, a kinematic one that moves or anything that was changed, now or before the
 * step ends.
 * @param reaches by id: a pair that is no farther apart than the smaller of two touches (m) @param dt seconds
 * @returns whether there are any
 */
export function wakeTouched(
  { pairs, pointCount, separation, count }: ContactResults,
  { kinds, velocities, spins, stirred }: Movers,
  reaches: Float64Array,
  dt: number,
  wake: (id: number) => void,
): boolean {
  const { ids } = pairs;
  let any = false;
  for (let row = 0; row < count; row++) {
    if (pointCount[row] === 0) continue;
    const a = ids[2 * row];
    const b = ids[2 * row + 1];
    if (kinds[a] !== ASLEEP && kinds[b] !== ASLEEP) continue;
    const sleeper = kinds[a] === ASLEEP ? a : b;
    const other = sleeper === a ? b : a;
    const stirs =
      stirred[other] === 1 ||
      kinds[other] === AWAKE ||
      (kinds[other] === KINEMATIC && isMoving(velocities, spins, other));
    if (!stirs) continue;
    const at = 4 * row;
    const along =
      separation[at] * velocities[4 * other] +
      separation[at + 1] * velocities[4 * other + 1] +
      separation[at + 2] * velocities[4 * other + 2];
    // the normal points from a to b
    const closing = Math.max(other === a ? along : -along, 0);
    if (!(separation[at + 3] <= Math.min(reaches[a], reaches[b]) + dt * closing)) continue;
    wake(sleeper);
    any = true;
  }
  return any;
}
