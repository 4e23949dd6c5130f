/**
 * Whether two rows of the placed table, colliders or probes, come within a distance, in f64: for pairs that an f32
 * distance and its error bound leave open. Hosts and wasm compile this file.
 */
import type { Flag, Int } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import { type CorePools, PairOut, PairPoses } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { PairParams } from './context.ts';
import { pairRow } from './pairRow.ts';

/** The poses of a pair, and its distance. */
export class PlacedNumbers {
  readonly poses = new PairPoses();
  readonly out = new PairOut();
}

/** What a measurement takes besides the rows. */
export interface Placed {
  readonly numbers: PlacedNumbers;
  readonly columns: PoseColumns;
  readonly pools: CorePools;
  readonly scratch: CoreScratch;
  readonly params: PairParams;
}

/** Whether the shapes of rows `a` and `b`, which are legal, are at most params.maxDistance apart. */
export function isWithin(placed: Placed, a: Int, b: Int): Flag {
  const { numbers, pools, scratch, params } = placed;
  const { shapes } = placed.columns;
  loadPose(placed, 0, a);
  loadPose(placed, 4, b);
  scratch.pair.wordA = SHAPE_STRIDE * shapes[a];
  scratch.pair.wordB = SHAPE_STRIDE * shapes[b];
  const status = pairRow(numbers.out, numbers.poses, pools, pools, scratch, params);
  if (status === Status.Separated || status === Status.NotConverged) {
    return numbers.out.distance <= params.maxDistance[0];
  }
  return status === Status.Overlapping;
}

/** Copies the pose of a row to place `at` of the pair. */
function loadPose(placed: Placed, at: Int, row: Int): void {
  const { columns } = placed;
  const { positions, rotations } = placed.numbers.poses;
  for (let c: Int = 0; c < 4; c++) {
    positions[at + c] = columns.positions[4 * row + c];
    rotations[at + c] = Number(columns.rotations[4 * row + c]);
  }
}
