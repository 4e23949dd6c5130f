/**
 * One body against the ray, in f64, with the bits of scalar/rays/rayBody.ts. Boxes are tested here. Of others, the
 * host tests those that the ray may meet (mayMeet.ts).
 */
import { BOX, CORE, FACE_COUNT, RADIUS, SHAPE_BYTES, SMOOTH } from '../../../shapes/codes.ts';
import { INVERSE, LAST, LEAF, LENGTH, ORIGIN } from '../../scalar/rays/places.ts';
import { COLLIDER_BOUNDS, COLLIDER_SHAPES, SHAPE_WORDS } from '../context.ts';
import {
  abs,
  type Double,
  type Doubles,
  doublesAt,
  floatsAt,
  type Int,
  type Ints,
  intsAt,
  max,
  min,
} from '../lanes.ts';
import { castBox } from './castBox.ts';
import { castHull } from './castHull.ts';
import { mayMeet } from './mayMeet.ts';
import { HOST, SAME } from './tables.ts';

const BOUNDS_BYTES = 48;
/** The numbers of broad/rays/entry.ts. */
const LEAF_SLACK: Double = 1 / 562_949_953_421_312;
const LEAST: Double = 1e-280;
const EARLIER: Double = 1 - 1 / 562_949_953_421_312;
const LATER: Double = 1 + 1 / 562_949_953_421_312;

/** @returns SAME, NEARER or HOST */
export function castBody(context: Ints, f: Doubles, row: Int): Int {
  const bounds = doublesAt(context[COLLIDER_BOUNDS] + BOUNDS_BYTES * row);
  const x = slabOf(bounds[0], bounds[3], f[ORIGIN], f[INVERSE]);
  const y = slabOf(bounds[1], bounds[4], f[ORIGIN + 1], f[INVERSE + 1]);
  const z = slabOf(bounds[2], bounds[5], f[ORIGIN + 2], f[INVERSE + 2]);
  const none: Double = 0;
  const entry = max(max(none, x.entry), max(y.entry, z.entry)) * EARLIER;
  const exit = min(min(f[LAST], x.exit), min(y.exit, z.exit));
  if (!(entry <= exit * LATER)) return SAME;
  f[LEAF] = entry;
  const words = intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * intsAt(context[COLLIDER_SHAPES])[row]);
  const reals = floatsAt(words);
  if (reals[RADIUS] === 0) {
    if (words[CORE] === BOX) return castBox(context, f, row, reals, entry / f[LENGTH]);
    if ((words[CORE] & SMOOTH) === 0 && words[FACE_COUNT] > 0) {
      return castHull(context, f, row, words, entry / f[LENGTH]);
    }
  }
  return mayMeet(context, f, row) === 0 ? SAME : HOST;
}

interface Slab {
  readonly entry: Double;
  readonly exit: Double;
}

/** Where the ray passes the two planes of an axis. */
function slabOf(low: Double, high: Double, origin: Double, inverse: Double): Slab {
  const room = LEAF_SLACK * (abs(low) + abs(high)) + LEAST;
  const one = (low - room - origin) * inverse;
  const two = (high + room - origin) * inverse;
  return { entry: min(one, two), exit: max(one, two) };
}
