/** What the next step starts from: the impulses of every contact. */
import { columnAt, type Int, type Ints, intsAt, type Lane, tableAt, transpose } from '../../kernel/wide/lanes.ts';
import { along, scale } from '../../kernel/wide/vectors.ts';
import { BUNDLES, IMPULSES_TO } from './context.ts';
import { placeOf } from './pushes.ts';
import { BUNDLE_BYTES, type Bundle, type Point } from './tables.ts';

/** Bundles begin … end − 1 of a colour. */
export function keep(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = first + begin; k < first + end; k += 1)
    keepBundle(context, tableAt<Bundle>(context[BUNDLES] + BUNDLE_BYTES * k));
}

function keepBundle(context: Ints, bundle: Bundle): void {
  const impulses = transpose({
    a: tableAt<Point>(placeOf(bundle, 0)).impulse[0],
    b: tableAt<Point>(placeOf(bundle, 1)).impulse[0],
    c: tableAt<Point>(placeOf(bundle, 2)).impulse[0],
    d: tableAt<Point>(placeOf(bundle, 3)).impulse[0],
  });
  // friction as a vector of the world: the next step has other directions
  const friction = along(scale(bundle.firstImpulse[0], bundle.first[0]), bundle.secondImpulse[0], bundle.second[0]);
  const rubbing = transpose({ a: friction.x, b: friction.y, c: friction.z, d: bundle.twistImpulse[0] });
  const rows = intsAt(bundle.row);
  keepRow(context, rows[0], impulses.a, rubbing.a);
  if (rows[1] >= 0) keepRow(context, rows[1], impulses.b, rubbing.b);
  if (rows[2] >= 0) keepRow(context, rows[2], impulses.c, rubbing.c);
  if (rows[3] >= 0) keepRow(context, rows[3], impulses.d, rubbing.d);
}

function keepRow(context: Ints, row: Int, impulses: Lane, friction: Lane): void {
  const to = columnAt(context[IMPULSES_TO] + 32 * row);
  to[0] = impulses;
  to[4] = friction;
}
