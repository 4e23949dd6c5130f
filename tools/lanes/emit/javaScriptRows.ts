/**
 * The JavaScript of the instruction table, one lane wide: `a b c` are the operands. An f32 is a number that `$fround`
 * gave, a Mask is 0 or −1, a Flag is a boolean. Operands in `twice` are locals or numbers, or get a local.
 */
import { hostedName } from '../hosted.ts';
import type { Operation } from '../operations.ts';

/** How the names of hosted functions end in trees. */
const HOSTED_END = hostedName('');

export interface JavaScriptRow {
  readonly text: string;
  /** The operands that the text has more than once. */
  readonly twice?: string;
}

const SMALLER: JavaScriptRow = { text: '(b < a ? b : a)', twice: 'ab' };
const GREATER: JavaScriptRow = { text: '(a < b ? b : a)', twice: 'ab' };
/** Toward 0, within the range of i32; NaN becomes 0. */
const SATURATED: JavaScriptRow = { text: '(Math.max(-2147483648, Math.min(2147483647, a)) | 0)' };
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
  'abs LaneInt': '(Math.abs(a) | 0)',
  'abs Int': '(Math.abs(a) | 0)',
  abs: 'Math.abs(a)',
  'sqrt Double': 'Math.sqrt(a)',
  sqrt: 'Math.fround(Math.sqrt(a))',
  floor: 'Math.floor(a)',
  ceil: 'Math.ceil(a)',
  trunc: 'Math.trunc(a)',
  nearest: '$nearest(a)',
  isNan: { text: '(a !== a ? -1 : 0)', twice: 'a' },
  any: '(a !== 0)',
  all: '(a !== 0)',
  bitmask: '(a & 1)',
  ones: '(a & 1)',
  maskBits: UNCHANGED,
  trailingZeros: { text: '(a === 0 ? 32 : 31 - Math.clz32(a & -a))', twice: 'a' },
  countBits: '$countBits(a)',
  sortDown: UNCHANGED,
  where: '(a !== 0 ? b : 0)',
  unless: '(a !== 0 ? 0 : b)',
  'splat Flag': '(a ? -1 : 0)',
  splat: UNCHANGED,
  toLane: 'Math.fround(a)',
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
  float: 'Math.fround(a)',
  double: UNCHANGED,
  'int Flag': '(a | 0)',
  int: SATURATED,
  hostMin: 'Math.min(a, b)',
  hostMax: 'Math.max(a, b)',
  'hostNumber Flag': '(a | 0)',
  hostNumber: UNCHANGED,
  hostMul: 'Math.imul(a, b)',
  hostNan: { text: '(a !== a)', twice: 'a' },
};

/**
 * Over objects, as on hosts that run the source: a number is a number, whatever array it is of; no Int leaves the range
 * of i32, but by `Math.imul`; no Double that becomes an Int is outside of it.
 */
const ROWS_OF_OBJECTS: Readonly<Record<string, JavaScriptRow>> = {
  int: { text: '(a | 0)' },
  asFloat: UNCHANGED,
  '+ Int': { text: '(a + b)' },
  '- Int': { text: '(a - b)' },
  '* Int': { text: '(a * b)' },
};

/** Functions that hosts run as written, by name. */
const HOSTED: Readonly<Record<string, JavaScriptRow>> = {
  lesser: SMALLER,
  greater: GREATER,
  asFloat: { text: 'Math.fround(a)' },
};

/** The JavaScript of a hosted function that is an expression. */
export function hostedRow(callee: string, hasObjects: boolean): JavaScriptRow | undefined {
  if (!callee.endsWith(HOSTED_END)) return undefined;
  const name = callee.slice(0, -HOSTED_END.length);
  return (hasObjects ? ROWS_OF_OBJECTS[name] : undefined) ?? HOSTED[name];
}

/** The JavaScript of a row of the table. */
export function javaScriptOf(row: Operation, hasObjects: boolean): JavaScriptRow {
  const kind = row.operands[0] === '#' || !row.operands[0] ? '' : row.operands[0].name;
  const own = hasObjects && row.operands.length !== 1 ? ROWS_OF_OBJECTS[`${row.name} ${kind}`] : undefined;
  if (own) return own;
  if (hasObjects && row.name === 'int' && kind === 'Double') return ROWS_OF_OBJECTS.int!;
  const known = ROWS[`${row.name} ${kind}`] ?? ROWS[row.name];
  if (known === undefined) return { text: operatorOf(row, kind) };
  return typeof known === 'string' ? { text: known } : known;
}

function operatorOf({ name, operands, result }: Operation, kind: string): string {
  const text = operands.length === 1 ? `(${name}a)` : `(a ${name} b)`;
  if (result.name === 'Mask') return `(${text} ? -1 : 0)`;
  if (/^[-+*/]$/.test(name)) {
    if (kind === 'Lane' || kind === 'Float') return `Math.fround${text}`;
    if (kind === 'Int' || kind === 'LaneInt') return name === '*' ? 'Math.imul(a, b)' : `(${text} | 0)`;
  }
  return text;
}

/** What the texts call. */
export const JAVASCRIPT_PRELUDE = `const $word = new Int32Array(1), $single = new Float32Array($word.buffer);
function $bits(x) { $single[0] = x; return $word[0]; }
function $fromBits(x) { $word[0] = x; return $single[0]; }
function $nearest(x) {
  const size = Math.abs(x);
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
