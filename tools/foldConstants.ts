/**
 * Replaces a module's numeric constants, and the fields of its objects of numbers, by their values. V8 does the same
 * only for some of them (docs/lab/scalar-kernel.md). `words[word + CORE]` is `words[word]` where the constant is 0.
 */
import ts from 'typescript';

const { factory } = ts;

/** Folds the module `source`, a bundle of esbuild: no name in it hides another. */
export function foldConstants(source: string): string {
  const file = ts.createSourceFile('kernel.js', source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const constants = new Map<string, ts.Expression>();

  function isConstant(node: ts.Expression): boolean {
    if (ts.isNumericLiteral(node)) return true;
    if (ts.isIdentifier(node)) return constants.has(node.text);
    if (ts.isPrefixUnaryExpression(node)) return isConstant(node.operand);
    if (ts.isParenthesizedExpression(node)) return isConstant(node.expression);
    return ts.isBinaryExpression(node) && isConstant(node.left) && isConstant(node.right);
  }

  function fold(node: ts.Node): ts.Node {
    const value = constants.get(nameOf(node));
    if (value) return factory.createParenthesizedExpression(value);
    if (ts.isIdentifier(node)) return node;
    if (ts.isElementAccessExpression(node)) {
      const index = fold(node.argumentExpression) as ts.Expression;
      const isSum = ts.isBinaryExpression(index) && index.operatorToken.kind === ts.SyntaxKind.PlusToken;
      const place = isSum && isZero(index.right) ? index.left : index;
      return factory.updateElementAccessExpression(node, fold(node.expression) as ts.Expression, place);
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      return factory.createPropertyAssignment(node.name, fold(node.name) as ts.Expression);
    }
    return ts.visitEachChild(node, (child) => (isUse(child, node) ? fold(child) : child), undefined);
  }

  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer) continue;
      for (const [field, constant] of fieldsOf(initializer)) {
        if (isConstant(constant)) constants.set(name.getText() + field, fold(constant) as ts.Expression);
      }
    }
  }
  return ts.createPrinter().printFile(fold(file) as ts.SourceFile);
}

/** Whether a constant in its parentheses is 0. */
function isZero(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isZero(node.expression);
  return ts.isNumericLiteral(node) && node.text === '0';
}

/** `name`, or `object.field`; empty for other expressions. */
function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  const isField = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression);
  return isField ? `${node.expression.getText()}.${node.name.text}` : '';
}

/** The fields of an object by `.name`, or the value itself by the empty name. */
function fieldsOf(value: ts.Expression): [string, ts.Expression][] {
  if (!ts.isObjectLiteralExpression(value)) return [['', value]];
  return value.properties.filter(ts.isPropertyAssignment).map((field) => {
    return [`.${field.name.getText()}`, field.initializer];
  });
}

/** Whether a child uses a name, and does not declare it. */
function isUse(child: ts.Node, parent: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(parent)) return child === parent.expression;
  if (ts.isExportSpecifier(parent)) return false;
  return !('name' in parent && child === parent.name);
}
