/** What files import, directly or not: which builds contain a source, and which tests load it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { GROUPS, type GroupName, sourcesOf } from '../lanes/pieces.ts';
import { inWasm } from '../lanes/program.ts';

/** Sources that stand for what is imported by name. Engines start workers, which nothing imports. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  hullstorm: ['src/index.node.ts', 'workers/queryWorker.ts'],
  'hullstorm/dynamics': ['src/dynamics/index.ts'],
  'hullstorm/gpu': ['src/gpu/index.ts'],
  'hullstorm/pair': ['src/pair.ts'],
  'hullstorm/pair2d': ['src/pair2d.ts'],
  'hullstorm/three': ['src/three/index.ts'],
  '#wasm/stepper.js': sourcesOf('dynamics'),
  ...Object.fromEntries(
    Object.keys(GROUPS.wide.pieces).map((name) => [`#wasm/${name}.js`, [...sourcesOf('wide'), ...sourcesOf('exact')]]),
  ),
};
/** Files that compile wide sources themselves. */
const COMPILED_BY: Readonly<Record<string, readonly string[]>> = {
  'test/support/dynamicsTables.ts': sourcesOf('dynamics'),
};
/** Entries of the modules in `dist`. */
export const ENTRIES = [
  'src/index.node.ts',
  'src/index.web.ts',
  'src/dynamics/index.ts',
  'src/gpu/index.ts',
  'src/pair.ts',
  'src/pair2d.ts',
  'src/three/index.ts',
];
const WORKERS = ['workers/entry.web.ts', 'workers/entry.node.ts', 'workers/webScope.node.ts'];

interface Import {
  readonly isWasm: boolean;
  /** From `dist`. */
  readonly isBuilt: boolean;
  readonly paths: readonly string[];
}

export class Imports {
  readonly #root: string;
  readonly #direct = new Map<string, readonly Import[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The files that `files` load, themselves included, with the number of imports on the shortest way.
   * @param through what counts: all; all but sources of wasm; files that are loaded as they are, not from `dist`
   */
  reach(files: readonly string[], through: 'all' | 'modules' | 'sources' = 'all'): Map<string, number> {
    const depths = new Map(files.map((file) => [file, 0]));
    for (const [file, depth] of depths) {
      for (const next of this.#importsOf(file)) {
        if (through === 'sources' ? next.isBuilt : through === 'modules' && next.isWasm) continue;
        for (const path of next.paths) if (!depths.has(path)) depths.set(path, depth + 1);
      }
    }
    return depths;
  }

  /** Whether a file imports a module of `dist` by its name. */
  loadsBuilt(file: string): boolean {
    return this.#importsOf(file).some(({ isBuilt, isWasm, paths }) => isBuilt && !isWasm && paths.length > 0);
  }

  /** The parts of `remake.ts` that contain one of `files`. */
  partsWith(files: readonly string[]): string[] {
    const modules = this.reach([...ENTRIES, ...WORKERS], 'modules');
    const groups = Object.keys(GROUPS) as GroupName[];
    const wasm = groups.map((name) => [name, this.reach(sourcesOf(name))] as const);
    const reached = { modules, ...Object.fromEntries(wasm) };
    return Object.entries(reached)
      .filter(([, depths]) => files.some((file) => depths.has(file)))
      .map(([part]) => part);
  }

  /** A file, and the one that the lane compiler reads in its place. */
  #ownOf(path: string): readonly string[] {
    return [...new Set([path, inWasm(path, (own) => existsSync(join(this.#root, own)))])];
  }

  #importsOf(file: string): readonly Import[] {
    const known = this.#direct.get(file);
    if (known) return known;
    const text = existsSync(join(this.#root, file)) ? readFileSync(join(this.#root, file), 'utf8') : '';
    const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    // probes run in a process of their own
    const probes = [...text.matchAll(/'(?:\.\/)?([\w./]+\.mjs)'/g)].map(([, path]) => `./${path}`);
    const imported = [...names, ...probes].map((name) => {
      const path = name.startsWith('.') ? relative(this.#root, join(this.#root, dirname(file), name)) : '';
      const paths = path === '' ? (BY_NAME[name] ?? []) : this.#ownOf(path.replaceAll('\\', '/'));
      return { isWasm: name.startsWith('#'), isBuilt: path === '', paths };
    });
    const found = [...imported, { isWasm: false, isBuilt: false, paths: COMPILED_BY[file] ?? [] }];
    this.#direct.set(file, found);
    return found;
  }
}
