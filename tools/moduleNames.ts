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
  /** The names of locals by function: whether each is constant. */
  readonly #locals = new Map<string, Map<string, boolean>>();

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

  /** Reads the names of the locals of a function. */
  #readNames(body: ts.FunctionDeclaration): void {
    const locals = new Map<string, boolean>();
    const read = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)) {
        const isConstant = !ts.isVariableDeclaration(node) || (node.parent.flags & ts.NodeFlags.Const) !== 0;
        const name = node.name.getText();
        locals.set(name, isConstant && locals.get(name) !== false);
      }
      node.forEachChild(read);
    };
    read(body);
    this.#locals.set(body.name!.text, locals);
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

  /** Whether a local of function `owner` never changes, and no local of `callee`, or of what that calls, hides it. */
  isVisible(name: string, owner: string, callee: string): boolean {
    return this.#locals.get(owner)?.get(name) === true && !this.#hides(callee, name);
  }

  #hides(owner: string, name: string, seen = new Set<string>()): boolean {
    if (this.#locals.get(owner)!.has(name)) return true;
    seen.add(owner);
    let hides = false;
    const read = (node: ts.Node): void => {
      const callee = this.callee(node)?.name?.text;
      hides ||= callee !== undefined && !seen.has(callee) && this.#hides(callee, name, seen);
      node.forEachChild(read);
    };
    read(this.#functions.get(owner)!);
    return hides;
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
