/** The result of a search: checks the bracket of the distance, then derives normal, distance and witness. */
import { signOf } from '../../math/vectors.ts';
import type { PairContext } from '../rows/context.ts';
import type { PairResult } from '../rows/pairResult.ts';
import type { PairRow } from '../rows/row.ts';
import { BEYOND, CLOSED, CONVERGED, PROVEN, type Search, UNPROVEN } from './search.ts';
import type { Vertices } from './support.ts';

/** Writes the result of a search that ended with a bracket. If the bracket is too wide, the search is UNPROVEN. */
export function conclude(
  context: PairContext,
  row: PairRow,
  vertices: Vertices,
  search: Search,
  result: PairResult,
): void {
  const { size } = row;
  const { v, vv, height } = search;
  // |v| times the width of the bracket
  const gap = vv - height;
  if (search.ending === CONVERGED && gap > CLOSED * vv && gap * gap > PROVEN * PROVEN * size * size * vv) {
    search.ending = UNPROVEN;
  }
  if (context.overlapOnly || !(search.ending === CONVERGED || search.ending === BEYOND)) return;
  const length = Math.sqrt(vv);
  const share = 1 / length;
  const lower = height * share;
  result.distance = search.ending === BEYOND ? lower : length;
  result.bound = search.ending === BEYOND ? Infinity : Math.max(length - lower, 0);
  result.normal.x = v.x * share;
  result.normal.y = v.y * share;
  result.normal.z = v.z * share;
  writeWitness(context, row, vertices, search, result);
}

/** The witness on A: its vertices in the simplex, by their weights. */
function writeWitness(
  context: PairContext,
  row: PairRow,
  vertices: Vertices,
  search: Search,
  result: PairResult,
): void {
  const { coordinates } = context.a;
  const { witness } = result;
  const { count, idP, idQ, idR, weightP } = search;
  const weightQ = count < 2 ? 0 : search.weightQ;
  const weightR = count < 3 ? 0 : search.weightR;
  if (row.a.isBox) {
    // the number of a corner encodes its signs: bits 0, 1, 2 set = −x, −y, −z
    const { half } = row.a;
    witness.x = half.x * (weightP * signOf(idP & 1) + weightQ * signOf(idQ & 1) + weightR * signOf(idR & 1));
    witness.y =
      half.y * (weightP * signOf((idP >> 1) & 1) + weightQ * signOf((idQ >> 1) & 1) + weightR * signOf((idR >> 1) & 1));
    witness.z =
      half.z * (weightP * signOf((idP >> 2) & 1) + weightQ * signOf((idQ >> 2) & 1) + weightR * signOf((idR >> 2) & 1));
    return;
  }
  const { first, rows } = vertices;
  const p = first + (idP & 0xffff);
  const q = count < 2 ? p : first + (idQ & 0xffff);
  const r = count < 3 ? p : first + (idR & 0xffff);
  const up = rows;
  const top = 2 * rows;
  witness.x = weightP * Number(coordinates[p]) + weightQ * Number(coordinates[q]) + weightR * Number(coordinates[r]);
  witness.y =
    weightP * Number(coordinates[p + up]) +
    weightQ * Number(coordinates[q + up]) +
    weightR * Number(coordinates[r + up]);
  witness.z =
    weightP * Number(coordinates[p + top]) +
    weightQ * Number(coordinates[q + top]) +
    weightR * Number(coordinates[r + top]);
}
