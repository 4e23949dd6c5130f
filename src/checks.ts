/**
 * Checks of options, array-likes and typed arrays. A read of a part may run code of the user (a getter, a proxy). So
 * each part is read once, before anything changes. An error of that code becomes the cause of a `QueryError` with a
 * place.
 */
import { fail, finite, QueryError, refuse, viewName } from './errors.ts';

/** A vector x y z: numbers in an array of any kind, or an object such as `Vector3` of three.js. */
export type Vec3Like =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly isEuler?: undefined };

/** A vector x y of the plane, as `Vec3Like`. */
export type Vec2Like = ArrayLike<number> | { readonly x: number; readonly y: number };

/** A quaternion x y z w: numbers in an array of any kind, or an object such as `Quaternion` of three.js. */
export type QuatLike =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/** The keys of an options type; of a union the keys of all members. The compiler requires all of them, and no other. */
export type Keys<T> = Readonly<Record<T extends unknown ? keyof T : never, unknown>>;

/** The options that are given: undefined stands for the default, as if the key were not there. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Reads each known key of options once, and leaves out undefined values. Does not check the values.
 * @throws QueryError for a value that is not an object, an unknown key, and a getter that throws
 */
export function readOptions<T extends object>(where: string, given: T | undefined, keys: Keys<T>): Given<T> {
  const own: Given<T> = {};
  if (given === undefined) return own;
  checkKeys(where, given, keys);
  try {
    for (const key of Object.keys(keys) as (keyof T)[]) {
      const value = given[key];
      if (value !== undefined) own[key] = value as Exclude<T[typeof key], undefined>;
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return own;
}

/** Fails unless `given` is an object with known keys only. Allocates nothing. */
export function checkKeys<T extends object>(where: string, given: T, keys: Keys<T>): void {
  try {
    const tag = typeof given === 'object' && Object.prototype.toString.call(given);
    if (tag !== '[object Object]' && tag !== '[object Module]') refuse(where, 'an object', given);
    for (const key in given) {
      if (!Object.hasOwn(keys, key) && Object.hasOwn(given, key)) failUnknown(where, key, Object.keys(keys));
    }
  } catch (cause) {
    unreadable(where, cause);
  }
}

function failUnknown(where: string, key: string, known: readonly string[]): never {
  const nearest = nearestOf(key, known);
  const advice = nearest ? `; did you mean \`${nearest}\`?` : '';
  fail(where, known.join(', '), `the unknown option \`${key}\`${advice}`);
}

/** The known word that a wrong one may stand for. */
export function nearestOf(wrong: string, known: readonly string[]): string | undefined {
  const steps = (word: string) => stepsBetween(wrong.toLowerCase(), word.toLowerCase());
  return known.filter((word) => steps(word) <= Math.max(word.length, 3) / 3).sort((a, b) => steps(a) - steps(b))[0];
}

/** The edit distance of two words: letters to insert, drop or replace. */
function stepsBetween(a: string, b: string): number {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const same = row[k - 1] + Number(a[i - 1] !== b[k - 1]);
      next.push(Math.min(same, row[k] + 1, next[k - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * Throws an error that a read of `where` has thrown. Errors of this library stay as they are. Others (of user code, of
 * revoked proxies, of detached memory) become the cause of a new one.
 */
export function unreadable(where: string, cause: unknown): never {
  if (cause instanceof QueryError) throw cause;
  let said = 'an object that cannot be read';
  try {
    said = String(cause);
  } catch {}
  throw new QueryError(`${where}: expected what can be read, got an error: ${said}`, { cause });
}

/** Whether a value is an object with these keys. False for proxies that throw. */
export function hasKeys(value: unknown, ...keys: readonly string[]): value is object {
  try {
    return typeof value === 'object' && value !== null && keys.every((key) => key in value);
  } catch {
    return false;
  }
}

/** `value instanceof type`. False for a revoked proxy, which would throw. */
export function isA<T>(value: unknown, type: abstract new (...args: never) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/**
 * Fails unless a value has what objects of its kind have, such as `isObject3D` of three.js.
 * @param test whether it has; what it throws becomes the cause of an error
 */
export function checkKindOf<T>(where: string, expected: string, value: T, test: (value: T) => unknown): void {
  let isRight: unknown;
  try {
    isRight = test(value);
  } catch (cause) {
    unreadable(where, cause);
  }
  if (!isRight) refuse(where, expected, value);
}

/**
 * The length of an array-like of numbers, checked: an integer ≥ 0. Allocates nothing.
 * @param part the part of `where` that the array-like is, for the error, such as `': boxes'`
 */
export function lengthOf(where: string, expected: string, value: unknown, part = ''): number {
  if (typeof value !== 'object' || value === null) refuse(where + part, expected, value);
  const kind = viewName(value);
  if (kind?.startsWith('Big')) refuse(where + part, expected, value);
  let length: unknown;
  try {
    length = (value as { readonly length: unknown }).length;
    // throws if the memory of the array is detached or was cut off
    if (kind && length === 0) Uint8Array.prototype.keys.call(value as Uint8Array);
  } catch (cause) {
    unreadable(where + part, cause);
  }
  if (length === undefined) refuse(where + part, expected, value);
  if (!(Number.isInteger(length) && (length as number) >= 0))
    refuse(`${where + part}: length`, 'an integer ≥ 0', length);
  return length as number;
}

/** A value that may be a vector. */
export type MaybeVector = { readonly [axis in 'x' | 'y' | 'z' | 'w' | 'isEuler']?: unknown } | null | undefined;

/**
 * The numbers of a vector `{ x, y, z, w }`, as a list of `count`. Any other value as it is, also an `Euler` of
 * three.js, which is no list. Checks no numbers, and throws what getters throw.
 */
export function vectorList(value: MaybeVector, count: number): unknown {
  // arrays have no x
  return value?.x === undefined || value.isEuler ? value : [value.x, value.y, value.z, value.w].slice(0, count);
}

/** Reads the first `count` elements of an array-like, or of a vector, once. Does not check them. */
export function firstOf(where: string, expected: string, value: unknown, count: number, most = Infinity): unknown[] {
  const own: unknown[] = [];
  try {
    const list = vectorList(value as MaybeVector, count);
    const length = lengthOf(where, expected, list);
    if (length < count || length > most) fail(where, expected, `${length} numbers`);
    for (let k = 0; k < count; k++) own.push((list as ArrayLike<unknown>)[k]);
  } catch (cause) {
    unreadable(where, cause);
  }
  return own;
}

/** Reads the first `count` numbers of an array-like once. Fails unless they are finite. */
export function numbers(where: string, expected: string, value: unknown, count: number, most = Infinity): number[] {
  const own = firstOf(where, expected, value, count, most);
  for (let k = 0; k < count; k++) if (!Number.isFinite(own[k])) finite(`${where}[${k}]`, own[k]);
  return own as number[];
}

/**
 * An array-like of numbers that is safe to read again: the typed array itself, or a copy of any other array-like.
 * @param perRow 3 or 4: a row may be a vector
 * @throws QueryError for a value that is not an array-like, and an element that is not a number
 */
export function numberList(where: string, expected: string, given: unknown, perRow = 0): ArrayLike<number> {
  const own: number[] = [];
  try {
    const value = perRow > 0 ? vectorList(given as MaybeVector, perRow) : given;
    const length = lengthOf(where, expected, value);
    if (viewName(value)) return value as ArrayLike<number>;
    for (let k = 0; k < length; k++) {
      const element = (value as ArrayLike<unknown>)[k];
      if (typeof element !== 'number') refuse(`${where}[${k}]`, 'a number', element);
      own.push(element);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return own;
}
