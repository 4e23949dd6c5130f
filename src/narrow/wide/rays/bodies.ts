/**
 * One body against the ray, in f64, with the bits of scalar/rays/rayBody.ts. Boxes and hulls are tested here. Of
 * others, the host tests those that the ray may meet (mayMeet.ts). A body is hit only if the ray enters its bounds;
 * that test comes last, because nearly all pass it.
 */
import { BOX, CORE, FACE_COUNT, RADIUS, SHAPE_BYTES, SMOOTH } from '../../../shapes/codes.ts';
import { LEAF } from '../../scalar/rays/places.ts';
import { COLLIDER_BOUNDS, COLLIDER_SHAPES, SHAPE_WORDS } from '../context.ts';
import { type Doubles, doublesAt, floatsAt, type Int, type Ints, intsAt } from '../lanes.ts';
import { castBox } from './castBox.ts';
import { castHull } from './castHull.ts';
import { BOUNDS_BYTES, entersBounds } from './entersBounds.ts';
import { mayMeet } from './mayMeet.ts';
import { HOST, SAME } from './tables.ts';

/** @returns SAME, NEARER or HOST */
export function castBody(context: Ints, f: Doubles, row: Int): Int {
  // of all hits: the cache loads them while the core is tested
  const bounds = doublesAt(context[COLLIDER_BOUNDS] + BOUNDS_BYTES * row);
  f[LEAF] = bounds[0] + bounds[5];
  const found = castCore(context, f, row);
  if (found !== HOST) return found;
  // the host asks for f[LEAF]
  const isInBounds = entersBounds(context, f, row);
  return isInBounds === 0 ? SAME : HOST;
}

function castCore(context: Ints, f: Doubles, row: Int): Int {
  const words = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
  const reals = floatsAt(words);
  if (reals[RADIUS] === 0) {
    if (words[CORE] === BOX) return castBox(context, f, row, reals);
    if ((words[CORE] & SMOOTH) === 0 && words[FACE_COUNT] > 0) return castHull(context, f, row, words);
  }
  return mayMeet(context, f, row) === 0 ? SAME : HOST;
}
