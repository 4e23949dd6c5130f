/** Arrays and words of a user, read once, element by element: what was read is what is checked. */
import { unreadable } from '../checks.ts';
import { refuse } from '../errors.ts';

/** What errors call an array of the user. */
export const LISTS = 'an array of numbers';
/** Largest coordinate (m): squares of it are finite in f32. */
export const FARTHEST = 1e18;

export function wordOf<W extends string>(where: string, value: W, words: readonly W[]): W {
  if (!words.includes(value)) refuse(where, words.map((word) => `'${word}'`).join(' or '), value);
  return value;
}

/** An element of an array. */
export function numberAt(where: string, source: ArrayLike<unknown>, place: number): number {
  const value = source[place];
  if (typeof value !== 'number') refuse(`${where}[${place}]`, 'a number', value);
  return value;
}

/** Copies integers in 0 … limit − 1. @returns the first other value and its place, if there is one */
export function copyIntegers(
  where: string,
  source: ArrayLike<unknown>,
  into: Uint32Array | Uint8Array,
  limit: number,
): { readonly value: number; readonly place: number } | undefined {
  let place = 0;
  try {
    for (; place < into.length; place++) {
      const value = numberAt(where, source, place);
      if (!(value >= 0 && value < limit && Math.floor(value) === value)) return { value, place };
      into[place] = value;
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return undefined;
}
