/** Errors: their text, and checks of single values. checks.ts has the checks of objects and arrays. */

/** Every error that this library throws on purpose. comlink keeps `name`, but would drop other fields. */
export class QueryError extends Error {
  override name = 'QueryError';
}

/**
 * Throws `where: expected what, got value`. All errors for bad arguments have this form.
 * @param got a string is a phrase of the caller; use `refuse` for values of the user
 */
export function fail(where: string, expected: string, got: unknown): never {
  throw new QueryError(`${where}: expected ${expected}, got ${typeof got === 'string' ? got : inspect(got)}`);
}

/** Throws the same sentence for any value of the user. */
export function refuse(where: string, expected: string, value: unknown): never {
  fail(where, expected, inspect(value));
}

/** Checks a finite number. @returns the number */
export function finite(where: string, value: unknown): number {
  if (!Number.isFinite(value)) refuse(where, 'a finite number', value);
  return value as number;
}

/** Checks an integer in low … high. @returns the number */
export function integerIn(where: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    refuse(where, low > high ? 'an integer in a range that is empty now' : `an integer in ${low}..${high}`, value);
  }
  return value;
}

/** Checks true or false. @returns the value */
export function flag(where: string, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse(where, 'true or false', value);
  return value;
}

/** Describes any value in a few words. Never throws, even if getters and proxies do. */
export function inspect(value: unknown): string {
  switch (typeof value) {
    case 'string':
      // 40 characters of it at most
      return value.length > 40 ? `'${value.slice(0, 40)}…'` : `'${value}'`;
    case 'bigint':
      return `${value}n`;
    case 'function':
      return 'a function';
    case 'object':
      try {
        return value === null ? 'null' : inspectObject(value);
      } catch {
        return 'an object that cannot be read';
      }
    default:
      return Object.is(value, -0) ? '-0' : String(value);
  }
}

function inspectObject(value: object): string {
  const kind = viewName(value);
  if (kind) return `a ${kind} of ${(value as Uint8Array).length}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name && name !== 'Object' ? `an instance of ${name}` : 'an object';
}

const TYPED_ARRAY: object = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = Object.getOwnPropertyDescriptor(TYPED_ARRAY, Symbol.toStringTag)!.get!;

/**
 * The name of a typed array's type, of any realm, such as `Float32Array`; else undefined. Runs no code of the value.
 */
export function viewName(value: unknown): string | undefined {
  return tagOf.call(value) as string | undefined;
}
