/**
 * The instruction table: every operator and every plain builtin, for four lanes and for one.
 *
 * A row is `name, operand kinds, result kind, four lanes, one lane`, with columns separated by two spaces or more. The
 * last two are templates of wasm text (emit/forms.ts), in which `a b c` are the operands. `Int/Float` makes one row of
 * each, with `same` the row's kind and `T` its wasm type. An operand `#` is a lane number. A row of scalars has one
 * text. `none`: no such operation for one lane. V8 makes a branch of a `select` of floats on x64, so minima and maxima
 * of scalars are vector instructions.
 */
import { type Form, formOf } from './emit/forms.ts';
import { BASICS, type Basic, type BasicName } from './kinds.ts';

const TABLE = `
+    Lane Lane              Lane     f32x4.add                         f32.add
-    Lane Lane              Lane     f32x4.sub                         f32.sub
*    Lane Lane              Lane     f32x4.mul                         f32.mul
/    Lane Lane              Lane     f32x4.div                         f32.div
-    Lane                   Lane     f32x4.neg                         f32.neg
<    Lane Lane              Mask     f32x4.lt                          (i32.sub (i32.const 0) (f32.lt a b))
<=   Lane Lane              Mask     f32x4.le                          (i32.sub (i32.const 0) (f32.le a b))
>    Lane Lane              Mask     f32x4.gt                          (i32.sub (i32.const 0) (f32.gt a b))
>=   Lane Lane              Mask     f32x4.ge                          (i32.sub (i32.const 0) (f32.ge a b))
===  Lane Lane              Mask     f32x4.eq                          (i32.sub (i32.const 0) (f32.eq a b))
!==  Lane Lane              Mask     f32x4.ne                          (i32.sub (i32.const 0) (f32.ne a b))

+    LaneInt LaneInt        LaneInt  i32x4.add                         i32.add
-    LaneInt LaneInt        LaneInt  i32x4.sub                         i32.sub
*    LaneInt LaneInt        LaneInt  i32x4.mul                         i32.mul
-    LaneInt                LaneInt  i32x4.neg                         (i32.sub (i32.const 0) a)
&    LaneInt LaneInt        LaneInt  v128.and                          i32.and
|    LaneInt LaneInt        LaneInt  v128.or                           i32.or
^    LaneInt LaneInt        LaneInt  v128.xor                          i32.xor
~    LaneInt                LaneInt  v128.not                          (i32.xor a (i32.const -1))
<<   LaneInt Int            LaneInt  i32x4.shl                         i32.shl
>>   LaneInt Int            LaneInt  i32x4.shr_s                       i32.shr_s
>>>  LaneInt Int            LaneInt  i32x4.shr_u                       i32.shr_u
<    LaneInt LaneInt        Mask     i32x4.lt_s                        (i32.sub (i32.const 0) (i32.lt_s a b))
<=   LaneInt LaneInt        Mask     i32x4.le_s                        (i32.sub (i32.const 0) (i32.le_s a b))
>    LaneInt LaneInt        Mask     i32x4.gt_s                        (i32.sub (i32.const 0) (i32.gt_s a b))
>=   LaneInt LaneInt        Mask     i32x4.ge_s                        (i32.sub (i32.const 0) (i32.ge_s a b))
===  LaneInt LaneInt        Mask     i32x4.eq                          (i32.sub (i32.const 0) (i32.eq a b))
!==  LaneInt LaneInt        Mask     i32x4.ne                          (i32.sub (i32.const 0) (i32.ne a b))

&&   Mask Mask              Mask     v128.and                          i32.and
||   Mask Mask              Mask     v128.or                           i32.or
!    Mask                   Mask     v128.not                          (i32.xor a (i32.const -1))
===  Mask Mask              Mask     (v128.not (v128.xor a b))         (i32.xor (i32.xor a b) (i32.const -1))
!==  Mask Mask              Mask     v128.xor                          i32.xor

+    Int/Float/Double same  same     T.add
-    Int/Float/Double same  same     T.sub
*    Int/Float/Double same  same     T.mul
/    Float/Double same      same     T.div
-    Int                    Int      (i32.sub (i32.const 0) a)
-    Float/Double           same     T.neg
&    Int Int                Int      i32.and
|    Int Int                Int      i32.or
^    Int Int                Int      i32.xor
~    Int                    Int      (i32.xor a (i32.const -1))
<<   Int Int                Int      i32.shl
>>   Int Int                Int      i32.shr_s
>>>  Int Int                Int      i32.shr_u
<    Int Int                Flag     i32.lt_s
<=   Int Int                Flag     i32.le_s
>    Int Int                Flag     i32.gt_s
>=   Int Int                Flag     i32.ge_s
<    Float/Double same      Flag     T.lt
<=   Float/Double same      Flag     T.le
>    Float/Double same      Flag     T.gt
>=   Float/Double same      Flag     T.ge
===  Int/Float/Double same  Flag     T.eq
!==  Int/Float/Double same  Flag     T.ne
&&   Flag Flag              Flag     (if (result i32) a (then b) (else (i32.const 0)))
||   Flag Flag              Flag     (if (result i32) a (then (i32.const 1)) (else b))
!    Flag                   Flag     i32.eqz
===  Flag Flag              Flag     i32.eq
!==  Flag Flag              Flag     i32.ne

min      Lane Lane          Lane     f32x4.pmin                        (select b a (f32.lt b a))
max      Lane Lane          Lane     f32x4.pmax                        (select b a (f32.lt a b))
min      LaneInt LaneInt    LaneInt  i32x4.min_s                       (select b a (i32.lt_s b a))
max      LaneInt LaneInt    LaneInt  i32x4.max_s                       (select b a (i32.lt_s a b))
min      Int Int            Int      (select b a (i32.lt_s b a))
max      Int Int            Int      (select b a (i32.lt_s a b))
min      Float/Double same  same     LEAST                             (select b a (T.lt b a))
max      Float/Double same  same     MOST                              (select b a (T.lt a b))
abs      Lane               Lane     f32x4.abs                         f32.abs
abs      LaneInt            LaneInt  i32x4.abs                         SIZE
abs      Int                Int      SIZE
abs      Float/Double       same     T.abs
sqrt     Lane               Lane     f32x4.sqrt                        f32.sqrt
sqrt     Float/Double       same     T.sqrt
floor    Lane               Lane     f32x4.floor                       f32.floor
floor    Float/Double       same     T.floor
ceil     Lane               Lane     f32x4.ceil                        f32.ceil
ceil     Float/Double       same     T.ceil
trunc    Lane               Lane     f32x4.trunc                       f32.trunc
trunc    Float/Double       same     T.trunc
nearest  Lane               Lane     f32x4.nearest                     f32.nearest
nearest  Float/Double       same     T.nearest
isNan    Lane               Mask     (f32x4.ne a a)                    (i32.sub (i32.const 0) (f32.ne a a))

any      Mask               Flag     v128.any_true                     (i32.ne a (i32.const 0))
all      Mask               Flag     i32x4.all_true                    (i32.ne a (i32.const 0))
bitmask  Mask               Int      i32x4.bitmask                     (i32.and a (i32.const 1))
ones     Mask               LaneInt  (i32x4.shr_u a (i32.const 31))    (i32.and a (i32.const 1))
maskBits Mask               LaneInt  a                                 a
trailingZeros Int           Int      i32.ctz
countBits Int               Int      i32.popcnt
sortDown LaneInt            LaneInt  SORT                              a

where    Mask Lane          Lane     (v128.and b a)                    (select b (f32.const 0) a)
where    Mask LaneInt       LaneInt  (v128.and b a)                    (i32.and b a)
unless   Mask Lane          Lane     (v128.andnot b a)                 (select (f32.const 0) b a)
unless   Mask LaneInt       LaneInt  (v128.andnot b a)                 (i32.and b (i32.xor a (i32.const -1)))

splat    Float              Lane     f32x4.splat                       a
splat    Int                LaneInt  i32x4.splat                       a
splat    Flag               Mask     (i32x4.splat (i32.sub (i32.const 0) a))  (i32.sub (i32.const 0) a)
toLane   LaneInt            Lane     f32x4.convert_i32x4_s             f32.convert_i32_s
toInt    Lane               LaneInt  i32x4.trunc_sat_f32x4_s           i32.trunc_sat_f32_s
signBit  Lane               LaneInt  (i32x4.shr_u a (i32.const 31))    SIGN
bitsOf   Lane               LaneInt  a                                 i32.reinterpret_f32
fromBits LaneInt            Lane     a                                 f32.reinterpret_i32
laneIndex  -                LaneInt  (v128.const i32x4 0 1 2 3)        (i32.const 0)
evens    LaneInt LaneInt    LaneInt  (i32x4.shuffle 0 2 4 6 a b)       a
odds     LaneInt LaneInt    LaneInt  (i32x4.shuffle 1 3 5 7 a b)       b
pickBytes LaneInt LaneInt   LaneInt  i8x16.swizzle                     none
extract     Lane #          Float    (f32x4.extract_lane b a)          a
extractInt  LaneInt #       Int      (i32x4.extract_lane b a)          a
insert      Lane # Float    Lane     (f32x4.replace_lane b a c)        c
insertInt   LaneInt # Int   LaneInt  (i32x4.replace_lane b a c)        c
float    Double             Float    f32.demote_f64
float    Int                Float    f32.convert_i32_s
double   Float              Double   f64.promote_f32
double   Int                Double   f64.convert_i32_s
int      Float              Int      i32.trunc_sat_f32_s
int      Double             Int      i32.trunc_sat_f64_s
int      Flag               Int      a
hostMin  Int Int            Int      (select b a (i32.lt_s b a))
hostMax  Int Int            Int      (select b a (i32.lt_s a b))
hostMin  Double Double      Double   f64.min
hostMax  Double Double      Double   f64.max
hostNumber Flag            Int      a
hostNumber Float           Double   f64.promote_f32
hostNumber Int             Double   f64.convert_i32_s
hostMul  Int Int            Int      i32.mul
hostNan  Double             Flag     (f64.ne a a)
`;

/** Templates that are too long for a row. `V` is the vector of the row's kind. */
const LONG: Readonly<Record<string, string>> = {
  LEAST: '(V.extract_lane 0 (V.pmin (V.splat a) (V.splat b)))',
  MOST: '(V.extract_lane 0 (V.pmax (V.splat a) (V.splat b)))',
  SIZE: '(select a (i32.sub (i32.const 0) a) (i32.gt_s a (i32.const 0)))',
  SIGN: '(i32.shr_u (i32.reinterpret_f32 a) (i32.const 31))',
  // lanes are compared and exchanged in three rounds
  SORT: `(let v128 turned (i32x4.shuffle 1 0 3 2 a a)
    (let v128 pairs (i32x4.shuffle 0 5 2 7 (i32x4.max_s a turned) (i32x4.min_s a turned))
    (let v128 crossed (i32x4.shuffle 2 3 0 1 pairs pairs)
    (let v128 halves (i32x4.shuffle 0 1 6 7 (i32x4.max_s pairs crossed) (i32x4.min_s pairs crossed))
    (let v128 swapped (i32x4.shuffle 0 2 1 3 halves halves)
    (i32x4.shuffle 0 1 6 3 (i32x4.max_s halves swapped) (i32x4.min_s halves swapped)))))))`,
};

/** The names of operands in templates. */
export const OPERANDS = ['a', 'b', 'c'];

export interface Operation {
  readonly name: string;
  readonly operands: readonly (Basic | '#')[];
  readonly result: Basic;
  /** The templates; undefined: there is no such operation. */
  readonly four: Form;
  readonly one: Form | undefined;
}

const SCALAR_TYPES: Partial<Record<BasicName, string>> = { Int: 'i32', Float: 'f32', Double: 'f64' };
const VECTOR_TYPES: Partial<Record<BasicName, string>> = { Float: 'f32x4', Double: 'f64x2' };

function parseRow(row: string): Operation[] {
  const [call, ...columns] = row.split(/ {2,}/) as [string, ...string[]];
  // a short name and its operands may be separated by one space or more
  const [name, ...operands] = /^\S+ \S/.test(call) ? call.split(' ') : [call, ...columns.shift()!.split(' ')];
  const [result, four, one = four] = columns as [string, string, string?];
  const kinds = operands.filter((operand) => operand !== '-');
  return (kinds[0] ?? '').split('/').map((first) => {
    const pick = (kind: string) => (kind === 'same' || kind === kinds[0] ? first : kind) as BasicName;
    const typed = (text: string) => {
      const types = { T: SCALAR_TYPES[first as BasicName], V: VECTOR_TYPES[first as BasicName] };
      return formOf((LONG[text] ?? text).replace(/\b[TV]\b/g, (letter) => types[letter as 'T' | 'V'] ?? letter));
    };
    return {
      name: name!,
      operands: kinds.map((kind) => (kind === '#' ? '#' : BASICS.get(pick(kind))!)),
      result: BASICS.get(pick(result))!,
      four: typed(four),
      one: one === 'none' ? undefined : typed(one!),
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

/** The place of the operand whose bits a row gives back as they are, or −1. */
export function unchangedOperand(row: Operation, lanes: 4 | 1): number {
  const form = lanes === 4 ? row.four : row.one;
  return row.operands.length > 0 && typeof form === 'string' ? OPERANDS.indexOf(form) : -1;
}
