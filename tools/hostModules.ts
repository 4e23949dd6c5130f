/**
 * Makes modules for hosts of the kernels that V8 runs slowly as they are written: `tools/lanes` takes their records
 * apart, and inlines their helpers. All other kernels run on hosts as they are written. The maps lead to the sources
 * in the public repository, and do not hold their texts: the package has no room for them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix, resolve } from 'node:path';
import { transform } from 'esbuild';
import { compileToModule } from './lanes/compile.ts';
import { thinMappings } from './thinMappings.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface HostModule {
  readonly file: string;
  /** Kernels in it, and what is imported of them. Each of their own modules exports it from here. */
  readonly entries: Readonly<Record<string, string>>;
  /** Kernels that it imports if it calls them: they stay as they are, or have a module of their own. */
  readonly outside: readonly string[];
  /** Functions that it has from another module of this list, which exports them: each is in a bundle once. */
  readonly shared?: { readonly from: string; readonly names: readonly string[] };
}

/** The language lacks what they need. */
const OF_HOSTS = ['geometry', 'smoothCores', 'measureSmooth', 'partSupport'].map((name) => `kernels/cores/${name}`);

const MODULES: readonly HostModule[] = [
  {
    file: 'kernels/rows/pairRow',
    entries: {
      'kernels/rows/pairRow': 'pairRow',
      'kernels/cores/exactDistance': 'exactDistance',
      'kernels/round/smoothDistance': 'smoothDistance',
    },
    outside: OF_HOSTS,
  },
  {
    file: 'kernels/cores/halfSpaceDistance',
    entries: { 'kernels/cores/halfSpaceDistance': 'halfSpaceDistance' },
    outside: ['kernels/cores/support'],
  },
  {
    file: 'kernels/rows/distanceRows',
    entries: { 'kernels/rows/distanceRows': 'distanceRows' },
    outside: ['kernels/cores/exactDistance', ...OF_HOSTS],
  },
  {
    file: 'kernels/points/triangle',
    entries: { 'kernels/points/triangle': 'measureTriangle' },
    outside: [],
  },
  {
    file: 'kernels/rays/castCore',
    entries: { 'kernels/rays/castCore': 'castCore' },
    outside: ['kernels/cores/support'],
  },
  {
    file: 'kernels/rays/nextOnRay',
    entries: { 'kernels/rays/nextOnRay': 'nextOnRay' },
    outside: ['kernels/tree/startDescent'],
  },
  {
    file: 'kernels/children/nextNear',
    entries: { 'kernels/children/nextNear': 'nextNear' },
    outside: [],
  },
  {
    // pages without rays and casts load neither
    file: 'kernels/rays/nextOnLines',
    entries: { 'kernels/rays/nextOnLine': 'nextOnLine', 'narrow/children/nextOnSweep': 'nextOnSweep' },
    outside: [],
    shared: { from: 'kernels/children/nextNear', names: ['writeBlockBox$', 'writeHeights$', 'isHole$'] },
  },
  {
    file: 'kernels/rays/triangle',
    entries: { 'kernels/rays/triangle': 'meetTriangle' },
    outside: [],
  },
  {
    file: 'kernels/points/nextNearPoint',
    entries: { 'kernels/points/nextNearPoint': 'nextNearPoint' },
    outside: ['kernels/tree/startDescent'],
  },
  {
    file: 'kernels/casts/nextSwept',
    entries: { 'kernels/casts/nextSwept': 'nextSwept' },
    outside: ['kernels/tree/startDescent'],
  },
  {
    file: 'broad/tree/findBoxes',
    entries: { 'broad/tree/findBoxes': 'findBoxes' },
    outside: ['kernels/tree/startDescent'],
  },
  {
    file: 'broad/tree/searches',
    entries: {
      'broad/tree/findAll': 'findGroups',
      'broad/tree/findMore': 'findMore',
    },
    outside: ['kernels/tree/startDescent', 'broad/planeGaps', 'broad/candidates/pairable'],
  },
];

const { repository, version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'));
const PROJECT = new URL(repository.url).pathname.replace('.git', '');
/** The sources of this version. Tools that read maps warn of sources that a package names and does not have. */
const SOURCES = `https://raw.githubusercontent.com${PROJECT}/v${version}/src/`;

const source = (name: string) => `src/${name}.ts`;

/** A map of a module without texts: its sources begin at `SOURCES`, and a line is all that it leads to. */
function thinMap(file: string, text: string): string {
  const { sourcesContent: _, ...map } = JSON.parse(text);
  const sources = map.sources.map((path: string) => posix.join(posix.dirname(file), path));
  return JSON.stringify({ ...map, sourceRoot: SOURCES, sources, mappings: thinMappings(map.mappings) });
}

function write(name: string, text: string): void {
  const path = resolve(ROOT, `dist/src/${name}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The path of a module, as another one imports it. */
const pathFrom = (file: string, to: string) => posix.relative(posix.dirname(file), to).replace(/^(?!\.)/, './');

/** The text with the functions that it shares: exported, or imported. Its lines keep their numbers. */
function shareFunctions(file: string, text: string, shared: HostModule['shared']): string {
  const exported = MODULES.flatMap((each) => (each.shared?.from === file ? each.shared.names : []));
  if (exported.length > 0) return `${text}\nexport { ${exported.join(', ')} };\n`;
  if (!shared) return text;
  let rest = text;
  for (const name of shared.names) {
    const whole = rest.match(new RegExp(`^function ${name.replace('$', '\\$')}\\([^]*?^}$`, 'm'))?.[0];
    if (!whole) throw new Error(`${file}: expected the function ${name} in its text`);
    rest = rest.replace(whole, () => whole.replace(/[^\n]/g, ''));
  }
  return `import { ${shared.names.join(', ')} } from '${pathFrom(file, shared.from)}.js'; ${rest}`;
}

for (const { file, entries, outside, shared } of MODULES) {
  const sources = { entries: Object.keys(entries).map(source), outside: outside.map(source), root: ROOT };
  const { text: own, map: inner } = compileToModule(sources, source(file));
  const text = shareFunctions(file, own, shared);
  const comment = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(inner).toString('base64')}`;
  const options = { format: 'esm', target: 'es2022', minifySyntax: true, sourcemap: 'external' } as const;
  const { code, map } = await transform(text + comment, { ...options, sourcefile: `${file}.js` });
  write(`${file}.js`, `${code}//# sourceMappingURL=${posix.basename(file)}.js.map\n`);
  write(`${file}.js.map`, thinMap(file, map));
  for (const [entry, names] of Object.entries(entries)) {
    if (entry !== file) write(`${entry}.js`, `export { ${names} } from '${pathFrom(entry, file)}.js';\n`);
  }
}
