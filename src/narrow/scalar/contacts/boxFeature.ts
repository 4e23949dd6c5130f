/** The contact feature of a box: the face whose normal is closest to the contact normal. */
import { HALF_X } from '../../../shapes/codes.ts';
import type { Double, Int } from '../../wide/lanes.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  IDS,
  LOCAL,
  MAX_CORNERS,
  type Manifold,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
  type ShapePools,
} from './contactScratch.ts';

/** Loads the face of the box at `word`: see feature.ts. */
export function boxFeature(m: Manifold, shapes: ShapePools, word: Int, side: Int): Int {
  const f = m.f;
  const i = m.i;
  const reals = shapes.reals;
  const half = word + HALF_X;
  const sign: Double = side === A ? 1 : -1;
  let axis: Int = 0;
  for (let k: Int = 1; k < 3; k++) {
    if (Math.abs(f[LOCAL + 6 + k]) > Math.abs(f[LOCAL + 6 + axis])) axis = k;
  }
  const isBack: Int = sign * f[LOCAL + 6 + axis] < 0 ? 1 : 0;
  const out: Double = isBack === 1 ? -1 : 1;
  const second: Int = axis === 2 ? 0 : axis + 1;
  const third: Int = axis === 0 ? 2 : axis - 1;
  const to = CORNERS + side * CORNERS_STRIDE;
  for (let k: Int = 0; k < 4; k++) {
    // counter-clockwise seen from outside: + − − + along the second axis, + + − − along the third, reversed at the back
    const turned: Int = isBack === 1 ? 3 - k : k;
    const isBack2 = ((turned + 1) >> 1) & 1;
    const isBack3 = turned >> 1;
    const along2: Double = isBack2 === 1 ? -1 : 1;
    const along3: Double = isBack3 === 1 ? -1 : 1;
    for (let c: Int = 0; c < 3; c++) {
      const from = LOCAL + 3 * c;
      f[to + 3 * k + c] =
        f[SHIFT + c] +
        out * Number(reals[half + axis]) * f[from + axis] +
        along2 * Number(reals[half + second]) * f[from + second] +
        along3 * Number(reals[half + third]) * f[from + third];
    }
    i[IDS + side * MAX_CORNERS + k] = (isBack << axis) | (isBack2 << second) | (isBack3 << third);
  }
  const plane = PLANE + side * PLANE_STRIDE;
  let offset: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    f[plane + c] = out * f[LOCAL + 3 * c + axis];
    offset += f[plane + c] * f[to + c];
  }
  f[plane + 3] = offset;
  return 4;
}
