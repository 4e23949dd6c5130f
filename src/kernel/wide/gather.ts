/** One element of memory per lane. */
import { extractInt, floatsAt, insert, insertInt, type Lane, type LaneInt, shortsAt, splat } from './lanes.ts';

/** The f32 at each byte address. */
export function floatsOf(at: LaneInt): Lane {
  return insert(
    insert(
      insert(splat(floatsAt(extractInt(at, 0))[0]), 1, floatsAt(extractInt(at, 1))[0]),
      2,
      floatsAt(extractInt(at, 2))[0],
    ),
    3,
    floatsAt(extractInt(at, 3))[0],
  );
}

/** The u16 at each byte address. */
export function shortsOf(at: LaneInt): LaneInt {
  return insertInt(
    insertInt(
      insertInt(splat(shortsAt(extractInt(at, 0))[0]), 1, shortsAt(extractInt(at, 1))[0]),
      2,
      shortsAt(extractInt(at, 2))[0],
    ),
    3,
    shortsAt(extractInt(at, 3))[0],
  );
}
