/**
 * `npm run bench:shapes`: the cost of each shape of docs/shapes.md, in whole queries on one thread, ns per pair. Each
 * shape meets another one of its kind, and a box. 42 % of the pairs overlap (centers at 0.35–0.95 of their touching
 * distance), 29 % are up to 5 cm apart, and 29 % up to 50 cm. Caches are dropped before every round.
 */
import { between, randomUnit, seeded } from '../scenes/random.ts';
import { box, intersect, type Shape } from '../src/pair.ts';
import { commandLine, integer, word } from '../tools/commandLine.ts';
import { PICTURES } from '../tools/drawShapes.ts';
import { createEngine, type KernelName } from './library.ts';

const flags = commandLine('npm run bench:shapes', 'The cost of each shape: ns per pair, fastest of the rounds', {
  pairs: integer(1000, 'per shape'),
  rounds: integer(9, 'per cell'),
  seed: integer(1, 'of the poses'),
  kernel: word<KernelName>('auto', 'of the engine', ['auto', 'scalar', 'simd', 'relaxed']),
});

const PARTNER = box(0.3, 0.35, 0.4);
const MARGIN = 0.02; // m, of contacts
const NO_PAIRS = new Uint32Array(0);

interface Poses {
  /** x y z w per collider. */
  readonly rotations: Float32Array;
  /** x y z 0 per collider. */
  readonly positions: Float64Array;
}

/** Collider 2p is A of pair p, and 2p + 1 is B. */
function makePoses(shapeA: Shape, shapeB: Shape, pairs: number, seed: number): Poses {
  const random = seeded(seed);
  const rotations = new Float32Array(8 * pairs);
  const positions = new Float64Array(8 * pairs);
  const direction = new Float64Array(3);
  for (let p = 0; p < pairs; p++) {
    for (const at of [8 * p, 8 * p + 4]) randomUnit(rotations, at, 4, random);
    randomUnit(direction, 0, 3, random);
    const poseA = { position: [0, 0, 0], rotation: rotations.subarray(8 * p, 8 * p + 4) };
    const rotation = rotations.subarray(8 * p + 4, 8 * p + 8);
    let [touching, apart] = [0, 2];
    for (let half = 0; half < 20; half++) {
      const middle = (touching + apart) / 2;
      const position = direction.map((part) => middle * part);
      if (intersect(shapeA, poseA, shapeB, { position, rotation })) touching = middle;
      else apart = middle;
    }
    const gap = p % 2 === 0 ? between(random, 0, 0.05) : between(random, 0.05, 0.5);
    const length = p % 50 < 21 ? touching * between(random, 0.35, 0.95) : apart + gap;
    for (let k = 0; k < 3; k++) positions[8 * p + 4 + k] = length * direction[k];
  }
  return { rotations, positions };
}

/** Cells of one row. */
async function measure(shapeA: Shape, shapeB: Shape): Promise<string[]> {
  const { pairs, rounds, seed, kernel } = flags;
  const { rotations, positions } = makePoses(shapeA, shapeB, pairs, seed);
  const capacity = { shapes: 2, colliders: 2 * pairs, pairs };
  const engine = await createEngine({ workers: 0, kernel, capacity });
  const shapes = [engine.scene.addShape(shapeA), engine.scene.addShape(shapeB)];
  const ids = Uint32Array.from({ length: 2 * pairs }, (_, k) => engine.scene.addCollider(shapes[k % 2]));
  engine.scene.positions.set(positions);
  engine.scene.rotations.set(rotations);
  const list = engine.createPairList(pairs);
  const queries = [
    () => engine.intersectSync(list),
    () => engine.distanceSync(list, { depth: false }),
    () => engine.distanceSync(list),
    () => engine.contactsSync(list, { margin: MARGIN }),
  ];
  const cells = queries.map((query) => {
    let fastest = Infinity;
    for (let round = -3; round < rounds; round++) {
      list.set(NO_PAIRS);
      list.set(ids);
      const begin = process.hrtime.bigint();
      query();
      const ns = Number(process.hrtime.bigint() - begin) / pairs;
      if (round >= 0) fastest = Math.min(fastest, ns);
    }
    return fastest < 1000 ? fastest.toFixed(0) : (Math.round(fastest / 10) * 10).toString();
  });
  await engine.close();
  return cells;
}

const HEAD = ['intersect', 'distance', 'signed', 'contacts'];
for (const [title, partner] of [
  ['with its like', undefined],
  ['with a box', PARTNER],
] as const) {
  console.log(`\n${title.padEnd(14)}${HEAD.map((name) => name.padStart(11)).join('')}`);
  for (const [name, shape] of Object.entries(PICTURES)) {
    const cells = await measure(shape, partner ?? shape);
    console.log(`${name.padEnd(14)}${cells.map((cell) => cell.padStart(11)).join('')}`);
  }
}
