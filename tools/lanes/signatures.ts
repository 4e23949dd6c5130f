/**
 * Properties of a function before its body is compiled: its kinds, whether it is a straight line, whether it stores.
 */
import ts from 'typescript';
import { type Kind, nameOf, OPEN, sameKind, type VisitorKind } from './kinds.ts';
import { VOCABULARY } from './program.ts';
import { type Compilation, type Scope, wrong } from './scope.ts';
import { declarationOf, isAssignment, isTableMember, symbolOf } from './symbols.ts';
import { nothing, POISONED, type Value } from './values.ts';
import { functionNamed, NO_VISITORS, visitorsAmong } from './visitors.ts';

export interface Signature {
  readonly parameters: readonly { readonly symbol: ts.Symbol; readonly name: string; readonly kind: Kind }[];
  readonly result: Kind;
}

/** The kinds of a function; undefined after an error in them. */
export function signatureOf(declaration: ts.FunctionDeclaration, shared: Compilation): Signature | undefined {
  const { report, kinds, checker } = shared;
  const objection = objectionTo(declaration, checker);
  if (objection) report.at(declaration, objection);
  const parameters: Signature['parameters'][number][] = [];
  for (const parameter of declaration.parameters) {
    if (
      parameter.initializer ||
      parameter.dotDotDotToken ||
      parameter.questionToken ||
      !ts.isIdentifier(parameter.name)
    ) {
      report.at(parameter, 'a parameter is `name: Kind`; write every parameter out');
      continue;
    }
    const name = parameter.name.text;
    if (!parameter.type) report.at(parameter, `${name} needs a kind; write \`${name}: Lane\` or another kind`);
    const kind: Kind = parameter.type ? kinds.ofParameter(parameter.type) : { form: 'poison' };
    parameters.push({ symbol: symbolOf(checker, parameter.name)!, name, kind });
  }
  if (!declaration.type)
    report.at(declaration.name ?? declaration, `the result needs a kind; write \`): void\` or \`): Lane\``);
  const result: Kind = declaration.type ? kinds.of(declaration.type) : { form: 'poison' };
  if (result === OPEN)
    report.at(declaration.type!, 'a type parameter is the kind of a parameter; write the kind of the result out');
  const usable = !objection && parameters.length === declaration.parameters.length;
  return usable ? { parameters, result } : undefined;
}

/** Checks the argument for the parameter `name`: it is no value at run time. */
export function checkVisitor(
  scope: Scope,
  argument: ts.Expression,
  name: string,
  kind: VisitorKind,
  kindsOf: (visitor: ts.FunctionDeclaration) => Signature | undefined,
): Value {
  const visitor = functionNamed(scope.shared.checker, argument, scope.visitors);
  if (!visitor) {
    const text = `${name} is the name of a function; write one at the top level, and pass what it needs in a record`;
    return wrong(scope, argument, text);
  }
  const signature = kindsOf(visitor);
  if (!signature) return POISONED;
  const { result } = signature;
  const parameters = signature.parameters.map((each) => each.kind);
  // it may leave out the last ones, as for tsc
  const fits = parameters.every((own, k) => {
    const due = kind.parameters[k];
    return due && (due === OPEN || sameKind(due, own));
  });
  if (fits && sameKind(result, kind.result)) return nothing();
  return wrong(scope, argument, `expected ${nameOf(kind)}, got ${nameOf({ form: 'visitor', parameters, result })}`);
}

/** Whether a call may store to memory. `known` caches the results. */
export function storesToMemory(
  declaration: ts.FunctionDeclaration,
  checker: ts.TypeChecker,
  known: Map<ts.FunctionDeclaration, boolean>,
): boolean {
  const before = known.get(declaration);
  if (before !== undefined) return before;
  known.set(declaration, false); // during the search, for functions that call themselves
  const isStored = (target: ts.Expression) =>
    ts.isElementAccessExpression(target) || (ts.isPropertyAccessExpression(target) && isTableMember(checker, target));
  const visit = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node) && isAssignment(node) && isStored(node.left)) return true;
    const counts =
      ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && /^\+\+|^--/.test(node.getText()));
    if (counts && isStored(node.operand)) return true;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      // a function that is passed is called, too
      const functions = [node.expression, ...node.arguments].map((name) => functionNamed(checker, name, NO_VISITORS));
      if (functions.some((callee) => callee && storesToMemory(callee, checker, known))) return true;
    }
    return ts.forEachChild(node, visit) ?? false;
  };
  const stores = declaration.body ? visit(declaration.body) : false;
  known.set(declaration, stores);
  return stores;
}

function objectionTo(declaration: ts.FunctionDeclaration, checker: ts.TypeChecker): string | undefined {
  if (!declaration.name || !declaration.body) return 'a function has a name and a body';
  if (declaration.typeParameters && visitorsAmong(checker, declaration).length === 0)
    return 'type parameters are not supported; write the kinds out';
  if (declaration.asteriskToken) return 'there are no generators; write a loop';
  if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
    return 'nothing is awaited in a kernel';
  if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    return 'there are no default exports; export it by name';
  return undefined;
}

/** The value of a condition on LANES alone; undefined for every other condition. */
export function lanesCondition(node: ts.Expression, { checker, lanes }: Compilation): boolean | undefined {
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

/** The statements of a body without branches, with `if (LANES …)` decided; undefined if it has branches or loops. */
export function straightLine(
  declaration: ts.FunctionDeclaration,
  shared: Compilation,
): readonly ts.Statement[] | undefined {
  const flat: ts.Statement[] = [];
  /** Adds statements; returns false at the first branch. */
  const add = (statements: readonly ts.Statement[]): boolean =>
    statements.every((statement) => {
      if (flat.at(-1)?.kind === ts.SyntaxKind.ReturnStatement) return true;
      if (ts.isIfStatement(statement)) {
        const decided = lanesCondition(statement.expression, shared);
        if (decided === undefined) return false;
        const taken = decided ? statement.thenStatement : statement.elseStatement;
        return !taken || add(ts.isBlock(taken) ? taken.statements : [taken]);
      }
      if (
        !ts.isVariableStatement(statement) &&
        !ts.isExpressionStatement(statement) &&
        !ts.isReturnStatement(statement)
      )
        return false;
      flat.push(statement);
      return true;
    });
  return add(declaration.body!.statements) ? flat : undefined;
}
