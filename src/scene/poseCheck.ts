/** Checks of poses. Quaternions become unit quaternions. */
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
  // divides by the largest component first, so that squares neither underflow nor overflow
  const largest = Math.max(Math.abs(own[0]), Math.abs(own[1]), Math.abs(own[2]), Math.abs(own[3]));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
  const [x, y, z, w] = [own[0] / largest, own[1] / largest, own[2] / largest, own[3] / largest];
  const share = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  return [x * share, y * share, z * share, w * share];
}
