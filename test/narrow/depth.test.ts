/**
 * How deep cores overlap, where it can be said in closed form: every pair under random rigid motions, in both orders, cold
 * and warm, on every kernel. And who says it: a wide kernel leaves few rows to the scalar one.
 */
import { createEngine, type Engine } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { distance, Status } from '../../src/pair.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  extent,
  hullBody,
  place,
  type Quat,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from '../oracle/body.ts';
import { generatePair } from '../oracle/generate.ts';
import { boundsOf, checkAnswer, columnAnswer, type Truth } from '../support/checkAnswer.ts';
import { type Kernel, SWEPT_KERNELS } from '../support/kernels.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { shapeOf } from '../support/tables.ts';

const SEED = 0xdee9;
/** Rigid motions per pair. */
const MOTIONS = sweep(12, 40);
/** Overlapping pairs of each random class. */
const PAIRS = sweep(40, 100);

type Random = () => number;
type Pair = [a: Body, b: Body];

/** A box that is told as eight points. */
function boxHull(x: number, y: number, z: number, radius = 0): Body {
  return hullBody(boxBody(x, y, z).vertices, radius);
}

/** `count` points on a sphere, evenly enough. */
function ballHull(count: number, radius: number): Body {
  const points = Array.from({ length: count }, (_, k) => {
    const z = 1 - (2 * k + 1) / count;
    const turn = k * Math.PI * (3 - Math.sqrt(5));
    const ring = Math.sqrt(1 - z * z);
    return [radius * ring * Math.cos(turn), radius * ring * Math.sin(turn), radius * z];
  });
  return hullBody(points.flat());
}

const octahedron = hullBody([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
const cube = boxHull(1, 1, 1);
const square = hullBody([0.5, 0, 0.5, 0.5, 0, -0.5, -0.5, 0, 0.5, -0.5, 0, -0.5]);
const needle = hullBody([0, 0, 0.5, 0, 0, -0.25]);

/** Depth in metres, and the normal A → B. */
const closed: [name: string, a: Body, b: Body, depth: number, normal: Vec3][] = [
  ['cubes of points', cube, place(cube, [1.75, 0.5, -0.25]), 0.25, [1, 0, 0]],
  ['a box and a cube of points', boxBody(1, 1, 1), place(cube, [0.5, -1.5, -0.25]), 0.5, [0, -1, 0]],
  ['a cube of points inside another', boxHull(2, 3, 4), place(boxHull(0.5, 0.5, 0.5), [1, 0, 0]), 1.5, [1, 0, 0]],
  ['an octahedron and a cube', octahedron, place(cube, [1.25, 0.125, 0.25]), 0.75, [1, 0, 0]],
  ['octahedra, face to face', octahedron, place(octahedron, [0.5, 0.5, 0.5]), 0.5 / Math.sqrt(3), unit([1, 1, 1])],
  [
    'rounded cubes whose cores overlap',
    boxHull(1, 1, 1, 0.125),
    place(boxHull(1, 1, 1, 0.25), [0, 0.25, 1.75]),
    0.625,
    [0, 0, 1],
  ],
  [
    'a rounded box and a rounded hull',
    boxBody(1, 1, 1, 0.5),
    place(boxHull(1, 1, 1, 0.25), [0, -1.5, 0.25]),
    1.25,
    [0, -1, 0],
  ],
  ['rounded boxes', boxBody(1, 1, 1, 0.5), place(boxBody(1, 1, 1, 0.25), [0.125, -1.5, 0.25]), 1.25, [0, -1, 0]],
  ['a capsule through a cube', cube, place(capsuleBody(2, 0.25), [0.25, 0.5, 0.125]), 1, [1, 0, 0]],
  ['a sphere in a cube', cube, place(sphereBody(0.25), [0.125, -0.5, 0.25]), 0.75, [0, -1, 0]],
  ['a square in a cube', cube, place(square, [0.125, 0.5, 0.25]), 0.5, [0, 1, 0]],
  ['a segment of points in a cube', cube, place(needle, [0.125, 0.75, 0.25]), 0.25, [0, 1, 0]],
  ['a point in a cube', cube, place(hullBody([0, 0, 0]), [0.125, 0.25, 0.75]), 0.25, [0, 0, 1]],
];

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function randomTurn(random: Random): Quat {
  for (;;) {
    const q = Array.from({ length: 4 }, () => 2 * random() - 1);
    const length = Math.hypot(...q);
    if (length > 0.1 && length < 1) return q.map((c) => Math.fround(c / length)) as Quat;
  }
}

function turned(v: Vec3, q: Quat): Vec3 {
  return Array.from(transformed(Float64Array.from(v), rotationMatrix(q), [0, 0, 0])) as Vec3;
}

async function engineOf(kernel: Kernel, pairs: readonly Pair[]): Promise<Engine> {
  const count = pairs.length;
  const capacity = { shapes: 2 * count, colliders: 2 * count, pairs: count, vertices: 1024 * count };
  const engine = await createEngine({ workers: 0, kernel, capacity });
  expect(engine.info.kernel).toBe(kernel);
  const { scene } = engine;
  const ids = pairs.flat().map((body) => {
    const id = scene.addCollider(scene.addShape(shapeOf(body)));
    scene.positions.set(body.position, 4 * id);
    scene.rotations.set(body.rotation, 4 * id);
    return id;
  });
  engine.pairs.set(ids);
  return engine;
}

function truthOf([a, b]: Pair): Truth {
  return { distance: distance(shapeOf(a), a, shapeOf(b), b).distance, size: Math.max(extent(a), extent(b)) || 1 };
}

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  const bounds = boundsOf(kernel);

  test.each(closed)('%s', async (_, a, b, depth, normal) => {
    const random = seeded(SEED);
    const rows = Array.from({ length: MOTIONS }, (_, row) => {
      const q = row === 0 ? ([0, 0, 0, 1] as Quat) : randomTurn(random);
      const at = [0, 1, 2].map(() => 8 * random() - 4) as Vec3;
      const offset = turned(b.position, q);
      const moved: Pair = [place(a, at, q), place(b, [at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]], q)];
      const swapped = row % 2 === 1;
      const n = turned(normal, q).map((c) => (swapped ? -c : c));
      return { pair: swapped ? ([moved[1], moved[0]] as Pair) : moved, n };
    });
    const size = Math.max(extent(a), extent(b));
    const engine = await engineOf(
      kernel,
      rows.map(({ pair }) => pair),
    );
    for (const start of ['cold', 'warm', 'warm']) {
      const found = engine.distanceSync();
      rows.forEach(({ pair, n }, row) => {
        const what = `${start}, row ${row}`;
        const truth = { distance: -depth, size };
        expect(found.status[row], what).toBe(Status.Overlapping);
        expect(
          checkAnswer(...pair, truth, columnAnswer(found, row), { ...bounds, distance: 1e-5 }).faults,
          what,
        ).toEqual([]);
        // a normal off by this shows a depth that is off by its square
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(found.separation[4 * row + c] - n[c]), what).toBeLessThan(1e-4);
        }
      });
    }
    await engine.close();
  });

  test.each(['hull-8', 'hull-16', 'hull-64', 'box-hull'] as const)('%s: few rows are left', async (cls) => {
    const random = seeded(SEED);
    const pairs: Pair[] = [];
    while (pairs.length < PAIRS) {
      const { a, b } = generatePair(cls, random);
      if (truthOf([a, b]).distance < 0) pairs.push([a, b]);
    }
    const engine = await engineOf(kernel, pairs);
    for (const start of ['cold', 'warm']) {
      const found = engine.distanceSync();
      pairs.forEach((pair, row) => {
        const { faults } = checkAnswer(...pair, truthOf(pair), columnAnswer(found, row), bounds);
        expect(faults, `${start}, row ${row}`).toEqual([]);
      });
    }
    // asked again, from the face they ended on, nearly all end on it again, with the same bits
    const last = engine.distanceSync().separation.slice();
    const again = engine.distanceSync().separation;
    const changed = pairs.filter((_, row) => [0, 1, 2, 3].some((c) => again[4 * row + c] !== last[4 * row + c]));
    expect(changed.length).toBeLessThanOrEqual(0.05 * pairs.length);
    // one cold query and three warm ones; fused products cost GJK some of its proofs of overlap
    expect(engine.info.refined).toBeLessThanOrEqual((kernel === 'relaxed' ? 0.05 : 0.02) * 4 * pairs.length);
    await engine.close();
  });

  test('balls of 256 vertices, one in the other: more faces than a polytope holds', async () => {
    const random = seeded(SEED);
    const pairs = Array.from({ length: 20 }, (): Pair => {
      const at = [0, 1, 2].map(() => 0.02 * random()) as Vec3;
      return [
        place(ballHull(256, 1), [0, 0, 0], randomTurn(random)),
        place(ballHull(256, 0.5), at, randomTurn(random)),
      ];
    });
    const engine = await engineOf(kernel, pairs);
    const found = engine.distanceSync();
    pairs.forEach((pair, row) => {
      expect(checkAnswer(...pair, truthOf(pair), columnAnswer(found, row), bounds).faults, `row ${row}`).toEqual([]);
    });
    expect(engine.info.refined > 0).toBe(kernel !== 'scalar');
    await engine.close();
  });
});
