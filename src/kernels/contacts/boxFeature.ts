/** The contact feature of a box: the face whose normal is closest to the contact normal. */
import type { Double, Int } from '../../language/lanes.ts';
import { HALF_X } from '../../tables/shapeWords.ts';
import type { ShapePools } from './columns.ts';
import type { Manifold, Side } from './manifoldTables.ts';

/** Loads the face of the box at `word`: see feature.ts. */
export function boxFeature(m: Manifold, side: Side, shapes: ShapePools, word: Int): Int {
  const local = m.local;
  const reals = shapes.reals;
  const half = word + HALF_X;
  let axis: Int = 0;
  for (let k: Int = 1; k < 3; k++) {
    if (Math.abs(local[6 + k]) > Math.abs(local[6 + axis])) axis = k;
  }
  const isBack: Int = side.sign * local[6 + axis] < 0 ? 1 : 0;
  const out: Double = isBack === 1 ? -1 : 1;
  const second: Int = axis === 2 ? 0 : axis + 1;
  const third: Int = axis === 0 ? 2 : axis - 1;
  for (let k: Int = 0; k < 4; k++) {
    // counter-clockwise seen from outside: + − − + along the second axis, + + − − along the third, reversed at the back
    const turned: Int = isBack === 1 ? 3 - k : k;
    const isBack2 = ((turned + 1) >> 1) & 1;
    const isBack3 = turned >> 1;
    const along2: Double = isBack2 === 1 ? -1 : 1;
    const along3: Double = isBack3 === 1 ? -1 : 1;
    for (let c: Int = 0; c < 3; c++) {
      side.corners[3 * k + c] =
        m.shift[c] +
        out * Number(reals[half + axis]) * local[3 * c + axis] +
        along2 * Number(reals[half + second]) * local[3 * c + second] +
        along3 * Number(reals[half + third]) * local[3 * c + third];
    }
    side.ids[k] = (isBack << axis) | (isBack2 << second) | (isBack3 << third);
  }
  let offset: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    side.plane[c] = out * local[3 * c + axis];
    offset += side.plane[c] * side.corners[c];
  }
  side.plane[3] = offset;
  return 4;
}
