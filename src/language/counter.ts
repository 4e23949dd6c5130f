/**
 * Numbers constants in the order of the source: `const word = counter(); export const IDS = word();`. Hosts run it, and
 * the lane compiler counts by the same rule. So both have the same layout, without numbers written by hand.
 */

/** @returns a function that gives the next number, and advances by `places` */
export function counter(): (places?: number) => number {
  let next = 0;
  return (places = 1) => {
    next += places;
    return next - places;
  };
}
