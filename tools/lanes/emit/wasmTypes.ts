/** Types, numbers and accesses of memory in WebAssembly text. */
import { INT, isAddress, isWide, type Kind, LANE_INT, type Store } from '../kinds.ts';

const SCALAR_TYPES: Record<string, string> = { Int: 'i32', Float: 'f32', Double: 'f64', Flag: 'i32' };
const ONE_LANE_TYPES: Record<string, string> = { Lane: 'f32', Mask: 'i32', LaneInt: 'i32' };
const LOADS: Readonly<Record<Store, string>> = {
  'lanes f32': 'f32.load',
  'lanes i32': 'i32.load',
  f32: 'f32.load',
  f64: 'f64.load',
  i32: 'i32.load',
  u16: 'i32.load16_u',
  u8: 'i32.load8_u',
};

/** The type of a local or a parameter of this kind. */
export function typeOf(lanes: 4 | 1, kind: Kind): string {
  if (isAddress(kind) || kind.form !== 'basic') return 'i32';
  if (!isWide(kind)) return SCALAR_TYPES[kind.name]!;
  return lanes === 4 ? 'v128' : ONE_LANE_TYPES[kind.name]!;
}

/** A number of this kind, in every lane. */
export function numberOf(lanes: 4 | 1, kind: Kind, value: number): string {
  const type = typeOf(lanes, kind);
  if (kind === INT || kind === LANE_INT) {
    return type === 'v128' ? `(v128.const i32x4${` ${value | 0}`.repeat(4)})` : `(i32.const ${value | 0})`;
  }
  if (type === 'v128') return `(v128.const f32x4${` ${digitsOf(Math.fround(value))}`.repeat(4)})`;
  return `(${type}.const ${digitsOf(type === 'f32' ? Math.fround(value) : value)})`;
}

/** The zero of a wasm type. */
export function zeroOf(type: string): string {
  return type === 'v128' ? '(v128.const i64x2 0 0)' : `(${type}.const 0)`;
}

export function loadOf(lanes: 4 | 1, store: Store): string {
  return lanes === 4 && store.startsWith('lanes') ? 'v128.load' : LOADS[store];
}

export function storeOf(lanes: 4 | 1, store: Store): string {
  return loadOf(lanes, store).replace('load', 'store').replace('_u', '');
}

function digitsOf(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0' : `${value}`;
}
