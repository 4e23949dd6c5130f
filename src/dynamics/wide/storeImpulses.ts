/** Stores the impulses of every contact, from which the next step starts. */
import { columnAt, type Int, intsAt, tablesAt, transpose } from '../../language/lanes.ts';
import { along, scale } from '../../math/lanes/vectors.ts';
import type { Bundle } from './bundles.ts';
import { BUNDLES, IMPULSES_TO } from './context.ts';

/** Stores the impulses of bundles begin … end − 1 of a color. */
export function storeImpulses(begin: Int, end: Int, stage: Int): void {
  const context = intsAt(intsAt(stage)[0]);
  const first = intsAt(stage)[1];
  for (let k: Int = first + begin; k < first + end; k += 1) {
    storeBundle(tablesAt<Bundle>(context[BUNDLES])[k], context[IMPULSES_TO] + 128 * k);
  }
}

function storeBundle(bundle: Bundle, address: Int): void {
  const impulses = transpose({
    a: bundle.point[0].impulse[0],
    b: bundle.point[1].impulse[0],
    c: bundle.point[2].impulse[0],
    d: bundle.point[3].impulse[0],
  });
  // friction as a world vector: the next step has other directions
  const friction = along(scale(bundle.firstImpulse[0], bundle.first[0]), bundle.secondImpulse[0], bundle.second[0]);
  const frictions = transpose({ a: friction.x, b: friction.y, c: friction.z, d: bundle.twistImpulse[0] });
  const to = columnAt(address);
  to[0] = impulses.a;
  to[4] = frictions.a;
  to[8] = impulses.b;
  to[12] = frictions.b;
  to[16] = impulses.c;
  to[20] = frictions.c;
  to[24] = impulses.d;
  to[28] = frictions.d;
}
