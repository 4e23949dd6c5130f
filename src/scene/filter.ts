/**
 * Which colliders may become a candidate pair, at the public edge: defaults and checks. Pure.
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0, and not both static
 *
 * The convention of Rapier and of Box2D, and Box2D's defaults: everything is in group 1 and meets all groups.
 */
import { flag, integerIn } from '../errors.ts';

export interface Filter {
  /** Groups the collider is in, one per bit, 16 bits. */
  readonly membership: number;
  /** Groups it meets. */
  readonly mask: number;
  /** It does not move: two such are no candidates. */
  readonly static: boolean;
}

export const DEFAULT_FILTER: Filter = { membership: 0x0001, mask: 0xffff, static: false };

/** Fills what is left out with defaults, and checks the rest. */
export function checkFilter(where: string, given: Partial<Filter>): Filter {
  const filter = { ...DEFAULT_FILTER, ...given };
  return {
    membership: checkGroups(`${where}: membership`, filter.membership),
    mask: checkGroups(`${where}: mask`, filter.mask),
    static: flag(`${where}: static`, filter.static),
  };
}

/** Checks 16 bits. */
export function checkGroups(where: string, value: unknown): number {
  return integerIn(where, value, 0, 0xffff);
}
