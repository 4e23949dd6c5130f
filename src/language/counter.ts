/**
 * Numbers constants in the order of the source: `const word = counter(); export const IDS = word();`. Hosts run it, and
 * the lane compiler counts by the same rule. So both have the same layout, without numbers written by hand.
 */

/** @returns a function that gives the next number, and advances by `count` */
export function counter(): (count?: number) => number {
  let next = 0;
  return (count = 1) => {
    next += count;
    return next - count;
  };
}
