/** The result of an expression: a node of the tree with its kind, or such nodes by the leaf of a record. */
import {
  type Basic,
  FLAG,
  INT,
  isAddress,
  type Kind,
  LANE_INT,
  type Member,
  POISON,
  type RecordKind,
  VOID,
} from './kinds.ts';
import { unchangedOperand } from './operations.ts';
import type { Node, Place } from './tree.ts';

export interface BasicValue {
  readonly kind: Basic;
  readonly node: Node;
}
export interface LiteralValue {
  readonly kind: { readonly form: 'literal' };
  readonly number: number;
  /** What it is as a Double. */
  readonly inF64: number;
}
export interface RecordValue {
  readonly kind: RecordKind;
  readonly fields: ReadonlyMap<string, Value>;
}
/** Memory or a table. */
export interface AddressValue extends Place {
  readonly kind: Member;
}
export type Value =
  | BasicValue
  | LiteralValue
  | RecordValue
  | AddressValue
  /** A call for its effect; undefined: nothing is left to do. */
  | { readonly kind: { readonly form: 'void' }; readonly node: Node | undefined }
  | { readonly kind: { readonly form: 'poison' } };

export const POISONED = { kind: POISON } as Value;
export const nothing = (node?: Node) => ({ kind: VOID, node }) as Value;
export function literal(number: number, inF64 = number): LiteralValue {
  return { kind: { form: 'literal' }, number, inF64 };
}

export function isBasic(value: Value): value is BasicValue {
  return value.kind.form === 'basic';
}
export function isLiteral(value: Value): value is LiteralValue {
  return value.kind.form === 'literal';
}
export function isRecord(value: Value): value is RecordValue {
  return value.kind.form === 'record';
}
export function isMemory(value: Value): value is AddressValue {
  return isAddress(value.kind);
}
export function isPoison(value: Value): boolean {
  return value.kind.form === 'poison';
}

/** The value of a Flag that is known at compile time. */
export function truthOf({ kind, node }: BasicValue): boolean | undefined {
  return kind === FLAG && node.op === 'truth' ? node.value : undefined;
}

/** The expression behind operations that leave bits as they are, and behind the bounds of helpers. */
export function bare(node: Node, lanes: 4 | 1): Node {
  if (node.op === 'rounded') return bare(node.value, lanes);
  const unchanged = node.op === 'apply' ? unchangedOperand(node.row, lanes) : -1;
  return node.op === 'apply' && node.operands[unchanged] ? bare(node.operands[unchanged], lanes) : node;
}

/** Whether the expression is a local or a number, which can be repeated at no cost. */
export function isPlain(node: Node, lanes: 4 | 1): boolean {
  const inner = bare(node, lanes);
  if (inner.op === 'number') return Number.isFinite(inner.value);
  if (inner.op === 'apply') return inner.operands.length === 0;
  return inner.op === 'local' || inner.op === 'truth';
}

/** The reason why a number cannot be of this kind; undefined if it can. */
export function literalObjection(kind: Kind, { number, inF64 }: LiteralValue): string | undefined {
  if (kind.form !== 'basic' || kind.name === 'Mask' || kind.name === 'Flag') return 'a number';
  if (kind !== INT && kind !== LANE_INT) return undefined;
  if (number !== inF64) return 'a number of two precisions';
  const fits = Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 32;
  return fits ? undefined : `${number}, which is no i32`;
}

/** The byte address with its constant added. */
export function addressNode({ address, byteOffset }: Place): Node {
  return byteOffset === 0 ? address : { op: 'address', address, byteOffset };
}
