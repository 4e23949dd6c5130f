/** The support of a frustum: that of the higher disk, the rim point in the direction. */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { BOTTOM_RADIUS, HALF_Y, TOP_RADIUS } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';

const CENTER: Double = 0;

/** Replaces a direction by the point that is farthest along it. */
export function supportFrustum(direction: Doubles, pools: VertexPools, word: Int): void {
  const { reals } = pools.shapes;
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
}
