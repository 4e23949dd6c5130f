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
import { Calls, usesOf } from './inlineRecords/calls.ts';
import { assign, declare, declareAll, declared, fieldOf, ownFields, unwrapped } from './inlineRecords/nodes.ts';
import {
  callScope,
  type Fields,
  fail,
  fresh,
  isFields,
  resolve,
  rootScope,
  type Scope,
} from './inlineRecords/scope.ts';
import { ModuleNames, targetOf } from './moduleNames.ts';

const { factory } = ts;

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
  readonly #calls: Calls;
  readonly #inline = (node: ts.Expression, scope: Scope) => this.#expression(node, scope);

  constructor(module: ModuleNames) {
    this.#module = module;
    this.#calls = new Calls(module);
  }

  inlineRoot(root: ts.FunctionDeclaration): ts.FunctionDeclaration {
    const { modifiers, asteriskToken, name } = root;
    const scope = rootScope(name!.text);
    // with names of their own, the stages use the parameters as they are
    const parameters = root.parameters.map((parameter) => {
      const own = fresh(parameter.name.getText(), scope);
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
      if (ts.isCallExpression(expression) && this.#calls.takesRecord(expression, scope))
        return this.#stage(expression, scope);
      if (ts.isBinaryExpression(expression) && this.#calls.isValued(expression.right, scope)) {
        const value = fresh('value', scope);
        const to = this.#expression(expression.left, scope);
        const taken = factory.createBinaryExpression(to, expression.operatorToken, factory.createIdentifier(value));
        return [...this.#valued(expression.right, value, scope), factory.createExpressionStatement(taken)];
      }
    }
    if (ts.isReturnStatement(node)) return this.#return(node, scope);
    const target = targetOf(node);
    if (target && ts.isIdentifier(target) && scope.names.has(target.text) && !scope.fields.has(target.text)) {
      fail(node, scope, 'a parameter that changes; use a let');
    }
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.#name(node, scope);
    if (ts.isCallExpression(node)) return this.#call(node, scope);
    if (ts.isVariableDeclaration(node)) this.#calls.checkName(node.name, scope);
    if (ts.isFunctionLike(node) || node.kind === ts.SyntaxKind.ThisKeyword)
      fail(node, scope, 'a closure; use a function');
    if (ts.isObjectLiteralExpression(node)) fail(node, scope, 'a record without a name; use a const');
    return ts.visitEachChild(node, (child) => this.#visit(child, scope) as ts.Node, undefined);
  }

  #name(node: ts.Identifier | ts.PropertyAccessExpression, scope: Scope): ts.Expression {
    const binding = resolve(node, scope);
    if (isFields(binding)) fail(node, scope, 'a record as a value; pass it to a function, or copy its fields');
    if (typeof binding === 'string') return factory.createIdentifier(binding);
    if (binding) return binding;
    if (ts.isIdentifier(node)) return node;
    return factory.createPropertyAccessExpression(this.#expression(node.expression, scope), node.name.text);
  }

  #declaration({ name, initializer }: ts.VariableDeclaration, flags: ts.NodeFlags, scope: Scope): ts.Statement[] {
    if (ts.isObjectBindingPattern(name)) return this.#pattern(name, initializer, flags, scope);
    const local = (name as ts.Identifier).text;
    if (scope.fields.has(local)) {
      return [assign(scope.names.get(local) as string, this.#expression(initializer!, scope))];
    }
    this.#calls.checkName(name, scope);
    if (!initializer) return [declare(local, undefined, flags)];
    const alias = resolve(initializer, scope);
    if (isFields(alias) || this.#calls.isRecord(initializer)) {
      const fields: Fields = isFields(alias) ? alias : new Map();
      const known = scope.locals.length;
      const made = isFields(alias) ? [] : this.#record(fields, fresh(local, scope), initializer, scope);
      scope.names.set(local, fields);
      // a record that is made for another one may outlive its block
      if (scope.exit === 'none') return made;
      return made.flatMap(unwrapped).map((statement) => declared(statement, scope.locals, known));
    }
    if (this.#calls.isValued(initializer, scope)) {
      const value = fresh(local, scope);
      return [...this.#valued(initializer, value, scope), declare(local, factory.createIdentifier(value), flags)];
    }
    return [declare(local, this.#expression(initializer, scope), flags)];
  }

  /** Names the fields of a record. A number that the function changes is copied. */
  #pattern(
    pattern: ts.ObjectBindingPattern,
    initializer: ts.Expression | undefined,
    flags: ts.NodeFlags,
    scope: Scope,
  ): ts.Statement[] {
    const record = initializer && resolve(initializer, scope);
    if (!isFields(record)) return this.#members(pattern, initializer, flags, scope);
    return pattern.elements.flatMap((element) => {
      const field = (element.propertyName ?? element.name).getText();
      const binding = record.get(field) ?? fail(element, scope, 'a field that the record does not have');
      this.#calls.checkName(element.name, scope);
      const local = element.name.getText();
      const isChanged = this.#module.changedBy(scope.stack.at(-1)!).has(field);
      if (isFields(binding) || (typeof binding === 'string' && !isChanged)) {
        scope.names.set(local, binding);
        return [];
      }
      return [declare(local, typeof binding === 'string' ? factory.createIdentifier(binding) : binding, flags)];
    });
  }

  /** Reads members of what is no record, such as a table. */
  #members(
    pattern: ts.ObjectBindingPattern,
    initializer: ts.Expression | undefined,
    flags: ts.NodeFlags,
    scope: Scope,
  ): ts.Statement[] {
    for (const { name } of pattern.elements) this.#calls.checkName(name, scope);
    return [declare(pattern, initializer && this.#expression(initializer, scope), flags)];
  }

  /** Computes the fields of a record into variables that begin with `stem`. */
  #record(fields: Fields, stem: string, node: ts.Expression, scope: Scope): ts.Statement[] {
    if (ts.isCallExpression(node)) {
      return this.#calls.inPlace(node, scope, this.#inline, 'none', (body, inner) => {
        const last = body.at(-1) as ts.ReturnStatement;
        for (const name of ownFields(body)) {
          const local = fieldOf(stem, name);
          inner.names.set(name, local);
          inner.fields.add(name);
          scope.locals.push(local);
        }
        return [...this.#statements(body.slice(0, -1), inner), ...this.#record(fields, stem, last.expression!, inner)];
      });
    }
    return (node as ts.ObjectLiteralExpression).properties.flatMap((property) => {
      const isShort = ts.isShorthandPropertyAssignment(property);
      if (!isShort && !ts.isPropertyAssignment(property))
        return fail(property, scope, 'a field that is not name: value');
      const field = property.name.getText();
      const value = isShort ? property.name : property.initializer;
      const alias = resolve(value, scope);
      if (isFields(alias)) {
        fields.set(field, alias);
        return [];
      }
      if (isShort && scope.fields.has(field)) {
        fields.set(field, scope.names.get(field)!);
        return [];
      }
      const local = fieldOf(stem, field);
      if (this.#calls.isRecord(value)) {
        const inner: Fields = new Map();
        fields.set(field, inner);
        return this.#record(inner, local, value, scope);
      }
      fields.set(field, local);
      scope.locals.push(local);
      return [assign(local, this.#expression(value, scope))];
    });
  }

  /** Inlines a stage that is called as a statement. */
  #stage(node: ts.CallExpression, scope: Scope): ts.Statement {
    const exit = { used: false };
    const block = this.#calls.inPlace(node, scope, this.#inline, exit, (body, inner) =>
      this.#statements(body, inner),
    )[0]!;
    return exit.used ? factory.createLabeledStatement(node.expression.getText(), block) : block;
  }

  /** Computes the value of a call into the variable `to`, which no body hides. */
  #valued(node: ts.CallExpression, to: string, scope: Scope): ts.Statement[] {
    scope.locals.push(to);
    return this.#calls.inPlace(node, scope, this.#inline, 'none', (body, inner) => {
      const last = body.at(-1)!;
      if (!ts.isReturnStatement(last) || !last.expression) return fail(node, scope, 'no `return` at the end');
      return [...this.#statements(body.slice(0, -1), inner), assign(to, this.#expression(last.expression, inner))];
    });
  }

  /** Inlines functions of one expression. The others stay calls, and must not take a record. */
  #call(node: ts.CallExpression, scope: Scope): ts.Expression {
    const only = this.#module.bodyOf(node);
    if (only.length !== 1 || !ts.isReturnStatement(only[0]!) || !only[0].expression) {
      if (this.#calls.takesRecord(node, scope))
        fail(node, scope, 'a stage within an expression; use a statement or a const');
      return factory.createCallExpression(
        this.#expression(node.expression, scope),
        undefined,
        node.arguments.map((one) => this.#expression(one, scope)),
      );
    }
    const inner = callScope(node, scope, 'none');
    this.#calls.parameters(node, scope).forEach((parameter, k) => {
      const value = node.arguments[k]!;
      const binding = resolve(value, scope) ?? factory.createParenthesizedExpression(this.#expression(value, scope));
      const isSimple = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isNumericLiteral(value);
      if (!isSimple && usesOf(parameter, only[0]!) > 1)
        fail(value, scope, 'an argument that is used twice; use a const');
      inner.names.set(parameter, binding);
    });
    return factory.createParenthesizedExpression(this.#expression(only[0].expression, inner));
  }

  #return(node: ts.ReturnStatement, scope: Scope): ts.Statement {
    const { exit } = scope;
    if (exit === 'keep') {
      if (!node.expression || !this.#calls.isValued(node.expression, scope))
        return ts.visitEachChild(node, (child) => this.#visit(child, scope) as ts.Node, undefined);
      const value = fresh('value', scope);
      const end = factory.createReturnStatement(factory.createIdentifier(value));
      return factory.createBlock([...this.#valued(node.expression, value, scope), end], true);
    }
    if (exit === 'none') return fail(node, scope, 'a second `return` beside a value; return at the end');
    if (node.expression) fail(node, scope, 'a value that the call does not take; use a const');
    exit.used = true;
    return factory.createBreakStatement(scope.stack.at(-1)!);
  }
}
