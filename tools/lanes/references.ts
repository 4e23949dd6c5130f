/**
 * Records whose members a function sets. Such a parameter is a reference: the function is inlined, and its parameter is
 * another name of the record of the caller.
 */
import ts from 'typescript';
import { VOCABULARY } from './program.ts';
import { declarationOf, isAssignment, isTableMember, symbolOf } from './symbols.ts';
import { functionNamed, NO_VISITORS, type Visitors, visitorsOf } from './visitors.ts';

/** The records that a function sets with these visitors. */
interface SetRecords {
  readonly visitors: Visitors;
  readonly names: Set<ts.Symbol>;
}

export class References {
  readonly #checker: ts.TypeChecker;
  readonly #known = new Map<ts.FunctionDeclaration, SetRecords[]>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Whether a function, or one that it calls, sets a member of the record with this name in it. */
  isSet(declaration: ts.FunctionDeclaration, name: ts.Symbol, visitors = NO_VISITORS): boolean {
    return this.#setIn(declaration, visitors).has(name);
  }

  #setIn(declaration: ts.FunctionDeclaration, visitors: Visitors): ReadonlySet<ts.Symbol> {
    const before = this.#known.get(declaration) ?? [];
    const known = before.find((each) => isSame(each.visitors, visitors));
    if (known) return known.names;
    const set = new Set<ts.Symbol>();
    this.#known.set(declaration, [...before, { visitors, names: set }]);
    /** The names of records that a name may stand for, or hold. */
    const others = new Map<ts.Symbol, readonly ts.Symbol[]>();
    const addName = (name: ts.Symbol | undefined): void => {
      if (!name || set.has(name)) return;
      set.add(name);
      others.get(name)?.forEach(addName);
    };
    const add = (record: ts.Expression): void => addName(this.#ownerOf(record));
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.initializer) {
        const owners = this.#ownersIn(node.initializer);
        for (const name of namesOf(node.name)) others.set(symbolOf(this.#checker, name)!, owners);
      }
      const target = targetOf(node);
      if (target && ts.isPropertyAccessExpression(target) && !isTableMember(this.#checker, target)) add(target);
      if (ts.isCallExpression(node)) this.#setByCall(node, visitors).forEach(add);
      node.forEachChild(visit);
    };
    if (declaration.body) visit(declaration.body);
    return set;
  }

  /** The arguments that a call sets. */
  #setByCall(node: ts.CallExpression, visitors: Visitors): readonly ts.Expression[] {
    const callee = functionNamed(this.#checker, node.expression, visitors);
    if (!callee?.body) return [];
    const inner = this.#setIn(callee, visitorsOf(this.#checker, node, callee, visitors));
    return node.arguments.filter((_, k) => {
      const name = callee.parameters[k]?.name;
      return name && inner.has(symbolOf(this.#checker, name)!);
    });
  }

  /** The names that the value of a constant holds: of a record, or of those in a literal. */
  #ownersIn(value: ts.Expression): readonly ts.Symbol[] {
    if (!ts.isObjectLiteralExpression(value)) return this.#isCopied(value) ? [] : [this.#ownerOf(value) ?? []].flat();
    return value.properties.flatMap((property) => {
      if (ts.isShorthandPropertyAssignment(property)) return this.#ownersIn(property.name);
      return ts.isPropertyAssignment(property) ? this.#ownersIn(property.initializer) : [];
    });
  }

  /** Whether a value is a number, memory or a table: no other name of a record. */
  #isCopied(value: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(value);
    if (type.flags & ts.TypeFlags.TypeParameter) return false;
    const declaration = type.symbol?.declarations?.[0];
    return (
      !declaration || !ts.isInterfaceDeclaration(declaration) || declaration.getSourceFile().fileName === VOCABULARY
    );
  }

  /** The name that a record, or a member of it, begins with. */
  #ownerOf(record: ts.Expression): ts.Symbol | undefined {
    if (ts.isPropertyAccessExpression(record)) return this.#ownerOf(record.expression);
    return ts.isIdentifier(record) ? symbolOf(this.#checker, record) : undefined;
  }
}

function isSame(a: Visitors, b: Visitors): boolean {
  return a.size === b.size && [...a].every(([symbol, visitor]) => b.get(symbol) === visitor);
}

function namesOf(name: ts.BindingName): readonly ts.Node[] {
  return ts.isObjectBindingPattern(name) ? name.elements.map((element) => element.name) : [name];
}

/** Whether an expression is the name of a constant or of a parameter, or a member of one: the record stays the same. */
export function isConstant(checker: ts.TypeChecker, node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isConstant(checker, node.expression);
  const declaration = ts.isIdentifier(node) && declarationOf(checker, node);
  if (!declaration) return false;
  return ts.isParameter(declaration) || (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** Whether an expression is a name, or a member of one: of a record, another name of it. */
export function isPath(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && isPath(node.expression));
}

/** The function around a piece of source. */
export function functionAround(node: ts.Node): ts.FunctionDeclaration | undefined {
  let inner = node;
  while (inner && !ts.isFunctionDeclaration(inner)) inner = inner.parent;
  return inner;
}

/** What an assignment or a count changes. */
function targetOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node)) return node.left;
  const isCount = ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node);
  return isCount && /^\+\+|^--|\+\+$|--$/.test(node.getText()) ? node.operand : undefined;
}
