/** What names of the sources stand for, with imports resolved. */
import ts from 'typescript';
import { VOCABULARY } from './program.ts';

/** The declaration of a name. */
export function declarationOf(checker: ts.TypeChecker, name: ts.Node): ts.Declaration | undefined {
  const symbol = symbolOf(checker, name);
  return symbol?.valueDeclaration ?? symbol?.declarations?.[0];
}

/** Whether a name is `text` of lanes.ts. */
export function isVocabulary(checker: ts.TypeChecker, name: ts.Node, text: string): boolean {
  const origin = declarationOf(checker, name)?.getSourceFile().fileName;
  return origin === VOCABULARY && name.getText() === text;
}

/** The symbol of a name. */
export function symbolOf(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const parent = name.parent;
  const symbol =
    ts.isShorthandPropertyAssignment(parent) && parent.name === name
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Whether `table.name` is a member of a table, not of a record. */
export function isTableMember(checker: ts.TypeChecker, { name }: ts.PropertyAccessExpression): boolean {
  const owner = declarationOf(checker, name)?.parent;
  if (!owner || !ts.isInterfaceDeclaration(owner)) return owner !== undefined && ts.isClassDeclaration(owner);
  const bases = owner.heritageClauses?.flatMap(({ types }) => types) ?? [];
  return bases.some(({ expression }) => isVocabulary(checker, expression, 'Table'));
}

export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
