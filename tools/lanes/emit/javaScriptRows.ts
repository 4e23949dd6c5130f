/**
 * The JavaScript of the instruction table, one lane wide: `a b c` are the operands. An f32 is a number that `$fround`
 * gave, a Mask is 0 or −1, a Flag is a boolean. Operands in `twice` are locals or numbers, or get a local.
 */
import type { Operation } from '../operations.ts';

export interface JavaScriptRow {
  readonly text: string;
  /** The operands that the text has more than once. */
  readonly twice?: string;
}

const SMALLER: JavaScriptRow = { text: '(b < a ? b : a)', twice: 'ab' };
const GREATER: JavaScriptRow = { text: '(a < b ? b : a)', twice: 'ab' };
/** Toward 0, within the range of i32; NaN becomes 0. */
const SATURATED: JavaScriptRow = { text: '($max(-2147483648, $min(2147483647, a)) | 0)' };
const UNCHANGED: JavaScriptRow = { text: 'a' };

/** By name and the kind of the first operand, or by name alone. */
const ROWS: Readonly<Record<string, JavaScriptRow | string>> = {
  '&& Mask': '(a & b)',
  '|| Mask': '(a | b)',
  '! Mask': '(~a)',
  '=== Mask': '(~(a ^ b))',
  '!== Mask': '(a ^ b)',
  '!': '(!a)',
  '~': '(~a)',
  '>>>': '(a >>> b | 0)',
  min: SMALLER,
  max: GREATER,
  'abs LaneInt': '($abs(a) | 0)',
  'abs Int': '($abs(a) | 0)',
  abs: '$abs(a)',
  'sqrt Double': '$sqrt(a)',
  sqrt: '$fround($sqrt(a))',
  floor: '$floor(a)',
  ceil: '$ceil(a)',
  trunc: '$trunc(a)',
  nearest: '$nearest(a)',
  isNan: { text: '(a !== a ? -1 : 0)', twice: 'a' },
  any: '(a !== 0)',
  all: '(a !== 0)',
  bitmask: '(a & 1)',
  ones: '(a & 1)',
  maskBits: UNCHANGED,
  trailingZeros: { text: '(a === 0 ? 32 : 31 - $clz32(a & -a))', twice: 'a' },
  countBits: '$countBits(a)',
  sortDown: UNCHANGED,
  where: '(a !== 0 ? b : 0)',
  unless: '(a !== 0 ? 0 : b)',
  'splat Flag': '(a ? -1 : 0)',
  splat: UNCHANGED,
  toLane: '$fround(a)',
  toInt: SATURATED,
  signBit: '($bits(a) >>> 31)',
  bitsOf: '$bits(a)',
  fromBits: '$fromBits(a)',
  laneIndex: '0',
  evens: 'a',
  odds: 'b',
  extract: 'a',
  extractInt: 'a',
  insert: 'c',
  insertInt: 'c',
  float: '$fround(a)',
  double: UNCHANGED,
  'int Flag': '(a ? 1 : 0)',
  int: SATURATED,
  hostMin: '$min(a, b)',
  hostMax: '$max(a, b)',
  'hostNumber Flag': '(a ? 1 : 0)',
  hostNumber: UNCHANGED,
  hostNan: { text: '(a !== a)', twice: 'a' },
};

/** The JavaScript of a row of the table. */
export function javaScriptOf(row: Operation): JavaScriptRow {
  const kind = row.operands[0] === '#' || !row.operands[0] ? '' : row.operands[0].name;
  const known = ROWS[`${row.name} ${kind}`] ?? ROWS[row.name];
  if (known === undefined) return { text: operatorOf(row, kind) };
  return typeof known === 'string' ? { text: known } : known;
}

function operatorOf({ name, operands, result }: Operation, kind: string): string {
  const text = operands.length === 1 ? `(${name}a)` : `(a ${name} b)`;
  if (result.name === 'Mask') return `(${text} ? -1 : 0)`;
  if (/^[-+*/]$/.test(name)) {
    if (kind === 'Lane' || kind === 'Float') return `$fround${text}`;
    if (kind === 'Int' || kind === 'LaneInt') return name === '*' ? '$imul(a, b)' : `(${text} | 0)`;
  }
  return text;
}

/** What the texts call. */
export const JAVASCRIPT_PRELUDE = `const $max = Math.max, $min = Math.min, $abs = Math.abs, $sqrt = Math.sqrt;
const $floor = Math.floor, $ceil = Math.ceil, $trunc = Math.trunc;
const $fround = Math.fround, $imul = Math.imul, $clz32 = Math.clz32;
const $word = new Int32Array(1), $single = new Float32Array($word.buffer);
function $bits(x) { $single[0] = x; return $word[0]; }
function $fromBits(x) { $word[0] = x; return $single[0]; }
function $nearest(x) {
  const size = $abs(x);
  if (!(size < 4503599627370496)) return x;
  const whole = size + 4503599627370496 - 4503599627370496;
  return x < 0 || Object.is(x, -0) ? -whole : whole;
}
function $countBits(x) {
  let count = 0;
  for (; x !== 0; x &= x - 1) count++;
  return count;
}
`;
