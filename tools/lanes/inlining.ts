/** What decides how a helper is inlined, and what an inlined body leaves. */
import ts from 'typescript';
import { DOUBLE, FLAG, INT, type Kind, leafKinds, MASK, nameOf, OPEN, sameKind, type VisitorKind } from './kinds.ts';
import { mapFields, type Scope, wrong } from './scope.ts';
import type { Signature } from './signatures.ts';
import { blocksOf, type Node, type Statement } from './tree.ts';
import { isBasic, isRecord, nothing, POISONED, type Value } from './values.ts';
import { functionNamed } from './visitors.ts';

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

/** Checks the argument for the parameter `name`: it is no value at run time. */
export function checkVisitor(
  scope: Scope,
  argument: ts.Expression,
  name: string,
  kind: VisitorKind,
  signatureOf: (visitor: ts.FunctionDeclaration) => Signature | undefined,
): Value {
  const visitor = functionNamed(scope.shared.checker, argument, scope.visitors);
  if (!visitor) {
    const text = `${name} is the name of a function; write one at the top level, and pass what it needs in a record`;
    return wrong(scope, argument, text);
  }
  const signature = signatureOf(visitor);
  if (!signature) return POISONED;
  const { result } = signature;
  const parameters = signature.parameters.map((each) => each.kind);
  const isFitting = (due: Kind, k: number) => due === OPEN || sameKind(due, parameters[k]!);
  const fits = parameters.length === kind.parameters.length && kind.parameters.every(isFitting);
  if (fits && sameKind(result, kind.result)) return nothing();
  return wrong(scope, argument, `expected ${nameOf(kind)}, got ${nameOf({ form: 'visitor', parameters, result })}`);
}
