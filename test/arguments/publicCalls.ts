/** The functions, methods and option keys that the built entries declare, read from their `.d.ts`. */
import ts from 'typescript';

export interface PublicApi {
  /** `createEngine`, `Scene.addShape`, … */
  readonly calls: readonly string[];
  /** Keys of every exported interface. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** What each of `files` declares, `.d.ts` all of them. */
export function publicApis(files: readonly string[]): PublicApi[] {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    skipLibCheck: true,
  });
  return files.map((file) => publicApi(program, file));
}

function publicApi(program: ts.Program, file: string): PublicApi {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const calls: string[] = [];
  const keys = new Map<string, string[]>();
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if (symbol.flags & ts.SymbolFlags.Function) calls.push(exported.name);
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) continue;
    const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
    const own = members.filter(({ name }) => !name.startsWith('__@'));
    if (symbol.flags & ts.SymbolFlags.Class) {
      const methods = own.filter(({ flags }) => flags & ts.SymbolFlags.Method);
      calls.push(...methods.map(({ name }) => `${exported.name}.${name}`));
    } else {
      keys.set(
        exported.name,
        members.map(({ name }) => name),
      );
    }
  }
  return { calls, keys };
}
