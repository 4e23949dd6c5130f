/** Separations of four pairs, in canonical order. */
import { columnAt, type Int, type Ints, intsAt, type Lane, select, transpose } from '../../../language/lanes.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';
import { SEPARATION } from '../../../tables/kernelContext.ts';
import type { Rows } from '../../rows/lanes/rows.ts';

export interface Separation {
  /** World, from A to B. */
  readonly normal: Vec3;
  readonly distance: Lane;
}

/** Normals and signed distances of pairs k … k + 3. */
export function loadSeparation(context: Ints, rows: Rows, k: Int): Separation {
  const separation = columnAt(context[SEPARATION]);
  const rowIds = intsAt(rows.row);
  const columns = transpose({
    a: separation[4 * rowIds[k]],
    b: separation[4 * rowIds[k + 1]],
    c: separation[4 * rowIds[k + 2]],
    d: separation[4 * rowIds[k + 3]],
  });
  const sign: Lane = select(rows.swapped[k] !== 0, -1, 1);
  return { normal: { x: sign * columns.a, y: sign * columns.b, z: sign * columns.c }, distance: columns.d };
}
