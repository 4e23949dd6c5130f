/** A box in registers. */
import type { Double, Doubles, Int } from '../../language/lanes.ts';

export interface Box {
  readonly lowX: Double;
  readonly lowY: Double;
  readonly lowZ: Double;
  readonly highX: Double;
  readonly highY: Double;
  readonly highZ: Double;
}

export function boxAt(boxes: Doubles, at: Int): Box {
  return {
    lowX: boxes[at],
    lowY: boxes[at + 1],
    lowZ: boxes[at + 2],
    highX: boxes[at + 3],
    highY: boxes[at + 4],
    highZ: boxes[at + 5],
  };
}
