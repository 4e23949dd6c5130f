/**
 * One row the careful way, for what `answerRows` leaves: pairs without a proof, penetration that is to be measured, rows
 * that have no answer.
 *
 *   ending  how GJK ended: CONTAINED, with its simplex in the scratch, or UNPROVEN, and it is run again by `gjkCareful`
 */
import { Status, type StatusCode } from '../../results/resultTable.ts';
import type { SceneCounts } from '../../scene/countTable.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE } from '../../shapes/shapeTable.ts';
import { BEYOND, CONVERGED, gjkCareful, UNPROVEN } from './gjkCareful.ts';
import { conclude } from './measure.ts';
import { clearSimplex, gatherRow, storeSimplex } from './pairRow.ts';
import { penetration } from './penetration.ts';
import { placeAnswer } from './place.ts';
import { relatePoses } from './relative.ts';
import {
  type Answers,
  BOUND,
  COUNT,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  NEAR2,
  NORMAL,
  OFFSET_A,
  OFFSET_B,
  type Poses,
  type Question,
  ROW_A,
  ROW_B,
  type Scratch,
  SIZE,
  SWAPPED,
  TOUCH,
  VV,
  type Workbench,
} from './scratch.ts';

export function carefulRow(
  answers: Answers,
  ids: Uint32Array,
  poses: Poses,
  counts: SceneCounts,
  geometryA: Geometry,
  geometryB: Geometry,
  workbench: Workbench,
  question: Question,
  p: number,
  ending: number,
): void {
  const { scratch, polytope } = workbench;
  const { f, i } = scratch;
  const { status } = answers;
  const { flags, limit, depth, to } = question;
  if (!gatherRow(scratch, poses, counts, ids, p) || !relatePoses(f)) {
    status[p] = Status.Invalid;
    clearSimplex(to, p);
    if (!flags) writeNothing(answers, p);
    return;
  }
  const a = i[ROW_A]!;
  const b = i[ROW_B]!;
  const { reals } = geometryA.shapes;
  const { reals: realsB } = geometryB.shapes;
  const radii = reals[a * SHAPE_STRIDE + RADIUS]! + realsB[b * SHAPE_STRIDE + RADIUS]!;
  f[SIZE] = reals[a * SHAPE_STRIDE + EXTENT]! + realsB[b * SHAPE_STRIDE + EXTENT]!;
  f[FAR] = flags ? radii : limit[0]! + radii;
  f[NEAR2] = flags ? radii * radii : -1;
  i[END] = ending;
  if (ending === UNPROVEN) {
    i[COUNT] = 0;
    i[END] = gjkCareful(scratch, geometryA, a, geometryB, b);
  }
  if (flags) {
    status[p] = touch(workbench, geometryA, a, geometryB, b, radii);
    storeSimplex(scratch, to, p);
    return;
  }
  status[p] = conclude(scratch, polytope, geometryA, a, geometryB, b, depth);
  placeAnswer(f);
  storeSimplex(scratch, to, p);
  writeAnswer(answers, p, scratch);
}

/** Separated, Overlapping, or (never seen) NotConverged. */
function touch(
  { scratch, polytope }: Workbench,
  geometryA: Geometry,
  a: number,
  geometryB: Geometry,
  b: number,
  radii: number,
): StatusCode {
  const { f, i } = scratch;
  if (i[END] === BEYOND) return Status.Separated;
  if (i[END] === UNPROVEN) {
    // the penetration search knows the side of contact that GJK could not tell
    f[TOUCH] = Math.sqrt(f[VV]!);
    if (!penetration(scratch, polytope, geometryA, a, geometryB, b)) return Status.NotConverged;
    return f[DISTANCE]! > radii ? Status.Separated : Status.Overlapping;
  }
  if (i[END] === CONVERGED) return f[VV]! > f[NEAR2]! ? Status.Separated : Status.Overlapping;
  return Status.Overlapping;
}

function writeAnswer(answers: Answers, p: number, { f, i }: Scratch): void {
  const { separation, offsetA, offsetB } = answers;
  const at = 4 * p;
  const swapped = i[SWAPPED] === 1;
  const sign = swapped ? -1 : 1;
  const first = swapped ? OFFSET_B : OFFSET_A;
  const second = swapped ? OFFSET_A : OFFSET_B;
  separation[at] = sign * f[NORMAL]!;
  separation[at + 1] = sign * f[NORMAL + 1]!;
  separation[at + 2] = sign * f[NORMAL + 2]!;
  separation[at + 3] = f[DISTANCE]!;
  offsetA[at] = f[first]!;
  offsetA[at + 1] = f[first + 1]!;
  offsetA[at + 2] = f[first + 2]!;
  offsetA[at + 3] = f[BOUND]!;
  offsetB[at] = f[second]!;
  offsetB[at + 1] = f[second + 1]!;
  offsetB[at + 2] = f[second + 2]!;
  offsetB[at + 3] = 0;
}

function writeNothing({ separation, offsetA, offsetB }: Answers, p: number): void {
  for (let k = 4 * p; k < 4 * p + 4; k++) {
    separation[k] = Number.NaN;
    offsetA[k] = Number.NaN;
    offsetB[k] = Number.NaN;
  }
}
