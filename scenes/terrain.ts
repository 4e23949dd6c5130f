/** Mixed shapes and compounds that rain on a height field, hills around the bed of a lake, in the yard of the heap. */
import { box, capsule, compound, cylinder, heightField, type Shape, sphere } from 'hullstorm';
import { type BodyScene, type BodySpec, HALF_YARD } from './bodies.ts';
import { createYard } from './heap.ts';
import { mixedBodies } from './mixed.ts';
import { between, randomUnit, seeded } from './random.ts';
import { fractalHeight, type Surface } from './surfaces.ts';

/** Cells along an edge of the field, and the length of one (m). */
const CELLS = 80;
const CELL = (2 * HALF_YARD) / CELLS;
/** The bed of the lake: its middle, its radius, and how far from its shore the hills rise (m). */
const BED = { x: 3, z: -2, radius: 5, shore: 15 };
/** Heights of the bed, and of the hills above it (m); the part of the noise in the bed. */
const LOW = 1;
const HILLS = 4.5;
const RIPPLE = 0.06;
const ROUGH = 0.25;

/** Bodies per side of a layer, the spacing of their places, and the height of the lowest layer (m). */
const SIDE = 20;
const SPACING = 1.8;
const LOWEST = 14;
/** One body in so many is a compound. */
const COMPOUNDS = 5;
const DAMPING = 1.5;
/** Of the field: a pair has the root of the product of both. */
const FRICTION = 1.2;

export function createTerrain(count: number, seed: number): BodyScene {
  const random = seeded(seed);
  const heights = terrainHeights(fractalHeight(seed));
  const points = CELLS + 1;
  const shape = heightField({ rows: points, columns: points, spacing: [CELL, CELL], heights });
  const surface = surfaceOf(heights);
  const field: BodySpec = { shape, surface, type: 'static', position: [0, 0, 0], friction: FRICTION };
  const mixed = mixedBodies(random);
  const compounds = createCompounds();
  const turn = new Float64Array(4);
  const across = (place: number) => (place - (SIDE - 1) / 2) * SPACING + between(random, -0.02, 0.02);
  const bodies = Array.from({ length: count }, (_, k): BodySpec => {
    const layer = Math.floor(k / SIDE ** 2);
    const position = [across(k % SIDE), LOWEST + SPACING * layer, across(Math.floor(k / SIDE) % SIDE)] as const;
    if (k % COMPOUNDS > 0) return mixed(position);
    randomUnit(turn, 0, 4, random);
    return {
      shape: compounds[Math.floor(random() * compounds.length)],
      position,
      rotation: [turn[0], turn[1], turn[2], turn[3]],
      angularDamping: DAMPING,
    };
  });
  return { name: 'terrain', bodies: [...createYard(16), field, ...bodies], center: [0, 5, 0], radius: 26 };
}

/** Heights of the field, row by row along z (m). */
function terrainHeights(noise: (x: number, z: number) => number): Float32Array {
  const heights = new Float32Array((CELLS + 1) ** 2);
  for (let row = 0; row <= CELLS; row++) {
    for (let column = 0; column <= CELLS; column++) {
      const [x, z] = [(column - CELLS / 2) * CELL, (row - CELLS / 2) * CELL];
      const away = (Math.hypot(x - BED.x, z - BED.z) - BED.radius) / BED.shore;
      const rise = Math.min(Math.max(away, 0), 1);
      const hill = rise * rise * (3 - 2 * rise);
      heights[row * (CELLS + 1) + column] = Math.max(LOW + HILLS * hill + (RIPPLE + ROUGH * hill) * noise(x, z), 0.2);
    }
  }
  return heights;
}

/** The triangles of the field, in the order of its children. */
function surfaceOf(heights: Float32Array): Surface {
  const points = CELLS + 1;
  const positions = new Float32Array(3 * heights.length);
  for (let k = 0; k < heights.length; k++) {
    positions[3 * k] = ((k % points) - CELLS / 2) * CELL;
    positions[3 * k + 1] = heights[k];
    positions[3 * k + 2] = (Math.floor(k / points) - CELLS / 2) * CELL;
  }
  const indices = new Uint32Array(6 * CELLS * CELLS);
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const a = Math.floor(cell / CELLS) * points + (cell % CELLS);
    indices.set([a, a + points, a + 1, a + points + 1, a + 1, a + points], 6 * cell);
  }
  return { positions, indices };
}

/** Each within 0.87 m of its origin. */
function createCompounds(): Shape[] {
  const quarter = Math.SQRT1_2;
  const [alongX, alongZ] = [
    [0, 0, quarter, quarter],
    [quarter, 0, 0, quarter],
  ];
  const corners = [-0.35, 0.35].flatMap((x) => [-0.35, 0.35].map((z) => [x, -0.25, z]));
  const ring = Array.from({ length: 8 }, (_, k) => {
    const angle = (k * Math.PI) / 4;
    const rotation = [0, Math.sin(-angle / 2), 0, Math.cos(angle / 2)];
    return { shape: box(0.1, 0.12, 0.24), position: [0.5 * Math.cos(angle), 0, 0.5 * Math.sin(angle)], rotation };
  });
  return [
    // a table
    compound([
      { shape: box(0.45, 0.05, 0.45), position: [0, 0.1, 0] },
      ...corners.map((position) => ({ shape: box(0.05, 0.3, 0.05), position })),
    ]),
    // a hammer
    compound([
      { shape: cylinder(0.5, 0.06), position: [0, -0.15, 0], density: 500 },
      { shape: box(0.35, 0.14, 0.14), position: [0, 0.45, 0] },
    ]),
    // a dumbbell
    compound([
      { shape: cylinder(0.4, 0.07) },
      { shape: sphere(0.28), position: [0, 0.5, 0] },
      { shape: sphere(0.28), position: [0, -0.5, 0] },
    ]),
    // three crossed sticks
    compound([
      capsule(0.5, 0.1),
      { shape: capsule(0.5, 0.1), rotation: alongX },
      { shape: capsule(0.5, 0.1), rotation: alongZ },
    ]),
    compound(ring),
  ];
}
