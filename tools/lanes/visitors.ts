/**
 * Visitors: functions that a helper takes. Such a helper is always inlined, and its call of the parameter is a call of
 * the function. So neither needs a function as a value at run time.
 */
import ts from 'typescript';
import { VOCABULARY } from './program.ts';
import { declarationOf, symbolOf } from './symbols.ts';

/** Functions by the parameters that stand for them. */
export type Visitors = ReadonlyMap<ts.Symbol, ts.FunctionDeclaration>;

export const NO_VISITORS: Visitors = new Map();

/** The type of functions that an annotation is, or names. */
export function functionTypeOf(checker: ts.TypeChecker, node: ts.TypeNode): ts.FunctionTypeNode | undefined {
  if (ts.isFunctionTypeNode(node)) return node;
  if (ts.isParenthesizedTypeNode(node)) return functionTypeOf(checker, node.type);
  const alias = ts.isTypeReferenceNode(node) ? declarationOf(checker, node.typeName) : undefined;
  return alias && ts.isTypeAliasDeclaration(alias) ? functionTypeOf(checker, alias.type) : undefined;
}

/** The parameters of a function that are visitors. */
export function visitorsAmong(
  checker: ts.TypeChecker,
  { parameters }: ts.FunctionDeclaration,
): readonly ts.ParameterDeclaration[] {
  return parameters.filter(({ type }) => type && functionTypeOf(checker, type));
}

/** The function of a source that an expression names, itself or by a parameter. */
export function functionNamed(
  checker: ts.TypeChecker,
  node: ts.Expression | undefined,
  visitors: Visitors,
): ts.FunctionDeclaration | undefined {
  if (!node || !ts.isIdentifier(node)) return undefined;
  const visitor = visitors.get(symbolOf(checker, node)!);
  if (visitor) return visitor;
  const declaration = declarationOf(checker, node);
  const isOwn = declaration && ts.isFunctionDeclaration(declaration);
  return isOwn && declaration.getSourceFile().fileName !== VOCABULARY ? declaration : undefined;
}

/** The visitors of a call. @param visitors those of the function that calls */
export function visitorsOf(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  callee: ts.FunctionDeclaration,
  visitors: Visitors,
): Visitors {
  const given = new Map<ts.Symbol, ts.FunctionDeclaration>();
  for (const parameter of visitorsAmong(checker, callee)) {
    const named = functionNamed(checker, call.arguments[callee.parameters.indexOf(parameter)], visitors);
    if (named) given.set(symbolOf(checker, parameter.name)!, named);
  }
  return given;
}
