/** The options of contact queries: checked once, kept without allocating (see distanceOptions.ts). */
import { fail } from '../errors.ts';

/** What a contact query can be asked besides the pairs. */
export interface ContactOptions {
  /** Points up to this far apart are in the manifold (m, ≥ 0): speculative ones, for solvers. Default: 0. */
  readonly margin?: number;
  /** For the events: a pair touches while its signed distance is at most this (m, at most the margin). Default: 0. */
  readonly touching?: number;
}

export class ContactOptionsReader {
  /** The margin that was read last (m). */
  readonly margin = new Float64Array(1);
  /** The largest signed distance of a pair that touches (m). */
  readonly touching = new Float64Array(1);
  readonly #given = new Float64Array(2);

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: ContactOptions | undefined): void {
    const given = this.#given;
    given[0] = 0;
    given[1] = 0;
    if (options !== undefined) {
      if (typeof options !== 'object' || options === null) fail(where, 'a pair list or options', options);
      // column to column, because V8 may allocate for a double that may be something else as well
      if (options.margin !== undefined) given[0] = options.margin;
      if (options.touching !== undefined) given[1] = options.touching;
      if (!isLength(options.margin, given[0]!)) fail(`${where}: margin`, 'a finite number ≥ 0 (m)', options.margin);
      if (!isDistance(options.touching, given[1]!, given[0]!)) {
        fail(`${where}: touching`, `a number up to the margin, ${given[0]} (m)`, options.touching);
      }
    }
    this.margin[0] = given[0]!;
    this.touching[0] = given[1]!;
  }
}

function isLength(value: unknown, read: number): boolean {
  return (value === undefined || typeof value === 'number') && read >= 0 && read < Infinity;
}

function isDistance(value: unknown, read: number, margin: number): boolean {
  return (value === undefined || typeof value === 'number') && read > -Infinity && read <= margin;
}
