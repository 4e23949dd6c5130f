/** Assignments, counts and calls: expressions that are statements. */
import ts from 'typescript';
import { expression } from './expressions.ts';
import { type Kind, nameOf, VOID } from './kinds.ts';
import { store } from './memory.ts';
import { operate } from './operators.ts';
import { basicOf, bind, coerce, leafValues, nodeOf, type Scope, wrong } from './scope.ts';
import { isAssignment, isTableMember, symbolOf } from './symbols.ts';
import { type Node, reads } from './tree.ts';
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
  if (ts.isPropertyAccessExpression(target) && isTableMember(scope.shared.checker, target)) {
    const member = expression(scope, target);
    const place = isBasic(member) ? bare(member.node, scope.shared.lanes) : undefined;
    if (place?.op !== 'load') {
      if (!isPoison(member)) wrong(scope, target, 'only scalars of a table are assigned; write the elements of memory');
      return;
    }
    const scalar = basicOf(scope, source, compute(member.kind), member.kind);
    if (scalar) scope.body.add({ ...place, op: 'store', value: scalar.node });
    return;
  }
  const local = localOf(scope, target);
  if (isPoison(local)) return;
  if (scope.named.has(local)) {
    const text = `another name stands for ${target.getText()}; set its members one by one`;
    wrong(scope, target, text);
    return;
  }
  const { kind } = local;
  const value = coerce(scope, source, compute(kind), kind);
  if (isPoison(value)) return;
  const names = nodesOf(scope, local, kind).map((node) => (node as Extract<Node, { op: 'local' }>).name);
  // all components are computed before the first one changes
  const apart = isRecord(value) && nodesOf(scope, value, kind).some((node) => names.some((name) => reads(node, name)));
  const settled = apart ? bind(scope, value, target.getText().replaceAll('.', '_'), true) : value;
  nodesOf(scope, settled, kind).forEach((node, k) => {
    if (node.op !== 'local' || node.name !== names[k]) scope.body.add({ op: 'assign', name: names[k], value: node });
  });
}

/** The locals that an assignment changes: of a `let`, or of a member of one. */
export function localOf(scope: Scope, target: ts.Expression): Value {
  if (ts.isPropertyAccessExpression(target)) {
    const owner = localOf(scope, target.expression);
    const field = isRecord(owner) ? owner.fields.get(target.name.text) : undefined;
    if (field || isPoison(owner)) return field ?? owner;
    return wrong(scope, target, `${nameOf(owner.kind)} has no member ${target.name.text}`);
  }
  if (!ts.isIdentifier(target))
    return wrong(scope, target, 'this cannot be assigned; write a local, a member of one, or an element of memory');
  const local = scope.names.get(symbolOf(scope.shared.checker, target)!);
  if (local?.mutable) return local.value;
  return wrong(scope, target, `${target.text} cannot be assigned; declare it, or a copy of it, with let`);
}

function nodesOf(scope: Scope, value: Value, kind: Kind): Node[] {
  return leafValues(value, kind).map((leaf) => bare(nodeOf(leaf), scope.shared.lanes));
}

function elementKind(kind: Kind): Kind | undefined {
  return kind.form === 'memory' ? kind.element : kind.form === 'columns' ? kind.record : undefined;
}
