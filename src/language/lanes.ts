/**
 * The vocabulary of wide kernels: kinds and builtins. Types and declarations only; `tools/lanes` implements them, and
 * `tools/lanes/README.md` describes the language.
 *
 * Each kind is an alias of an ordinary number or boolean for `tsc`. The lane compiler distinguishes them: a `Float` in
 * place of a `Lane` is an error, which names the conversion.
 */

/** One f32 per pair. */
export type Lane = number;
/** One truth value per pair: the result of a comparison of lanes. */
export type Mask = boolean;
/** One i32 per pair. Arithmetic wraps. */
export type LaneInt = number;
/** A scalar i32: an address, a row, a count. Arithmetic wraps. */
export type Int = number;
/** A scalar f32. */
export type Float = number;
/** A scalar f64. */
export type Double = number;
/** A scalar truth value: the result of a comparison of scalars, and the condition of `if` and `while`. */
export type Flag = boolean;

/**
 * A constant with another value in f32: `const CLOSED: InF32<1e-6> = 1e-12` is 1e-6 among lanes and Floats, and 1e-12
 * among Doubles and on hosts.
 */
export type InF32<_Value extends number> = number;

/** Pairs per step: 4, or 1 in the build that tests the others. A constant: `if (LANES === 4)` selects code. */
export declare const LANES: Int;

// Memory. All of these are byte addresses at run time, without bounds checks.

/** f32 elements, a lane vector at a time: `column[row]` is rows row … row + LANES − 1. */
export interface Column {
  [row: Int]: Lane;
}
/** i32 elements, a lane vector at a time. */
export interface IntColumn {
  [row: Int]: LaneInt;
}
/** f32 elements one by one. */
export interface Floats {
  [index: Int]: Float;
}
/** f64 elements one by one. */
export interface Doubles {
  [index: Int]: Double;
}
/** i32 elements one by one. */
export interface Ints {
  [index: Int]: Int;
}
/** u32 elements one by one; above 2³¹ − 1 they read as negative. */
export interface Words {
  [index: Int]: Int;
}
/** u16 elements one by one. A store keeps the low 16 bits. */
export interface Shorts {
  [index: Int]: Int;
}
/** u8 elements one by one. A store keeps the low 8 bits. */
export interface Bytes {
  [index: Int]: Int;
}
/** A member of a table: the leaves of a record of Lane and LaneInt, one column after the other. */
export interface ColumnOf<R> {
  [row: Int]: R;
}
/**
 * `interface Tile extends Table<typeof TILE_ROWS>`: members one after the other from one address: columns of `Rows`
 * rows, and tables. Each begins at a multiple of 16 bytes. A table larger than `MostBytes` is an error.
 */
export interface Table<Rows extends number, MostBytes extends number = number> {
  readonly tableRows?: Rows;
  readonly tableBytes?: MostBytes;
}
/** A member of a table: `Count` tables, one after the other. */
export interface Tables<T extends Table<number>, Count extends number> {
  readonly tableCount?: Count;
  [index: Int]: T;
}

type Address = Int | Memory;
type Elements = Column | IntColumn | Floats | Doubles | Ints | Words | Shorts | Bytes;
// biome-ignore lint/suspicious/noExplicitAny: any column of any record, any table
type Memory = Elements | ColumnOf<any> | Table<number> | Tables<Table<number>, number>;

/** f32 lanes at a byte address, or at the address of other memory. */
export declare function columnAt(address: Address): Column;
/** i32 lanes at an address. */
export declare function intColumnAt(address: Address): IntColumn;
/** f32 elements at an address. */
export declare function floatsAt(address: Address): Floats;
/** f64 elements at an address. */
export declare function doublesAt(address: Address): Doubles;
/** i32 elements at an address. */
export declare function intsAt(address: Address): Ints;
/** u32 elements at an address. */
export declare function wordsAt(address: Address): Words;
/** u16 elements at an address. */
export declare function shortsAt(address: Address): Shorts;
/** u8 elements at an address. */
export declare function bytesAt(address: Address): Bytes;
/** The table at a byte address: `tableAt<Tile>(address)`. */
export declare function tableAt<T extends Table<number>>(address: Address): T;
/** Tables one after the other from a byte address. */
export declare function tablesAt<T extends Table<number>>(address: Address): Tables<T, number>;
/** The byte address of memory. */
export declare function addressOf(memory: Memory): Int;

// Selection. Both sides are computed: lanes do not branch.

/**
 * Per lane, `ifTrue` where the mask is true, else `ifFalse`; records component by component. Same as `mask ? a : b`.
 */
export declare function select<T>(mask: Mask | Flag, ifTrue: T, ifFalse: T): T;
/** Per lane, the value where the mask is true, else 0: faster than `select`. */
export declare function where(mask: Mask, value: number): number;
/** Per lane, 0 where the mask is true, else the value: faster than `select`. */
export declare function unless(mask: Mask, value: number): number;
/** Whether the mask is true in any lane. */
export declare function any(mask: Mask): Flag;
/** Whether the mask is true in every lane. */
export declare function all(mask: Mask): Flag;
/** Bit k is set if lane k is true. */
export declare function bitmask(mask: Mask): Int;
/** 1 where true, else 0. */
export declare function ones(mask: Mask): LaneInt;
/** −1 where true, else 0: a mask as bits, for a column. The inverse: `bits !== 0`. */
export declare function maskBits(mask: Mask): LaneInt;

/**
 * The number of zero bits below the lowest set bit; 32 for 0. With `bits & (bits - 1)`, it iterates over the lanes of a
 * `bitmask`.
 */
export declare function trailingZeros(bits: Int): Int;
/** The number of bits that are set. */
export declare function countBits(bits: Int): Int;
/** The lanes in another order: the largest first. */
export declare function sortDown(value: LaneInt): LaneInt;

// Arithmetic, for lanes and scalars alike.

/** `b < a ? b : a`: a NaN on either side and −0 against 0 give `a`, the first. */
export declare function min(a: number, b: number): number;
/** `a < b ? b : a`: a NaN on either side and −0 against 0 give `a`, the first. */
export declare function max(a: number, b: number): number;
/** Clears the sign. For an Int or LaneInt, −2³¹ stays unchanged. */
export declare function abs(value: number): number;
/** Correctly rounded square root. */
export declare function sqrt(value: number): number;
/** Rounds down. */
export declare function floor(value: number): number;
/** Rounds up. */
export declare function ceil(value: number): number;
/** Rounds toward 0. */
export declare function trunc(value: number): number;
/** Rounds to the nearest integer, ties to even. */
export declare function nearest(value: number): number;
/** True where the value is NaN. */
export declare function isNan(value: Lane): Mask;

// Conversions.

/**
 * A scalar in every lane: Float → Lane, Int → LaneInt, Flag → Mask. A literal becomes a Lane, unless a LaneInt is
 * expected.
 */
export declare function splat(value: Float | Int): number;
export declare function splat(value: Flag): Mask;
/** i32 → f32, rounded to nearest. */
export declare function toLane(value: LaneInt): Lane;
/** f32 → i32, toward 0; a value out of range becomes the nearest i32, NaN becomes 0. */
export declare function toInt(value: Lane): LaneInt;
/** 1 where the sign bit is set (also for −0 and some NaN), else 0. */
export declare function signBit(value: Lane): LaneInt;
/** The bits of each f32. */
export declare function bitsOf(value: Lane): LaneInt;
/** The f32 of these bits. */
export declare function fromBits(value: LaneInt): Lane;
/** 0 1 2 3. */
export declare function laneIndex(): LaneInt;
/** Lane `k`, a constant. */
export declare function extract(value: Lane, k: Int): Float;
/** Lane `k`, a constant. */
export declare function extractInt(value: LaneInt, k: Int): Int;
/** `value` with lane `k`, a constant, replaced. */
export declare function insert(value: Lane, k: Int, replacement: Float): Lane;
/** `value` with lane `k`, a constant, replaced. */
export declare function insertInt(value: LaneInt, k: Int, replacement: Int): LaneInt;
/** Four lane vectors: the rows of a 4 × 4 matrix. */
export interface Four {
  readonly a: Lane;
  readonly b: Lane;
  readonly c: Lane;
  readonly d: Lane;
}
/** Rows become columns: lane k of the result's a, b, c, d are the four lanes of the k-th row. Needs LANES = 4. */
export declare function transpose(rows: Four): Four;
/** a[0] − b[0] … a[3] − b[3], subtracted in f64, each rounded to f32: a row for `transpose`. Needs LANES = 4. */
export declare function differences(a: Doubles, b: Doubles): Lane;
/** The lanes of a, then those of b: every second of them from the first on. */
export declare function evens(a: LaneInt, b: LaneInt): LaneInt;
/** The same from the second on. */
export declare function odds(a: LaneInt, b: LaneInt): LaneInt;
/** The bytes of `value` that have these numbers, 0 to 15; 0 for a larger number. Needs LANES = 4. */
export declare function pickBytes(value: LaneInt, numbers: LaneInt): LaneInt;
/** To f32: a Double is rounded, an Int too. */
export declare function float(value: Double | Int): Float;
/** To f64, exactly. */
export declare function double(value: Float | Int): Double;
/** To i32, as `toInt` does; a Flag becomes 0 or 1. */
export declare function int(value: Float | Double | Flag): Int;
