/** Checks of options and of `out`, and vectors from the frame of the first body to the world. */
import { checkKeys, type Keys, unreadable } from '../checks.ts';
import { refuse } from '../errors.ts';
import { BOUND, DISTANCE, NORMAL, POINT_A, POINT_B, row } from '../planar/measure.ts';

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
 * Writes from[k …], x y, to to[at …], turned to the world. No element is −0.
 * @param rotation where `rotations` has cos sin of the body in whose frame it is
 * @param sign −1 to turn it around
 */
export function writeTurned(
  to: Float64Array,
  at: number,
  from: Float64Array,
  k: number,
  rotations: Float64Array,
  rotation: number,
  sign = 1,
): void {
  const cos = sign * rotations[rotation];
  const sin = sign * rotations[rotation + 1];
  const x = from[k];
  const y = from[k + 1];
  to[at] = cos * x - sin * y + 0;
  to[at + 1] = sin * x + cos * y + 0;
}

/** What results have of a row. */
interface Measures {
  distance: number;
  errorBound: number;
  readonly normal: Float64Array;
  readonly offsetA: Float64Array;
  readonly offsetB: Float64Array;
}

/** Writes `row` to a result. @param swapped whether the first body is B; see `writeTurned` */
export function writeRow(out: Measures, swapped: boolean, rotations: Float64Array, rotation: number): void {
  const from = row;
  const cos = rotations[rotation];
  const sin = rotations[rotation + 1];
  const sign = swapped ? -1 : 1;
  const nx = sign * from[NORMAL];
  const ny = sign * from[NORMAL + 1];
  const { normal } = out;
  const first = swapped ? out.offsetB : out.offsetA;
  const second = swapped ? out.offsetA : out.offsetB;
  out.distance = from[DISTANCE];
  out.errorBound = from[BOUND];
  normal[0] = cos * nx - sin * ny + 0;
  normal[1] = sin * nx + cos * ny + 0;
  first[0] = cos * from[POINT_A] - sin * from[POINT_A + 1] + 0;
  first[1] = sin * from[POINT_A] + cos * from[POINT_A + 1] + 0;
  second[0] = cos * from[POINT_B] - sin * from[POINT_B + 1] + 0;
  second[1] = sin * from[POINT_B] + cos * from[POINT_B + 1] + 0;
}
