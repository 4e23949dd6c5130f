import type { Doubles } from '../language/lanes.ts';
import { doubles } from '../language/members.ts';

/** The sweep of a shape among boxes. Hosts write it; that of a wide kernel lies at the start of its tables. */
export class CastSweep {
  /** The bounds of the shape, grown: max x y z, then min x y z, as the sides of a box. */
  readonly sides: Doubles = doubles(6);
  /** The inverse of the displacement. */
  readonly inverse: Doubles = doubles(3);
}
