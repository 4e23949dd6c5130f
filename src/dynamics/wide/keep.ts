/** What the next step starts from: the impulses of every contact. */
import { floatsAt, type Int, type Ints, intsAt, tableAt } from '../../kernel/wide/lanes.ts';
import { along, scale } from '../../kernel/wide/vectors.ts';
import { BUNDLES, IDS, IMPULSES_TO, PAIRS_TO } from './context.ts';
import { placeOf } from './pushes.ts';
import { BUNDLE_BYTES, type Bundle, type Point } from './tables.ts';

/** Bundles begin … end − 1. */
export function keep(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  for (let k: Int = begin; k < end; k += 1) keepBundle(context, tableAt<Bundle>(context[BUNDLES] + BUNDLE_BYTES * k));
}

function keepBundle(context: Ints, bundle: Bundle): void {
  // friction as a vector of the world: the next step has other directions. Its place is free: nobody needs `first` any more
  const first = scale(bundle.firstImpulse[0], bundle.first[0]);
  bundle.first[0] = along(first, bundle.secondImpulse[0], bundle.second[0]);
  const friction = floatsAt(bundle.first);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const row = intsAt(bundle.row)[lane];
    if (row >= 0) {
      const to = floatsAt(context[IMPULSES_TO] + 32 * row);
      for (let p: Int = 0; p < 4; p += 1) to[p] = floatsAt(tableAt<Point>(placeOf(bundle, p)).impulse)[lane];
      to[4] = friction[lane];
      to[5] = friction[4 + lane];
      to[6] = friction[8 + lane];
      to[7] = floatsAt(bundle.twistImpulse)[lane];
      const pair = intsAt(context[PAIRS_TO] + 8 * row);
      pair[0] = intsAt(context[IDS])[2 * row];
      pair[1] = intsAt(context[IDS])[2 * row + 1];
    }
  }
}
