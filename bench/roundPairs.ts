/**
 * Pairs of round shapes for round.ts. Shapes have lengths of 0.2–1 m and random poses; each pair has colliders of its
 * own, and at least one round shape.
 */
import { between, type Random, randomUnit, seeded } from '../scenes/random.ts';
import {
  box,
  capsule,
  cone,
  createEngine,
  cylinder,
  disk,
  type Engine,
  ellipsoid,
  frustum,
  hull,
  type KernelName,
  rounded,
  type Shape,
  Status,
  sphere,
} from './library.ts';

/** Part of the pairs of `mixed` that overlap. */
const TOGETHER = 0.42;
/** Pairs of a pool, as a multiple of those of a set: enough for `together`. */
const POOL = 3;
export const KINDS = ['mixed', 'apart', 'together'] as const;

const length = (r: Random) => between(r, 0.2, 1);

/** The round shapes of a set, then the others. */
export const SETS: Record<string, readonly [round: ((r: Random) => Shape)[], others: ((r: Random) => Shape)[]]> = {
  cans: [
    [(r) => cylinder(length(r), length(r)), (r) => cone(length(r), length(r))],
    [(r) => box(length(r), length(r), length(r))],
  ],
  all: [
    [
      (r) => frustum(length(r), length(r), length(r)),
      (r) => ellipsoid(length(r), length(r), length(r)),
      (r) => disk(length(r)),
      (r) => rounded(cone(length(r), length(r)), 0.3 * length(r)),
    ],
    [
      (r) => box(length(r), length(r), length(r)),
      (r) => capsule(length(r), length(r)),
      (r) => sphere(length(r)),
      (r) => hull(Float32Array.from({ length: 36 }, () => between(r, -1, 1))),
    ],
  ],
};

/** An engine with a pool from which `choosePairs` takes `pairs` pairs of a kind. */
export async function openPool(set: string, kernel: KernelName, pairs: number, seed: number): Promise<Engine> {
  const random = seeded(seed);
  const [round, others] = SETS[set]!;
  const count = POOL * pairs;
  const engine = await createEngine({
    workers: 0,
    kernel,
    capacity: { shapes: 2 * count, colliders: 2 * count, pairs: count, vertices: 32 * count, contacts: 1 },
  });
  const { scene } = engine;
  const pick = (list: ((r: Random) => Shape)[]) => list[Math.floor(random() * list.length)]!(random);
  const way = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let k = 0; k < count; k++) {
    const center = [0, 0, 0].map(() => between(random, -16, 16));
    const partner = random() < others.length / (round.length + others.length) ? pick(others) : pick(round);
    const pair = random() < 0.5 ? [pick(round), partner] : [partner, pick(round)];
    randomUnit(way, 0, 3, random);
    const apart = 2.6 * random() ** 0.5;
    for (const [side, shape] of pair.entries()) {
      randomUnit(turn, 0, 4, random);
      const position = center.map((c, axis) => Math.fround(c + side * apart * way[axis]!));
      scene.addCollider(scene.addShape(shape), { position, rotation: Array.from(turn) });
    }
  }
  return engine;
}

/** Ids of `most` pairs of each kind, or fewer: the first of the pool with as many overlaps as the kind has. */
export function choosePairs(engine: Engine, most: number): Record<(typeof KINDS)[number], number[]> {
  const { pairs } = engine;
  const { capacity } = pairs;
  pairs.set(Uint32Array.from({ length: 2 * capacity }, (_, k) => k));
  const { status } = engine.intersectSync();
  const rows = Array.from({ length: capacity }, (_, row) => row);
  const overlapping = rows.filter((row) => status[row] === Status.Overlapping);
  const separated = rows.filter((row) => status[row] === Status.Separated);
  const take = (share: number) => {
    const count = Math.min(most, Math.floor(overlapping.length / share), Math.floor(separated.length / (1 - share)));
    const chosen = [
      ...overlapping.slice(0, Math.floor(share * count)),
      ...separated.slice(0, Math.ceil((1 - share) * count)),
    ];
    return chosen.sort((a, b) => a - b).flatMap((row) => [2 * row, 2 * row + 1]);
  };
  return { mixed: take(TOGETHER), apart: take(0), together: take(1) };
}
