/**
 * The calls of a module: which expressions make or take a record, which values can replace parameters, and the block
 * that replaces a call.
 */
import ts from 'typescript';
import type { ModuleNames } from '../moduleNames.ts';
import { assign, declareAll } from './nodes.ts';
import { callScope, fail, fresh, isFields, resolve, type Scope } from './scope.ts';

export class Calls {
  readonly #module: ModuleNames;

  constructor(module: ModuleNames) {
    this.#module = module;
  }

  /** Whether an expression makes a record. */
  isRecord(node: ts.Node): boolean {
    if (ts.isObjectLiteralExpression(node)) return true;
    const made = this.#module.bodyOf(node).at(-1);
    return !!made && ts.isReturnStatement(made) && !!made.expression && this.isRecord(made.expression);
  }

  /** Whether a call passes a record. Such a call is always inlined. */
  takesRecord(node: ts.Node, scope: Scope): boolean {
    return (
      !!this.#module.callee(node) && (node as ts.CallExpression).arguments.some((one) => isFields(resolve(one, scope)))
    );
  }

  /** Whether a call with a record gives a value, by more than one expression. */
  isValued(node: ts.Node, scope: Scope): node is ts.CallExpression {
    return this.takesRecord(node, scope) && this.#module.bodyOf(node).length > 1;
  }

  /**
   * The block that replaces a call: it binds the parameters, and has the statements that `write` makes of the body.
   * `inline` inlines an argument.
   */
  inPlace(
    node: ts.CallExpression,
    scope: Scope,
    inline: (argument: ts.Expression, scope: Scope) => ts.Expression,
    exit: Scope['exit'],
    write: (body: readonly ts.Statement[], inner: Scope) => ts.Statement[],
  ): ts.Statement[] {
    const inner = callScope(node, scope, exit);
    const values: ts.Statement[] = [];
    this.parameters(node, scope).forEach((parameter, k) => {
      const value = node.arguments[k]!;
      const binding = resolve(value, scope);
      const lasting = isFields(binding) ? binding : this.#lasting(value, inner.stack.at(-1)!, scope);
      if (lasting) inner.names.set(parameter, lasting);
      else {
        const local = fresh(parameter, inner);
        inner.names.set(parameter, local);
        inner.locals.push(local);
        values.push(assign(local, inline(value, scope)));
      }
    });
    const body = write(this.#module.bodyOf(node), inner);
    const head = inner.locals === scope.locals ? [] : declareAll(inner.locals);
    // values are outside of the body, whose names could hide theirs
    const inside = values.length > 0 ? [...values, ts.factory.createBlock(body, true)] : body;
    return [ts.factory.createBlock([...head, ...inside], true)];
  }

  /** The names of the parameters of a call. */
  parameters(node: ts.CallExpression, scope: Scope): string[] {
    const { parameters } = this.#module.callee(node)!;
    if (parameters.length !== node.arguments.length) fail(node, scope, 'not as many arguments as parameters');
    return parameters.map(({ name, initializer, dotDotDotToken }) =>
      ts.isIdentifier(name) && !initializer && !dotDotDotToken && !this.#module.isTopLevel(name.text)
        ? name.text
        : fail(node, scope, 'a pattern, default, rest or name of the module among the parameters; use other names'),
    );
  }

  /**
   * A constant, name or field that can replace a parameter of `callee`: it does not change during the call, and nothing
   * hides it.
   */
  #lasting(node: ts.Expression, callee: string, scope: Scope): string | ts.Expression | undefined {
    if (this.#module.isConstant(node)) return ts.factory.createParenthesizedExpression(node);
    const binding = resolve(node, scope);
    if (ts.isIdentifier(node) && !binding) {
      return this.#module.isVisible(node.text, scope.stack.at(-1)!, callee) ? node.text : undefined;
    }
    if (typeof binding !== 'string') return undefined;
    if (ts.isIdentifier(node)) return binding;
    return this.#module.changedBy(callee).has((node as ts.PropertyAccessExpression).name.text) ? undefined : binding;
  }

  /** Checks that a local hides no name that an inlined body could use. */
  checkName(name: ts.BindingName, scope: Scope): void {
    if (!ts.isIdentifier(name)) fail(name, scope, 'a pattern; use names');
    if (this.#module.isTopLevel(name.text))
      fail(name, scope, 'a local with the name of a function or constant; rename it');
    if (scope.names.has(name.text)) fail(name, scope, 'a local with the name of a parameter or record; rename it');
  }
}

/** How often an expression uses a name. */
export function usesOf(name: string, node: ts.Node): number {
  if (ts.isIdentifier(node)) return +(node.text === name);
  if (ts.isPropertyAccessExpression(node)) return usesOf(name, node.expression);
  let uses = 0;
  node.forEachChild((child) => {
    uses += usesOf(name, child);
  });
  return uses;
}
