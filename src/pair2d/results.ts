/** Checks of options and of `out`, and vectors from the frame of the first body to the world. */
import { checkKeys, type Keys, unreadable } from '../checks.ts';
import { refuse } from '../errors.ts';

/** Fails unless `out` has Float64Arrays of at least `lengths` under the keys, `words` of 2, and is not frozen. */
export function checkResult<R extends object>(
  where: string,
  maker: string,
  out: R,
  lengths: Partial<Record<keyof R, number>>,
  words?: keyof R,
): void {
  try {
    let isRight = !Object.isFrozen(out);
    for (const key in lengths) isRight &&= isColumn(out[key], lengths[key]!);
    const ids: unknown = words && out[words];
    if (words) isRight &&= ids instanceof Uint32Array && ids.length >= 2;
    if (isRight) return;
  } catch {
    // a getter or a proxy that throws
  }
  refuse(where, `what ${maker}() makes`, out);
}

export function isColumn(column: unknown, length: number): boolean {
  return column instanceof Float64Array && column.length >= length;
}

/** Reads options of lengths, each once: numbers ≥ 0. `defaults` has every key. */
export function readLengths<T extends object>(where: string, given: T | undefined, defaults: Keys<T>): Required<T> {
  const own = { ...defaults } as Required<T>;
  if (given === undefined) return own;
  checkKeys(where, given, defaults);
  try {
    for (const key of Object.keys(defaults) as (keyof T & string)[]) {
      const value: unknown = given[key];
      if (value === undefined) continue;
      if (!(typeof value === 'number' && value >= 0)) refuse(`${where}: ${key}`, 'a number ≥ 0', value);
      own[key] = value as Required<T>[keyof T & string];
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return own;
}

/**
 * Writes from[k …], x y, to to[at …], turned to the world.
 * @param rotation where `rotations` has cos sin of the body in whose frame it is
 */
export function writeTurned(
  to: Float64Array,
  at: number,
  from: Float64Array,
  k: number,
  rotations: Float64Array,
  rotation: number,
): void {
  const x = from[k];
  const y = from[k + 1];
  to[at] = rotations[rotation] * x - rotations[rotation + 1] * y;
  to[at + 1] = rotations[rotation + 1] * x + rotations[rotation] * y;
}

/** Turns a vector around: that of a pair in the other order. */
export function turnAround(vector: Float64Array): void {
  vector[0] = -vector[0];
  vector[1] = -vector[1];
}
