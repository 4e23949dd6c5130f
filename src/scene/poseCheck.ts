/** Checks of poses. Quaternions become unit quaternions. */
import { quat } from 'gl-matrix';
import { numbers } from '../checks.ts';
import { fail } from '../errors.ts';

export const NO_POSITION: readonly number[] = [0, 0, 0];
export const NO_ROTATION: readonly number[] = [0, 0, 0, 1];

/** A copy of a position, x y z (m). */
export function readPosition(where: string, position: unknown): ArrayLike<number> {
  return numbers(`${where}: position`, 'x y z', position, 3);
}

/** A unit copy of a quaternion x y z w, of any length but zero. */
export function readRotation(where: string, rotation: unknown): ArrayLike<number> {
  const own = numbers(`${where}: rotation`, 'a quaternion x y z w', rotation, 4);
  const [x, y, z, w] = [own[0], own[1], own[2], own[3]];
  // divides by the largest component first, so that squares neither underflow nor overflow
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
  const scaled: [number, number, number, number] = [x / largest, y / largest, z / largest, w / largest];
  return quat.normalize(scaled, scaled);
}
