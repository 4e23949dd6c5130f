/**
 * Keeps what the lane compiler made, by a hash of all that goes into it: a build after a change elsewhere takes no half minute for it.
 * Lives in `node_modules/.cache`, which `npm ci` empties.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All that a compilation reads, from the root: folders with everything in them, and files. */
export const INPUTS = [
  'src/narrow/wide',
  'src/dynamics/wide',
  'src/queries/distance/status.ts',
  'src/wasm',
  'tools/lanes',
  'package-lock.json',
];

/** A hash of the inputs under `root`: paths and bytes, in an order that does not depend on the file system. */
export function inputsHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => filesOf(root, input)).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
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

function filesOf(root: string, path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesOf(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}
