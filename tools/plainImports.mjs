/**
 * Makes the built `import(address)` of users' modules the plain one of the source. TypeScript puts a function around addresses that it
 * does not know, for relative ones that end in .ts, and bundlers then see neither the address nor the comments that tell them to
 * leave it alone. Ours are absolute.
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
