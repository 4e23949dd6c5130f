/**
 * The vocabulary of wide kernels: kinds and builtins. Types and declarations only; `tools/lanes` gives them a meaning and
 * `tools/lanes/README.md` describes the language.
 *
 * Each kind is an alias that `tsc` takes for an ordinary number or boolean. The lane compiler keeps them apart: a `Float`
 * where a `Lane` is due is an error that names the conversion.
 */

/** One f32 per pair. */
export type Lane = number;
/** One truth per pair: what comparing lanes gives. */
export type Mask = boolean;
/** One i32 per pair. Arithmetic wraps. */
export type LaneInt = number;
/** A scalar i32: an address, a row, a count. Arithmetic wraps. */
export type Int = number;
/** A scalar f32. */
export type Float = number;
/** A scalar f64. */
export type Double = number;
/** A scalar truth: what comparing scalars gives, and what `if` and `while` take. */
export type Flag = boolean;

/** Pairs that one step handles: 4, or 1 in the build that checks the others. A constant: `if (LANES === 4)` picks code. */
export declare const LANES: Int;

// Memory. All of these are byte addresses at run time; none is checked for its bounds.

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
 * `interface Tile extends Table<typeof TILE_ROWS>`: members one after the other from one address: columns of so many rows, and tables.
 * Each begins at a multiple of 16 bytes. The compiler refuses a table that takes more than `MostBytes`.
 */
export interface Table<Rows extends number, MostBytes extends number = number> {
  readonly tableRows?: Rows;
  readonly tableBytes?: MostBytes;
}
/** A member of a table: so many tables, one after the other. */
export interface Tables<T extends Table<number>, Count extends number> {
  readonly tableCount?: Count;
  [index: Int]: T;
}

type Address = Int | Memory;
type Elements = Column | IntColumn | Floats | Doubles | Ints | Words | Shorts | Bytes;
// biome-ignore lint/suspicious/noExplicitAny: any column of any record, any table
type Memory = Elements | ColumnOf<any> | Table<number> | Tables<Table<number>, number>;

/** The memory at a byte address, or at the address of other memory, taken for f32 lanes. */
export declare function columnAt(address: Address): Column;
/** The memory at an address, taken for i32 lanes. */
export declare function intColumnAt(address: Address): IntColumn;
/** The memory at an address, taken for f32. */
export declare function floatsAt(address: Address): Floats;
/** The memory at an address, taken for f64. */
export declare function doublesAt(address: Address): Doubles;
/** The memory at an address, taken for i32. */
export declare function intsAt(address: Address): Ints;
/** The memory at an address, taken for u32. */
export declare function wordsAt(address: Address): Words;
/** The memory at an address, taken for u16. */
export declare function shortsAt(address: Address): Shorts;
/** The memory at an address, taken for u8. */
export declare function bytesAt(address: Address): Bytes;
/** The table at a byte address: `tableAt<Tile>(address)`. */
export declare function tableAt<T extends Table<number>>(address: Address): T;
/** Tables one after the other from a byte address. */
export declare function tablesAt<T extends Table<number>>(address: Address): Tables<T, number>;
/** The byte address of memory. */
export declare function addressOf(memory: Memory): Int;

// Choosing. Both sides are computed: lanes do not branch.

/** Lane by lane `ifTrue` where the mask is true, else `ifFalse`; records component by component. Same as `mask ? a : b`. */
export declare function select<T>(mask: Mask | Flag, ifTrue: T, ifFalse: T): T;
/** Lane by lane the value where the mask is true, else 0: less work than `select`. */
export declare function where(mask: Mask, value: number): number;
/** Lane by lane 0 where the mask is true, else the value: less work than `select`. */
export declare function unless(mask: Mask, value: number): number;
/** Whether the mask is true in some lane. */
export declare function any(mask: Mask): Flag;
/** Whether the mask is true in every lane. */
export declare function all(mask: Mask): Flag;
/** Bit k is the truth of lane k. */
export declare function bitmask(mask: Mask): Int;
/** 1 where true, else 0. */
export declare function ones(mask: Mask): LaneInt;
/** −1 where true, else 0: a mask as bits, to keep in a column. Back again: `bits !== 0`. */
export declare function maskBits(mask: Mask): LaneInt;

/** How many bits below the lowest that is set; 32 of 0. With `bits & (bits - 1)`: the lanes of a `bitmask`, one by one. */
export declare function trailingZeros(bits: Int): Int;

// Arithmetic, of lanes and of scalars alike.

/** `b < a ? b : a`: a NaN on either side and −0 against 0 give `a`, the first. */
export declare function min(a: number, b: number): number;
/** `a < b ? b : a`: a NaN on either side and −0 against 0 give `a`, the first. */
export declare function max(a: number, b: number): number;
/** Clears the sign. Of an Int or LaneInt: −2³¹ stays itself. */
export declare function abs(value: number): number;
/** Correctly rounded square root. */
export declare function sqrt(value: number): number;
/** Rounds down. */
export declare function floor(value: number): number;
/** Rounds up. */
export declare function ceil(value: number): number;
/** Rounds towards 0. */
export declare function trunc(value: number): number;
/** Rounds to the nearest integer, ties to even. */
export declare function nearest(value: number): number;
/** True where the value is NaN. */
export declare function isNan(value: Lane): Mask;

// From one kind to another.

/** A scalar in every lane: Float → Lane, Int → LaneInt, Flag → Mask. A literal becomes a Lane unless a LaneInt is due. */
export declare function splat(value: Float | Int): number;
export declare function splat(value: Flag): Mask;
/** i32 → f32, rounded to nearest. */
export declare function toLane(value: LaneInt): Lane;
/** f32 → i32, towards 0; what does not fit becomes the nearest i32, NaN becomes 0. */
export declare function toInt(value: Lane): LaneInt;
/** 1 where the sign bit is set (so for −0 and for some NaN), else 0. */
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
/** To f32: a Double is rounded, an Int too. */
export declare function float(value: Double | Int): Float;
/** To f64, exactly. */
export declare function double(value: Float | Int): Double;
/** To i32, as `toInt` does; a Flag becomes 0 or 1. */
export declare function int(value: Float | Double | Flag): Int;
