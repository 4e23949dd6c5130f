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

/** The statements of a block that declares nothing, or the statement itself. */
export function unwrapped(statement: ts.Statement): readonly ts.Statement[] {
  if (!ts.isBlock(statement) || statement.statements.some(ts.isVariableStatement)) return [statement];
  return statement.statements.flatMap(unwrapped);
}

/** Declares a variable where it gets its first value: one of `locals` from `known` on, which loses it. */
export function declared(statement: ts.Statement, locals: string[], known: number): ts.Statement {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return statement;
  const { left, operatorToken, right } = statement.expression;
  const at = ts.isIdentifier(left) ? locals.indexOf(left.text, known) : -1;
  if (at < 0 || operatorToken.kind !== ts.SyntaxKind.EqualsToken) return statement;
  const [name] = locals.splice(at, 1);
  return declare(name!, right, ts.NodeFlags.Let);
}

/** `let a, b;`, or nothing. */
export function declareAll(names: readonly string[]): ts.Statement[] {
  const declarations = names.map((name) => factory.createVariableDeclaration(name));
  const list = factory.createVariableDeclarationList(declarations, ts.NodeFlags.Let);
  return names.length > 0 ? [factory.createVariableStatement(undefined, list)] : [];
}

/** The name of the variable of a field. */
export function fieldOf(stem: string, field: string): string {
  return stem.endsWith('$') ? stem + field : `${stem}$${field}`;
}

/** The variables of a body that are fields, by their own names, of the record at its end: `return { id, x };` */
export function ownFields(body: readonly ts.Statement[]): string[] {
  const { expression: record } = body.at(-1) as ts.ReturnStatement;
  if (!record || !ts.isObjectLiteralExpression(record)) return [];
  const variables = body.filter(ts.isVariableStatement).flatMap(({ declarationList: { declarations, flags } }) => {
    return flags & ts.NodeFlags.Let
      ? declarations.filter(({ initializer }) => initializer).map(({ name }) => name.getText())
      : [];
  });
  return record.properties
    .filter(ts.isShorthandPropertyAssignment)
    .map(({ name }) => name.text)
    .filter((name) => variables.includes(name));
}
