/**
 * Whether boxes come near each other: 1 or 0, without branches, because no processor predicts which of the six gaps
 * exceeds the margin. Each gap is a difference of two sides: rounded, it is the same seen from either box. NaN is near
 * nothing.
 *
 * Hosts run `isNear` as written; wasm tests two gaps at a time, with the same result (tools/lanes/hosted.ts).
 */
import type { Double, Doubles, Int } from '../language/lanes.ts';

/**
 * 1 if the gap between two sides is at most the margin. `Number` of a comparison is one instruction in V8; `? 1 : 0` is
 * a branch.
 */
function within(gap: Double, margin: Double): Int {
  return Number(gap <= margin);
}

/**
 * 1 if the box at boxes[at] (min x y z, max x y z) comes within `margin` of the other along every axis. V8 inlines it.
 */
export function isNear(
  boxes: Doubles,
  at: Int,
  lowX: Double,
  lowY: Double,
  lowZ: Double,
  highX: Double,
  highY: Double,
  highZ: Double,
  margin: Double,
): Int {
  return (
    within(boxes[at] - highX, margin) &
    within(lowX - boxes[at + 3], margin) &
    within(boxes[at + 1] - highY, margin) &
    within(lowY - boxes[at + 4], margin) &
    within(boxes[at + 2] - highZ, margin) &
    within(lowZ - boxes[at + 5], margin)
  );
}
