/** Statements: declarations, assignments and control flow over scalars. */
import ts from 'typescript';
import { effect } from './assignments.ts';
import { expression, memberOf } from './expressions.ts';
import { FLAG, MASK, nameOf, VOID } from './kinds.ts';
import { functionAround, isConstant } from './references.ts';
import { bind, coerce, declareMutable, declareRecord, leafValues, nodeOf, type Scope, wrong } from './scope.ts';
import { lanesCondition } from './signatures.ts';
import { symbolOf } from './symbols.ts';
import type { Node, Origin, Statement } from './tree.ts';
import { isBasic, isLiteral, isPoison, isRecord, POISONED, type Value } from './values.ts';

export function compileStatements(scope: Scope, statements: readonly ts.Statement[]): void {
  for (const statement of statements) {
    compileStatement(scope, statement);
    if (returnsByLanes(scope, statement)) return;
  }
}

/** Whether a statement is `if (LANES …)` that is decided for a `return`: the rest is for another number of lanes. */
function returnsByLanes(scope: Scope, node: ts.Statement): boolean {
  const decided = ts.isIfStatement(node) && lanesCondition(node.expression, scope.shared);
  if (!ts.isIfStatement(node) || decided === undefined) return false;
  const taken = decided ? node.thenStatement : node.elseStatement;
  const last = taken && ts.isBlock(taken) ? taken.statements.at(-1) : taken;
  return last !== undefined && ts.isReturnStatement(last);
}

function compileStatement(scope: Scope, node: ts.Statement): void {
  if (scope.shared.hasObjects) scope.body.origin = originOf(node);
  if (ts.isVariableStatement(node)) declare(scope, node.declarationList);
  else if (ts.isExpressionStatement(node)) effect(scope, node.expression);
  else if (ts.isBlock(node)) compileStatements(scope, node.statements);
  else if (ts.isIfStatement(node)) branch(scope, node);
  else if (ts.isWhileStatement(node)) loop(scope, node.expression, undefined, node.statement);
  else if (ts.isForStatement(node)) countedLoop(scope, node);
  else if (ts.isReturnStatement(node)) giveBack(scope, node);
  else if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) leave(scope, node);
  else if (!ts.isEmptyStatement(node)) wrong(scope, node, refusal(node));
}

function originOf(node: ts.Node): Origin {
  const file = node.getSourceFile();
  return { file: file.fileName, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 };
}

function leave(scope: Scope, node: ts.BreakOrContinueStatement): void {
  if (node.label) wrong(scope, node, 'there are no labels; write a Flag, or a helper that returns early');
  else scope.body.add({ op: ts.isBreakStatement(node) ? 'break' : 'continue' });
}

function refusal(node: ts.Statement): string {
  if (ts.isFunctionDeclaration(node))
    return 'a function inside of a function is a closure; write a helper at the top level';
  if (ts.isClassDeclaration(node))
    return 'a class is a table, and stands at the top level; write an interface of kinds';
  if (ts.isTryStatement(node) || ts.isThrowStatement(node)) return 'kernels throw and catch nothing; store a status';
  if (ts.isDoStatement(node)) return 'there is no `do`; write `while (true)` with a `break`';
  if (ts.isSwitchStatement(node)) return 'there is no `switch`; write `if` and `else`';
  if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    return 'there is nothing to iterate; write `for (let row: Int = 0; …)`';
  return `${ts.SyntaxKind[node.kind]} is not part of the language; see tools/lanes/README.md`;
}

function declare(scope: Scope, list: ts.VariableDeclarationList): void {
  const constant = (list.flags & ts.NodeFlags.Const) !== 0;
  if (!constant && !(list.flags & ts.NodeFlags.Let)) {
    wrong(scope, list, 'there is no `var`; write const or let');
    return;
  }
  for (const { name, type, initializer } of list.declarations) {
    if (ts.isObjectBindingPattern(name) && constant && initializer) {
      takeApart(scope, name, initializer);
      continue;
    }
    if (!ts.isIdentifier(name)) {
      wrong(scope, name, 'only the members of a record are taken apart, by const; read other values one by one');
      continue;
    }
    const kind = type && scope.shared.kinds.of(type);
    let value: Value = POISONED;
    if (initializer) {
      value = expression(scope, initializer, kind, true);
      if (kind) value = coerce(scope, initializer, value, kind);
      else if (isLiteral(value) && !constant)
        value = wrong(scope, name, `${name.text} needs a kind; write \`let ${name.text}: Int = …\` or another kind`);
      else if (value.kind === VOID) value = wrong(scope, initializer, 'this gives no value');
    } else wrong(scope, name, `${name.text} has no value; write \`let ${name.text}: Kind = …\``);
    const symbol = symbolOf(scope.shared.checker, name)!;
    const isSet = constant && isSetRecord(scope, name, symbol);
    const isName = constant && initializer && isRecord(value) && isConstant(scope.shared.checker, initializer);
    if (isName) scope.named.add(value);
    const bound = isName
      ? value
      : isSet
        ? declareRecord(scope, value, name.text)
        : constant
          ? bind(scope, value, name.text, true)
          : declareMutable(scope, value, name.text);
    scope.names.set(symbol, { value: bound, mutable: !constant || isSet });
  }
}

/** Whether the function around sets members of the record that a name stands for. */
function isSetRecord({ shared, visitors }: Scope, name: ts.Node, symbol: ts.Symbol): boolean {
  const around = functionAround(name);
  return around !== undefined && shared.references.isSet(around, symbol, visitors);
}

/** Names members of a record or of a table: records as they are, scalars by their values now. */
function takeApart(scope: Scope, pattern: ts.ObjectBindingPattern, initializer: ts.Expression): void {
  const owner = expression(scope, initializer);
  for (const element of pattern.elements) {
    const { name, propertyName = name, dotDotDotToken } = element;
    if (!ts.isIdentifier(name) || !ts.isIdentifier(propertyName) || dotDotDotToken || element.initializer) {
      wrong(scope, element, 'a pattern is `const { member, member: name } = record`; name every member');
      continue;
    }
    const value = memberOf(scope, element, owner, propertyName.text);
    const symbol = symbolOf(scope.shared.checker, name)!;
    const bound = isRecord(value) ? value : bind(scope, value, name.text, true);
    if (isRecord(value)) scope.named.add(value);
    scope.names.set(symbol, { value: bound, mutable: isRecord(value) && isSetRecord(scope, name, symbol) });
  }
}

const NEVER: Node = { op: 'truth', kind: FLAG, value: false };

/** A scalar condition; after an error any. */
function condition(scope: Scope, node: ts.Expression): Node {
  const value = expression(scope, node);
  if (isPoison(value)) return NEVER;
  if (value.kind === MASK) {
    wrong(
      scope,
      node,
      'a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)',
    );
    return NEVER;
  }
  if (value.kind !== FLAG) wrong(scope, node, `expected Flag, got ${nameOf(value.kind)}; write … !== 0`);
  return isBasic(value) ? value.node : NEVER;
}

function branch(scope: Scope, node: ts.IfStatement): void {
  const decided = lanesCondition(node.expression, scope.shared);
  if (decided !== undefined) {
    const taken = decided ? node.thenStatement : node.elseStatement;
    if (taken) compileStatement(scope, taken);
    return;
  }
  const test = condition(scope, node.expression);
  const whenTrue = block(scope, node.thenStatement);
  const whenFalse = node.elseStatement && block(scope, node.elseStatement);
  scope.body.add({ op: 'if', condition: test, whenTrue, whenFalse });
}

function block(scope: Scope, node: ts.Statement): readonly Statement[] {
  return scope.body.capture(() => compileStatement(scope, node));
}

function countedLoop(scope: Scope, node: ts.ForStatement): void {
  if (node.initializer && ts.isVariableDeclarationList(node.initializer)) declare(scope, node.initializer);
  else if (node.initializer) effect(scope, node.initializer);
  loop(scope, node.condition, node.incrementor, node.statement);
}

function loop(
  scope: Scope,
  test: ts.Expression | undefined,
  step: ts.Expression | undefined,
  body: ts.Statement,
): void {
  const steps = step ? scope.body.capture(() => effect(scope, step)) : [];
  if (step && steps.length > 1)
    wrong(scope, step, 'a loop steps by one plain assignment; compute the rest inside of the loop');
  let ends: Node | undefined;
  const inputs = scope.body.capture(() => {
    ends = test && condition(scope, test);
  });
  scope.body.add({ op: 'loop', inputs, test: ends, body: block(scope, body), step: steps[0] });
}

function giveBack(scope: Scope, node: ts.ReturnStatement): void {
  const { result, exit } = scope;
  if (!result) return; // `return;` at the end of an inlined helper
  let values: Node[] = [];
  if (node.expression) {
    const value = coerce(scope, node.expression, expression(scope, node.expression, result, true), result);
    if (isPoison(value)) return;
    values = leafValues(value, result).map(nodeOf);
  }
  if (!exit) {
    scope.body.add({ op: 'return', values });
    return;
  }
  values.forEach((value, k) => {
    scope.body.add({ op: 'assign', name: exit.leaves[k]!, value });
  });
  if (node !== exit.last) scope.body.add({ op: 'leave', label: exit.label });
}
