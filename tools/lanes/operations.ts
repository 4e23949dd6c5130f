/**
 * The instruction table: every operator and every plain builtin, for four lanes and for one.
 *
 * A row is `name, operand kinds, result kind, four lanes, one lane`, with columns separated by two spaces or more. `a b
 * c` are the operands in AssemblyScript, each of them once. `Int/Float` makes one row of each, with `same` the row's
 * kind and `T` its AssemblyScript type. An operand `#` is a lane number. A row of scalars has one text. `none`: no such
 * operation for one lane.
 */
import { BASICS, type Basic, type BasicName } from './kinds.ts';

const TABLE = `
+    Lane Lane              Lane     f32x4.add(a, b)                   (a + b)
-    Lane Lane              Lane     f32x4.sub(a, b)                   (a - b)
*    Lane Lane              Lane     f32x4.mul(a, b)                   (a * b)
/    Lane Lane              Lane     f32x4.div(a, b)                   (a / b)
-    Lane                   Lane     f32x4.neg(a)                      (-a)
<    Lane Lane              Mask     f32x4.lt(a, b)                    (-<i32>(a < b))
<=   Lane Lane              Mask     f32x4.le(a, b)                    (-<i32>(a <= b))
>    Lane Lane              Mask     f32x4.gt(a, b)                    (-<i32>(a > b))
>=   Lane Lane              Mask     f32x4.ge(a, b)                    (-<i32>(a >= b))
===  Lane Lane              Mask     f32x4.eq(a, b)                    (-<i32>(a == b))
!==  Lane Lane              Mask     f32x4.ne(a, b)                    (-<i32>(a != b))

+    LaneInt LaneInt        LaneInt  i32x4.add(a, b)                   (a + b)
-    LaneInt LaneInt        LaneInt  i32x4.sub(a, b)                   (a - b)
*    LaneInt LaneInt        LaneInt  i32x4.mul(a, b)                   (a * b)
-    LaneInt                LaneInt  i32x4.neg(a)                      (-a)
&    LaneInt LaneInt        LaneInt  v128.and(a, b)                    (a & b)
|    LaneInt LaneInt        LaneInt  v128.or(a, b)                     (a | b)
^    LaneInt LaneInt        LaneInt  v128.xor(a, b)                    (a ^ b)
~    LaneInt                LaneInt  v128.not(a)                       (~a)
<<   LaneInt Int            LaneInt  i32x4.shl(a, b)                   (a << b)
>>   LaneInt Int            LaneInt  i32x4.shr_s(a, b)                 (a >> b)
>>>  LaneInt Int            LaneInt  i32x4.shr_u(a, b)                 (a >>> b)
<    LaneInt LaneInt        Mask     i32x4.lt_s(a, b)                  (-<i32>(a < b))
<=   LaneInt LaneInt        Mask     i32x4.le_s(a, b)                  (-<i32>(a <= b))
>    LaneInt LaneInt        Mask     i32x4.gt_s(a, b)                  (-<i32>(a > b))
>=   LaneInt LaneInt        Mask     i32x4.ge_s(a, b)                  (-<i32>(a >= b))
===  LaneInt LaneInt        Mask     i32x4.eq(a, b)                    (-<i32>(a == b))
!==  LaneInt LaneInt        Mask     i32x4.ne(a, b)                    (-<i32>(a != b))

&&   Mask Mask              Mask     v128.and(a, b)                    (a & b)
||   Mask Mask              Mask     v128.or(a, b)                     (a | b)
!    Mask                   Mask     v128.not(a)                       (~a)
===  Mask Mask              Mask     v128.not(v128.xor(a, b))          (~(a ^ b))
!==  Mask Mask              Mask     v128.xor(a, b)                    (a ^ b)

+    Int/Float/Double same  same     (a + b)
-    Int/Float/Double same  same     (a - b)
*    Int/Float/Double same  same     (a * b)
/    Float/Double same      same     (a / b)
-    Int/Float/Double       same     (-a)
&    Int Int                Int      (a & b)
|    Int Int                Int      (a | b)
^    Int Int                Int      (a ^ b)
~    Int                    Int      (~a)
<<   Int Int                Int      (a << b)
>>   Int Int                Int      (a >> b)
>>>  Int Int                Int      (a >>> b)
<    Int/Float/Double same  Flag     (a < b)
<=   Int/Float/Double same  Flag     (a <= b)
>    Int/Float/Double same  Flag     (a > b)
>=   Int/Float/Double same  Flag     (a >= b)
===  Int/Float/Double same  Flag     (a == b)
!==  Int/Float/Double same  Flag     (a != b)
&&   Flag Flag              Flag     (a && b)
||   Flag Flag              Flag     (a || b)
!    Flag                   Flag     (!a)
===  Flag Flag              Flag     (a == b)
!==  Flag Flag              Flag     (a != b)

min      Lane Lane          Lane     f32x4.pmin(a, b)                  smaller$<f32>(a, b)
max      Lane Lane          Lane     f32x4.pmax(a, b)                  greater$<f32>(a, b)
min      LaneInt LaneInt    LaneInt  i32x4.min_s(a, b)                 smaller$<i32>(a, b)
max      LaneInt LaneInt    LaneInt  i32x4.max_s(a, b)                 greater$<i32>(a, b)
min      Int Int            Int      smaller$<i32>(a, b)
max      Int Int            Int      greater$<i32>(a, b)
min      Float Float        Float    least32$(a, b)                    smaller$<f32>(a, b)
max      Float Float        Float    most32$(a, b)                     greater$<f32>(a, b)
min      Double Double      Double   least64$(a, b)                    smaller$<f64>(a, b)
max      Double Double      Double   most64$(a, b)                     greater$<f64>(a, b)
abs      Lane               Lane     f32x4.abs(a)                      abs<f32>(a)
abs      LaneInt            LaneInt  i32x4.abs(a)                      abs<i32>(a)
abs      Int/Float/Double   same     abs<T>(a)
sqrt     Lane               Lane     f32x4.sqrt(a)                     sqrt<f32>(a)
sqrt     Float/Double       same     sqrt<T>(a)
floor    Lane               Lane     f32x4.floor(a)                    floor<f32>(a)
floor    Float/Double       same     floor<T>(a)
ceil     Lane               Lane     f32x4.ceil(a)                     ceil<f32>(a)
ceil     Float/Double       same     ceil<T>(a)
trunc    Lane               Lane     f32x4.trunc(a)                    trunc<f32>(a)
trunc    Float/Double       same     trunc<T>(a)
nearest  Lane               Lane     f32x4.nearest(a)                  nearest<f32>(a)
nearest  Float/Double       same     nearest<T>(a)
isNan    Lane               Mask     unequalToItself4$(a)              unequalToItself1$(a)

any      Mask               Flag     v128.any_true(a)                  (a != 0)
all      Mask               Flag     i32x4.all_true(a)                 (a != 0)
bitmask  Mask               Int      i32x4.bitmask(a)                  (a & 1)
ones     Mask               LaneInt  i32x4.shr_u(a, 31)                (a & 1)
maskBits Mask               LaneInt  a                                 a
trailingZeros Int           Int      ctz<i32>(a)
countBits Int               Int      popcnt<i32>(a)
sortDown LaneInt            LaneInt  sortedDown$(a)                    a

where    Mask Lane          Lane     v128.and(b, a)                    select<f32>(b, 0, a != 0)
where    Mask LaneInt       LaneInt  v128.and(b, a)                    (b & a)
unless   Mask Lane          Lane     v128.andnot(b, a)                 select<f32>(0, b, a != 0)
unless   Mask LaneInt       LaneInt  v128.andnot(b, a)                 (b & ~a)

splat    Float              Lane     f32x4.splat(a)                    a
splat    Int                LaneInt  i32x4.splat(a)                    a
splat    Flag               Mask     i32x4.splat(-<i32>a)              (-<i32>a)
toLane   LaneInt            Lane     f32x4.convert_i32x4_s(a)          (<f32>(<i32>a))
toInt    Lane               LaneInt  i32x4.trunc_sat_f32x4_s(a)        (<i32>a)
signBit  Lane               LaneInt  i32x4.shr_u(a, 31)                (reinterpret<i32>(a) >>> 31)
bitsOf   Lane               LaneInt  a                                 reinterpret<i32>(a)
fromBits LaneInt            Lane     a                                 reinterpret<f32>(a)
laneIndex  -                LaneInt  i32x4(0, 1, 2, 3)                 0
evens    LaneInt LaneInt    LaneInt  v128.shuffle<i32>(a, b, 0, 2, 4, 6)  a
odds     LaneInt LaneInt    LaneInt  v128.shuffle<i32>(a, b, 1, 3, 5, 7)  b
pickBytes LaneInt LaneInt   LaneInt  i8x16.swizzle(a, b)  none
extract     Lane #          Float    f32x4.extract_lane(a, b)          a
extractInt  LaneInt #       Int      i32x4.extract_lane(a, b)          a
insert      Lane # Float    Lane     f32x4.replace_lane(a, b, c)       c
insertInt   LaneInt # Int   LaneInt  i32x4.replace_lane(a, b, c)       c
float    Double             Float    (<f32>a)
float    Int                Float    (<f32>(<i32>a))
double   Float              Double   (<f64>a)
double   Int                Double   (<f64>(<i32>a))
int      Float              Int      (<i32>a)
int      Double             Int      (<i32>a)
int      Flag               Int      (<i32>a)
hostMin  Int/Double same    same     min<T>(a, b)
hostMax  Int/Double same    same     max<T>(a, b)
hostNumber Flag            Int      (<i32>a)
hostNumber Float           Double   (<f64>a)
hostNumber Int             Double   (<f64>a)
hostNan  Double             Flag     unequalToItself64$(a)
`;

/**
 * AssemblyScript functions for texts that need an operand twice; inlined, and dropped without a call. Functions end in
 * `$`, locals never do. V8 makes a branch of a `select` of floats on x64, so minima and maxima are instructions.
 */
export const PRELUDE = `// @ts-ignore: decorators are AssemblyScript's
@inline function smaller$<T>(a: T, b: T): T { return select<T>(b, a, b < a); }
@inline function greater$<T>(a: T, b: T): T { return select<T>(b, a, a < b); }
@inline function least32$(a: f32, b: f32): f32 {
  return f32x4.extract_lane(f32x4.pmin(f32x4.splat(a), f32x4.splat(b)), 0);
}
@inline function most32$(a: f32, b: f32): f32 {
  return f32x4.extract_lane(f32x4.pmax(f32x4.splat(a), f32x4.splat(b)), 0);
}
@inline function least64$(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}
@inline function most64$(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}
@inline function sortedDown$(a: v128): v128 {
  let other = v128.shuffle<i32>(a, a, 1, 0, 3, 2);
  a = v128.shuffle<i32>(i32x4.max_s(a, other), i32x4.min_s(a, other), 0, 5, 2, 7);
  other = v128.shuffle<i32>(a, a, 2, 3, 0, 1);
  a = v128.shuffle<i32>(i32x4.max_s(a, other), i32x4.min_s(a, other), 0, 1, 6, 7);
  other = v128.shuffle<i32>(a, a, 0, 2, 1, 3);
  return v128.shuffle<i32>(i32x4.max_s(a, other), i32x4.min_s(a, other), 0, 1, 6, 3);
}
@inline function unequalToItself4$(a: v128): v128 { return f32x4.ne(a, a); }
@inline function unequalToItself64$(a: f64): bool { return a != a; }
@inline function unequalToItself1$(a: f32): i32 { return -<i32>(a != a); }
`;

export interface Operation {
  readonly name: string;
  readonly operands: readonly (Basic | '#')[];
  readonly result: Basic;
  readonly four: string;
  readonly one: string;
}

const SCALAR_TYPES: Partial<Record<BasicName, string>> = { Int: 'i32', Float: 'f32', Double: 'f64' };

function parseRow(row: string): Operation[] {
  const [call, ...columns] = row.split(/ {2,}/) as [string, ...string[]];
  // a short name and its operands may be separated by one space or more
  const [name, ...operands] = /^\S+ \S/.test(call) ? call.split(' ') : [call, ...columns.shift()!.split(' ')];
  const [result, four, one = four] = columns as [string, string, string?];
  const kinds = operands.filter((operand) => operand !== '-');
  return (kinds[0] ?? '').split('/').map((first) => {
    const pick = (kind: string) => (kind === 'same' || kind === kinds[0] ? first : kind) as BasicName;
    const typed = (text: string) => text.replace(/\bT\b/g, SCALAR_TYPES[first as BasicName] ?? 'T');
    return {
      name: name!,
      operands: kinds.map((kind) => (kind === '#' ? '#' : BASICS.get(pick(kind))!)),
      result: BASICS.get(pick(result))!,
      four: typed(four),
      one: typed(one!),
    };
  });
}

function groupByName(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.name, [...(groups.get(operation.name) ?? []), operation]);
  return groups;
}

/** The rows of each name, in the order of the table. */
export const OPERATIONS: ReadonlyMap<string, readonly Operation[]> = groupByName(
  TABLE.split('\n')
    .filter((row) => row !== '')
    .flatMap(parseRow),
);

/** The AssemblyScript of a row. */
const textOf = ({ four, one }: Operation, lanes: 4 | 1) => (lanes === 4 ? four : one);

/** The place of the operand whose bits a row gives back as they are, or −1. */
export function unchangedOperand(row: Operation, lanes: 4 | 1): number {
  return row.operands.length > 0 ? ['a', 'b', 'c'].indexOf(textOf(row, lanes)) : -1;
}

/** Whether a row without operands is a number. */
export function isConstantRow(row: Operation, lanes: 4 | 1): boolean {
  return /^\d+$/.test(textOf(row, lanes));
}
