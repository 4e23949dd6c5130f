/** Whether the ray enters the bounds of a body, in f64: the arithmetic of broad/rays/entry.ts. */
import { INVERSE, LAST, LEAF, ORIGIN } from '../../scalar/rays/places.ts';
import { COLLIDER_BOUNDS } from '../context.ts';
import { abs, type Double, type Doubles, doublesAt, type Int, type Ints, max, min } from '../lanes.ts';

/** Of a row of bounds. */
export const BOUNDS_BYTES = 48;
/** The numbers of broad/rays/entry.ts. */
const LEAF_SLACK: Double = 1 / 562_949_953_421_312;
const LEAST: Double = 1e-280;
const EARLIER: Double = 1 - 1 / 562_949_953_421_312;
const LATER: Double = 1 + 1 / 562_949_953_421_312;

/** Writes f[LEAF]. @returns 1, or 0: it does not enter them before f[LAST] */
export function entersBounds(context: Ints, f: Doubles, row: Int): Int {
  const bounds = doublesAt(context[COLLIDER_BOUNDS] + BOUNDS_BYTES * row);
  const x = slabOf(bounds[0], bounds[3], f[ORIGIN], f[INVERSE]);
  const y = slabOf(bounds[1], bounds[4], f[ORIGIN + 1], f[INVERSE + 1]);
  const z = slabOf(bounds[2], bounds[5], f[ORIGIN + 2], f[INVERSE + 2]);
  const none: Double = 0;
  const entry = max(max(none, x.entry), max(y.entry, z.entry)) * EARLIER;
  const exit = min(min(f[LAST], x.exit), min(y.exit, z.exit));
  f[LEAF] = entry;
  return entry <= exit * LATER ? 1 : 0;
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
