/** Functions: which are inlined, which become functions of the module, and which it exports. */
import ts from 'typescript';
import { localOf } from './assignments.ts';
import { Body } from './body.ts';
import { expression } from './expressions.ts';
import { hostedName, isHosted } from './hosted.ts';
import { finished, hasFloats, leavesTo, returnsLast, zeroOf } from './inlining.ts';
import { type Columns, isAddress, isWide, type Kind, nameOf, type RecordKind, VOID } from './kinds.ts';
import { withoutUnused } from './passes/unused.ts';
import { isPath } from './references.ts';
import {
  bind,
  type Compilation,
  coerce,
  fromLeaves,
  type Helpers,
  isOwnMemory,
  leafValues,
  nodeOf,
  type Scope,
  wrong,
} from './scope.ts';
import { checkVisitor, type Signature, signatureOf, storesToMemory, straightLine } from './signatures.ts';
import { compileStatements } from './statements.ts';
import type { Call, Node, TreeItem } from './tree.ts';
import { isPoison, isRecord, nothing, POISONED, type Value } from './values.ts';
import { NO_VISITORS, visitorsOf } from './visitors.ts';

export class Functions implements Helpers {
  /** The functions so far. */
  readonly items: TreeItem[] = [];
  readonly #shared: () => Compilation;
  readonly #signatures = new Map<ts.FunctionDeclaration, Signature | undefined>();
  readonly #emitted = new Map<ts.FunctionDeclaration, string>();
  readonly #compiled = new Set<ts.FunctionDeclaration>();
  readonly #storing = new Map<ts.FunctionDeclaration, boolean>();
  readonly #exports = new Set<string>();
  readonly #names = new Set<string>();
  /** The functions being compiled, outermost first. */
  readonly #active: ts.FunctionDeclaration[] = [];

  constructor(shared: () => Compilation) {
    this.#shared = shared;
  }

  /** Compiles a function that the module exports. */
  export(declaration: ts.FunctionDeclaration): void {
    const signature = this.#signature(declaration);
    if (!signature) return;
    const { report } = this.#shared();
    for (const [k, { name, kind }] of signature.parameters.entries()) {
      if (kind.form === 'poison' || kind.form === 'table' || kind.form === 'tables' || kind.form === 'memory') continue;
      if (kind.form === 'basic' && !isWide(kind)) continue;
      report.at(
        declaration.parameters[k],
        `the exported ${declaration.name!.text} cannot take ${name}: ${nameOf(kind)}; take memory or a scalar`,
      );
    }
    const { result } = signature;
    if (result !== VOID && result.form !== 'poison' && (result.form !== 'basic' || isWide(result))) {
      report.at(
        declaration.type!,
        `the exported ${declaration.name!.text} cannot return ${nameOf(result)}; store it, or return a scalar`,
      );
    }
    const { text: name } = declaration.name!;
    if (this.#exports.has(name))
      report.at(declaration.name!, `another entry exports ${name} already; name this one otherwise`);
    this.#exports.add(name);
    if (takesVisitor(signature)) return;
    const inner = this.#emitted.get(declaration) ?? this.#emit(declaration, signature);
    this.items.push({ exported: inner, as: name });
  }

  /** Compiles a function without calls, only for its errors. */
  check(declaration: ts.FunctionDeclaration): void {
    if (this.#compiled.has(declaration)) return;
    const signature = this.#signature(declaration);
    // a helper with visitors is compiled where it is called
    if (signature && !takesVisitor(signature)) this.#body(declaration, signature, true);
  }

  /** Compiles a call of a helper: inlines a straight line, else emits a call. */
  call(scope: Scope, node: ts.CallExpression, declaration: ts.FunctionDeclaration, whole: boolean): Value {
    const name = declaration.name?.text ?? 'the function';
    if (this.#active.includes(declaration))
      return wrong(scope, node, `${name} calls itself; there is no recursion, write a loop`);
    const signature = this.#signature(declaration);
    if (!signature || node.arguments.length < signature.parameters.length) return POISONED; // tsc reports the count
    if (!whole && storesToMemory(declaration, scope.shared.checker, this.#storing)) {
      return wrong(
        scope,
        node,
        `${name} stores to memory; call it in a statement of its own, or as all of a right-hand side`,
      );
    }
    const { checker, references } = scope.shared;
    const visitors = visitorsOf(checker, node, declaration, scope.visitors);
    const isReference = signature.parameters.map(
      ({ symbol, kind }) => /record|open/.test(kind.form) && references.isSet(declaration, symbol, visitors),
    );
    const values = signature.parameters.map(({ name, kind }, k) => {
      const argument = node.arguments[k];
      if (kind.form === 'visitor')
        return checkVisitor(scope, argument, name, kind, (visitor) => this.#signature(visitor));
      return isReference[k]
        ? localOf(scope, argument)
        : coerce(scope, argument, expression(scope, argument, kind), kind);
    });
    const isVisited = takesVisitor(signature);
    if (isVisited && values.some(isPoison)) return POISONED;
    if (isVisited || isReference.includes(true)) {
      if (whole) return this.#stage({ ...scope, visitors }, node, declaration, signature, values);
      const reason = isVisited ? 'takes a visitor' : 'sets a record';
      const text = `${name} ${reason}; call it in a statement of its own, or as all of a right-hand side`;
      return wrong(scope, node, text);
    }
    const path = declaration.getSourceFile().fileName;
    const isOutside = scope.shared.outside.has(path);
    if (isOutside) scope.shared.imports.set(name, path);
    const unknown = signature.parameters.find(({ kind }) => isOutside && kind.form === 'poison');
    if (unknown)
      return wrong(scope, node, `${name} is imported as it is, and the kind of ${unknown.name} is not known`);
    const isNative = scope.shared.wgsl?.native.has(path) ?? false;
    const isAsWritten = isHosted(declaration.getSourceFile(), scope.shared.hasObjects);
    if (isAsWritten && scope.shared.wgsl)
      return wrong(scope, node, `${name} is not written in WGSL; call a helper of a wide source`);
    const hosted = isOutside || isNative || isAsWritten;
    const straight = hosted ? undefined : straightLine(declaration, scope.shared);
    const hasOwn = values.some((value) => isOwnMemory(scope.shared, value));
    const isCalled = !hasOwn && scope.shared.repeated?.isCalled(declaration, signature);
    if (straight && !isCalled) return this.#inline(scope, declaration, signature, straight, values);
    if (hasOwn) return wrong(scope, node, `${name} takes an address; pass the table that this memory is of`);
    const isStage =
      scope.shared.hasObjects && whole && !hosted && signature.parameters.some(({ kind }) => hasFloats(kind));
    if (isStage) return this.#stage(scope, node, declaration, signature, values);
    const target = hosted ? hostedName(name) : (this.#emitted.get(declaration) ?? this.#emit(declaration, signature));
    const operands = values.flatMap((value, k) => leafValues(value, signature.parameters[k]!.kind)).map(nodeOf);
    const { result } = signature;
    if (result.form === 'record') return this.#receive(scope, name, result, { op: 'call', callee: target, operands });
    const called: Node = { op: 'call', callee: target, operands };
    if (isAddress(result)) return { kind: result, address: called, byteOffset: 0 };
    return result.form === 'basic' ? { kind: result, node: called } : result === VOID ? nothing(called) : POISONED;
  }

  /** A call whose result is a record: each of its leaves becomes a local. */
  #receive(scope: Scope, stem: string, result: RecordKind, call: Call): Value {
    const leaves: { name: string; kind: Kind }[] = [];
    const value = fromLeaves(result, (kind, path) => {
      const name = scope.body.fresh(`${stem}_${path}`);
      leaves.push({ name, kind });
      const node: Node = { op: 'local', name };
      return (isAddress(kind) ? { kind, address: node, byteOffset: 0 } : { kind, node }) as Value;
    });
    scope.body.add({ op: 'receive', leaves, call });
    return value;
  }

  #signature(declaration: ts.FunctionDeclaration): Signature | undefined {
    if (!this.#signatures.has(declaration)) this.#signatures.set(declaration, signatureOf(declaration, this.#shared()));
    return this.#signatures.get(declaration);
  }

  #inline(
    scope: Scope,
    declaration: ts.FunctionDeclaration,
    { parameters, result }: Signature,
    statements: readonly ts.Statement[],
    values: readonly Value[],
  ): Value {
    this.#compiled.add(declaration);
    const names: Scope['names'] = new Map();
    parameters.forEach(({ symbol, name }, k) => {
      names.set(symbol, { value: bind(scope, values[k], name, false), mutable: false });
    });
    return this.#inPlace({ ...scope, names }, declaration, statements, result);
  }

  /** Compiles a body whose only `return`, if it has one, is its last statement. */
  #inPlace(
    scope: Scope,
    declaration: ts.FunctionDeclaration,
    statements: readonly ts.Statement[],
    result: Kind,
  ): Value {
    const inner: Scope = { ...scope, result: undefined };
    this.#active.push(declaration);
    const last = statements.at(-1);
    const returned = last && ts.isReturnStatement(last) ? last.expression : undefined;
    compileStatements(inner, returned ? statements.slice(0, -1) : statements);
    const value = returned ? coerce(inner, returned, expression(inner, returned, result, true), result) : nothing();
    this.#active.pop();
    return finished(value);
  }

  /** Inlines a helper that sets records of the caller, with its branches: they are not copied. */
  #stage(
    scope: Scope,
    node: ts.CallExpression,
    declaration: ts.FunctionDeclaration,
    { parameters, result }: Signature,
    values: readonly Value[],
  ): Value {
    this.#compiled.add(declaration);
    const { body } = scope;
    const names: Scope['names'] = new Map();
    parameters.forEach(({ symbol, name, kind }, k) => {
      if (kind.form === 'visitor') return;
      const value = values[k]!;
      const isName = isRecord(value) && isPath(node.arguments[k]!);
      const mutable =
        /record|open/.test(kind.form) && scope.shared.references.isSet(declaration, symbol, scope.visitors);
      names.set(symbol, { value: isName ? value : bind(scope, value, name, true), mutable });
    });
    const { statements } = declaration.body!;
    if (scope.shared.hasObjects && returnsLast(declaration.body!)) {
      return this.#inPlace({ ...scope, names }, declaration, statements, result);
    }
    const stem = declaration.name!.text;
    const leaves: string[] = [];
    const returned: Value =
      result === VOID
        ? nothing()
        : fromLeaves(result, (kind, path) => {
            const own = body.declare(path ? `${stem}_${path}` : stem, kind, zeroOf(kind), false);
            scope.mutable.add(own);
            leaves.push(own);
            const local: Node = { op: 'local', name: own };
            return (isAddress(kind) ? { kind, address: local, byteOffset: 0 } : { kind, node: local }) as Value;
          });
    const label = body.fresh(stem);
    const inner: Scope = { ...scope, names, result, exit: { label, leaves, last: statements.at(-1) } };
    this.#active.push(declaration);
    const inlined = body.capture(() => compileStatements(inner, statements));
    this.#active.pop();
    body.add(...(leavesTo(inlined, label) ? [{ op: 'block' as const, label, body: inlined }] : inlined));
    return returned;
  }

  #emit(declaration: ts.FunctionDeclaration, signature: Signature): string {
    const stem = declaration.name!.text;
    let name = `${stem}$`;
    for (let n = 2; this.#names.has(name); n++) name = `${stem}_${n}$`;
    this.#names.add(name);
    this.#emitted.set(declaration, name);
    this.items.push({ name, result: signature.result, ...this.#body(declaration, signature, false) });
    return name;
  }

  #body(declaration: ts.FunctionDeclaration, { parameters, result }: Signature, checkOnly: boolean) {
    this.#compiled.add(declaration);
    const shared = this.#shared();
    const body = new Body();
    const names: Scope['names'] = new Map();
    const leaves: { name: string; kind: Kind }[] = [];
    for (const { symbol, name, kind } of parameters) {
      const value = fromLeaves(kind, (leaf, path) => {
        const own = body.fresh(path ? `${name}_${path}` : name);
        leaves.push({ name: own, kind: leaf });
        const node: Node = { op: 'local', name: own };
        if (leaf.form === 'table' && shared.wgsl?.own.has(leaf.name)) shared.wgsl.ownTables.add(node);
        // the number of rows of the columns is known where the helper is inlined
        const known = checkOnly && leaf.form === 'columns' ? ({ ...leaf, rows: 4 } satisfies Columns) : leaf;
        return (isAddress(leaf) ? { kind: known, address: node, byteOffset: 0 } : { kind: leaf, node }) as Value;
      });
      // a helper that sets it is always inlined, and compiled here for its errors only
      names.set(symbol, { value, mutable: kind.form === 'record' && shared.references.isSet(declaration, symbol) });
    }
    this.#active.push(declaration);
    const visitors = NO_VISITORS;
    const scope = { shared, body, names, mutable: new Set<string>(), named: new Set<Value>(), visitors, result };
    const statements = body.capture(() => compileStatements(scope, declaration.body!.statements));
    this.#active.pop();
    return { parameters: leaves, body: withoutUnused(statements) };
  }
}

function takesVisitor({ parameters }: Signature): boolean {
  return parameters.some(({ kind }) => kind.form === 'visitor');
}
