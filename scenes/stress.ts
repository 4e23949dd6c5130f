/**
 * The stress worlds: a cloud of convex bodies falling and tumbling down a column (`fall.ts`), in which a body has about
 * four candidate pairs and three to four in ten of them overlap. The same options give the same world on every machine.
 *
 *   box     cuboids, half extents 0.25–0.5 m
 *   hull    16–64 vertices on perturbed ellipsoids
 *   mixed   cuboids, spheres, capsules, rounded boxes, hulls
 *   dragon  hulls of the Stanford dragon, 181 vertices
 *
 * and from a recording: its cuboids, from its poses.
 */
import { box, capsule, hull, rounded, type Scene, type Shape, sphere } from 'hullstorm';
import { type Column, createMotions, type Motions, phaseAt, writePoses } from './fall.ts';
import { dragonPoints, ellipsoidPoints } from './hulls.ts';
import { between, type Random, randomUnit, seeded } from './random.ts';
import type { RecordedCuboids } from './recorded.ts';

export const STRESS_SHAPES = ['box', 'hull', 'mixed', 'dragon'] as const;
export type StressShape = (typeof STRESS_SHAPES)[number];

export interface StressOptions {
  /** Bodies, ≥ 1. */
  readonly count: number;
  readonly shape: StressShape;
  readonly seed: number;
}

/** A world before it is in a scene: plain data, and the step that puts it there. */
export interface World {
  readonly name: StressShape | 'recorded';
  readonly count: number;
  readonly seed: number;
  /** Shared by many bodies. */
  readonly shapes: readonly Shape[];
  /** Row of `shapes` per body. */
  readonly shapeOf: Uint32Array;
  readonly column: Column;
  readonly motions: Motions;
  /** Adds every shape and body to a scene, as they are at time 0. */
  addTo(scene: WorldScene): Bodies;
}

/** What a world needs of a scene. */
export type WorldScene = Pick<Scene, 'addShape' | 'addCollider' | 'positions' | 'rotations'>;

/** A world in a scene. */
export interface Bodies {
  /** Collider id per body. */
  readonly ids: Uint32Array;
  /** Writes the poses at `time` (s, any) straight into the scene's columns. Allocates nothing. */
  advance(time: number): void;
}

/** Mean speed down the column (m/s). */
const FALL_SPEED = 4.5;
/** How tall a column is, in its diameters. */
const COLUMN_RATIO = 2.2;
/** Bodies per m³, for about four candidate pairs per body at a margin of 0.05 m. */
const DENSITY: Record<StressShape, number> = { box: 0.66, hull: 1.45, mixed: 1.1, dragon: 0.95 };

/** @throws RangeError for options that make no world */
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

/** The cuboids of a recording, falling on from where they were recorded. @param count at most this many of them */
export function createRecorded(recording: RecordedCuboids, seed = 1, count = recording.count): World {
  const { halfExtents, positions, rotations } = recording;
  const kept = Math.min(count, recording.count);
  const column = recordedColumn(positions);
  const shapes: Shape[] = [];
  const motions = createMotions(kept);
  for (let i = 0; i < kept; i++) {
    shapes.push(box(halfExtents[3 * i], halfExtents[3 * i + 1], halfExtents[3 * i + 2]));
    motions.x[i] = positions[3 * i];
    motions.z[i] = positions[3 * i + 2];
    motions.phase[i] = phaseAt(column, positions[3 * i + 1]);
    for (let k = 0; k < 4; k++) motions.rotation[4 * i + k] = rotations[4 * i + k];
  }
  const shapeOf = Uint32Array.from({ length: kept }, (_, i) => i);
  return makeWorld('recorded', seed, shapes, shapeOf, column, motions, seeded(seed));
}

/** Fills in speeds and spins, which every world draws alike. */
function makeWorld(
  name: World['name'],
  seed: number,
  shapes: readonly Shape[],
  shapeOf: Uint32Array,
  column: Column,
  motions: Motions,
  random: Random,
): World {
  const { count } = motions;
  const rate = FALL_SPEED / (column.top - column.bottom);
  for (let i = 0; i < count; i++) {
    motions.rate[i] = rate * between(random, 0.88, 1.12);
    randomUnit(motions.axis, 3 * i, 3, random);
    motions.spin[i] = between(random, 0.05, 0.35);
  }
  return {
    name,
    count,
    seed,
    shapes,
    shapeOf,
    column,
    motions,
    addTo(scene) {
      const shapeIds = shapes.map((shape) => scene.addShape(shape));
      const ids = Uint32Array.from(shapeOf, (row) => scene.addCollider(shapeIds[row]));
      const advance = (time: number) => writePoses(scene, ids, motions, column, time);
      advance(0);
      return { ids, advance };
    },
  };
}

/** Most sizes of cuboid in one world: each is a shape of its own. */
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
      // as many of each kind, so that each makes a fifth of the bodies
      return [
        ...several(12, makeBox),
        ...several(12, () => sphere(size())),
        ...several(12, () => capsule(between(random, 0.15, 0.4), between(random, 0.2, 0.32))),
        ...several(12, () => rounded(box(0.75 * size(), 0.75 * size(), 0.75 * size()), between(random, 0.06, 0.12))),
        ...several(12, makeHull),
      ];
  }
}

/** The recorded poses and a little room above and below. */
function recordedColumn(positions: Float32Array): Column {
  let low = Infinity;
  let high = -Infinity;
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    low = Math.min(low, positions[i + 1]);
    high = Math.max(high, positions[i + 1]);
    square = Math.max(square, positions[i] ** 2 + positions[i + 2] ** 2);
  }
  return { bottom: low - 2, top: high + 2, radius: Math.sqrt(square) };
}
