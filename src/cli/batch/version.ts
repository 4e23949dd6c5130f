/** The version of the package, for `run.json` and the metadata of files. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const path = createRequire(import.meta.url).resolve('hullstorm/package.json');
export const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
