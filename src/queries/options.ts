/**
 * The options of queries: kinds, which check a value and keep it, and readers of whole options. Each option is read
 * once, and reading allocates nothing.
 *
 * V8 allocates for a double that is read by a name that it does not know in advance, or that crosses a call. So each
 * number has a function of its own that copies it to an array.
 */
import { checkKeys, firstOf, hasKeys, unreadable } from '../checks.ts';
import { fail, flag, inspect, integerIn, refuse } from '../errors.ts';
import { SEES_SENSORS } from '../tables/colliderWords.ts';
import type { GpuBuffer } from './gpu.ts';

/** Values by name of the option: numbers in arrays of one element. */
type Values = Record<string, unknown>;

/** A kind of option. @typeParam Value what its value is kept as @internal */
export interface Option<Value> {
  /** The value of an option that is not given. A new array for a number. */
  start(): Value;
  /** Checks option `name` of `given`, which may be undefined, and keeps it in `values`. */
  read(where: string, name: string, given: object, values: Values): void;
  /** Makes the value that of an option that is not given. */
  reset(name: string, values: Values): void;
}

/** That a number has been copied. */
const COPIED = Symbol();

/** Legal values of a number, and how an error names them. */
interface NumberRange {
  /** The value of an option that is not given. */
  readonly otherwise: number;
  readonly least: number;
  /** The largest value. Or the name of an option before this one, which this one does not exceed. */
  readonly most: number | string;
  /** @param most the largest value, if it is another option's */
  expected(most: number): string;
}

class NumberOption implements Option<Float64Array> {
  readonly #range: NumberRange;
  readonly #least: Float64Array;
  readonly #most: Float64Array;
  readonly #copy: (given: never, to: Float64Array) => unknown;

  constructor(range: NumberRange, copy: (given: never, to: Float64Array) => unknown) {
    this.#range = range;
    this.#least = Float64Array.of(range.least);
    this.#most = Float64Array.of(Number(range.most));
    this.#copy = copy;
  }

  start(): Float64Array {
    return Float64Array.of(this.#range.otherwise);
  }

  reset(name: string, values: Values): void {
    (values[name] as Float64Array)[0] = this.#range.otherwise;
  }

  read(where: string, name: string, given: object, values: Values): void {
    const to = values[name] as Float64Array;
    const { expected, most } = this.#range;
    const other = this.#copy(given as never, to);
    if (other === undefined) {
      this.reset(name, values);
      return;
    }
    const end = typeof most === 'string' ? (values[most] as Float64Array) : this.#most;
    if (other === COPIED && to[0] >= this.#least[0] && to[0] <= end[0]) return;
    refuse(`${where}: ${name}`, expected(end[0]), other === COPIED ? to[0] : other);
  }
}

/** Copies a number to `to`. @returns what is no number: undefined, or a bad value @internal */
export function copyNumber(value: unknown, to: Float64Array): unknown {
  if (typeof value !== 'number') return value;
  to[0] = value;
  return COPIED;
}

/**
 * A number.
 * @param copy calls `copyNumber` with the option, which it takes from `given` by its name
 * @internal
 */
export function number<Given>(
  range: NumberRange,
  copy: (given: Given, to: Float64Array) => unknown,
): Option<Float64Array> {
  return new NumberOption(range, copy);
}

/** A length ≥ 0 (m), Infinity included, which is its default. @internal */
export const LIMIT: NumberRange = {
  otherwise: Infinity,
  least: 0,
  most: Infinity,
  expected: () => 'a number ≥ 0 (m)',
};

/** A finite length ≥ 0 (m). @internal */
export function length(otherwise: number): NumberRange {
  return { otherwise, least: 0, most: Number.MAX_VALUE, expected: () => 'a finite number ≥ 0 (m)' };
}

/** Any other option. @param check returns the value if it is legal, and fails otherwise */
function option<Value>(otherwise: Value, check: (where: string, name: string, value: unknown) => Value): Option<Value> {
  return {
    start: () => otherwise,
    reset(name, values) {
      values[name] = otherwise;
    },
    read(where, name, given, values) {
      const value = (given as Values)[name];
      values[name] = value === undefined ? otherwise : check(where, name, value);
    },
  };
}

/** An integer in low … high. The sentence is a heap string: it is made only where it is needed. @internal */
export function integer(otherwise: number, low: number, high: number): Option<number> {
  return option(otherwise, (where, name, value) => {
    const isLegal = Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
    // −0 becomes 0
    return isLegal ? (value as number) | 0 : integerIn(`${where}: ${name}`, value, low, high);
  });
}

/** Groups, one per bit: all of them by default. @internal */
export const GROUPS: Option<number> = /* @__PURE__ */ integer(0xffff, 0, 0xffff);

/** Groups to search, and whether sensors are met, in one mask. @internal */
export function searchMask({ mask, sensors }: { readonly mask: number; readonly sensors: boolean }): number {
  return sensors ? mask | SEES_SENSORS : mask;
}

/** True or false. @internal */
export function boolean(otherwise: boolean): Option<boolean> {
  return option(otherwise, (where, name, value) =>
    typeof value === 'boolean' ? value : flag(`${where}: ${name}`, value),
  );
}

/** One of some strings: the first by default. @param expected the strings, for the error @internal */
export function oneOf<Value extends string>(expected: string, ...legal: readonly [Value, ...Value[]]): Option<Value> {
  return option(legal[0], (where, name, value) =>
    legal.includes(value as Value) ? (value as Value) : refuse(`${where}: ${name}`, expected, value),
  );
}

/** Rows [begin, end): two integers. @internal */
export function range(): Option<readonly [begin: number, end: number] | undefined> {
  return option<readonly [number, number] | undefined>(undefined, (where, name, value) => {
    const at = `${where}: ${name}`;
    const expected = 'two integers ≥ 0 in order: [begin, end)';
    // no vector
    if (hasKeys(value, 'x')) refuse(at, expected, value);
    const [begin, end] = firstOf(at, expected, value, 2, 2);
    const isLegal =
      Number.isInteger(begin) && Number.isInteger(end) && 0 <= Number(begin) && Number(begin) <= Number(end);
    return isLegal ? [Number(begin), Number(end)] : fail(at, expected, `[${inspect(begin)}, ${inspect(end)}]`);
  });
}

/** A `GPUBuffer`. @internal */
export function gpuBuffer(): Option<GpuBuffer | undefined> {
  return option<GpuBuffer | undefined>(undefined, (where, name, value) => {
    if (hasKeys(value, 'mapState', 'usage')) return value as GpuBuffer;
    return refuse(`${where}: ${name}`, 'a GPUBuffer', value);
  });
}

/** An option that something else checks. @internal */
export function unchecked<Value>(): Option<Value | undefined> {
  return option<Value | undefined>(undefined, (_where, _name, value) => value as Value);
}

/**
 * The kinds of options, in the order in which they are read. The compiler requires all of them, and no other.
 * @internal
 */
export type OptionKinds<Options> = { readonly [K in keyof Required<Options>]: Option<unknown> };

/** The checked values of options. @internal */
export type OptionValues<Kinds> = { readonly [K in keyof Kinds]: Kinds[K] extends Option<infer Value> ? Value : never };

/** Reads the options of one call. @internal */
export class OptionsReader<Kinds extends object> {
  readonly #kinds: Kinds;
  readonly #names: readonly string[];
  readonly #list: readonly Option<unknown>[];
  /** The last options whose keys were checked. */
  #known: object | undefined;

  constructor(kinds: Kinds) {
    this.#kinds = kinds;
    this.#names = Object.keys(kinds);
    this.#list = Object.values(kinds);
  }

  /** New values, of options that are not given. */
  start(): OptionValues<Kinds> {
    return Object.fromEntries(this.#names.map((name, k) => [name, this.#list[k].start()])) as OptionValues<Kinds>;
  }

  /** Reads `given` into `values`. @throws QueryError for a bad option */
  read(where: string, given: object | undefined, values: OptionValues<Kinds>): void {
    const names = this.#names;
    if (given === undefined) {
      for (let k = 0; k < names.length; k++) this.#list[k].reset(names[k], values as Values);
      return;
    }
    if (given !== this.#known) checkKeys(`${where}: options`, given, this.#kinds as Values);
    try {
      for (let k = 0; k < names.length; k++) this.#list[k].read(where, names[k], given, values as Values);
      this.#known = given;
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }
}
