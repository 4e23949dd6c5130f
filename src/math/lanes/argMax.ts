import {
  bitmask,
  extractInt,
  type Int,
  type Lane,
  type LaneInt,
  max,
  select,
  transpose,
} from '../../language/lanes.ts';

/** The index of the largest of four values: a horizontal arg max. */
export function argMax(best: Lane, index: LaneInt): Int {
  const each = transpose({ a: best, b: best, c: best, d: best });
  const most = max(max(each.a, each.b), max(each.c, each.d));
  const bits = bitmask(best === most);
  const high = select((bits & 4) !== 0, extractInt(index, 2), extractInt(index, 3));
  const upper = select((bits & 2) !== 0, extractInt(index, 1), high);
  return select((bits & 1) !== 0, extractInt(index, 0), upper);
}
