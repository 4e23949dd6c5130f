/**
 * The lanes language on hosts: replaces conversions of kinds by what JavaScript does without them. They take bytes, and
 * V8 compiles some of them worse.
 *
 *   Number(reals[k]), Number(1 - k)    reals[k], 1 - k            numbers already
 *   2 * Number(count)                  2 * count                  `*`, `-` and `/` convert
 *   Number(x < 0)                      (x < 0) | 0                V8 makes a branch of the first
 *   Math.trunc(x) | 0                  x | 0                      `|` truncates
 */
import ts from 'typescript';

const { factory } = ts;
const { SyntaxKind } = ts;

/** Operators that convert, and give numbers. */
const CONVERTING = new Set([SyntaxKind.AsteriskToken, SyntaxKind.MinusToken, SyntaxKind.SlashToken]);
const GIVING_NUMBERS = new Set([
  ...CONVERTING,
  SyntaxKind.AmpersandToken,
  SyntaxKind.BarToken,
  SyntaxKind.CaretToken,
  SyntaxKind.LessThanLessThanToken,
  SyntaxKind.GreaterThanGreaterThanToken,
  SyntaxKind.GreaterThanGreaterThanGreaterThanToken,
]);
const COMPARISONS = new Set([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** The module `source` with these conversions replaced: all elements of its memory are numbers. */
export function hostForms(source: string): string {
  const file = ts.createSourceFile('kernel.js', source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const visit = (node: ts.Node): ts.Node => {
    const form = ts.visitEachChild(node, visit, undefined);
    if (ts.isBinaryExpression(form)) return binary(form);
    return ts.isExpression(form) ? single(form) : form;
  };
  return ts.createPrinter().printFile(ts.visitNode(file, visit) as ts.SourceFile);
}

/** A conversion whatever stands around it. */
function single(node: ts.Expression): ts.Expression {
  const value = argumentOf(node, 'Number');
  if (!value) return node;
  if (ts.isElementAccessExpression(value) || isOperation(value, GIVING_NUMBERS)) {
    return factory.createParenthesizedExpression(value);
  }
  if (!isOperation(value, COMPARISONS)) return node;
  return factory.createParenthesizedExpression(factory.createBitwiseOr(value, factory.createNumericLiteral(0)));
}

/** Conversions that an operator makes. */
function binary(node: ts.BinaryExpression): ts.Expression {
  const { left, operatorToken, right } = node;
  if (operatorToken.kind === SyntaxKind.BarToken && ts.isNumericLiteral(right) && right.text === '0') {
    const value = argumentOf(left, 'Math.trunc');
    return value ? factory.updateBinaryExpression(node, value, operatorToken, right) : node;
  }
  if (!CONVERTING.has(operatorToken.kind)) return node;
  return factory.updateBinaryExpression(
    node,
    argumentOf(left, 'Number') ?? left,
    operatorToken,
    argumentOf(right, 'Number') ?? right,
  );
}

/** The argument of a call of `name`. */
function argumentOf(node: ts.Node, name: string): ts.Expression | undefined {
  return ts.isCallExpression(node) && nameOf(node.expression) === name ? node.arguments[0] : undefined;
}

function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? `${nameOf(node.expression)}.${node.name.text}` : '';
}

function isOperation(node: ts.Expression, operators: ReadonlySet<ts.SyntaxKind>): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && operators.has(node.operatorToken.kind);
}
