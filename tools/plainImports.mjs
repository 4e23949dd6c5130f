/**
 * Writes imports in the built files as addresses:
 *
 * - `import(address)` of users' modules, and of a package that may not be there. TypeScript wraps an unknown address in
 *   a function, for relative addresses that end in .ts. Bundlers then find neither the address nor the comments that
 *   exclude it. Our addresses are no relative ones, so they need no wrapper.
 * - `#wasm/rays.js` of sources is `../../wasm/rays.js` beside them: Node finds it in half of the time, and an import
 *   map of a page need not name it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const HELPER = /^var __rewriteRelativeImportExtension = [\s\S]*?^};\n/m;
const CALL = /import\(__rewriteRelativeImportExtension\(([^()]*)\)\)/g;
const OF_WASM = ['narrow/wasmPieces', 'dynamics/wasmPieces', 'wasm/wasmFile', 'gpu/pipelines'];

/** Changes a file of `dist/src`. */
function rewrite(file, change) {
  const url = new URL(`../dist/src/${file}.js`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`plainImports: expected imports to change in ${file}.js, got none`);
  writeFileSync(url, changed);
}

for (const file of ['schedule/passCode', 'environment.node']) {
  rewrite(file, (text) => {
    if (!HELPER.test(text) || text.match(CALL)?.length !== 1) {
      throw new Error('plainImports: expected one import(address) with the helper of TypeScript, got something else');
    }
    return text.replace(HELPER, '').replace(CALL, 'import($1)');
  });
}
for (const file of OF_WASM) rewrite(file, (text) => text.replaceAll("'#wasm/", "'../../wasm/"));
