/** What the box of a row was made for. Host and wide kernel compile this file. */
import type { Int } from '../../language/lanes.ts';
import type { BoundsColumns, PlacedColumns } from '../columns.ts';

/** Notes for which shape and pose the box of a row is made. */
export function notePose(bounds: BoundsColumns, placed: PlacedColumns, row: Int, shape: Int): void {
  const origins = bounds.origins;
  const turns = bounds.turns;
  const positions = placed.positions;
  const rotations = placed.rotations;
  const place = 3 * row;
  const at = 4 * row;
  origins[place] = positions[at];
  origins[place + 1] = positions[at + 1];
  origins[place + 2] = positions[at + 2];
  turns[at] = rotations[at];
  turns[at + 1] = rotations[at + 1];
  turns[at + 2] = rotations[at + 2];
  turns[at + 3] = rotations[at + 3];
  bounds.known[row] = shape + 1;
}
