/**
 * Worlds for the broad phase: boxes at random places, with the same density for any number, and with ids in the order
 * of places or in random order; and worlds with very different sizes. Before each call every body takes a random step
 * of 1 % of its size. Bodies do not return to earlier places.
 */
import { seeded } from '../scenes/random.ts';
import { box, createEngine, type Engine } from './library.ts';

export interface PairWorld {
  readonly name: string;
  readonly bodies: number;
  readonly pairs: number;
  /** Largest size of a body / smallest size. Sizes are log-uniform. */
  readonly ratio: number;
  /** Whether the world has a ground of 1 km. */
  readonly ground: boolean;
  /** Whether ids are in random order. */
  readonly shuffled: boolean;
}

const uniform = (bodies: number, shuffled = false): PairWorld => ({
  name: `boxes, ${bodies.toLocaleString('en')}${shuffled ? ', ids shuffled' : ''}`,
  bodies,
  pairs: 8 * bodies + 1000,
  ratio: 2,
  ground: false,
  shuffled,
});

export const PAIR_WORLDS: readonly PairWorld[] = [
  ...[1000, 10_000, 100_000, 1_000_000].map((bodies) => uniform(bodies)),
  uniform(1_000_000, true),
  { name: 'ground of 1 km, stones of 5 cm', bodies: 20_000, pairs: 400_000, ratio: 2, ground: true, shuffled: true },
  { name: 'sizes from 1 to 10,000', bodies: 20_000, pairs: 2_000_000, ratio: 1e4, ground: false, shuffled: true },
];

/** Bodies per (largest half extent)³. Each body is then in five to six candidate pairs. */
const DENSITY = 0.14;
const SHAPES = 256;

export async function openPairWorld(world: PairWorld, workers: number): Promise<{ engine: Engine; move(): void }> {
  const { bodies, pairs, ratio, ground, shuffled } = world;
  const random = seeded(1);
  const engine = await createEngine({ workers, capacity: { shapes: SHAPES + 1, colliders: bodies + 1, pairs } });
  const { scene } = engine;
  const largest = ground ? 0.025 : 0.5;
  const sizes = Array.from({ length: SHAPES }, () => largest * ratio ** (random() - 1));
  const shapes = sizes.map((size) => scene.addShape(box(size, size * (0.5 + 0.5 * random()), size)));
  const side = largest * Math.cbrt(bodies / DENSITY);
  const steps = new Float64Array(bodies);
  for (let k = 0; k < bodies; k++) {
    const kind = Math.floor(SHAPES * random());
    steps[k] = 0.04 * sizes[kind];
    // a layer on the ground, four bodies deep
    const [width, height] = ground ? [Math.sqrt(side ** 3 / (8 * largest)), 8 * largest] : [side, side];
    // ids in order: by layers, then by rows of a layer
    const layer = Math.cbrt(bodies);
    const z = shuffled ? random() : (Math.floor(k / layer ** 2) + random()) / layer;
    const y = shuffled ? random() : (Math.floor((k % layer ** 2) / layer) + random()) / layer;
    scene.addCollider(shapes[kind], {
      position: [width * random(), height * y, width * z],
      rotation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
    });
  }
  if (ground) scene.addCollider(scene.addShape(box(500, 0.5, 500)), { position: [0, -0.5, 0] });
  return {
    engine,
    move() {
      for (let k = 0; k < bodies; k++) {
        for (let c = 0; c < 3; c++) scene.positions[4 * k + c] += steps[k] * (random() - 0.5);
      }
    },
  };
}
