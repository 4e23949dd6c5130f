/**
 * Caches the output of the lane compiler by a hash of all its inputs: a build after an unrelated change saves half a
 * minute. The cache is in `node_modules/.cache`, which `npm ci` empties.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { hashFiles } from '../hashFiles.ts';
import { inWasm } from './program.ts';

/** The compiler, from the root: it is an input of all its output. */
const COMPILER = 'tools/lanes/build.ts';

/**
 * A hash of the inputs of the modules with `entries`: the entries, the compiler, and the files that both import. Paths
 * are from the root.
 */
export function inputsHash(root: string, entries: readonly string[]): string {
  const files = new Set([...entries, COMPILER].map((path) => resolve(root, path)));
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.')) files.add(inWasm(resolve(dirname(file), fileName), existsSync));
    }
  }
  return hashFiles(root, ['package-lock.json', ...[...files].map((file) => relative(root, file))]);
}

/** The text cached under `name` and `key`; else caches the text of `make`. */
export async function cached(root: string, name: string, key: string, make: () => Promise<string>): Promise<string> {
  const file = join(root, 'node_modules/.cache/hullstorm', `${name}-${key}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text;
}
