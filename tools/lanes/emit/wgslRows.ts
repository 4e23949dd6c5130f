/**
 * The WGSL of the instruction table, one lane wide: `a b c` are the operands. A Mask is a bool, as a Flag is. Where
 * WGSL promises less than the language, a function of `HELPERS` stands: for NaN, and for numbers out of range.
 */
import type { Operation } from '../operations.ts';

/** By name and the kind of the first operand, or by name alone. */
const ROWS: Readonly<Record<string, string>> = {
  '&& Mask': '(a & b)',
  '|| Mask': '(a | b)',
  '===': '(a == b)',
  '!== Lane': '!(a == b)',
  '!== Float': '!(a == b)',
  '!==': '(a != b)',
  '<<': '(a << uint(b))',
  '>>': '(a >> uint(b))',
  '>>>': 'shifted(a, uint(b))',
  'min Lane': 'lesser(a, b)',
  'min Float': 'lesser(a, b)',
  min: 'min(a, b)',
  'max Lane': 'greater(a, b)',
  'max Float': 'greater(a, b)',
  max: 'max(a, b)',
  hostMin: 'min(a, b)',
  hostMax: 'max(a, b)',
  abs: 'abs(a)',
  sqrt: 'sqrt(a)',
  floor: 'floor(a)',
  ceil: 'ceil(a)',
  trunc: 'trunc(a)',
  nearest: 'round(a)',
  isNan: 'isNan(a)',
  any: 'a',
  all: 'a',
  bitmask: 'select(0, 1, a)',
  ones: 'select(0, 1, a)',
  maskBits: 'select(0, -1, a)',
  trailingZeros: 'i32(countTrailingZeros(a))',
  countBits: 'i32(countOneBits(a))',
  sortDown: 'a',
  'where Mask Lane': 'select(0.0f, b, a)',
  'where Mask LaneInt': 'select(0, b, a)',
  'unless Mask Lane': 'select(b, 0.0f, a)',
  'unless Mask LaneInt': 'select(b, 0, a)',
  splat: 'a',
  toLane: 'f32(a)',
  toInt: 'saturated(a)',
  signBit: 'shifted(bitcast<i32>(a), 31u)',
  bitsOf: 'bitcast<i32>(a)',
  fromBits: 'bitcast<f32>(a)',
  laneIndex: '0',
  evens: 'a',
  odds: 'b',
  extract: 'a',
  extractInt: 'a',
  insert: 'c',
  insertInt: 'c',
  float: 'f32(a)',
  'int Float': 'saturated(a)',
  'int Flag': 'select(0, 1, a)',
  'hostNumber Flag': 'select(0, 1, a)',
  hostMul: '(a * b)',
};

/** Functions that texts call, by name: the back end writes those that occur. */
export const HELPERS: ReadonlyMap<string, string> = new Map([
  ['lesser', 'fn lesser(a: f32, b: f32) -> f32 { return select(a, b, b < a); }\n'],
  ['greater', 'fn greater(a: f32, b: f32) -> f32 { return select(a, b, a < b); }\n'],
  ['shifted', 'fn shifted(a: i32, b: u32) -> i32 { return bitcast<i32>(bitcast<u32>(a) >> b); }\n'],
  ['isNan', 'fn isNan(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u; }\n'],
  [
    'saturated',
    `fn saturated(a: f32) -> i32 {
  let size = bitcast<u32>(a) & 0x7fffffffu;
  let most = select(2147483647, i32(-2147483648), a < 0.0f);
  return select(select(i32(a), most, size >= 0x4f000000u), 0, size > 0x7f800000u);
}
`,
  ],
  ['part', 'fn part(a: i32, bits: u32) -> i32 { return i32((word(a) >> ((u32(a) & 3u) << 3u)) & bits); }\n'],
  ['ofBits', 'fn ofBits(bits: u32) -> f32 { return bitcast<f32>(bits); }\n'],
  ['ofInt', 'fn ofInt(a: i32) -> i32 { return a; }\n'],
  ['ofFloat', 'fn ofFloat(a: f32) -> f32 { return a; }\n'],
]);

/** The WGSL of a row of the table. */
export function wgslRowOf({ name, operands }: Operation): string {
  const [first = '', second = ''] = operands.map((kind) => (kind === '#' ? '' : kind.name));
  const known = ROWS[`${name} ${first} ${second}`] ?? ROWS[`${name} ${first}`] ?? ROWS[name];
  return known ?? (operands.length === 1 ? `(${name}a)` : `(a ${name} b)`);
}
