/**
 * Restores `import(address)` of users' modules in the built files. TypeScript wraps an unknown address in a function,
 * for relative addresses that end in .ts. Bundlers then find neither the address nor the comments that exclude it. Our
 * addresses are absolute, so they need no wrapper.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../dist/src/schedule/passCode.js', import.meta.url);
const HELPER = /^var __rewriteRelativeImportExtension = [\s\S]*?^};\n/m;
const CALL = /import\(__rewriteRelativeImportExtension\(([^()]*)\)\)/g;

const built = readFileSync(FILE, 'utf8');
if (!HELPER.test(built) || built.match(CALL)?.length !== 1) {
  throw new Error('plainImports: expected one import(address) with the helper of TypeScript, got something else');
}
writeFileSync(FILE, built.replace(HELPER, '').replace(CALL, 'import($1)'));
