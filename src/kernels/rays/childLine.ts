/** The line of a ray through a shape with children. Hosts and wasm compile this file, with the same bits. */
import type { Double, Int } from '../../language/lanes.ts';
import { greater } from '../../math/extremes.ts';
import { inverseOf } from './ray.ts';
import type { BodyRay, ChildLine } from './rayNumbers.ts';

/** More than the rounding of the line, in slacks. */
const ROOM: Double = 4;
/** Children may be farther than the extent by its rounding to f32. */
const MORE: Double = 1 + 1 / 1_048_576;

/** Writes the line of a ray in the frame of the shape. An origin before the ball around all children is moved there. */
export function writeLine(line: ChildLine, whole: BodyRay): void {
  const { center, unit } = whole;
  line.room = ROOM * whole.slack;
  const first = greater(whole.start, -(whole.size * MORE + line.room));
  line.skipped = first - whole.start;
  for (let c: Int = 0; c < 3; c++) {
    line.origin[c] = center[c] + first * unit[c];
    line.inverse[c] = inverseOf(unit[c]);
  }
}
