/**
 * Makes modules for hosts of the kernels that V8 runs slowly as they are written: `tools/lanes` takes their records
 * apart, and inlines their helpers. All other kernels run on hosts as they are written.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { transform } from 'esbuild';
import { compileToModule } from './lanes/compile.ts';

const ROOT = resolve(import.meta.dirname, '..');
const KERNELS = 'src/kernels/';

interface HostModule {
  readonly file: string;
  /** Kernels whose exported functions it exports. */
  readonly entries: readonly string[];
  /** Kernels that it imports if it calls them: they stay as they are, or have a module of their own. */
  readonly outside: readonly string[];
}

/** The language lacks what they need. */
const OF_HOSTS = ['cores/smoothCores', 'cores/partSupport'];

const MODULES: readonly HostModule[] = [
  {
    file: 'rows/pairRow',
    entries: ['rows/pairRow', 'cores/exactDistance', 'cores/halfSpaceDistance', 'round/smoothDistance'],
    outside: OF_HOSTS,
  },
  { file: 'rows/distanceRows', entries: ['rows/distanceRows'], outside: ['cores/exactDistance', ...OF_HOSTS] },
  { file: 'rays/castCore', entries: ['rays/castCore'], outside: ['cores/support'] },
];

const source = (name: string) => `${KERNELS}${name}.ts`;
const built = (name: string) => resolve(ROOT, 'dist', `${KERNELS}${name}.js`);

for (const { file, entries, outside } of MODULES) {
  const paths = { entries: entries.map(source), outside: outside.map(source), root: ROOT };
  const text = compileToModule(paths, source(file));
  const { code } = await transform(text, { format: 'esm', target: 'es2022', minifySyntax: true });
  mkdirSync(dirname(built(file)), { recursive: true });
  writeFileSync(built(file), code);
  // what is a part of the module, and imported by its own name
  for (const entry of entries.filter((name) => name !== file)) {
    const name = entry.split('/').at(-1)!;
    writeFileSync(built(entry), `export { ${name} } from '../${file}.js';\n`);
  }
}
