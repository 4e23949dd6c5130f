/** One pair through the scalar kernel in f64, with the iterations that it took. */
import { CoreScratch } from '../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../src/kernels/rows/distanceRows.ts';
import { loadPose, poses } from '../../src/single/poses.ts';
import { geometryOf } from '../../src/single/query.ts';
import { COUNT_TABLE_BYTES, ROWS, SHAPES } from '../../src/tables/countTable.ts';
import { Status } from '../../src/tables/distanceStatus.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../src/tables/simplexWords.ts';
import type { Answer, Placed } from '../oracle/roundOracle.ts';

const scratch = new CoreScratch();
const ids = new Uint32Array([0, 1]);
const counts = new Uint32Array(COUNT_TABLE_BYTES / 4);
counts[ROWS] = 2;
counts[SHAPES] = 1;
const result = {
  status: new Uint8Array(1),
  separation: new Float64Array(4),
  offsetA: new Float64Array(4),
  offsetB: new Float64Array(4),
};
const params = {
  overlapOnly: false,
  maxDistance: new Float64Array([Infinity]),
  depth: true,
  from: new Uint16Array(SIMPLEX_STRIDE).fill(UNUSED),
  to: new Uint16Array(SIMPLEX_STRIDE),
};

export interface RoundAnswer extends Answer {
  readonly status: number;
  /** Whether a boolean query finds an overlap. */
  readonly overlaps: boolean;
  /** Supports of the penetration search, or steps of GJK. */
  readonly iterations: number;
}

export function answerOf(a: Placed, b: Placed): RoundAnswer {
  const one = geometryOf('a', a.body.shape);
  const other = geometryOf('b', b.body.shape);
  loadPose('a', 0, a);
  loadPose('b', 1, b);
  const { pair } = scratch;
  pair.steps = 0;
  pair.expansions = 0;
  const run = (overlapOnly: boolean) =>
    distanceRows(
      result,
      ids,
      { ...poses, shapes: new Uint32Array(2) },
      counts,
      one,
      other,
      scratch,
      { ...params, overlapOnly },
      0,
      1,
    );
  run(true);
  const overlaps = result.status[0] === Status.Overlapping;
  run(false);
  return {
    status: result.status[0]!,
    overlaps,
    distance: result.separation[3]!,
    normal: [...result.separation.subarray(0, 3)],
    offsetA: [...result.offsetA.subarray(0, 3)],
    offsetB: [...result.offsetB.subarray(0, 3)],
    errorBound: result.offsetA[3]!,
    iterations: Math.max(pair.steps, pair.expansions),
  };
}
