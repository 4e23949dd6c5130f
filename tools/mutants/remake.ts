/**
 * Makes parts of `dist` anew in the folder it runs in, a sandbox (sandbox.ts), without types and without checks:
 *
 *   node --import ./tools/typeScript.mjs tools/mutants/remake.ts [modules] [wide] [exact] [dynamics]
 *
 * `modules`: the steps of tools/build.ts from the transpiled modules on, without those that leave out files. `wide`,
 * `exact`, `dynamics`: the wasm of the wide kernels, of those in f64, or of the stepper. The strict build stands for
 * the relaxed one.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeGroups } from '../lanes/build.ts';
import { GROUPS, type GroupName, type PackedGroup, type PackedPieces, packGroup } from '../lanes/pieces.ts';

const ROOT = join(import.meta.dirname, '../..');
const parts = process.argv.slice(2);

const groups = (Object.keys(GROUPS) as GroupName[]).filter((name) => parts.includes(name));
if (groups.length > 0) {
  // other pieces stay as they are
  const { files } = await import('#wasm/files.js');
  const modules: Record<string, PackedPieces> = {};
  for (const file of readdirSync(join(ROOT, 'dist/wasm'))) {
    if (file !== 'files.js') modules[basename(file, '.js')] = (await import(`../../dist/wasm/${file}`)).packed;
  }
  const made: PackedGroup[] = [{ modules, files }];
  for (const name of groups) made.push(await packGroup(name, ROOT, true));
  writeGroups(ROOT, made);
}
if (parts.includes('modules')) {
  for (const step of ['plainImports.mjs', 'hostModules.ts', 'bundle.mjs', 'flattenPasses.mjs']) {
    await import(`../${step}`);
  }
}
