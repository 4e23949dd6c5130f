/** The function of half-spaces, apart from their core for the reason of smoothShapes.ts. */
import { fail } from '../errors.ts';
import type { CoreDistance } from '../kernels/cores/geometry.ts';
import { halfSpaceDistance } from '../kernels/cores/halfSpaceDistance.ts';
import { CORE, HALF_SPACE } from '../tables/shapeWords.ts';
import { type HalfSpaceShape, prepareHalfSpace } from './cores/halfSpace.ts';
import { registerMeasured } from './cores/registry.ts';

/**
 * The solid y ≤ 0 of the local frame, for floors and walls: the collider's position is a point of its surface, its
 * rotation turns +y to the outward normal. Only static colliders have this shape, up to 64 in a scene. Two half-spaces
 * have no distance.
 */
export function halfSpace(): HalfSpaceShape {
  registerMeasured('halfSpace', prepareHalfSpace, pairDistance);
  return { kind: 'halfSpace', radius: 0 };
}

/** `hullstorm/pair` has no rows that it can mark as invalid. */
const pairDistance: CoreDistance = (scratch, a, b) => {
  const isTwice = [a, b].every(({ shapes }) => shapes.words[CORE] === HALF_SPACE);
  if (isTwice) fail('hullstorm/pair: shapes', 'at most one half-space', 'two');
  return halfSpaceDistance(scratch, a, b);
};
