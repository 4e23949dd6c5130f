/**
 * The stress worlds: a cloud of convex bodies that fall and tumble down a column (`fall.ts`). A body is in five to six
 * candidate pairs, four in ten of which overlap. Equal options give equal worlds on every machine.
 *
 *   box     cuboids, half extents 0.25–0.5 m
 *   hull    16–64 vertices on perturbed ellipsoids
 *   mixed   cuboids, spheres, capsules, rounded boxes, hulls
 *   dragon  hulls of the Stanford dragon, 181 vertices
 */
import { box, capsule, hull, rounded, type Shape, sphere } from 'hullstorm';
import { createMotions } from './fall.ts';
import { dragonPoints, ellipsoidPoints } from './hulls.ts';
import { between, type Random, randomUnit, seeded } from './random.ts';
import { makeWorld, type World } from './world.ts';

export const STRESS_SHAPES = ['box', 'hull', 'mixed', 'dragon'] as const;
export type StressShape = (typeof STRESS_SHAPES)[number];

export interface StressOptions {
  /** Bodies, ≥ 1. */
  readonly count: number;
  readonly shape: StressShape;
  readonly seed: number;
}

/** Height of a column, in diameters. */
const COLUMN_RATIO = 2.2;
/** Bodies per m³. Each body is then in five to six candidate pairs at a margin of 0.05 m. */
const DENSITY: Record<StressShape, number> = { box: 0.44, hull: 0.98, mixed: 0.75, dragon: 0.65 };

/** @throws RangeError for bad options */
export function createStress({ count, shape, seed }: StressOptions): World {
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new RangeError(`createStress: count: expected an integer ≥ 1, got ${count}`);
  }
  if (!STRESS_SHAPES.includes(shape)) {
    throw new RangeError(`createStress: shape: expected ${STRESS_SHAPES.join(', ')}, got ${shape}`);
  }
  const random = seeded(seed);
  const shapes = makeShapes(shape, count, random);
  const shapeOf = Uint32Array.from({ length: count }, () => Math.floor(random() * shapes.length));
  // volume = π radius² · COLUMN_RATIO · 2 radius
  const radius = Math.cbrt(count / DENSITY[shape] / (2 * Math.PI * COLUMN_RATIO));
  const height = COLUMN_RATIO * 2 * radius;
  const motions = createMotions(count);
  const disc = new Float64Array(2);
  for (let i = 0; i < count; i++) {
    randomUnit(disc, 0, 2, random);
    const out = radius * Math.sqrt(random());
    motions.x[i] = out * disc[0];
    motions.z[i] = out * disc[1];
    motions.phase[i] = random();
    randomUnit(motions.rotation, 4 * i, 4, random);
  }
  return makeWorld(shape, seed, shapes, shapeOf, { bottom: -height / 2, top: height / 2, radius }, motions, random);
}

/** Most sizes of cuboids in one world. Each size is a shape. */
const BOX_SIZES = 4096;

function makeShapes(kind: StressShape, count: number, random: Random): Shape[] {
  const several = (most: number, make: () => Shape) => Array.from({ length: Math.min(most, count) }, make);
  const size = () => between(random, 0.25, 0.5);
  const makeBox = () => box(size(), size(), size());
  const makeHull = () => hull(ellipsoidPoints(Math.floor(between(random, 16, 65)), random));
  switch (kind) {
    case 'box':
      return several(BOX_SIZES, makeBox);
    case 'hull':
      return several(48, makeHull);
    case 'dragon':
      return several(4, () => hull(dragonPoints(between(random, 0.5, 0.8))));
    case 'mixed':
      // the same number of shapes of each kind, so that each kind makes a fifth of the bodies
      return [
        ...several(12, makeBox),
        ...several(12, () => sphere(size())),
        ...several(12, () => capsule(between(random, 0.15, 0.4), between(random, 0.2, 0.32))),
        ...several(12, () => rounded(box(0.75 * size(), 0.75 * size(), 0.75 * size()), between(random, 0.06, 0.12))),
        ...several(12, makeHull),
      ];
  }
}
