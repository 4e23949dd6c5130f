/** The support of a tapered capsule: that of the higher end along the direction (shapes/cores/taperedCapsule.ts). */
import type { Doubles, Int } from '../../language/lanes.ts';
import { BOTTOM_RADIUS, HALF_HEIGHT, TAKEN, TOP_RADIUS } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';

/** Replaces a direction by the point that is farthest along it. */
export function supportTaperedCapsule(direction: Doubles, pools: VertexPools, word: Int): void {
  const { reals } = pools.shapes;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const h = Number(reals[word + HALF_HEIGHT]);
  const top = Number(reals[word + TOP_RADIUS]);
  const bottom = Number(reals[word + BOTTOM_RADIUS]);
  const length = Math.sqrt(x * x + y * y + z * z);
  const isTop = 2 * h * y + (top - bottom) * length >= 0;
  const share = ((isTop ? top : bottom) - Number(reals[word + TAKEN])) / length;
  direction[0] = x * share;
  direction[1] = y * share + (isTop ? h : -h);
  direction[2] = z * share;
}
