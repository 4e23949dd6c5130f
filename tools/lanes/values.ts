/** The result of an expression: AssemblyScript text with its kind, or such texts by the leaf of a record. */
import {
  type Basic,
  INT,
  isAddress,
  type Kind,
  LANE_INT,
  type Member,
  POISON,
  type RecordKind,
  VOID,
} from './kinds.ts';

export interface BasicValue {
  readonly kind: Basic;
  readonly text: string;
  /** The factors, if the value is the product of one expression: the relaxed build may fuse them. */
  readonly product?: readonly [string, string];
  /** The place of a load, if the value is only that load: such a scalar can be loaded into every lane at once. */
  readonly loaded?: { readonly address: string; readonly byteOffset: number };
  /** A Flag known at compile time. */
  readonly truth?: boolean;
}
export interface LiteralValue {
  readonly kind: { readonly form: 'literal' };
  readonly number: number;
}
export interface RecordValue {
  readonly kind: RecordKind;
  readonly fields: ReadonlyMap<string, Value>;
}
/** Memory or a table: an i32 expression and a constant to add to it. */
export interface AddressValue {
  readonly kind: Member;
  readonly text: string;
  readonly byteOffset: number;
}
export type Value =
  | BasicValue
  | LiteralValue
  | RecordValue
  | AddressValue
  | { readonly kind: { readonly form: 'void' }; readonly text: string }
  | { readonly kind: { readonly form: 'poison' } };

export const POISONED = { kind: POISON } as Value;
export const nothing = (text: string) => ({ kind: VOID, text }) as Value;
export const literal = (number: number): LiteralValue => ({ kind: { form: 'literal' }, number });

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

/** Whether the text is a name or a number, which can be repeated at no cost. */
export function isPlain(text: string): boolean {
  return /^[\w$]+$|^(?:[fi]32x4\.splat\()?(?:<f\d\d>)?\(?-?[\d.]+(?:e[-+]?\d+)?\)*$/.test(text);
}

/** The reason why a number cannot be of this kind; undefined if it can. */
export function literalObjection(kind: Kind, number: number): string | undefined {
  if (kind.form !== 'basic' || kind.name === 'Mask' || kind.name === 'Flag') return 'a number';
  if (kind !== INT && kind !== LANE_INT) return undefined;
  const fits = Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 32;
  return fits ? undefined : `${number}, which is no i32`;
}

/** The i32 address expression with its constant added. */
export function addressText({ text, byteOffset }: { text: string; byteOffset: number }): string {
  return byteOffset === 0 ? text : `(${text} + ${byteOffset})`;
}
