/**
 * Collision filter: defaults, and checks of arguments. Two colliders may be a candidate pair if
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0, and not both are static
 *
 * This is the convention of Rapier and Box2D, with the defaults of Box2D: membership in group 1, and a mask of all
 * groups.
 */
import { flag, integerIn } from '../errors.ts';

export interface Filter {
  /** Groups of the collider: 16 bits, one per group. */
  readonly membership: number;
  /** Groups that the collider may be paired with. */
  readonly mask: number;
  /** Whether the collider is static. */
  readonly static: boolean;
}

export const DEFAULT_FILTER: Filter = { membership: 0x0001, mask: 0xffff, static: false };

/** Checks a filter, and fills in defaults. */
export function checkFilter(where: string, given: Partial<Filter>): Filter {
  const filter = { ...DEFAULT_FILTER, ...given };
  return {
    membership: checkGroups(`${where}: membership`, filter.membership),
    mask: checkGroups(`${where}: mask`, filter.mask),
    static: flag(`${where}: static`, filter.static),
  };
}

/** Checks a number of 16 bits. @returns the number */
export function checkGroups(where: string, value: unknown): number {
  return integerIn(where, value, 0, 0xffff);
}
