/**
 * The wide sources for `tsc`, without the standard library: a kernel does not use it, and a compilation without it
 * takes a tenth of the time.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { LanesError, type Report } from './diagnostics.ts';
import { isHosted } from './hosted.ts';

/** The module that declares kinds and builtins. */
export const VOCABULARY = resolve(import.meta.dirname, '../../src/language/lanes.ts');
/** The module with `counter`, which hosts run and the compiler evaluates. */
export const COUNTER = resolve(import.meta.dirname, '../../src/language/counter.ts');
/** The module with `doubles`, which makes members of classes on hosts. */
export const MEMBERS = resolve(import.meta.dirname, '../../src/language/members.ts');
const BUILT_IN = new Set([VOCABULARY, COUNTER, MEMBERS]);

const LIBRARY = '/lanes-library.d.ts';
const LIBRARY_TEXT = `
interface Array<T> {} interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface Promise<T> {} interface RegExp {}
interface String {}
interface Symbol {} declare const Infinity: number; declare const NaN: number;
declare const Math: { abs(x: number): number; floor(x: number): number; sqrt(x: number): number;
  trunc(x: number): number; fround(x: number): number; min(x: number, y: number): number;
  max(x: number, y: number): number; imul(x: number, y: number): number };
declare const Float64Array: { new (length: number): Float64Array };
interface Float64Array { [index: number]: number }
declare const Int32Array: { new (length: number): Int32Array };
interface Int32Array { [index: number]: number }
interface Uint32Array { [index: number]: number }
declare const Number: { (x: boolean | number): number; isNaN(x: number): boolean };`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  noLib: true,
  types: [],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noImplicitReturns: true,
};

const parsed = new Map<string, { text: string; file: ts.SourceFile }>();

/** A source file, parsed once per text. */
function parse(path: string, text: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === text) return known.file;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  parsed.set(path, { text, file });
  return file;
}

/**
 * The file that the compiler reads for an import: `name.wasm.ts` beside `name.ts` has the same exports for wasm, where
 * hosts use what the language lacks.
 */
export function inWasm(path: string, exists: (path: string) => boolean): string {
  const own = path.replace(/\.ts$/, '.wasm.ts');
  return exists(own) ? own : path;
}

const KERNELS = ['kernels', 'language', 'math', 'broad'].map((folder) =>
  resolve(import.meta.dirname, `../../src/${folder}`),
);
const isOfTypes = (node: ts.Node) => ts.isImportDeclaration(node) && node.importClause?.isTypeOnly === true;
const isKernel = (path: string) => KERNELS.some((folder) => path.startsWith(`${folder}/`));

export interface Sources {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** All wide sources reached from the entries, except the vocabulary, hosted functions and `outside`. */
  readonly files: readonly ts.SourceFile[];
  /** Modules of hosts that stay as they are, by absolute path. */
  readonly outside: ReadonlySet<string>;
}

/**
 * Loads the entries with all their imports.
 * @throws LanesError for an entry that does not exist
 * @param overlay - texts that replace files of these absolute paths, or add files
 * @param hosts - for hosts: modules that stay as they are, by absolute path
 */
export function loadSources(
  entries: readonly string[],
  overlay: ReadonlyMap<string, string>,
  hosts?: ReadonlySet<string>,
): Sources {
  const read = (path: string) => {
    if (path === LIBRARY) return LIBRARY_TEXT;
    const text = overlay.get(path);
    if (text !== undefined) return text;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  const host: ts.CompilerHost = {
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    getSourceFile: (path) => {
      const text = read(path);
      return text === undefined ? undefined : parse(path, text);
    },
    getDefaultLibFileName: () => LIBRARY,
    writeFile: () => {},
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text, parent }) => {
        const path = resolve(dirname(from), text);
        const exists = (name: string) => read(name) !== undefined;
        // of what a module outside imports, the kinds of its parameters are known
        const isLeftOut = hosts?.has(from) && !(isKernel(path) && isOfTypes(parent));
        if (!text.startsWith('.') || isLeftOut || !exists(path)) return { resolvedModule: undefined };
        const file = hosts ? path : inWasm(path, exists);
        return { resolvedModule: { resolvedFileName: file, extension: ts.Extension.Ts } };
      }),
  };
  const program = ts.createProgram([LIBRARY, ...entries], OPTIONS, host);
  // the program skips files that it cannot read
  const missing = entries.filter((path) => !program.getSourceFile(path));
  if (missing.length > 0) {
    throw new LanesError(missing.map((path) => `${path}: expected a wide source to compile, got no such file`));
  }
  const isOwn = (file: ts.SourceFile) =>
    file.fileName !== LIBRARY &&
    !BUILT_IN.has(file.fileName) &&
    !isHosted(file, hosts !== undefined) &&
    !hosts?.has(file.fileName);
  const own = program.getSourceFiles().filter(isOwn);
  return { program, checker: program.getTypeChecker(), files: own, outside: hosts ?? new Set() };
}

/** Reports the errors of `tsc` in the sources. */
export function reportTypeErrors({ program, files }: Sources, report: Report): void {
  for (const file of files) {
    for (const { start, messageText } of [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]) {
      report.add(file, start ?? 0, ts.flattenDiagnosticMessageText(messageText, ' '));
    }
  }
}
