/** Parts of a shape as users write them, and their places in the frame of the whole. */
import { numbers, type QuatLike, unreadable, type Vec3Like } from '../../../checks.ts';
import { fail, inspect, refuse } from '../../../errors.ts';
import { chained, NO_TURN, type Quaternion, turned } from '../../mass/principalAxes.ts';
import { notTooLong } from '../lengths.ts';

export type Vector = readonly [number, number, number];

/** A place in the frame of the whole. */
export interface Place {
  /** m */
  readonly position: Vector;
  /** Of length 1. */
  readonly rotation: Quaternion;
}

export const NOWHERE: Vector = [0, 0, 0];
export const HERE: Place = { position: NOWHERE, rotation: NO_TURN };

/** Whether a part is written with a place, not as a shape alone. */
export function isPlaced<P extends object>(where: string, given: object): given is P {
  try {
    return !('kind' in given);
  } catch (cause) {
    unreadable(where, cause);
  }
}

/** A copy of a list of parts. @param most parts at most */
export function listOfParts<P>(where: string, parts: unknown, most: number): P[] {
  try {
    if (Array.isArray(parts)) {
      if (parts.length < 1 || parts.length > most) fail(where, `1 to ${most} shapes`, parts.length);
      return Array.from<P>(parts);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  refuse(where, 'an array of shapes', parts);
}

/** A place as users write it. */
interface GivenPlace {
  readonly position?: Vec3Like | undefined;
  readonly rotation?: QuatLike | undefined;
}

/** Checks the place of a part. Positions are rounded to f32, as all lengths of shapes. */
export function readPlace(where: string, { position = NOWHERE, rotation = NO_TURN }: GivenPlace): Place {
  const [x = 0, y = 0, z = 0] = numbers(`${where}: position`, 'x y z (m)', position, 3).map((value, k) => {
    notTooLong(`${where}: position[${k}]`, Math.abs(value), value);
    return Math.fround(value);
  });
  const own = numbers(`${where}: rotation`, 'a quaternion x y z w', rotation, 4);
  const largest = Math.max(...own.map(Math.abs));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', own.map(inspect).join(','));
  // divided first, so that squares neither underflow nor overflow
  const [a = 0, b = 0, c = 0, d = 0] = own.map((value) => value / largest);
  return { position: [x, y, z], rotation: chained([a, b, c, d], NO_TURN) };
}

/** The place of a part in the whole, from that of its parent. */
export function chainedPlace({ position, rotation }: Place, own: Place): Place {
  const [x, y, z] = turned(rotation, ...own.position);
  return {
    position: [position[0] + x, position[1] + y, position[2] + z],
    rotation: chained(rotation, own.rotation),
  };
}
