import { doubles } from '../../language/members.ts';

/** What a search for near children goes by. */
export class NearBox {
  /** Low x y z, high x y z, in the frame of the shape (m). */
  readonly box = doubles(6);
  /** Boxes that are farther away than this are left out (m). It may be lowered between two runs. */
  readonly limit = doubles(1);
}
