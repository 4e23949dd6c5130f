/** Statements of the inlined function. */
import ts from 'typescript';

const { factory } = ts;

/** `to = value;` */
export function assign(to: string, value: ts.Expression): ts.Statement {
  return factory.createExpressionStatement(factory.createAssignment(factory.createIdentifier(to), value));
}

/** `const to = value;`, or `let`, as `flags` say. */
export function declare(
  to: string | ts.BindingName,
  value: ts.Expression | undefined,
  flags: ts.NodeFlags,
): ts.Statement {
  const declaration = factory.createVariableDeclaration(to, undefined, undefined, value);
  const list = factory.createVariableDeclarationList([declaration], flags & ts.NodeFlags.BlockScoped);
  return factory.createVariableStatement(undefined, list);
}

/** `let a, b;`, or nothing. */
export function declareAll(names: readonly string[]): ts.Statement[] {
  const declarations = names.map((name) => factory.createVariableDeclaration(name));
  const list = factory.createVariableDeclarationList(declarations, ts.NodeFlags.Let);
  return names.length > 0 ? [factory.createVariableStatement(undefined, list)] : [];
}
