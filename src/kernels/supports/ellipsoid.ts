/** The support of an ellipsoid less what is taken out of it: a²∘n / |a∘n| − ε n / |n| (shapes/cores/ellipsoid.ts). */
import type { Doubles, Int } from '../../language/lanes.ts';
import { AXIS_X, AXIS_Y, AXIS_Z, TAKEN } from '../../tables/shapeWords.ts';
import type { VertexPools } from '../cores/enginePools.ts';

/** Replaces a direction by the point that is farthest along it. */
export function supportEllipsoid(direction: Doubles, pools: VertexPools, word: Int): void {
  const { reals } = pools.shapes;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const a = Number(reals[word + AXIS_X]);
  const b = Number(reals[word + AXIS_Y]);
  const c = Number(reals[word + AXIS_Z]);
  const share = 1 / Math.sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
  const less = Number(reals[word + TAKEN]) / Math.sqrt(x * x + y * y + z * z);
  direction[0] = x * (a * a * share - less);
  direction[1] = y * (b * b * share - less);
  direction[2] = z * (c * c * share - less);
}
