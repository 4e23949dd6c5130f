/** The pictures of docs/shapes.md are those that tools/drawShapes.ts draws, and show what the shapes are. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { box, rounded, sphere } from '../../src/pair.ts';
import { FOLDER, PICTURES } from '../../tools/drawShapes.ts';
import { drawShape } from '../../tools/shapePictures.ts';

const page = readFileSync(new URL('../../docs/shapes.md', import.meta.url), 'utf8');

describe.each(Object.entries(PICTURES))('%s', (name, shape) => {
  test('its file is up to date: npx tsx tools/drawShapes.ts', () => {
    expect(readFileSync(new URL(`${name}.svg`, FOLDER), 'utf8')).toBe(drawShape(name, shape));
  });

  test('the page shows it', () => expect(page).toContain(`(images/shapes/${name}.svg)`));
});

test('there is no other picture', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(
    Object.keys(PICTURES)
      .map((name) => `${name}.svg`)
      .toSorted(),
  );
});

/** Corners of the outline (px from the middle of the picture). */
function outlineOf(svg: string): [number, number][] {
  const text = /<path d="M([^Z]*)Z"/.exec(svg)![1];
  return text.split('L').map((pair) => {
    const [x, y] = pair.split(' ').map(Number);
    return [x - 75, y - 65];
  });
}

test('the outline of a box is a hexagon, that of a sphere a circle of its radius', () => {
  expect(outlineOf(drawShape('box', box(0.4, 0.25, 0.3)))).toHaveLength(6);
  for (const ball of [sphere(0.4), rounded(sphere(0.3), 0.1)]) {
    const circle = outlineOf(drawShape('ball', ball));
    expect(circle.length).toBeGreaterThan(30);
    // 90 px per meter; the coordinates have one decimal
    for (const [x, y] of circle) expect(Math.abs(Math.hypot(x, y) - 36)).toBeLessThan(0.08);
  }
});
