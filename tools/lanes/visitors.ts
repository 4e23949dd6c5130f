/**
 * Visitors: functions that a helper takes. Such a helper is always inlined, and its call of the parameter is a call of
 * the function. So neither needs a function as a value at run time.
 */
import ts from 'typescript';
import { type Kind, nameOf, OPEN, sameKind, type VisitorKind } from './kinds.ts';
import { VOCABULARY } from './program.ts';
import { type Scope, wrong } from './scope.ts';
import type { Signature } from './signatures.ts';
import { declarationOf, symbolOf } from './symbols.ts';
import { nothing, POISONED, type Value } from './values.ts';

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

/** Checks the argument for the parameter `name`: it is no value at run time. */
export function checkVisitor(
  scope: Scope,
  argument: ts.Expression,
  name: string,
  kind: VisitorKind,
  signatureOf: (visitor: ts.FunctionDeclaration) => Signature | undefined,
): Value {
  const visitor = functionNamed(scope.shared.checker, argument, scope.visitors);
  if (!visitor) {
    const text = `${name} is the name of a function; write one at the top level, and pass what it needs in a record`;
    return wrong(scope, argument, text);
  }
  const signature = signatureOf(visitor);
  if (!signature) return POISONED;
  const { result } = signature;
  const parameters = signature.parameters.map((each) => each.kind);
  const isFitting = (due: Kind, k: number) => due === OPEN || sameKind(due, parameters[k]!);
  const fits = parameters.length === kind.parameters.length && kind.parameters.every(isFitting);
  if (fits && sameKind(result, kind.result)) return nothing();
  return wrong(scope, argument, `expected ${nameOf(kind)}, got ${nameOf({ form: 'visitor', parameters, result })}`);
}
