/**
 * Thins the map of `hullstorm.min.js`. The sources are the modules of the package beside it. The map holds only the
 * text of those that the package has not, or has in another form: runs after prune.mjs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { thinMappings } from './thinMappings.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const FILE = `${DIST}hullstorm.min.js.map`;
const { sources, sourcesContent, mappings } = JSON.parse(readFileSync(FILE, 'utf8'));

// the bundle follows no map of a module (bundle.mjs)
const textOf = (path) => readFileSync(DIST + path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n/m, '');
const isBeside = (path, text) => !path.startsWith('..') && existsSync(DIST + path) && textOf(path) === text;
const contents = sources.map((path, k) => (isBeside(path, sourcesContent[k]) ? null : sourcesContent[k]));

const map = {
  version: 3,
  sources,
  sourcesContent: contents,
  names: [],
  mappings: thinMappings(mappings),
};
writeFileSync(FILE, JSON.stringify(map));
