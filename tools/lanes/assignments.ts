/** Assignments, counts and calls: expressions that are statements. */
import ts from 'typescript';
import { expression } from './expressions.ts';
import { type Kind, VOID } from './kinds.ts';
import { store } from './memory.ts';
import { operate } from './operators.ts';
import { bind, coerce, leafValues, nodeOf, type Scope, wrong } from './scope.ts';
import { isAssignment } from './signatures.ts';
import { type Node, reads } from './tree.ts';
import { symbolOf } from './typeKinds.ts';
import { type BasicValue, bare, isBasic, isMemory, isPoison, isRecord, literal, type Value } from './values.ts';

const COUNTS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.PlusPlusToken, '+'],
  [ts.SyntaxKind.MinusMinusToken, '-'],
]);

/** Compiles an expression for its effect: an assignment, a count, or a call. */
export function effect(scope: Scope, node: ts.Expression): void {
  if (ts.isParenthesizedExpression(node)) {
    effect(scope, node.expression);
    return;
  }
  if (ts.isBinaryExpression(node) && isAssignment(node)) assign(scope, node);
  else if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) count(scope, node);
  else if (ts.isCallExpression(node)) callFor(scope, node);
  else wrong(scope, node, 'this does nothing; assign it, or call a helper');
}

function count(scope: Scope, node: ts.PostfixUnaryExpression | ts.PrefixUnaryExpression): void {
  const name = COUNTS.get(node.operator);
  if (!name) {
    wrong(scope, node, 'this does nothing; assign it, or call a helper');
    return;
  }
  const { operand } = node;
  put(scope, operand, node, (hint) => operate(scope, node, name, expression(scope, operand), literal(1), hint));
}

function callFor(scope: Scope, node: ts.CallExpression): void {
  const value = expression(scope, node, undefined, true);
  const called =
    value.kind === VOID && 'node' in value ? value.node : isBasic(value) ? callOf(scope, value) : undefined;
  if (called) scope.body.add({ op: 'effect', value: called });
}

/** The call of a function that a value is. */
function callOf(scope: Scope, { node }: BasicValue): Node | undefined {
  const inner = bare(node, scope.shared.lanes);
  return inner.op === 'call' ? inner : undefined;
}

function assign(scope: Scope, node: ts.BinaryExpression): void {
  const { left, right } = node;
  const name = node.operatorToken.getText().slice(0, -1);
  if (name === '') put(scope, left, right, (kind) => expression(scope, right, kind, true));
  else if (/^(\*\*|%|&&|\|\||\?\?)$/.test(name))
    wrong(scope, node, `there is no \`${name}=\`; write the assignment out`);
  else {
    put(scope, left, right, (kind) =>
      operate(scope, node, name, expression(scope, left), expression(scope, right, kind), kind),
    );
  }
}

/** Writes the result of `compute` to `target`. */
function put(scope: Scope, target: ts.Expression, source: ts.Node, compute: (hint?: Kind) => Value): void {
  if (ts.isElementAccessExpression(target)) {
    const memory = expression(scope, target.expression);
    store(scope, target, source, compute(isMemory(memory) ? elementKind(memory.kind) : undefined));
    return;
  }
  if (!ts.isIdentifier(target)) {
    wrong(scope, target, 'a record changes as a whole; write `v = { x: …, y: …, z: … }`');
    return;
  }
  const local = scope.names.get(symbolOf(scope.shared.checker, target)!);
  if (!local?.mutable) {
    wrong(scope, target, `${target.text} cannot be assigned; declare it, or a copy of it, with let`);
    return;
  }
  const { kind } = local.value;
  const value = coerce(scope, source, compute(kind), kind);
  if (isPoison(value) || isPoison(local.value)) return;
  const names = nodesOf(scope, local.value).map((node) => (node as Extract<Node, { op: 'local' }>).name);
  const ordered = isRecord(local.value) && isRecord(value) ? { ...value, kind: local.value.kind } : value;
  // all components are computed before the first one changes
  const apart = isRecord(ordered) && nodesOf(scope, ordered).some((node) => names.some((name) => reads(node, name)));
  const settled = apart ? bind(scope, ordered, target.text, true) : ordered;
  nodesOf(scope, settled).forEach((node, k) => {
    if (node.op !== 'local' || node.name !== names[k]) scope.body.add({ op: 'assign', name: names[k], value: node });
  });
}

function nodesOf(scope: Scope, value: Value): Node[] {
  return leafValues(value).map((leaf) => bare(nodeOf(leaf), scope.shared.lanes));
}

function elementKind(kind: Kind): Kind | undefined {
  return kind.form === 'memory' ? kind.element : kind.form === 'columns' ? kind.record : undefined;
}
