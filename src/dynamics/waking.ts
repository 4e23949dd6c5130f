/** Wakes sleeping bodies before a step. A body that stayed asleep would act as a wall, and absorb the impact. */
import type { ContactResults } from 'hullstorm';
import { isMoving } from './sleepIslands.ts';
import { ASLEEP, AWAKE, KINEMATIC } from './wide/context.ts';

/** Kinds and velocities of bodies. Rows by collider id. */
export interface Movers {
  readonly kinds: Int32Array;
  readonly velocities: Float32Array;
  readonly spins: Float32Array;
  /** 1 = a call or the user changed the collider since the last step. */
  readonly disturbed: Uint8Array;
}

/**
 * Calls `wake` for each sleeping body that comes into contact, now or before the step ends, with an awake body, a
 * moving kinematic body or a disturbed collider.
 * @param contactDistances by id: two bodies are in contact up to the smaller of the two (m)
 * @param dt seconds
 * @returns whether it called `wake`
 */
export function wakeTouched(
  { ids, pointCount, separation, rowCount }: ContactResults,
  { kinds, velocities, spins, disturbed }: Movers,
  contactDistances: Float64Array,
  dt: number,
  wake: (id: number) => void,
): boolean {
  let any = false;
  for (let row = 0; row < rowCount; row++) {
    if (pointCount[row] === 0) continue;
    const a = ids[2 * row];
    const b = ids[2 * row + 1];
    if (kinds[a] !== ASLEEP && kinds[b] !== ASLEEP) continue;
    const sleeper = kinds[a] === ASLEEP ? a : b;
    const other = sleeper === a ? b : a;
    const wakes =
      disturbed[other] === 1 ||
      kinds[other] === AWAKE ||
      (kinds[other] === KINEMATIC && isMoving(velocities, spins, other));
    if (!wakes) continue;
    const at = 4 * row;
    const along =
      separation[at] * velocities[4 * other] +
      separation[at + 1] * velocities[4 * other + 1] +
      separation[at + 2] * velocities[4 * other + 2];
    // the normal points from a to b
    const approachSpeed = Math.max(other === a ? along : -along, 0);
    if (!(separation[at + 3] <= Math.min(contactDistances[a], contactDistances[b]) + dt * approachSpeed)) continue;
    wake(sleeper);
    any = true;
  }
  return any;
}
