/** The lane compiler: from wide sources to wasm. `README.md` describes the language. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { assemble } from './assemble.ts';
import { Body } from './body.ts';
import { Report } from './diagnostics.ts';
import { javaScriptOf, moduleOf } from './emit/modules.ts';
import type { MappedText } from './emit/sourceMap.ts';
import { wasmTextOf } from './emit/wasmText.ts';
import { wgslOf } from './emit/wgsl.ts';
import { expression, moduleConstant } from './expressions.ts';
import { Functions } from './functions.ts';
import { isHosted } from './hosted.ts';
import { loadSources, reportTypeErrors, type Sources } from './program.ts';
import { References } from './references.ts';
import { ON_GPU, ON_HOSTS, Repeated } from './repeated.ts';
import type { Compilation, Scope } from './scope.ts';
import { declarationOf } from './symbols.ts';
import { layoutOf, type TableLayout } from './tables.ts';
import type { Tree } from './tree.ts';
import { TypeKinds } from './typeKinds.ts';
import { NO_VISITORS } from './visitors.ts';

export interface LanesOptions {
  /** Wide sources whose exported functions the module exports. */
  readonly entries: readonly string[];
  /** Pairs per step: 4 (default), or 1 to test the others. */
  readonly width?: 4 | 1;
  /** Fuses `a * b + c`, and selects by relaxed instructions. Needs width 4. */
  readonly relaxed?: boolean;
  /** Paths in errors are relative to this; the working directory by default. */
  readonly root?: string;
  /** Texts by path, for sources that are no files. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** For a module of a host: the modules that it imports as they are. Its memory is objects. */
  readonly outside?: readonly string[];
  /** Leaves out functions that no export calls: some of a file may not be for this build. */
  readonly isPartial?: boolean;
  /** For WGSL: see `WgslOptions`. */
  readonly native?: readonly string[];
  readonly own?: readonly string[];
}

export interface LanesModule {
  /** Imports `env.memory`, a shared memory of at least one page. */
  readonly wasm: Uint8Array;
  /** The same as text, before it is optimized. */
  readonly text: string;
  readonly tables: Readonly<Record<string, TableLayout>>;
}

/**
 * Compiles wide sources.
 * @throws LanesError with all errors of the sources
 */
export function compileLanes(options: LanesOptions): LanesModule {
  return written(check(options), options.relaxed ?? false);
}

/**
 * Compiles the strict and the relaxed build, of one tree.
 * @throws LanesError with all errors of the sources
 */
export function compileBuilds(
  options: Omit<LanesOptions, 'width' | 'relaxed'>,
): [strict: LanesModule, relaxed: LanesModule] {
  const tree = check(options);
  return [written(tree, false), written(tree, true)];
}

/**
 * Compiles wide sources, one lane wide, to the text of a JavaScript module. It exports `instantiate(buffer)`, which
 * gives the functions as an instance of the wasm does.
 * @throws LanesError with all errors of the sources
 */
export function compileToJavaScript(options: Omit<LanesOptions, 'width' | 'relaxed'>): string {
  return javaScriptOf(check({ ...options, width: 1 }));
}

/**
 * Compiles kernels to the ES module `file` of hosts, with what the entries export. Interfaces and classes that these
 * functions take are objects.
 * @throws LanesError with all errors of the sources
 */
export function compileToModule(options: Omit<LanesOptions, 'width' | 'relaxed'>, file: string): MappedText {
  return moduleOf(check({ ...options, outside: options.outside ?? [], width: 1 }), resolve(options.root ?? '', file));
}

export interface WgslOptions extends Pick<LanesOptions, 'entries' | 'root' | 'overlay'> {
  /** Sources whose functions a module writes as WGSL itself. */
  readonly native?: readonly string[];
  /** Names of tables of which an invocation has one row for itself. */
  readonly own?: readonly string[];
}

/**
 * Compiles what the entries export to WGSL. Memory is two functions of the module: `word(address: i32) -> u32`, and
 * `putWord(address: i32, bits: u32)`.
 * @throws LanesError with all errors of the sources
 */
export function compileToWgsl(options: WgslOptions): string {
  return wgslOf(checkForWgsl(options), new Set(options.own));
}

/**
 * The tree of `compileToWgsl`.
 * @throws LanesError with all errors of the sources
 */
export function checkForWgsl(options: WgslOptions): Tree {
  return check({ native: [], ...options, width: 1, isPartial: true });
}

function written(tree: Tree, relaxed: boolean): LanesModule {
  const text = wasmTextOf(tree, relaxed);
  return { wasm: assemble(text, relaxed), text, tables: tree.tables };
}

function load({ entries, root = process.cwd(), overlay = {}, outside }: LanesOptions): Sources {
  const texts = new Map(Object.entries(overlay).map(([path, text]) => [resolve(root, path), text]));
  const paths = entries.map((path) => resolve(root, path));
  return loadSources(paths, texts, outside && new Set(outside.map((path) => resolve(root, path))));
}

/**
 * The first half: checks sources, and makes their tree.
 * @throws LanesError with all errors of the sources
 */
export function check(options: LanesOptions): Tree {
  const { width = 4, relaxed = false, root = process.cwd() } = options;
  if (width === 1 && relaxed) throw new Error('compileLanes: expected width 4 for a relaxed build, got 1');
  const sources = load(options);
  const report = new Report(root);
  const entries = options.entries.map((path) => resolve(root, path));
  const { checker, files, outside } = sources;
  const imports = new Map<string, string>();
  const kinds = new TypeKinds(checker, report);
  const functions: Functions = new Functions(() => shared);
  const shared: Compilation = {
    checker,
    report,
    lanes: width,
    kinds,
    functions,
    references: new References(checker),
    outside,
    imports,
    hasObjects: options.outside !== undefined,
    repeated: repeatedOf(options, sources),
    wgsl: options.native && {
      native: new Set(options.native.map((path) => resolve(root, path))),
      own: new Set(options.own),
      ownTables: new WeakSet(),
    },
    expression,
    constants: new Map(),
  };

  if (shared.hasObjects) {
    const given = [...entries, ...outside].flatMap((path) => sources.program.getSourceFile(path) ?? []);
    kinds.markObjects(given.flatMap(takenBy));
    kinds.markObjects(onlyTaken(files, checker));
  }
  const declared = files.map((file) => ({ file, functions: topLevel(file, shared) }));
  const exported = declared
    .filter(({ file }) => entries.includes(file.fileName))
    .flatMap((each) => each.functions.filter((declaration) => ts.getModifiers(declaration)?.some(isExport)));
  for (const declaration of exported) functions.export(declaration);
  if (!options.isPartial) {
    for (const declaration of declared.flatMap((each) => each.functions)) functions.check(declaration);
  }
  reportTypeErrors(sources, report);
  report.finish();
  const tables = Object.fromEntries([...kinds.tables].map(([name, table]) => [name, layoutOf(table)]));
  const isHosting = sources.program.getSourceFiles().some((file) => isHosted(file, shared.hasObjects));
  const texts = new Map(files.map(({ fileName, text }) => [fileName, text]));
  return { lanes: width, items: functions.items, isHosting, imports, sources: texts, tables };
}

function repeatedOf({ outside, native }: LanesOptions, { files, checker }: Sources): Repeated | undefined {
  if (native) return new Repeated(files, checker, ON_GPU);
  return outside && new Repeated(files, checker, ON_HOSTS);
}

const functionsOf = ({ statements }: ts.SourceFile) => statements.filter(ts.isFunctionDeclaration);

/** The types that the exported functions of a file take. */
function takenBy(file: ts.SourceFile): ts.TypeNode[] {
  const exported = functionsOf(file).filter((each) => ts.getModifiers(each)?.some(isExport));
  return exported.flatMap(({ parameters }) => parameters.flatMap(({ type }) => type ?? []));
}

/** Types of parameters that hold memory alone, and that no function makes: their values are objects already. */
function onlyTaken(files: readonly ts.SourceFile[], checker: ts.TypeChecker): ts.TypeNode[] {
  const made = new Set<ts.Declaration | undefined>();
  const taken: ts.TypeReferenceNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) {
      if (ts.isParameter(node.parent)) taken.push(node);
      else made.add(declarationOf(checker, node.typeName));
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return taken.filter(({ typeName }) => {
    const declaration = declarationOf(checker, typeName);
    return declaration && ts.isInterfaceDeclaration(declaration) && !made.has(declaration) && isOfMemory(declaration);
  });
}

const isOfMemory = ({ members }: ts.InterfaceDeclaration) =>
  members.every(
    (each) => ts.isPropertySignature(each) && /^(Doubles|Floats|Ints|Words|Shorts|Bytes)$/.test(each.type!.getText()),
  );

const isExport = ({ kind }: ts.Modifier) => kind === ts.SyntaxKind.ExportKeyword;

/** Checks the top level of a file, and returns its functions. */
function topLevel(file: ts.SourceFile, shared: Compilation): ts.FunctionDeclaration[] {
  const functions: ts.FunctionDeclaration[] = [];
  const scope: Scope = {
    shared,
    body: new Body(),
    names: new Map(),
    mutable: new Set(),
    named: new Set(),
    visitors: NO_VISITORS,
    result: undefined,
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) functions.push(statement);
    else if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) shared.kinds.declared(statement);
    else if (ts.isVariableStatement(statement)) constants(scope, statement);
    else if (ts.isImportDeclaration(statement)) checkImport(statement, shared.report);
    else if (!ts.isTypeAliasDeclaration(statement)) shared.report.at(statement, UNKNOWN);
  }
  return functions;
}

const UNKNOWN = 'only imports, interfaces, types, constants and functions stand at the top level';

function constants(scope: Scope, { declarationList }: ts.VariableStatement): void {
  const { report } = scope.shared;
  if (!(declarationList.flags & ts.NodeFlags.Const)) {
    report.at(declarationList, 'kernels keep no state; write const, or keep the value in memory');
    return;
  }
  for (const declaration of declarationList.declarations) moduleConstant(scope, declaration);
}

function checkImport({ moduleSpecifier, importClause }: ts.ImportDeclaration, report: Report): void {
  const path = (moduleSpecifier as ts.StringLiteral).text;
  if (!/^\.\.?\/.*\.ts$/.test(path)) report.at(moduleSpecifier, `wide sources import wide sources only; got '${path}'`);
  const named = importClause?.namedBindings;
  if (!importClause || importClause.name || !named || !ts.isNamedImports(named)) {
    report.at(moduleSpecifier, "import by name; write `import { … } from './file.ts'`");
  }
}
