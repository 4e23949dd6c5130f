/** Every error this library throws on purpose. `name` survives a comlink hop; a custom field would not. */
export class QueryError extends Error {
  override name = 'QueryError';
}

/** Throws `where: expected what, got value`. The one place that decides how a bad argument reads. */
export function fail(where: string, expected: string, got: unknown): never {
  throw new QueryError(`${where}: expected ${expected}, got ${String(got)}`);
}

/** Checks a number that must be finite and hands it back. */
export function finite(where: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(where, 'a finite number', value);
  return value;
}

/** Checks an integer in [low, high] and hands it back. */
export function integerIn(where: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    fail(where, low > high ? 'an integer in a range that is empty now' : `an integer in ${low}..${high}`, value);
  }
  return value;
}
