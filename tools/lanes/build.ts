/**
 * Makes `dist/wasm`: for each piece of the wasm a module that holds it as text (src/wasm/wasmPiece.ts), which works
 * with any module loader, and fetches nothing; `files.js` with the names of the same pieces as files; and `wgsl.js`
 * and `layoutWgsl.js`, the shaders of GPUs. Sources import them as `#wasm/rays.js` and so on (package.json, "imports").
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cached, inputsHash } from './buildCache.ts';
import { LanesError } from './diagnostics.ts';
import { GPU_SOURCES, type GpuTexts, gpuTexts } from './gpuTexts.ts';
import { GROUPS, type GroupName, type PackedGroup, packGroup, sourcesOf } from './pieces.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Writes a module that exports one value to `dist/wasm` of `root`. */
function writeModule(root: string, name: string, what: string, value: unknown): void {
  const folder = resolve(root, 'dist/wasm');
  mkdirSync(folder, { recursive: true });
  const text = `// made by tools/lanes/build.ts\nexport const ${what} = ${JSON.stringify(value, undefined, 1)};\n`;
  writeFileSync(resolve(folder, `${name}.js`), text);
}

/** Writes groups to `dist/wasm` of `root`. */
export function writeGroups(root: string, groups: readonly PackedGroup[]): void {
  for (const name of new Set(groups.flatMap(({ modules }) => Object.keys(modules)))) {
    writeModule(root, name, 'packed', Object.assign({}, ...groups.map(({ modules }) => modules[name])));
  }
  writeModule(root, 'files', 'files', Object.assign({}, ...groups.map(({ files }) => files)));
}

/** One after the other: what V8 has compiled of the compilers for the first serves the others. */
async function main(): Promise<void> {
  const groups: PackedGroup[] = [];
  for (const name of Object.keys(GROUPS) as GroupName[]) {
    const key = inputsHash(ROOT, sourcesOf(name));
    groups.push(JSON.parse(await cached(ROOT, name, key, async () => JSON.stringify(await packGroup(name, ROOT)))));
  }
  writeGroups(ROOT, groups);
  const texts = await cached(ROOT, 'wgsl', inputsHash(ROOT, GPU_SOURCES), async () => JSON.stringify(gpuTexts(ROOT)));
  const { layout, ...wgsl } = JSON.parse(texts) as GpuTexts;
  writeModule(ROOT, 'wgsl', 'wgsl', wgsl);
  writeModule(ROOT, 'layoutWgsl', 'layoutWgsl', layout);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof LanesError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
