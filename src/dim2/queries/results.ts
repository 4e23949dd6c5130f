/** Checks of options and of `out`, and vectors from the frame of the first body to the world. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { refuse } from '../../errors.ts';
import { type BodyPose, row } from '../pair/pairState.ts';

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

type Lengths<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

/** Reads options of lengths, each once: numbers ≥ 0. `defaults` has every key. */
export function readLengths<T extends object>(where: string, given: T | undefined, defaults: Keys<T>): Lengths<T> {
  const own = { ...defaults } as Lengths<T>;
  if (given === undefined) return own;
  checkKeys(where, given, defaults);
  try {
    for (const key of Object.keys(defaults) as (keyof T & string)[]) {
      const value: unknown = given[key];
      if (value === undefined) continue;
      if (!(typeof value === 'number' && value >= 0)) refuse(`${where}: ${key}`, 'a number ≥ 0', value);
      own[key] = value as Lengths<T>[keyof T & string];
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return own;
}

/**
 * Writes a vector of the frame of a body to to[at …], turned to the world. No element is −0.
 * @param sign −1 to turn it around
 */
export function writeTurned(to: Float64Array, at: number, from: Float64Array, body: BodyPose, sign = 1): void {
  const cos = sign * body.cos;
  const sin = sign * body.sin;
  const x = from[0];
  const y = from[1];
  to[at] = cos * x - sin * y + 0;
  to[at + 1] = sin * x + cos * y + 0;
}

/** What results have of a row. */
interface Gap {
  distance: number;
  errorBound: number;
  readonly normal: Float64Array;
}

interface Witnesses extends Gap {
  readonly offsetA: Float64Array;
  readonly offsetB: Float64Array;
}

/** Writes the distance and the normal of `row`. @param swapped whether the first body is B, and `body` its pose */
export function writeGap(out: Gap, swapped: boolean, body: BodyPose): void {
  out.distance = row.distance;
  out.errorBound = row.bound;
  writeTurned(out.normal, 0, row.normal, body, swapped ? -1 : 1);
}

/** Writes `row`, as `writeGap` does, and the witness points. */
export function writeRow(out: Witnesses, swapped: boolean, body: BodyPose): void {
  writeGap(out, swapped, body);
  writeTurned(swapped ? out.offsetB : out.offsetA, 0, row.pointA, body);
  writeTurned(swapped ? out.offsetA : out.offsetB, 0, row.pointB, body);
}
