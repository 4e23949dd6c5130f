/**
 * Depth from kept polytopes: through motions, jumps, other shapes, other lists and other queries in between, the wide
 * kernel gives what the f64 kernel gives from a cold start, and the same bytes on any number of threads.
 */
import {
  box,
  capsule,
  createEngine,
  type DistanceResults,
  type Engine,
  rounded,
  type Shape,
  Status,
  verify,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { cast, dying, healthy, type Make } from '../../support/deaths.ts';
import { ball, bytesOf, same, stir } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x9017;
const COLLIDERS = 160;
const PAIRS = 500;
const FRAMES = sweep(10, 200);
/** The promised error of a distance, as a part of the sum of the extents. */
const PROMISED = 1e-5;

const SHAPES: readonly Shape[] = [
  ball(8, 0.6, 1),
  ball(16, 0.5, 2),
  ball(64, 0.6, 3),
  ball(200, 0.7, 4),
  box(0.5, 0.4, 0.3),
  rounded(box(0.3, 0.4, 0.3), 0.1),
  rounded(ball(12, 0.4, 5), 0.05),
  capsule(0.3, 0.2),
];
/** A bound of the extent of each. */
const EXTENT = 0.75;

type Random = () => number;

/** Colliders in small clusters, so that most pairs within a cluster overlap. */
function fill({ scene }: Engine): void {
  const random = seeded(SEED);
  const shapes = SHAPES.map((shape) => scene.addShape(shape));
  for (let k = 0; k < COLLIDERS; k++) {
    const center = [4 * (k >> 3), 0, 0];
    scene.addCollider(shapes[Math.floor(shapes.length * random())], {
      position: center.map((c) => c + 1.1 * random()),
      rotation: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4],
    });
  }
}

function drawPairs(random: Random): number[] {
  return Array.from({ length: PAIRS }, () => {
    const a = Math.floor(COLLIDERS * random());
    const b = 8 * (a >> 3) + ((a + 1 + Math.floor(7 * random())) & 7);
    return [a, b];
  }).flat();
}

/** The list of the next frame: rows go, come, change places and the order of their ids. */
function changePairs(ids: readonly number[], random: Random): number[] {
  const pairs = Array.from({ length: ids.length / 2 }, (_, p) => ids.slice(2 * p, 2 * p + 2));
  const fresh = drawPairs(random);
  const next = pairs
    .filter(() => random() < 0.9)
    .map(([a, b]) => (random() < 0.2 ? [b!, a!] : [a!, b!]))
    .concat(Array.from({ length: 30 }, (_, k) => fresh.slice(2 * k, 2 * k + 2)));
  if (random() < 0.5) next.reverse();
  return next.slice(0, PAIRS).flat();
}

/** What happens before frame `frame`. The same for every engine. */
function prepare(engine: Engine, frame: number, ids: readonly number[]): readonly number[] {
  const random = seeded(SEED + frame);
  const { scene, pairs } = engine;
  let next = ids;
  stir(engine, frame % 9 === 8 ? 0.3 : 0.008, SEED + frame);
  const { rotations, rows } = scene;
  for (let k = 0; k < 4 * rows; k++) rotations[k] = rotations[k]! + 0.01 * (random() - 0.5);
  if (frame % 5 === 3) {
    for (let k = 0; k < 12; k++) {
      const id = Math.floor(COLLIDERS * random());
      const position = [...scene.positions.subarray(4 * id, 4 * id + 3)];
      scene.removeCollider(id);
      // takes the free id
      expect(scene.addCollider(Math.floor(SHAPES.length * random()), { position })).toBe(id);
    }
  }
  if (frame % 4 === 2) next = changePairs(ids, random);
  pairs.set(next);
  if (frame % 6 === 1) engine.intersectSync();
  if (frame % 7 === 2) engine.distanceSync(pairs, { depth: false });
  return next;
}

/** Rows of a frame that differ from those of the f64 kernel. */
function faultsOf(results: DistanceResults, truth: DistanceResults, frame: number): string[] {
  const faults: string[] = [];
  for (let p = 0; p < results.count; p++) {
    const distance = results.distance(p);
    const off = Math.abs(distance - truth.distance(p)) / (2 * EXTENT);
    if (!(off <= PROMISED)) faults.push(`frame ${frame}, row ${p}: off by ${off}`);
    const isNear = Math.abs(truth.distance(p)) <= PROMISED;
    if (results.status[p] !== truth.status[p] && !isNear) faults.push(`frame ${frame}, row ${p}: status`);
    const length = Math.hypot(...results.separation.subarray(4 * p, 4 * p + 3));
    if (!(Math.abs(length - 1) < 1e-6)) faults.push(`frame ${frame}, row ${p}: a normal of ${length}`);
  }
  const { worstError, worstReason, worstRow } = verify(results);
  if (!(worstError <= PROMISED)) faults.push(`frame ${frame}, row ${worstRow}: ${worstReason} by ${worstError}`);
  return faults;
}

function open(
  workers: number,
  kernel: 'simd' | 'scalar',
  polytopes = PAIRS,
  createWorker: Make = healthy,
): Promise<Engine> {
  return createEngine({
    workers,
    kernel,
    createWorker,
    capacity: { shapes: 16, vertices: 1024, colliders: COLLIDERS, pairs: PAIRS, polytopes },
    tuning: { shareFrom: 0, blockPairs: 64 },
    warmUp: false,
  });
}

/** The answers to all frames, as bytes. */
async function answersOf(workers: number, createWorker: Make = healthy): Promise<Uint8Array[]> {
  const engine = await open(workers, 'simd', PAIRS, createWorker);
  fill(engine);
  let ids: readonly number[] = drawPairs(seeded(SEED));
  const answers: Uint8Array[] = [];
  for (let frame = 0; frame < 12; frame++) {
    ids = prepare(engine, frame, ids);
    answers.push(bytesOf(await engine.distance()));
  }
  await engine.close();
  return answers;
}

describe(`kept polytopes, seed 0x${SEED.toString(16)}`, () => {
  test.each([
    ['every row keeps one', PAIRS],
    ['the first 100 rows do', 100],
  ])('%s: the depth is that of the f64 kernel', async (_, polytopes) => {
    const [engine, reference] = await Promise.all([open(0, 'simd', polytopes), open(0, 'scalar')]);
    fill(engine);
    fill(reference);
    let ids: readonly number[] = drawPairs(seeded(SEED));
    const faults: string[] = [];
    let overlaps = 0;
    let rows = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const before = ids;
      ids = prepare(engine, frame, before);
      prepare(reference, frame, before);
      // a cold start
      reference.pairs.resize(ids.length / 2);
      const results = engine.distanceSync();
      faults.push(...faultsOf(results, reference.distanceSync(), frame));
      rows += results.count;
      overlaps += results.status.subarray(0, results.count).filter((s) => s === Status.Overlapping).length;
    }
    expect(faults).toEqual([]);
    expect(overlaps / rows).toBeGreaterThan(0.3);
    await Promise.all([engine.close(), reference.close()]);
  });

  test('threads give the same bytes, also if a worker dies', async () => {
    const want = await answersOf(0);
    const dead = cast([dying({ moment: 'computed', block: 9, how: 'exit' })]);
    for (const [workers, createWorker] of [[1], [2], [3], [1, dead.createWorker]] as const) {
      const answers = await answersOf(workers, createWorker);
      for (const [frame, answer] of answers.entries()) expect(same(answer, want[frame]), `frame ${frame}`).toBe(true);
    }
  });
});
