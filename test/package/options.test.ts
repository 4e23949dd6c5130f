/**
 * Options of the built declarations under `exactOptionalPropertyTypes`: each may be undefined. They are found in the
 * exports of all entries, so that no new option is left out. And what errors of `createEngine` say.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../fixtures/consumer/', import.meta.url));
const ENTRIES = [
  'hullstorm',
  'hullstorm/dynamics',
  'hullstorm/gpu',
  'hullstorm/loop',
  'hullstorm/pair',
  'hullstorm/pair2d',
];
const IMPORTS = ENTRIES.map((entry, k) => `import * as m${k} from '${entry}';`).join('\n');

/** A program of one module, for `nodenext`: in Node without the types of Node and the DOM, or for a page. */
function compile(text: string, isPage: boolean, before?: ts.Program): ts.Program {
  const path = `${FOLDER}optionsOf${isPage ? 'Page' : 'Node'}.ts`;
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: isPage ? ['lib.es2022.d.ts', 'lib.dom.d.ts'] : ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
    types: [],
    customConditions: isPage ? ['browser'] : [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === path ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...rest);
  return ts.createProgram([path], options, host, before);
}

/** Errors of the module, or of all that it imports too, but for the libraries of TypeScript. */
function errorsOf(program: ts.Program, ofAll = false): string[] {
  const sources = ofAll
    ? program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'))
    : [program.getSourceFile(program.getRootFileNames()[0])!];
  const errors = sources.flatMap((source) => ts.getPreEmitDiagnostics(program, source));
  return [...new Set(errors)].map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').length;
    return `${file?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** The exported symbols of the entry `m${k}`. */
function exportsOf(program: ts.Program, k: number): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(program.getRootFileNames()[0])!;
  const [clause] = source.statements.filter(ts.isImportDeclaration).slice(k);
  const module = checker.getSymbolAtLocation(clause.moduleSpecifier)!;
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
}

const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0;

/** Optional members of what exported functions and methods take, and of exported types, that may not be undefined. */
function strictMembers(program: ts.Program): { strict: string[]; seen: string[] } {
  const checker = program.getTypeChecker();
  const visited = new Set<ts.Type>();
  const strict: string[] = [];
  const seen: string[] = [];
  const visit = (type: ts.Type, path: string): void => {
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, path);
    if (visited.has(type) || !(type.flags & ts.TypeFlags.Object)) return;
    visited.add(type);
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), `${path}()`);
    }
    for (const member of type.getProperties()) {
      const [declaration] = member.declarations ?? [];
      if (!declaration?.getSourceFile().fileName.includes('/dist/')) continue;
      visit(checker.getTypeOfSymbol(member), `${path}.${member.name}`);
      if (!ts.isPropertySignature(declaration) || !declaration.questionToken) continue;
      seen.push(`${path}.${member.name}`);
      const declared = checker.getTypeFromTypeNode(declaration.type!);
      if (!checker.isTypeAssignableTo(checker.getUndefinedType(), declared)) strict.push(`${path}.${member.name}`);
    }
  };
  for (const k of ENTRIES.keys()) {
    for (const symbol of exportsOf(program, k)) {
      const isType = symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.TypeAlias);
      if (isType) visit(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
      if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), symbol.name);
    }
  }
  return { strict, seen };
}

/** A line for each optional member of an exported type, and of its members: it is set to undefined. */
function assignments(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const lines: string[] = [];
  const add = (type: ts.Type, name: string, isNested: boolean): void => {
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || checker.isArrayLikeType(type)) return;
    for (const member of type.getProperties().filter(isOptional)) {
      lines.push(`{ const given: Pick<${name}, '${member.name}'> = { ${member.name}: undefined }; void given; }`);
      if (isNested) continue;
      const inner = checker.getNonNullableType(checker.getTypeOfSymbol(member));
      if (!inner.getCallSignatures().length) add(inner, `NonNullable<${name}['${member.name}']>`, true);
    }
  };
  for (const k of ENTRIES.keys()) {
    for (const symbol of exportsOf(program, k)) {
      if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) continue;
      add(checker.getDeclaredTypeOfSymbol(symbol), `m${k}.${symbol.name}`, false);
    }
  }
  return lines;
}

describe.each([
  ['Node without its types', false],
  ['a page', true],
])('%s', (_, isPage) => {
  const program = compile(IMPORTS, isPage);

  test('the declarations compile', () => expect(errorsOf(program, true)).toEqual([]));

  test('no optional member refuses undefined', () => {
    const { strict, seen } = strictMembers(program);
    expect(strict).toEqual([]);
    // what is walked: parameters of overloads, and nested options
    for (const part of ['maxDistance', 'pivots', 'hits', 'createWorker', 'gravity', 'angle']) {
      expect(
        seen.some((path) => path.endsWith(`.${part}`)),
        part,
      ).toBe(true);
    }
    expect(seen.length).toBeGreaterThan(80);
  });

  test('each option set to undefined', () => {
    const lines = assignments(program);
    expect(lines.some((line) => line.includes("NonNullable<m0.EngineOptions['capacity']>, 'colliders'"))).toBe(true);
    expect(lines.length).toBeGreaterThan(80);
    expect(errorsOf(compile(`${IMPORTS}\n${lines.join('\n')}`, isPage, program))).toEqual([]);
  });

  test('errors of createEngine speak of the 3-D form first', () => {
    const calls = ['{ capcity: {} }', "{ kernel: 'x' }", '{ capacity: { pairz: 1 } }'];
    const text = `${IMPORTS}\n${calls.map((call) => `void m0.createEngine(${call});`).join('\n')}`;
    const said = errorsOf(compile(text, isPage, program)).map((error) => error.split('\n'));
    expect(said.map(([first]) => first.replace(/^.*?:\d+ /, ''))).toEqual(
      calls.map(() => 'No overload matches this call.'),
    );
    for (const [, which, why] of said) {
      expect(which).toMatch(
        /^ *Overload 1 of 3, '\(options\?: EngineOptions<\w+> \| undefined\): Promise<Engine<Scene>>', gave/,
      );
      expect(why).not.toContain('Planar');
    }
    expect(said[0][2]).toContain("'capcity' does not exist in type 'EngineOptions<");
    expect(said[0][2]).toContain("Did you mean to write 'capacity'?");
    expect(said[1][2]).toContain(`Type '"x"' is not assignable to type 'KernelName | undefined'`);
    expect(said[2][2]).toContain("Did you mean to write 'pairs'?");
  });

  test('the types of createEngine without a call are those of 3-D', () => {
    const text = `${IMPORTS}
      declare const made: Awaited<ReturnType<typeof m0.createEngine>>;
      const engine: m0.Engine = made;
      const options: Parameters<typeof m0.createEngine>[0] = { workers: undefined };
      void engine; void options;`;
    expect(errorsOf(compile(text, isPage, program))).toEqual([]);
  });
});
