/**
 * The names of a module, for inlineRecords.ts: its functions, the fields that they change, and the names that are
 * constant.
 */
import ts from 'typescript';

export class ModuleNames {
  readonly #functions = new Map<string, ts.FunctionDeclaration>();
  readonly #topLevel = new Set<string>();
  /** Fields that a function changes, itself or through its calls. */
  readonly #changed = new Map<string, Set<string>>();
  /** Constants of functions, and how many functions have a local of that name. */
  readonly #constants = new Map<string, number>();

  constructor(file: ts.SourceFile) {
    for (const statement of file.statements) {
      if (ts.isFunctionDeclaration(statement)) {
        this.#functions.set(statement.name!.text, statement);
        this.#topLevel.add(statement.name!.text);
        this.#readNames(statement);
      } else if (ts.isVariableStatement(statement)) {
        for (const { name } of statement.declarationList.declarations) this.#topLevel.add(name.getText());
      }
    }
  }

  /** Counts the names of a function that are constant. */
  #readNames(body: ts.FunctionDeclaration): void {
    const counts = new Map<string, number>();
    const read = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)) {
        // a variable counts twice, so it is never unique
        const isConstant = !ts.isVariableDeclaration(node) || (node.parent.flags & ts.NodeFlags.Const) !== 0;
        counts.set(node.name.getText(), isConstant ? 1 : 2);
      }
      node.forEachChild(read);
    };
    read(body);
    for (const [name, count] of counts) this.#constants.set(name, (this.#constants.get(name) ?? 0) + count);
  }

  /** Fields that function `name` changes, itself or through its calls. */
  changedBy(name: string): ReadonlySet<string> {
    const known = this.#changed.get(name);
    if (known) return known;
    const fields = new Set<string>();
    this.#changed.set(name, fields);
    const read = (node: ts.Node): void => {
      const target = targetOf(node);
      if (target && ts.isPropertyAccessExpression(target)) fields.add(target.name.text);
      if (this.callee(node)) for (const field of this.changedBy(this.callee(node)!.name!.text)) fields.add(field);
      node.forEachChild(read);
    };
    read(this.#functions.get(name)!);
    return fields;
  }

  /** Whether a value is a number, a constant of the module, or a sum or product of such. */
  isConstant(node: ts.Expression): boolean {
    if (ts.isBinaryExpression(node)) return this.isConstant(node.left) && this.isConstant(node.right);
    return ts.isNumericLiteral(node) || (ts.isIdentifier(node) && this.#topLevel.has(node.text));
  }

  /** The function of this module that `node` calls. */
  callee(node: ts.Node): ts.FunctionDeclaration | undefined {
    return ts.isCallExpression(node) && ts.isIdentifier(node.expression)
      ? this.#functions.get(node.expression.text)
      : undefined;
  }

  /** The statements of the function that `node` calls; none for other nodes. */
  bodyOf(node: ts.Node): readonly ts.Statement[] {
    return this.callee(node)?.body?.statements ?? [];
  }

  /** Whether a variable or function of the module has this name: no local hides it. */
  isTopLevel(name: string): boolean {
    return this.#topLevel.has(name);
  }

  /** Whether a name of a function never changes, and no other function has a local of this name. */
  isUnique(name: string): boolean {
    return this.#constants.get(name) === 1;
  }
}

/** The target of an assignment, ++ or --. */
export function targetOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? node.left : undefined;
  }
  const isStep = ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node);
  return isStep && [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator)
    ? node.operand
    : undefined;
}
