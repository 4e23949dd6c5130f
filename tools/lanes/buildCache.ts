/**
 * Keeps what the lane compiler made, by a hash of all that goes into it: a build after a change elsewhere takes no half minute for it.
 * Lives in `node_modules/.cache`, which `npm ci` empties.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { hashFiles } from '../hashFiles.ts';

/** The compiler, from the root: it is a source of everything that it makes. */
const COMPILER = ['tools/lanes/build.ts', 'tools/lanes/compileApart.ts'];

/** A hash of what the modules with `entries` are made of, from the root: the entries, the compiler, and the files that both import. */
export function inputsHash(root: string, entries: readonly string[]): string {
  const files = new Set([...entries, ...COMPILER].map((path) => resolve(root, path)));
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    for (const { fileName } of importedFiles) if (fileName.startsWith('.')) files.add(resolve(dirname(file), fileName));
  }
  return hashFiles(root, ['package-lock.json', ...[...files].map((file) => relative(root, file))]);
}

/** The text kept under `name` and `key`, or the one that `make` gives, which is kept. */
export async function cached(root: string, name: string, key: string, make: () => Promise<string>): Promise<string> {
  const file = join(root, 'node_modules/.cache/hullstorm', `${name}-${key}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text;
}
