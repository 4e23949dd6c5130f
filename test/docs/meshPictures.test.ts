/** The pictures of docs/meshes.md are those that tools/drawMeshes.ts draws, and show what the page says. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOLDER, PICTURES } from '../../tools/drawMeshes.ts';

const page = readFileSync(new URL('../../docs/meshes.md', import.meta.url), 'utf8');

test.each(Object.entries(PICTURES))('%s: its file is up to date: npx tsx tools/drawMeshes.ts', (name, picture) => {
  expect(readFileSync(new URL(`${name}.svg`, FOLDER), 'utf8')).toBe(picture);
  expect(page).toContain(`(images/meshes/${name}.svg)`);
});

test('there is no other picture', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(['borders.svg', 'cells.svg', 'winding.svg']);
});

/** How often a picture has an arrow with a head. */
const arrows = (name: string, head: string) => PICTURES[name]!.split(`url(#${head})`).length - 1;

test('the front is where 0, 1, 2 are counter-clockwise, and from behind it nothing is met', () => {
  expect(PICTURES.winding).toContain('>0, 1, 2 counter-clockwise<');
  expect(PICTURES.winding).toContain('>it holds from above alone<');
  // the front alone, then both sides
  expect(arrows('winding', 'push')).toBe(1 + 2);
});

test('the edges of a free mesh push from the side: one edge, ground and edge, and the ground of a joined one', () => {
  expect(arrows('borders', 'push')).toBe(1 + 2 + 1);
});

test('the diagonals of cells run to the larger z, and to the smaller x', () => {
  const [, diagonals] = /<path d="([^"]*)" stroke="#9dbbe0"/.exec(PICTURES.cells!)!;
  const lines = diagonals!.match(/M[^M]*/g)!.map((line) => line.match(/\d+/g)!.map(Number));
  expect(lines).toHaveLength(6);
  for (const [x, z, endX, endZ] of lines) expect([endX! - x!, endZ! - z!]).toEqual([-100, 90]);
});
