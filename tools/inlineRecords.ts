/**
 * Makes one function with local variables of a function and the stages that it calls. In V8, numbers that cross
 * functions cost more than the arithmetic, and the readable functions are too many for its inlining budget
 * (docs/lab/scalar-kernel.md).
 *
 *   const u = sub(p, w);            a record: each field becomes a local variable, u$x u$y u$z
 *   const { v, w } = search;        fields that are records become other names of these; numbers are copied
 *   advance(context, search);       a stage: its body replaces the call, `return` leaves the body
 *   const t = support(v);           the same with a value: the only `return` is the last statement
 *   if (isPoint(search)) …          a function of one expression replaces the call, anywhere
 *
 * A literal makes a record, and so does a function that ends with `return { … }`. A function that takes a record is
 * always inlined; others stay calls. Fields that hold records never change: `copy(to, from)` copies numbers. The source
 * computes the same without this step.
 */
import ts from 'typescript';
import { ModuleNames, targetOf } from './moduleNames.ts';

/** The meaning of a name: a local variable, an expression, or a record of such. */
type Binding = string | ts.Expression | Fields;
type Fields = Map<string, Binding>;
type Names = Map<string, Binding>;

/** The function whose body is read, and the meanings of its names there. */
interface Scope {
  readonly names: Names;
  /** Inlined functions around this one, the innermost last. */
  readonly stack: readonly string[];
  /**
   * Variables that hold fields, declared at the head of the enclosing block. `stems` are the first parts of their
   * names, in this block and around it.
   */
  readonly locals: string[];
  readonly stems: Set<string>;
  /** `used` is set if a `return` leaves the body. 'keep': a `return` stays one; 'none': a `return` is an error. */
  readonly exit: { used: boolean } | 'keep' | 'none';
}

const { factory } = ts;
const isFields = (binding: Binding | undefined): binding is Fields => binding instanceof Map;
const assign = (to: string, value: ts.Expression) =>
  factory.createExpressionStatement(factory.createAssignment(factory.createIdentifier(to), value));
const declareAll = (names: readonly string[]): ts.Statement[] => {
  const declarations = names.map((name) => factory.createVariableDeclaration(name));
  const list = factory.createVariableDeclarationList(declarations, ts.NodeFlags.Let);
  return names.length > 0 ? [factory.createVariableStatement(undefined, list)] : [];
};

/**
 * The module `source` with the stages of function `root` inlined.
 * @throws Error with the place of unsupported code, and the reason
 */
export function inlineRecords(source: string, root: string): string {
  const file = ts.createSourceFile('kernel.js', source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const statements = file.statements.map((statement) =>
    ts.isFunctionDeclaration(statement) && statement.name?.text === root
      ? new Inliner(new ModuleNames(file)).inlineRoot(statement)
      : statement,
  );
  const whole = factory.updateSourceFile(file, statements);
  return ts.createPrinter({ removeComments: true }).printFile(whole);
}

class Inliner {
  readonly #module: ModuleNames;

  constructor(module: ModuleNames) {
    this.#module = module;
  }

  /**
   * A constant, name or field that can replace a parameter of `callee`: it does not change during the call, and nothing
   * hides it.
   */
  #lasting(node: ts.Expression, callee: string, scope: Scope): string | ts.Expression | undefined {
    if (this.#module.isConstant(node)) return factory.createParenthesizedExpression(node);
    const binding = this.#resolve(node, scope);
    if (ts.isIdentifier(node) && !binding) return this.#module.isUnique(node.text) ? node.text : undefined;
    if (typeof binding !== 'string') return undefined;
    if (ts.isIdentifier(node)) return binding;
    return this.#module.changedBy(callee).has((node as ts.PropertyAccessExpression).name.text) ? undefined : binding;
  }

  inlineRoot(root: ts.FunctionDeclaration): ts.FunctionDeclaration {
    const { modifiers, asteriskToken, name } = root;
    const scope: Scope = { names: new Map(), stack: [name!.text], locals: [], stems: new Set(), exit: 'keep' };
    // with names of their own, the stages use the parameters as they are
    const parameters = root.parameters.map((parameter) => {
      const own = this.#fresh(parameter.name.getText(), scope);
      scope.names.set(parameter.name.getText(), own);
      return factory.createParameterDeclaration(undefined, undefined, own);
    });
    const body = this.#statements(root.body!.statements, scope);
    const block = factory.createBlock([...declareAll(scope.locals), ...body], true);
    return factory.createFunctionDeclaration(modifiers, asteriskToken, name, undefined, parameters, undefined, block);
  }

  #statements(statements: readonly ts.Statement[], scope: Scope): ts.Statement[] {
    return statements.flatMap((statement) => this.#visit(statement, scope) as ts.Statement | ts.Statement[]);
  }

  #expression(node: ts.Expression, scope: Scope): ts.Expression {
    return this.#visit(node, scope) as ts.Expression;
  }

  #visit(node: ts.Node, scope: Scope): ts.Node | ts.Node[] {
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.flatMap((one) =>
        this.#declaration(one, node.declarationList.flags, scope),
      );
    }
    if (ts.isExpressionStatement(node)) {
      const { expression } = node;
      if (ts.isCallExpression(expression) && this.#takesRecord(expression, scope))
        return this.#stage(expression, scope);
      if (ts.isBinaryExpression(expression) && this.#isValued(expression.right, scope)) {
        const value = this.#fresh('value', scope);
        const to = this.#expression(expression.left, scope);
        const taken = factory.createBinaryExpression(to, expression.operatorToken, factory.createIdentifier(value));
        return [...this.#valued(expression.right, value, scope), factory.createExpressionStatement(taken)];
      }
    }
    if (ts.isReturnStatement(node)) return this.#return(node, scope);
    const target = targetOf(node);
    if (target && ts.isIdentifier(target) && scope.names.has(target.text)) {
      fail(node, scope, 'a parameter that changes; use a let');
    }
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.#name(node, scope);
    if (ts.isCallExpression(node)) return this.#call(node, scope);
    if (ts.isVariableDeclaration(node)) this.#checkName(node.name, scope);
    if (ts.isFunctionLike(node) || node.kind === ts.SyntaxKind.ThisKeyword)
      fail(node, scope, 'a closure; use a function');
    if (ts.isObjectLiteralExpression(node)) fail(node, scope, 'a record without a name; use a const');
    return ts.visitEachChild(node, (child) => this.#visit(child, scope) as ts.Node, undefined);
  }

  // ---- names
  // -----------------------------------------------------------------------------------------------------------

  /** The binding of `node`, if it is a name, or a field of a record. */
  #resolve(node: ts.Node, { names, ...scope }: Scope): Binding | undefined {
    if (ts.isIdentifier(node)) return names.get(node.text);
    if (!ts.isPropertyAccessExpression(node)) return undefined;
    const record = this.#resolve(node.expression, { names, ...scope });
    if (!isFields(record)) return undefined;
    return record.get(node.name.text) ?? fail(node, { names, ...scope }, 'a field that the record does not have');
  }

  #name(node: ts.Identifier | ts.PropertyAccessExpression, scope: Scope): ts.Expression {
    const binding = this.#resolve(node, scope);
    if (isFields(binding)) fail(node, scope, 'a record as a value; pass it to a function, or copy its fields');
    if (typeof binding === 'string') return factory.createIdentifier(binding);
    if (binding) return binding;
    if (ts.isIdentifier(node)) return node;
    return factory.createPropertyAccessExpression(this.#expression(node.expression, scope), node.name.text);
  }

  /** Checks that a local hides no name that an inlined body could use. */
  #checkName(name: ts.BindingName, scope: Scope): void {
    if (!ts.isIdentifier(name)) fail(name, scope, 'a pattern; use names');
    if (this.#module.isTopLevel(name.text))
      fail(name, scope, 'a local with the name of a function or constant; rename it');
    if (scope.names.has(name.text)) fail(name, scope, 'a local with the name of a parameter or record; rename it');
  }

  /** A name that no other variable has in this block or around it. */
  #fresh(stem: string, { stems }: Scope): string {
    let name = `${stem}$`;
    for (let k = 2; stems.has(name); k++) name = `${stem}$${k}`;
    stems.add(name);
    return name;
  }

  // ---- declarations
  // ------------------------------------------------------------------------------------------------------

  #declaration({ name, initializer }: ts.VariableDeclaration, flags: ts.NodeFlags, scope: Scope): ts.Statement[] {
    const kept = (to: string | ts.Identifier, value?: ts.Expression) =>
      factory.createVariableStatement(
        undefined,
        factory.createVariableDeclarationList(
          [factory.createVariableDeclaration(to, undefined, undefined, value)],
          flags & ts.NodeFlags.BlockScoped,
        ),
      );
    if (ts.isObjectBindingPattern(name)) {
      const record = initializer && this.#resolve(initializer, scope);
      if (!isFields(record)) return fail(name, scope, 'a pattern of what is no record; name its fields');
      return name.elements.flatMap((element) => {
        const field = (element.propertyName ?? element.name).getText();
        const binding = record.get(field) ?? fail(element, scope, 'a field that the record does not have');
        this.#checkName(element.name, scope);
        const local = element.name.getText();
        if (typeof binding === 'string' && !this.#module.changedBy(scope.stack.at(-1)!).has(field)) {
          scope.names.set(local, binding);
          return [];
        }
        if (!isFields(binding))
          return [kept(local, typeof binding === 'string' ? factory.createIdentifier(binding) : binding)];
        scope.names.set(local, binding);
        return [];
      });
    }
    this.#checkName(name, scope);
    const local = (name as ts.Identifier).text;
    if (!initializer) return [kept(local)];
    const alias = this.#resolve(initializer, scope);
    if (isFields(alias) || this.#isRecord(initializer)) {
      const fields: Fields = isFields(alias) ? alias : new Map();
      const made = isFields(alias) ? [] : this.#record(fields, this.#fresh(local, scope), initializer, scope);
      scope.names.set(local, fields);
      return made;
    }
    if (this.#isValued(initializer, scope)) {
      const value = this.#fresh(local, scope);
      return [...this.#valued(initializer, value, scope), kept(local, factory.createIdentifier(value))];
    }
    return [kept(local, this.#expression(initializer, scope))];
  }

  /** Whether an expression makes a record. */
  #isRecord(node: ts.Node): boolean {
    if (ts.isObjectLiteralExpression(node)) return true;
    const made = this.#module.bodyOf(node).at(-1);
    return !!made && ts.isReturnStatement(made) && !!made.expression && this.#isRecord(made.expression);
  }

  /** Computes the fields of a record into variables that begin with `stem`. */
  #record(fields: Fields, stem: string, node: ts.Expression, scope: Scope): ts.Statement[] {
    if (ts.isCallExpression(node)) {
      return this.#inPlace(node, scope, 'none', (body, inner) => {
        const last = body.at(-1) as ts.ReturnStatement;
        return [...this.#statements(body.slice(0, -1), inner), ...this.#record(fields, stem, last.expression!, inner)];
      });
    }
    return (node as ts.ObjectLiteralExpression).properties.flatMap((property) => {
      const isShort = ts.isShorthandPropertyAssignment(property);
      if (!isShort && !ts.isPropertyAssignment(property))
        return fail(property, scope, 'a field that is not name: value');
      const field = property.name.getText();
      const value = isShort ? property.name : property.initializer;
      const alias = this.#resolve(value, scope);
      if (isFields(alias)) {
        fields.set(field, alias);
        return [];
      }
      const local = stem.endsWith('$') ? stem + field : `${stem}$${field}`;
      if (this.#isRecord(value)) {
        const inner: Fields = new Map();
        fields.set(field, inner);
        return this.#record(inner, local, value, scope);
      }
      fields.set(field, local);
      scope.locals.push(local);
      return [assign(local, this.#expression(value, scope))];
    });
  }

  // ---- calls
  // ---------------------------------------------------------------------------------------------------------------

  #takesRecord(node: ts.Node, scope: Scope): boolean {
    return (
      !!this.#module.callee(node) &&
      (node as ts.CallExpression).arguments.some((one) => isFields(this.#resolve(one, scope)))
    );
  }

  /** Whether a call with a record gives a value, by more than one expression. */
  #isValued(node: ts.Node, scope: Scope): node is ts.CallExpression {
    return this.#takesRecord(node, scope) && this.#module.bodyOf(node).length > 1;
  }

  /** Inlines a stage that is called as a statement. */
  #stage(node: ts.CallExpression, scope: Scope): ts.Statement {
    const exit = { used: false };
    const block = this.#inPlace(node, scope, exit, (body, inner) => this.#statements(body, inner))[0]!;
    return exit.used ? factory.createLabeledStatement(node.expression.getText(), block) : block;
  }

  /** Computes the value of a call into the variable `to`, which no body hides. */
  #valued(node: ts.CallExpression, to: string, scope: Scope): ts.Statement[] {
    scope.locals.push(to);
    return this.#inPlace(node, scope, 'none', (body, inner) => {
      const last = body.at(-1)!;
      if (!ts.isReturnStatement(last) || !last.expression) return fail(node, scope, 'no `return` at the end');
      return [...this.#statements(body.slice(0, -1), inner), assign(to, this.#expression(last.expression, inner))];
    });
  }

  /** A block that binds the parameters, with the statements that `write` makes of the body. */
  #inPlace(
    node: ts.CallExpression,
    scope: Scope,
    exit: Scope['exit'],
    write: (body: readonly ts.Statement[], inner: Scope) => ts.Statement[],
  ): ts.Statement[] {
    const inner = this.#enter(node, scope, exit);
    const values: ts.Statement[] = [];
    this.#parameters(node, scope).forEach((parameter, k) => {
      const value = node.arguments[k]!;
      const binding = this.#resolve(value, scope);
      const lasting = isFields(binding) ? binding : this.#lasting(value, inner.stack.at(-1)!, scope);
      if (lasting) inner.names.set(parameter, lasting);
      else {
        const local = this.#fresh(parameter, inner);
        inner.names.set(parameter, local);
        inner.locals.push(local);
        values.push(assign(local, this.#expression(value, scope)));
      }
    });
    const body = write(this.#module.bodyOf(node), inner);
    const head = inner.locals === scope.locals ? [] : declareAll(inner.locals);
    // values are outside of the body, whose names could hide theirs
    const inside = values.length > 0 ? [...values, factory.createBlock(body, true)] : body;
    return [factory.createBlock([...head, ...inside], true)];
  }

  /** Inlines functions of one expression. The others stay calls, and must not take a record. */
  #call(node: ts.CallExpression, scope: Scope): ts.Expression {
    const only = this.#module.bodyOf(node);
    if (only.length !== 1 || !ts.isReturnStatement(only[0]!) || !only[0].expression) {
      if (this.#takesRecord(node, scope)) fail(node, scope, 'a stage within an expression; use a statement or a const');
      return factory.createCallExpression(
        this.#expression(node.expression, scope),
        undefined,
        node.arguments.map((one) => this.#expression(one, scope)),
      );
    }
    const inner = this.#enter(node, scope, 'none');
    this.#parameters(node, scope).forEach((parameter, k) => {
      const value = node.arguments[k]!;
      const binding =
        this.#resolve(value, scope) ?? factory.createParenthesizedExpression(this.#expression(value, scope));
      const isSimple = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isNumericLiteral(value);
      if (!isSimple && usesOf(parameter, only[0]!) > 1)
        fail(value, scope, 'an argument that is used twice; use a const');
      inner.names.set(parameter, binding);
    });
    return factory.createParenthesizedExpression(this.#expression(only[0].expression, inner));
  }

  #enter(node: ts.CallExpression, { stack, locals, stems }: Scope, exit: Scope['exit']): Scope {
    const name = node.expression.getText();
    const inner: Scope = { names: new Map(), stack: [...stack, name], locals, stems, exit };
    // variables of a stage end with it; those of another function may be the value
    if (exit !== 'none') Object.assign(inner, { locals: [], stems: new Set(stems) });
    return stack.includes(name) ? fail(node, inner, 'a recursion; use a loop') : inner;
  }

  #parameters(node: ts.CallExpression, scope: Scope): string[] {
    const { parameters } = this.#module.callee(node)!;
    if (parameters.length !== node.arguments.length) fail(node, scope, 'not as many arguments as parameters');
    return parameters.map(({ name, initializer, dotDotDotToken }) =>
      ts.isIdentifier(name) && !initializer && !dotDotDotToken && !this.#module.isTopLevel(name.text)
        ? name.text
        : fail(node, scope, 'a pattern, default, rest or name of the module among the parameters; use other names'),
    );
  }

  #return(node: ts.ReturnStatement, scope: Scope): ts.Statement {
    const { exit } = scope;
    if (exit === 'keep') {
      if (!node.expression || !this.#isValued(node.expression, scope))
        return ts.visitEachChild(node, (child) => this.#visit(child, scope) as ts.Node, undefined);
      const value = this.#fresh('value', scope);
      const end = factory.createReturnStatement(factory.createIdentifier(value));
      return factory.createBlock([...this.#valued(node.expression, value, scope), end], true);
    }
    if (exit === 'none') return fail(node, scope, 'a second `return` beside a value; return at the end');
    if (node.expression) fail(node, scope, 'a value that the call does not take; use a const');
    exit.used = true;
    return factory.createBreakStatement(scope.stack.at(-1)!);
  }
}

/** How often an expression uses a name. */
function usesOf(name: string, node: ts.Node): number {
  if (ts.isIdentifier(node)) return +(node.text === name);
  if (ts.isPropertyAccessExpression(node)) return usesOf(name, node.expression);
  let uses = 0;
  node.forEachChild((child) => {
    uses += usesOf(name, child);
  });
  return uses;
}

function fail(node: ts.Node, scope: Scope, what: string): never {
  throw new Error(`inlineRecords: ${scope.stack.join(' > ')}: ${node.getText()}: ${what}`);
}
