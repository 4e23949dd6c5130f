/** The AssemblyScript of kinds, memory and operations: four lanes strict, four lanes relaxed, or one. */
import { type Basic, FLAG, INT, isAddress, isWide, type Kind, LANE, LANE_INT, MASK, type Store } from '../kinds.ts';
import type { Operation } from '../operations.ts';

export interface Dialect {
  readonly lanes: 4 | 1;
  /** The type of a local or parameter of this kind; not for records. */
  type(kind: Kind): string;
  operation(operation: Operation, operands: readonly string[]): string;
  /** `product[0] * product[1] + addend`, or `addend − product`, rounded once. Builds that round twice have none. */
  fused?(product: readonly [string, string], addend: string, subtract: boolean): string;
  /** Lane by lane; `mask` is all ones or all zeros in each. */
  select(kind: Basic, mask: string, ifTrue: string, ifFalse: string): string;
  load(store: Store, address: string, byteOffset: number): string;
  store(store: Store, address: string, value: string, byteOffset: number): string;
  /** What a global of this kind holds first. */
  zero(kind: Kind): string;
  /** A number of this kind. */
  literal(kind: Basic, value: number): string;
  truth(kind: Basic, value: boolean): string;
}

const SCALAR_TYPES: Record<string, string> = { Int: 'i32', Float: 'f32', Double: 'f64', Flag: 'bool' };
const ONE_LANE_TYPES: Record<string, string> = { Lane: 'f32', Mask: 'i32', LaneInt: 'i32' };

function typeOf(kind: Kind, wide: (name: string) => string): string {
  if (isAddress(kind)) return 'i32';
  if (kind.form === 'void') return 'void';
  if (kind.form !== 'basic') return 'i32'; // only after an error
  return isWide(kind) ? wide(kind.name) : SCALAR_TYPES[kind.name];
}

function fill(template: string, operands: readonly string[]): string {
  return template.replace(/\b[abc]\b/g, (letter) => operands['abc'.indexOf(letter)]);
}

/** A number as AssemblyScript reads it in any context. */
function scalarLiteral(kind: Basic, value: number): string {
  if (kind === INT || kind === LANE_INT) return `${value | 0}`;
  const type = kind.name === 'Double' ? 'f64' : 'f32';
  if (!Number.isFinite(value))
    return `<${type}>${Number.isNaN(value) ? 'NaN' : value < 0 ? '(-Infinity)' : 'Infinity'}`;
  const digits = Object.is(value, -0) ? '-0' : String(value);
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return `<${type}>${text.startsWith('-') ? `(${text})` : text}`;
}

const withOffset = (byteOffset: number) => (byteOffset === 0 ? '' : `, ${byteOffset}`);

/** Loads that widen to i32: in AssemblyScript a u8 less a number is a u8. */
const LOADS: Partial<Record<Store, string>> = { u8: 'i32.load8_u', u16: 'i32.load16_u' };

const oneLane: Dialect = {
  lanes: 1,
  type: (kind) => typeOf(kind, (name) => ONE_LANE_TYPES[name]),
  operation: ({ one }, operands) => fill(one, operands),
  select: (kind, mask, ifTrue, ifFalse) => `select<${ONE_LANE_TYPES[kind.name]}>(${ifTrue}, ${ifFalse}, ${mask} != 0)`,
  load: (store, address, byteOffset) => {
    const call = LOADS[store] ?? `load<${store.replace('lanes ', '')}>`;
    return `${call}(${address}${withOffset(byteOffset)})`;
  },
  store: (store, address, value, byteOffset) =>
    `store<${store.replace('lanes ', '')}>(${address}, ${value}${withOffset(byteOffset)})`,
  zero: (kind) => (kind === FLAG ? 'false' : '0'),
  literal: scalarLiteral,
  truth: (kind, value) => (kind === MASK ? (value ? '-1' : '0') : `${value}`),
};

const fourLanes: Dialect = {
  lanes: 4,
  type: (kind) => typeOf(kind, () => 'v128'),
  operation: ({ four }, operands) => fill(four, operands),
  select: (_, mask, ifTrue, ifFalse) => `v128.bitselect(${ifTrue}, ${ifFalse}, ${mask})`,
  load: (store, address, byteOffset) =>
    store.startsWith('lanes')
      ? `v128.load(${address}${withOffset(byteOffset)})`
      : oneLane.load(store, address, byteOffset),
  store: (store, address, value, byteOffset) =>
    store.startsWith('lanes')
      ? `v128.store(${address}, ${value}${withOffset(byteOffset)})`
      : oneLane.store(store, address, value, byteOffset),
  zero: (kind) => (isWide(kind) ? 'i32x4.splat(0)' : oneLane.zero(kind)),
  literal: (kind, value) => {
    const text = scalarLiteral(kind, value);
    return kind === LANE ? `f32x4.splat(${text})` : kind === LANE_INT ? `i32x4.splat(${text})` : text;
  },
  truth: (kind, value) => (kind === MASK ? `i32x4.splat(${value ? -1 : 0})` : `${value}`),
};

/** Results may differ in the last bit between processors: a product may or may not be rounded. */
const fourLanesRelaxed: Dialect = {
  ...fourLanes,
  fused: ([x, y], addend, subtract) => `f32x4.relaxed_${subtract ? 'nmadd' : 'madd'}(${x}, ${y}, ${addend})`,
  select: (_, mask, ifTrue, ifFalse) => `i32x4.relaxed_laneselect(${ifTrue}, ${ifFalse}, ${mask})`,
};

export function dialectOf(width: 4 | 1, relaxed: boolean): Dialect {
  return width === 1 ? oneLane : relaxed ? fourLanesRelaxed : fourLanes;
}
