/**
 * Thins the map of `hullstorm.min.js`: a position per line of the sources, which is what stacks of errors show, is a
 * quarter of a position per name. The sources are the modules of the package beside it. The map holds only the text of
 * those that the package has not, or has in another form: runs after prune.mjs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const FILE = `${DIST}hullstorm.min.js.map`;
const { sources, sourcesContent, mappings } = JSON.parse(readFileSync(FILE, 'utf8'));

// bundle.mjs reads other lines in place of some imports
const withoutImports = (text) => text.replace(/^import .*$/gm, '');
const isBeside = (path, text) =>
  !path.startsWith('..') &&
  existsSync(DIST + path) &&
  withoutImports(readFileSync(DIST + path, 'utf8')) === withoutImports(text);
const contents = sources.map((path, k) => (isBeside(path, sourcesContent[k]) ? null : sourcesContent[k]));

function byLines(segments) {
  const isNew = ([, source, line], k) => k === 0 || segments[k - 1][1] !== source || segments[k - 1][2] !== line;
  return segments.filter(isNew).map((segment) => segment.slice(0, 4));
}

const map = {
  version: 3,
  sources,
  sourcesContent: contents,
  names: [],
  mappings: encode(decode(mappings).map(byLines)),
};
writeFileSync(FILE, JSON.stringify(map));
