/** What decides how a helper is inlined, and what an inlined body leaves. */
import ts from 'typescript';
import { DOUBLE, FLAG, INT, type Kind, leafKinds, MASK } from './kinds.ts';
import { mapFields } from './scope.ts';
import { blocksOf, type Node, type Statement } from './tree.ts';
import { isBasic, isRecord, type Value } from './values.ts';

/** Whether a body has no `return`, or one that is its last statement. */
export function returnsLast(body: ts.Block): boolean {
  const last = body.statements.at(-1);
  const isEarly = (node: ts.Node): boolean =>
    (ts.isReturnStatement(node) && node !== last) || (ts.forEachChild(node, isEarly) ?? false);
  return !isEarly(body);
}

/** Whether a record has floats, which V8 allocates if they cross a call. */
export function hasFloats(kind: Kind): boolean {
  return kind.form === 'record' && leafKinds(kind).includes(DOUBLE);
}

/** What the result of an inlined helper is before it returns. */
export function zeroOf(kind: Kind): Node {
  if (kind === FLAG || kind === MASK) return { op: 'truth', kind, value: false };
  return { op: 'number', kind: kind.form === 'basic' ? kind : INT, value: 0 };
}

/** Whether a statement goes to the end of the block with this label. */
export function leavesTo(statements: readonly Statement[], label: string): boolean {
  return statements.some(
    (statement) =>
      (statement.op === 'leave' && statement.label === label) ||
      blocksOf(statement).some((inner) => leavesTo(inner, label)),
  );
}

/** A value outside of its helper. */
export function finished(value: Value): Value {
  if (isRecord(value)) return mapFields(value, finished);
  return isBasic(value) ? { kind: value.kind, node: { op: 'rounded', value: value.node } } : value;
}
