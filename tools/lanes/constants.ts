/** Constants that hosts and kernels share: numbers counted in the order of the source, and objects of numbers. */
import ts from 'typescript';
import { COUNTER } from './program.ts';
import { declarationOf, symbolOf } from './symbols.ts';

/** Whether a constant is `counter()`. */
export function isCounter(checker: ts.TypeChecker, node: ts.Expression | undefined): boolean {
  if (!node || !ts.isCallExpression(node)) return false;
  return declarationOf(checker, node.expression)?.getSourceFile().fileName === COUNTER;
}

/**
 * The value of `next()` for `const next = counter()`: how many numbers earlier constants of the file take. Undefined
 * for all other calls.
 */
export function countOf(checker: ts.TypeChecker, node: ts.Expression): number | undefined {
  const counter = counterOf(checker, node);
  if (!counter) return undefined;
  let count = 0;
  for (const statement of node.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer === node) return count;
      if (initializer && counterOf(checker, initializer) === counter)
        count += placesOf(initializer as ts.CallExpression);
    }
  }
  return undefined;
}

/** The counter that a call advances. */
function counterOf(checker: ts.TypeChecker, node: ts.Expression): ts.Symbol | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  const symbol = symbolOf(checker, node.expression);
  const declaration = symbol?.valueDeclaration;
  const own = declaration && ts.isVariableDeclaration(declaration) && isCounter(checker, declaration.initializer);
  return own ? symbol : undefined;
}

function placesOf({ arguments: [places] }: ts.CallExpression): number {
  return places ? Number(places.getText()) : 1;
}

/** Whether a constant is `{ … } as const`. */
export function isConstObject(
  node: ts.Expression,
): node is ts.AsExpression & { expression: ts.ObjectLiteralExpression } {
  return ts.isAsExpression(node) && node.type.getText() === 'const' && ts.isObjectLiteralExpression(node.expression);
}
