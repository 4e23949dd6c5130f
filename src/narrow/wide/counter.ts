/**
 * Numbers constants in the order of the source: `const word = counter(); export const IDS = word();`. Hosts run it, the lane compiler
 * counts by the same rule, so that both agree on a layout that no one numbers by hand.
 */

/** @returns a function that gives the next place, and takes as many as it is asked for, one by default */
export function counter(): (places?: number) => number {
  let next = 0;
  return (places = 1) => {
    next += places;
    return next - places;
  };
}
