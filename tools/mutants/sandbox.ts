/**
 * A copy of the repository in a temporary folder, in which mutants are built and tested. `dist` starts as a copy, too;
 * of a mutant only the parts are made anew that contain its files.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Imports } from './imports.ts';
import { filesOf, type Mutant, mutated } from './mutant.ts';

const LEFT_OUT = new Set(['node_modules', '.git', 'dist-demo', 'coverage']);
/** Module → JavaScript, as tsc writes it. */
const TRANSPILED: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'hullstorm-mutants-'));
  readonly #texts: ReadonlyMap<string, string>;
  readonly #imports: Imports;
  /** What `dist` has of the mutant. */
  #parts: readonly string[] = [];

  constructor(root: string, texts: ReadonlyMap<string, string>, imports: Imports) {
    this.#texts = texts;
    this.#imports = imports;
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 }));
    for (const name of readdirSync(root)) {
      if (LEFT_OUT.has(name)) continue;
      cpSync(join(root, name), this.#at(name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
    }
    // links to all packages: builds have a cache of their own, and never that of the repository
    mkdirSync(this.#at('node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), this.#at(`node_modules/${name}`));
    }
    cpSync(this.#at('dist'), this.#at('clean/dist'), { recursive: true });
  }

  /** Writes the sources of a mutant. */
  apply(mutant: Mutant): void {
    for (const file of filesOf(mutant)) writeFileSync(this.#at(file), mutated(file, this.#texts.get(file)!, mutant));
    this.#parts = [];
  }

  /** Makes its parts of `dist`. @returns why it does not build, or an empty text */
  build(mutant: Mutant): string {
    const files = filesOf(mutant);
    this.#parts = this.#imports.partsWith(files);
    if (this.#parts.length === 0) return '';
    if (this.#parts.includes('modules')) {
      if (!existsSync(this.#at('clean/modules'))) for (const [file, text] of this.#texts) this.#transpile(file, text);
      cpSync(this.#at('clean/modules'), this.#at('dist'), { recursive: true });
      for (const file of files) this.#transpile(file, mutated(file, this.#texts.get(file)!, mutant), 'dist');
    }
    const made = this.run(['--import', './tools/typeScript.mjs', 'tools/mutants/remake.ts', ...this.#parts]);
    return made.status === 0 ? '' : (made.stderr.split('\n').find((line) => /error|Error|:\d+/.test(line)) ?? 'failed');
  }

  /** Puts the sources and `dist` back. */
  restore(mutant: Mutant): void {
    for (const file of filesOf(mutant)) writeFileSync(this.#at(file), this.#texts.get(file)!);
    if (this.#parts.length === 0) return;
    rmSync(this.#at('dist'), { recursive: true });
    cpSync(this.#at('clean/dist'), this.#at('dist'), { recursive: true });
  }

  /** Runs Node here. */
  run(args: readonly string[]): { status: number | null; stderr: string } {
    return spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  #transpile(file: string, text: string, folder = 'clean/modules'): void {
    const place = this.#at(`${folder}/${file.replace(/\.ts$/, '.js')}`);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, ts.transpileModule(text, { compilerOptions: TRANSPILED, fileName: file }).outputText);
  }

  #at(path: string): string {
    return join(this.folder, path);
  }
}
