/**
 * What a collider has besides its shape and pose: defaults, and checks of arguments. Two colliders may be a candidate
 * pair if
 *
 *   (membershipA & maskB) !== 0 && (membershipB & maskA) !== 0, and not both are static
 *
 * This is the convention of Rapier and Box2D, with the defaults of Box2D: membership in group 1, and a mask of all
 * groups.
 */
import { flag, integerIn } from '../errors.ts';

export interface Traits {
  /** Groups of the collider: 16 bits, one per group. */
  readonly membership: number;
  /** Groups that the collider may be paired with. */
  readonly mask: number;
  /** Whether the collider is static. */
  readonly static: boolean;
  /** A number of the user, u32. */
  readonly userId: number;
}

export const DEFAULT_TRAITS: Traits = { membership: 0x0001, mask: 0xffff, static: false, userId: 0 };

/** Checks traits, and fills in defaults. */
export function checkTraits(where: string, given: Partial<Traits>): Traits {
  const traits = { ...DEFAULT_TRAITS, ...given };
  return {
    membership: checkGroups(`${where}: membership`, traits.membership),
    mask: checkGroups(`${where}: mask`, traits.mask),
    static: flag(`${where}: static`, traits.static),
    userId: checkUserId(where, traits.userId),
  };
}

/** Checks a user id. @returns the id */
export function checkUserId(where: string, value: unknown): number {
  return integerIn(`${where}: userId`, value, 0, 0xffffffff);
}

/** Checks a number of 16 bits. @returns the number */
export function checkGroups(where: string, value: unknown): number {
  return integerIn(where, value, 0, 0xffff);
}
