/** Poses at the public edge: checked, and quaternions made unit. */
import { quat } from 'gl-matrix';
import { fail, finite } from '../errors.ts';

const NO_POSITION = [0, 0, 0] as const;
const NO_ROTATION = [0, 0, 0, 1] as const;

/** Checks a position, x y z (m). */
export function checkPosition(where: string, position: ArrayLike<number> = NO_POSITION): ArrayLike<number> {
  if (position.length < 3) fail(`${where}: position`, 'x y z', `${position.length} numbers`);
  for (let c = 0; c < 3; c++) finite(`${where}: position[${c}]`, position[c]);
  return position;
}

/** Checks a quaternion, x y z w, and makes it unit: any length but zero will do. */
export function checkRotation(where: string, rotation: ArrayLike<number> = NO_ROTATION): ArrayLike<number> {
  if (rotation.length < 4) fail(`${where}: rotation`, 'a quaternion x y z w', `${rotation.length} numbers`);
  for (let c = 0; c < 4; c++) finite(`${where}: rotation[${c}]`, rotation[c]);
  const [x, y, z, w] = [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
  // scaled first, so that neither the squares of tiny numbers vanish nor those of huge ones overflow
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', '0,0,0,0');
  const scaled: [number, number, number, number] = [x / largest, y / largest, z / largest, w / largest];
  return quat.normalize(scaled, scaled);
}
