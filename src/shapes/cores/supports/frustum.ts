/** The support of a frustum: that of the higher disk, the rim point in the direction. */
import type { CorePools } from '../../../kernels/cores/tables.ts';
import type { Double, Doubles, Int } from '../../../kernels/lanes.ts';
import { BOTTOM_RADIUS, HALF_Y, TOP_RADIUS } from '../../codes.ts';
import { directionCode } from './directionCode.ts';

const CENTER: Double = 0;

/** Replaces a direction by the point that is farthest along it. @returns the code of the direction */
export function supportFrustum(direction: Doubles, pools: CorePools, word: Int): Int {
  const { reals } = pools.shapes;
  const id = directionCode(direction);
  const x = direction[0];
  const z = direction[2];
  const across = Math.sqrt(x * x + z * z);
  const h = Number(reals[word + HALF_Y]);
  const top = Number(reals[word + TOP_RADIUS]);
  const bottom = Number(reals[word + BOTTOM_RADIUS]);
  const isTop = 2 * h * direction[1] + (top - bottom) * across >= 0;
  const share = across > 0 ? (isTop ? top : bottom) / across : CENTER;
  direction[0] = x * share;
  direction[1] = isTop ? h : -h;
  direction[2] = z * share;
  return id;
}
