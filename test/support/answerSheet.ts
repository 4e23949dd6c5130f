/**
 * Answers to the same questions at several scales. A scene at `unit`, a power of two, has all lengths times `unit`.
 * Such products round nothing, so answers at two units differ by the power of their ratio, and in no bit besides.
 */

/** The numbers of a shape times `unit`: all but those of rotations are lengths. */
export function scaled<T>(data: T, unit: number): T {
  if (typeof data === 'number') return (data * unit) as T;
  if (typeof data !== 'object' || data === null) return data;
  if ('length' in data) return Array.from(data as ArrayLike<unknown>, (each) => scaled(each, unit)) as T;
  const entries = Object.entries(data).map(([key, value]) => [key, key === 'rotation' ? value : scaled(value, unit)]);
  return Object.fromEntries(entries) as T;
}

/** The components of a row: each is a length to this power. */
export type Powers = readonly number[];

export const PURE: Powers = [0];
export const LENGTH: Powers = [1];
/** A unit vector, and a length. */
export const NORMAL: Powers = [0, 0, 0, 1];
/** A point, and a length or nothing. */
export const POINT: Powers = [1, 1, 1, 1];

interface Column {
  readonly powers: Powers;
  readonly values: readonly number[];
}

/** Columns of answers by question and name, copied: those of engines are shared memory. */
export class AnswerSheet {
  readonly #columns = new Map<string, Column>();
  readonly #refined: () => number;
  #before: number;

  /** @param refined how many rows the scalar kernel has computed for a wide one so far */
  constructor(refined: () => number = () => 0) {
    this.#refined = refined;
    this.#before = refined();
  }

  get size(): number {
    return this.#columns.size;
  }

  /** The sum of all columns of this name. */
  sumOf(name: string): number {
    let sum = 0;
    for (const [key, { values }] of this.#columns) {
      if (key.endsWith(`: ${name}`)) sum += values.reduce((left, right) => left + right, 0);
    }
    return sum;
  }

  /** Adds the first `count` rows of those columns of an answer that `powers` names, and how many rows were refined. */
  add<P extends Readonly<Record<string, Powers>>>(
    question: string,
    count: number,
    columns: { readonly [K in keyof P]: ArrayLike<number> },
    powers: P,
  ): void {
    const refined = this.#refined();
    this.#columns.set(`${question}: refined`, { powers: PURE, values: [refined - this.#before] });
    this.#before = refined;
    for (const name of Object.keys(powers)) {
      const values = Array.from({ length: count * powers[name].length }, (_, k) => columns[name][k]);
      this.#columns.set(`${question}: ${name}`, { powers: powers[name], values });
    }
  }

  /** What differs from the sheet of unit 1: the first value of each column that does. @param unit of this sheet */
  differencesTo(plain: AnswerSheet, unit: number): string[] {
    const found: string[] = [];
    for (const [name, { powers, values }] of plain.#columns) {
      const own = this.#columns.get(name)?.values ?? [];
      const expected = values.map((value, k) => value * unit ** powers[k % powers.length]);
      const at = expected.findIndex((value, k) => !Object.is(value, own[k]));
      if (at >= 0) found.push(`${name}[${at}]: expected ${expected[at]}, got ${own[at]}`);
      else if (own.length !== values.length) found.push(`${name}: expected ${values.length} values, got ${own.length}`);
    }
    return found;
  }
}

/** The used slots of a column with `slots` of `per` numbers in each row. */
export function usedSlots(column: ArrayLike<number>, counts: ArrayLike<number>, rows: number, slots: number, per = 1) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: per * counts[row] }, (_, k) => column[per * slots * row + k]),
  ).flat();
}

/** Numbers of a result as columns of one row. */
export function columnsOf<T extends object>(result: T): { readonly [K in keyof T]: ArrayLike<number> } {
  const entries = Object.entries(result).map(([key, value]) => [key, typeof value === 'number' ? [value] : value]);
  return Object.fromEntries(entries);
}
