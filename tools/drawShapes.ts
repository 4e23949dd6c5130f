/** Writes the pictures of docs/shapes.md: `npx tsx tools/drawShapes.ts`. A test compares them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { ellipsoidPoints } from '../scenes/hulls.ts';
import { seeded } from '../scenes/random.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  hull,
  hullOf,
  point,
  rounded,
  type Shape,
  segment,
  sphere,
  sum,
  taperedCapsule,
  triangle,
} from '../src/pair.ts';
import { commandLine } from './commandLine.ts';
import { drawShape } from './shapePictures.ts';

export const FOLDER = new URL('../docs/images/shapes/', import.meta.url);

/** The shape of each picture (m). */
export const PICTURES: Readonly<Record<string, Shape>> = {
  point: point(),
  sphere: sphere(0.4),
  segment: segment(0.4),
  capsule: capsule(0.25, 0.2),
  box: box(0.4, 0.25, 0.3),
  'rounded-box': rounded(box(0.3, 0.15, 0.2), 0.1),
  hull: hull(ellipsoidPoints(24, seeded(5))),
  triangle: triangle([-0.4, -0.25, 0.3, 0.45, -0.2, 0.1, -0.1, 0.4, -0.3]),
  cylinder: cylinder(0.3, 0.35),
  cone: cone(0.4, 0.35),
  frustum: frustum(0.3, 0.4, 0.2),
  disk: disk(0.45),
  coin: rounded(disk(0.4), 0.06),
  ellipsoid: ellipsoid(0.45, 0.25, 0.35),
  'tapered-capsule': taperedCapsule(0.25, 0.1, 0.25),
  sum: sum(box(0.2, 0.15, 0.1), cylinder(0.15, 0.2)),
  'hull-of': hullOf({ shape: sphere(0.3), position: [0, -0.15, 0] }, { shape: sphere(0.05), position: [0, 0.4, 0] }),
};

if (process.argv[1] === import.meta.filename) {
  commandLine('npx tsx tools/drawShapes.ts', 'Writes docs/images/shapes: a picture per shape, as SVG', {});
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, shape] of Object.entries(PICTURES)) {
    const text = drawShape(name, shape);
    writeFileSync(new URL(`${name}.svg`, FOLDER), text);
    console.log(`${name}.svg  ${text.length} B`);
  }
}
