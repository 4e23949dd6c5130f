/** SHA-256 over files: their paths and bytes, in an order that does not depend on the file system. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param paths from `root`: files, and folders with all their content. A missing path counts as an empty folder. */
export function hashFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of [...new Set(paths.flatMap((each) => filesOf(root, each)))].sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesOf(root: string, path: string): string[] {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  return readdirSync(place).flatMap((name) => filesOf(root, `${path}/${name}`));
}
