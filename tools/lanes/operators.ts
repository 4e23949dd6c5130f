/** Operators: numbers among themselves, and the instruction table for the rest. */
import ts from 'typescript';
import { apply } from './apply.ts';
import { FLAG, type Kind } from './kinds.ts';
import { OPERATIONS } from './operations.ts';
import { evaluate, type Scope, wrong } from './scope.ts';
import { isBasic, isLiteral, literal, POISONED, type Value } from './values.ts';

/** Results for numbers known at compile time. */
const FOLDED: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '<<': (a, b) => a << b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
};

/** Compiles `-a`, `!a`, `~a`. */
export function prefix(scope: Scope, node: ts.PrefixUnaryExpression, hint?: Kind): Value {
  const name = ts.tokenToString(node.operator)!;
  if (name === '+') return wrong(scope, node, 'there is no unary `+`; leave it out');
  if (!OPERATIONS.has(name))
    return wrong(scope, node, 'a count changes in a statement of its own; write it before or after');
  const value = evaluate(scope, node.operand, hint);
  if (name === '-' && isLiteral(value)) return literal(-value.number, -value.inF64);
  if (name === '~' && isLiteral(value)) return literal(~value.number);
  return apply(scope, node, name, [value], hint);
}

/** Compiles `a name b`. */
export function binary(scope: Scope, node: ts.BinaryExpression, hint?: Kind): Value {
  const name = node.operatorToken.getText(); // operators have their own names in the instruction table
  if (!OPERATIONS.has(name)) return wrong(scope, node, operatorRefusal(node));
  const inner = /[<>=!]/.test(name) && !/<<|>>/.test(name) ? undefined : hint;
  const left = evaluate(scope, node.left, inner);
  let right: Value = POISONED;
  const hoisted = scope.body.capture(() => {
    right = evaluate(scope, node.right, inner);
  });
  if (hoisted.length > 0 && isBasic(left) && left.kind === FLAG && (name === '&&' || name === '||')) {
    return wrong(
      scope,
      node.right,
      'this side may not be reached, so it cannot inline a helper or read a record; give it a const before',
    );
  }
  scope.body.add(...hoisted);
  return operate(scope, node, name, left, right, inner);
}

function operatorRefusal(node: ts.BinaryExpression): string {
  const token = node.operatorToken.getText();
  if (token === '==' || token === '!=') return `write \`${token}=\``;
  if (token === '%') return 'there is no `%`; write `& (n − 1)` for a power of two';
  if (token === '**') return 'there is no `**`; write the product';
  if (token === '??') return 'there is no `??`: nothing is ever null';
  if (token === ',') return 'there is no comma operator; write two statements';
  if (/=$/.test(token)) return 'an assignment is a statement of its own; write it before';
  return `there is no operator \`${token}\` here`;
}

/** `left name right`, for operators and for compound assignments. */
export function operate(scope: Scope, node: ts.Node, name: string, left: Value, right: Value, hint?: Kind): Value {
  const fold = FOLDED[name];
  if (isLiteral(left) && isLiteral(right) && fold)
    return literal(fold(left.number, right.number), fold(left.inF64, right.inF64));
  return apply(scope, node, name, [left, right], hint);
}
