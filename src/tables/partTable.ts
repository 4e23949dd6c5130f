/**
 * The pool of parts: the leaves of composites, in the postfix order of their lists (cores/composite). A part is two
 * rows of words. The first is a row of shapeWords.ts for the core of the leaf, which is not a composite. The second:
 *
 *   word  type  unit  meaning
 *   0     u32         operations that follow the leaf, two bits each, the first in the lowest bits: ADD, HULL, 0 = end
 *   1     f32   m     radius by which the leaf is grown inside of the composite, ≥ 0
 *   2–4   f32   m     position of the leaf in the frame of the composite
 *   5–8   f32         rotation, a unit quaternion x y z w: leaf → composite
 *   9–15              free
 */
/** Rows of words of a part. */
export const PART_ROWS = 2;

/** Words of the second row. */
export const OPERATIONS = 0;
export const GROWTH = 1;
export const POSITION = 2;
export const ROTATION = 5;

/** Operations: they replace the last two bodies by their Minkowski sum, or by their convex hull. */
export const ADD = 1;
export const HULL_OF = 2;
/** Bits of an operation. */
export const OPERATION_BITS = 2;

/** Sums and hulls inside of each other, and leaves of one shape, at most. */
export const MAX_NESTING = 4;
export const MAX_PARTS = 32;
