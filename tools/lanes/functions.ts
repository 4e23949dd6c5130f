/** Functions: which are inlined, which become AssemblyScript functions, and which the module exports. */
import ts from 'typescript';
import { expression } from './expressions.ts';
import { type Columns, isAddress, isWide, type Kind, nameOf, VOID } from './kinds.ts';
import { Lines } from './lines.ts';
import { VOCABULARY } from './program.ts';
import { bind, type Compilation, coerce, fromLeaves, leafValues, mapFields, type Scope, wrong } from './scope.ts';
import { compileStatements, lanesCondition } from './statements.ts';
import { declarationOf, symbolOf } from './typeKinds.ts';
import { addressText, isBasic, isMemory, isRecord, nothing, POISONED, type Value } from './values.ts';

interface Signature {
  readonly parameters: readonly { readonly symbol: ts.Symbol; readonly name: string; readonly kind: Kind }[];
  readonly result: Kind;
}

export class Functions {
  /** The AssemblyScript functions so far. */
  readonly texts: string[] = [];
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
      if (kind.form === 'poison' || kind.form === 'table' || kind.form === 'memory') continue;
      if (kind.form === 'basic' && !isWide(kind)) continue;
      report.at(
        declaration.parameters[k]!,
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
    const inner = this.#emitted.get(declaration) ?? this.#emit(declaration, signature);
    this.texts.push(`export { ${inner} as ${name} };\n`);
  }

  /** Compiles what nobody called, for its errors only. */
  check(declaration: ts.FunctionDeclaration): void {
    if (this.#compiled.has(declaration)) return;
    const signature = this.#signature(declaration);
    if (signature) this.#body(declaration, signature, true);
  }

  /** Compiles a call of a helper: inlined where it is a straight line, else a call. */
  call(scope: Scope, node: ts.CallExpression, declaration: ts.FunctionDeclaration, whole: boolean): Value {
    const name = declaration.name?.text ?? 'the function';
    if (this.#active.includes(declaration))
      return wrong(scope, node, `${name} calls itself; there is no recursion, write a loop`);
    const signature = this.#signature(declaration);
    if (!signature || node.arguments.length !== signature.parameters.length) return POISONED; // tsc reports the count
    if (!whole && this.#stores(declaration)) {
      return wrong(
        scope,
        node,
        `${name} stores to memory; call it in a statement of its own, or as all of a right-hand side`,
      );
    }
    const values = signature.parameters.map(({ kind }, k) => {
      const argument = node.arguments[k]!;
      return coerce(scope, argument, expression(scope, argument, kind), kind);
    });
    const straight = straightLine(declaration, scope.shared);
    if (straight) return this.#inline(scope, declaration, signature, straight, values);
    const target = this.#emitted.get(declaration) ?? this.#emit(declaration, signature);
    const operands = values.flatMap(leafValues).map((leaf) => (isMemory(leaf) ? addressText(leaf) : leaf.text));
    const text = `${target}(${operands.join(', ')})`;
    const { result } = signature;
    return result.form === 'basic' ? { kind: result, text } : result === VOID ? nothing(text) : POISONED;
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
      names.set(symbol, { value: bind(scope, values[k]!, name, false), mutable: false });
    });
    const inner: Scope = { ...scope, names, result: undefined };
    this.#active.push(declaration);
    const last = statements.at(-1);
    const returned = last && ts.isReturnStatement(last) ? last.expression : undefined;
    compileStatements(inner, returned ? statements.slice(0, -1) : statements);
    const value = returned ? coerce(inner, returned, expression(inner, returned, result, true), result) : nothing('');
    this.#active.pop();
    return finished(value);
  }

  #emit(declaration: ts.FunctionDeclaration, signature: Signature): string {
    const wish = declaration.name!.text;
    let name = `${wish}$`;
    for (let n = 2; this.#names.has(name); n++) name = `${wish}_${n}$`;
    this.#names.add(name);
    this.#emitted.set(declaration, name);
    const { dialect, report } = this.#shared();
    if (signature.result.form === 'record') {
      report.at(
        declaration.name!,
        `${wish} returns a record and is no straight line; write select(…) instead of branches, or store the result`,
      );
    }
    const { parameters, body } = this.#body(declaration, signature, false);
    const head = `function ${name}(${parameters.join(', ')}): ${dialect.type(signature.result)}`;
    this.texts.push(`${head} {\n${body}}\n`);
    return name;
  }

  #body(declaration: ts.FunctionDeclaration, { parameters, result }: Signature, checkOnly: boolean) {
    this.#compiled.add(declaration);
    const shared = this.#shared();
    const lines = new Lines();
    const names: Scope['names'] = new Map();
    const texts: string[] = [];
    for (const { symbol, name, kind } of parameters) {
      const value = fromLeaves(kind, (leaf, path) => {
        const text = lines.fresh(path ? `${name}_${path}` : name);
        texts.push(`${text}: ${shared.dialect.type(leaf)}`);
        // how many rows the columns have is known where the helper is inlined
        const known = checkOnly && leaf.form === 'columns' ? ({ ...leaf, rows: 4 } satisfies Columns) : leaf;
        return (isAddress(leaf) ? { kind: known, text, byteOffset: 0 } : { kind: leaf, text }) as Value;
      });
      names.set(symbol, { value, mutable: false });
    }
    this.#active.push(declaration);
    compileStatements({ shared, lines, names, mutable: new Set(), result }, declaration.body!.statements);
    this.#active.pop();
    return { parameters: texts, body: lines.toString() };
  }

  #signature(declaration: ts.FunctionDeclaration): Signature | undefined {
    if (this.#signatures.has(declaration)) return this.#signatures.get(declaration);
    const { report, kinds, checker } = this.#shared();
    const objection = objectionTo(declaration);
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
      const kind: Kind = parameter.type ? kinds.of(parameter.type) : { form: 'poison' };
      parameters.push({ symbol: symbolOf(checker, parameter.name)!, name, kind });
    }
    if (!declaration.type)
      report.at(declaration.name ?? declaration, `the result needs a kind; write \`): void\` or \`): Lane\``);
    const result: Kind = declaration.type ? kinds.of(declaration.type) : { form: 'poison' };
    if (result !== VOID && result.form !== 'basic' && result.form !== 'record' && result.form !== 'poison') {
      report.at(declaration.type!, `a function cannot return ${nameOf(result)}; return its address, an Int`);
    }
    const usable = !objection && parameters.length === declaration.parameters.length;
    const signature = usable ? { parameters, result } : undefined;
    this.#signatures.set(declaration, signature);
    return signature;
  }

  /** Whether a call may store to memory. */
  #stores(declaration: ts.FunctionDeclaration): boolean {
    const known = this.#storing.get(declaration);
    if (known !== undefined) return known;
    this.#storing.set(declaration, false);
    const { checker } = this.#shared();
    const visit = (node: ts.Node): boolean => {
      if (ts.isBinaryExpression(node) && isAssignment(node) && ts.isElementAccessExpression(node.left)) return true;
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const callee = declarationOf(checker, node.expression);
        const own = callee && ts.isFunctionDeclaration(callee) && callee.getSourceFile().fileName !== VOCABULARY;
        if (own && this.#stores(callee)) return true;
      }
      return ts.forEachChild(node, visit) ?? false;
    };
    const stores = declaration.body ? visit(declaration.body) : false;
    this.#storing.set(declaration, stores);
    return stores;
  }
}

function objectionTo(declaration: ts.FunctionDeclaration): string | undefined {
  if (!declaration.name || !declaration.body) return 'a function has a name and a body';
  if (declaration.typeParameters) return 'type parameters are not supported; write the kinds out';
  if (declaration.asteriskToken) return 'there are no generators; write a loop';
  if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
    return 'nothing is awaited in a kernel';
  if (declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    return 'there are no default exports; export it by name';
  return undefined;
}

/** A value that left its expression: nothing of it is fused with what it meets. */
function finished(value: Value): Value {
  if (isRecord(value)) return mapFields(value, finished);
  return isBasic(value) ? { kind: value.kind, text: value.text } : value;
}

export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** The statements of a body without branches, with `if (LANES …)` decided; undefined if it has branches or loops. */
function straightLine(declaration: ts.FunctionDeclaration, shared: Compilation): readonly ts.Statement[] | undefined {
  const flat: ts.Statement[] = [];
  /** Adds statements; gives false at the first branch. */
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
