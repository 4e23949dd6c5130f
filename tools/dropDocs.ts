/**
 * Drops the doc comments of the modules in `dist`: declarations have those of public names, and the repository those of
 * others. Other comments stay, such as hints to bundlers. Modules with a map keep theirs: the map counts lines.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutDocs } from './withoutDocs.ts';

for (const folder of ['src', 'workers']) {
  const path = join(import.meta.dirname, '../dist', folder);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const text = readFileSync(file, 'utf8');
    if (!text.includes('\n//# sourceMappingURL=')) writeFileSync(file, withoutDocs(text));
  }
}
