/** The sentence that bad input gets, and the checks of single values. What has parts: checks.ts. */

/** Every error this library throws on purpose. `name` survives a comlink hop; a custom field would not. */
export class QueryError extends Error {
  override name = 'QueryError';
}

/**
 * Throws `where: expected what, got value`. The one place that decides how a bad argument reads.
 * @param got a string is a phrase of the caller's own: what a user gave goes through `refuse`
 */
export function fail(where: string, expected: string, got: unknown): never {
  throw new QueryError(`${where}: expected ${expected}, got ${typeof got === 'string' ? got : describe(got)}`);
}

/** Throws the same of a value that a user gave, whatever it is. */
export function refuse(where: string, expected: string, value: unknown): never {
  fail(where, expected, describe(value));
}

/** Checks a number that must be finite and hands it back. */
export function finite(where: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(where, 'a finite number', value);
  return value;
}

/** Checks an integer in [low, high] and hands it back. */
export function integerIn(where: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    refuse(where, low > high ? 'an integer in a range that is empty now' : `an integer in ${low}..${high}`, value);
  }
  return value;
}

/** Checks true or false and hands it back. */
export function flag(where: string, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse(where, 'true or false', value);
  return value;
}

/** Longest piece of a string that a sentence quotes. */
const QUOTED = 40;

/** Any value in a few words. Never throws: getters and proxies that do make `an object that cannot be read`. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > QUOTED ? `'${value.slice(0, QUOTED)}…'` : `'${value}'`;
    case 'bigint':
      return `${value}n`;
    case 'function':
      return 'a function';
    case 'object':
      try {
        return value === null ? 'null' : describeObject(value);
      } catch {
        return 'an object that cannot be read';
      }
    default:
      return Object.is(value, -0) ? '-0' : String(value);
  }
}

function describeObject(value: object): string {
  const kind = viewName(value);
  if (kind) return `a ${kind} of ${(value as Uint8Array).length}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `an instance of ${name}` : 'an object';
}

const TYPED_ARRAY: object = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = Object.getOwnPropertyDescriptor(TYPED_ARRAY, Symbol.toStringTag)!.get!;

/** `Float32Array`, say, of a typed array of any realm; undefined for all else. Runs no code of the value's. */
export function viewName(value: unknown): string | undefined {
  return tagOf.call(value) as string | undefined;
}
