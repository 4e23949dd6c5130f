/** Statements: declarations, assignments and control flow over scalars. */
import ts from 'typescript';
import { expression, operate } from './expressions.ts';
import { isAssignment } from './functions.ts';
import { FLAG, type Kind, MASK, nameOf, VOID } from './kinds.ts';
import { store } from './memory.ts';
import { VOCABULARY } from './program.ts';
import { basicOf, bind, type Compilation, coerce, declareMutable, leafValues, type Scope, wrong } from './scope.ts';
import { declarationOf, symbolOf } from './typeKinds.ts';
import {
  addressText,
  isBasic,
  isLiteral,
  isMemory,
  isPoison,
  isRecord,
  literal,
  POISONED,
  type Value,
} from './values.ts';

export function compileStatements(scope: Scope, statements: readonly ts.Statement[]): void {
  for (const statement of statements) compileStatement(scope, statement);
}

function compileStatement(scope: Scope, node: ts.Statement): void {
  if (ts.isVariableStatement(node)) return declare(scope, node.declarationList);
  if (ts.isExpressionStatement(node)) return effect(scope, node.expression);
  if (ts.isBlock(node)) return compileStatements(scope, node.statements);
  if (ts.isIfStatement(node)) return branch(scope, node);
  if (ts.isWhileStatement(node)) return loop(scope, node.expression, undefined, node.statement);
  if (ts.isForStatement(node)) return countedLoop(scope, node);
  if (ts.isReturnStatement(node)) return giveBack(scope, node);
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) {
    if (node.label) return void wrong(scope, node, 'there are no labels; write a Flag, or a helper that returns early');
    return scope.lines.add(ts.isBreakStatement(node) ? 'break;' : 'continue;');
  }
  if (ts.isEmptyStatement(node)) return;
  wrong(scope, node, refusal(node));
}

function refusal(node: ts.Statement): string {
  if (ts.isFunctionDeclaration(node))
    return 'a function inside of a function is a closure; write a helper at the top level';
  if (ts.isClassDeclaration(node)) return 'there are no classes; write an interface of kinds and helpers';
  if (ts.isTryStatement(node) || ts.isThrowStatement(node)) return 'kernels throw and catch nothing; store a status';
  if (ts.isDoStatement(node)) return 'there is no `do`; write `while (true)` with a `break`';
  if (ts.isSwitchStatement(node)) return 'there is no `switch`; write `if` and `else`';
  if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    return 'there is nothing to iterate; write `for (let row: Int = 0; …)`';
  return `${ts.SyntaxKind[node.kind]} is not part of the language; see tools/lanes/README.md`;
}

function declare(scope: Scope, list: ts.VariableDeclarationList): void {
  const constant = (list.flags & ts.NodeFlags.Const) !== 0;
  if (!constant && !(list.flags & ts.NodeFlags.Let))
    return void wrong(scope, list, 'there is no `var`; write const or let');
  for (const { name, type, initializer } of list.declarations) {
    if (!ts.isIdentifier(name)) {
      wrong(scope, name, 'nothing is taken apart here; read the members one by one');
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
    const bound = constant ? bind(scope, value, name.text, true) : declareMutable(scope, value, name.text);
    scope.names.set(symbolOf(scope.shared.checker, name)!, { value: bound, mutable: !constant });
  }
}

/** An expression for what it does: an assignment, a count, or a call. */
function effect(scope: Scope, node: ts.Expression): void {
  if (ts.isParenthesizedExpression(node)) return effect(scope, node.expression);
  if (ts.isBinaryExpression(node) && isAssignment(node)) return assign(scope, node);
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
    const name = { [ts.SyntaxKind.PlusPlusToken]: '+', [ts.SyntaxKind.MinusMinusToken]: '-' }[node.operator as number];
    if (name)
      return put(scope, node.operand, node, (hint) =>
        operate(scope, node, name, expression(scope, node.operand), literal(1), hint),
      );
  }
  if (!ts.isCallExpression(node)) return void wrong(scope, node, 'this does nothing; assign it, or call a helper');
  const value = expression(scope, node, undefined, true);
  if (value.kind === VOID && 'text' in value) {
    if (value.text) scope.lines.add(`${value.text};`);
  } else if (isBasic(value) && /^\w+\(/.test(value.text)) scope.lines.add(`${value.text};`);
}

function assign(scope: Scope, node: ts.BinaryExpression): void {
  const name = node.operatorToken.getText().slice(0, -1);
  if (name === '') return put(scope, node.left, node.right, (kind) => expression(scope, node.right, kind, true));
  if (/^(\*\*|%|&&|\|\||\?\?)$/.test(name))
    return void wrong(scope, node, `there is no \`${name}=\`; write the assignment out`);
  put(scope, node.left, node.right, (kind) => {
    const before = expression(scope, node.left);
    return operate(scope, node, name, before, expression(scope, node.right, kind), kind);
  });
}

/** Puts what `compute` gives where `target` says. */
function put(scope: Scope, target: ts.Expression, source: ts.Node, compute: (hint?: Kind) => Value): void {
  if (ts.isElementAccessExpression(target)) {
    const memory = expression(scope, target.expression);
    const kind = isMemory(memory) ? elementKind(memory.kind) : undefined;
    return store(scope, target, source, compute(kind));
  }
  if (!ts.isIdentifier(target))
    return void wrong(scope, target, 'a record changes as a whole; write `v = { x: …, y: …, z: … }`');
  const local = scope.names.get(symbolOf(scope.shared.checker, target)!);
  if (!local?.mutable) {
    compute();
    return void wrong(scope, target, `${target.text} cannot be assigned; declare it, or a copy of it, with let`);
  }
  if (isPoison(local.value)) return;
  const value = coerce(scope, source, compute(local.value.kind), local.value.kind);
  if (isPoison(value)) return;
  const texts = (from: Value) => leafValues(from).map((leaf) => (isMemory(leaf) ? addressText(leaf) : leaf.text));
  const names = texts(local.value);
  // all components are computed before the first one changes
  const apart =
    isRecord(value) && texts(value).some((text) => names.some((name) => text.split(/[^\w$]+/).includes(name)));
  const ordered = isRecord(local.value) && isRecord(value) ? { ...value, kind: local.value.kind } : value;
  const settled = apart ? bind(scope, ordered, target.text, true) : ordered;
  texts(settled).forEach((text, k) => {
    if (names[k] !== text) scope.lines.add(`${names[k]} = ${text};`);
  });
}

function elementKind(kind: Kind): Kind | undefined {
  return kind.form === 'memory' ? kind.element : kind.form === 'columns' ? kind.record : undefined;
}

/** The text of a scalar condition. */
function condition(scope: Scope, node: ts.Expression): string {
  const value = expression(scope, node);
  if (isPoison(value)) return 'false';
  if (value.kind === MASK) {
    wrong(
      scope,
      node,
      'a Mask is one truth per lane and lanes do not branch; ask any(…) or all(…), or choose values by select(…)',
    );
    return 'false';
  }
  if (value.kind !== FLAG) wrong(scope, node, `expected Flag, got ${nameOf(value.kind)}; write … !== 0`);
  return isBasic(value) ? value.text : 'false';
}

/** What a condition on LANES alone is; undefined for every other condition. */
export function lanesCondition(node: ts.Expression, { checker, dialect: { lanes } }: Compilation): boolean | undefined {
  if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left) || !ts.isNumericLiteral(node.right)) return undefined;
  if (node.left.text !== 'LANES' || declarationOf(checker, node.left)?.getSourceFile().fileName !== VOCABULARY)
    return undefined;
  const right = Number(node.right.text);
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      return lanes === right;
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return lanes !== right;
    case ts.SyntaxKind.GreaterThanToken:
      return lanes > right;
    case ts.SyntaxKind.LessThanToken:
      return lanes < right;
    default:
      return undefined;
  }
}

function branch(scope: Scope, node: ts.IfStatement): void {
  const { lines, shared } = scope;
  const decided = lanesCondition(node.expression, shared);
  if (decided !== undefined) {
    const taken = decided ? node.thenStatement : node.elseStatement;
    if (taken) compileStatement(scope, taken);
    return;
  }
  lines.add(`if (${condition(scope, node.expression)}) {`);
  block(scope, node.thenStatement);
  if (node.elseStatement) {
    lines.add('} else {');
    block(scope, node.elseStatement);
  }
  lines.add('}');
}

function block(scope: Scope, node: ts.Statement): void {
  scope.lines.indent++;
  compileStatement(scope, node);
  scope.lines.indent--;
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
  const { lines } = scope;
  let steps = '';
  if (step) {
    const captured = lines.captureText(() => effect(scope, step));
    if (captured.length !== 1)
      wrong(scope, step, 'a loop steps by one plain assignment; compute the rest inside of the loop');
    steps = captured[0]?.replace(/;$/, '') ?? '';
  }
  let text = '';
  const before = lines.capture(() => {
    text = test ? condition(scope, test) : 'true';
  });
  // what the condition needs is computed anew for each turn
  const inside = before.count > 0;
  lines.add(step ? `for (; ${inside ? '' : text}; ${steps}) {` : `while (${inside ? 'true' : text}) {`);
  before.append(1);
  if (inside) lines.add(`  if (!(${text})) break;`);
  block(scope, body);
  lines.add('}');
}

function giveBack(scope: Scope, node: ts.ReturnStatement): void {
  const { result, lines } = scope;
  if (!result) return; // `return;` at the end of an inlined helper
  if (!node.expression) return lines.add('return;');
  if (result.form === 'record')
    return void coerce(scope, node.expression, expression(scope, node.expression, result, true), result);
  const value = basicOf(scope, node.expression, expression(scope, node.expression, result, true), result);
  if (value) lines.add(`return ${value.text};`);
}
