/**
 * Replaces the names of a module's numeric constants by their values. V8 does the same only for some of them
 * (docs/lab/scalar-kernel.md).
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
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text);
      return value ? factory.createParenthesizedExpression(value) : node;
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      return factory.createPropertyAssignment(node.name, fold(node.name) as ts.Expression);
    }
    return ts.visitEachChild(node, (child) => (isUse(child, node) ? fold(child) : child), undefined);
  }

  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer && isConstant(initializer)) constants.set(name.getText(), fold(initializer) as ts.Expression);
    }
  }
  return ts.createPrinter().printFile(fold(file) as ts.SourceFile);
}

/** Whether a child uses a name, and does not declare it. */
function isUse(child: ts.Node, parent: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(parent)) return child === parent.expression;
  if (ts.isExportSpecifier(parent)) return false;
  return !('name' in parent && child === parent.name);
}
