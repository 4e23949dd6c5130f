/** `hullstorm/pair`, from source and as built, against the row kernel of engines: the same bits. */
import * as built from 'hullstorm/pair';
import { expect, test } from 'vitest';
import { CoreScratch } from '../../src/kernels/cores/scratch.ts';
import { distanceRows } from '../../src/kernels/rows/distanceRows.ts';
import * as source from '../../src/pair.ts';
import { geometryOf } from '../../src/single/query.ts';
import { seeded } from '../support/random.ts';

const PAIRS = 6_000;
const SCRATCH = new CoreScratch();
const COUNTS = new Uint32Array(16).fill(2);

const cloud = (count: number) => Array.from({ length: 3 * count }, (_, k) => Math.sin(k * k * 1.7 + k));
const SHAPES: readonly source.Shape[] = [
  source.box(0.5, 0.4, 0.6),
  source.box(0.1, 2, 0.3),
  source.rounded(source.box(0.4, 0.4, 0.4), 0.1),
  source.sphere(0.5),
  source.capsule(0.4, 0.3),
  source.point(),
  source.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  source.hull(cloud(90)),
];

built.hull(cloud(4)); // registers what builds hulls

/** The row of a list with the one pair (0, 1), with results in f64. */
function rowOf(a: source.Shape, poseA: Placed, b: source.Shape, poseB: Placed, query: Query) {
  const poses = {
    positions: new Float64Array([...poseA.position, 0, ...poseB.position, 0]),
    rotations: new Float64Array([...poseA.rotation, ...poseB.rotation]),
    shapes: new Uint32Array(2),
  };
  const results = {
    status: new Uint8Array(1),
    separation: new Float64Array(4),
    offsetA: new Float64Array(4),
    offsetB: new Float64Array(4),
  };
  const params = {
    overlapOnly: query.overlapOnly,
    depth: query.depth,
    maxDistance: new Float64Array([query.maxDistance]),
    from: new Uint16Array(8).fill(0xffff),
    to: new Uint16Array(8),
  };
  const ids = new Uint32Array([0, 1]);
  distanceRows(results, ids, poses, COUNTS, geometryOf('a', a), geometryOf('b', b), SCRATCH, params, 0, 1);
  const { status, separation, offsetA, offsetB } = results;
  return {
    status: status[0],
    distance: separation[3],
    normal: separation.slice(0, 3),
    offsetA: offsetA.slice(0, 3),
    offsetB: offsetB.slice(0, 3),
    errorBound: offsetA[3],
  };
}

interface Placed {
  readonly position: readonly number[];
  readonly rotation: readonly number[];
}

interface Query {
  readonly overlapOnly: boolean;
  readonly depth: boolean;
  readonly maxDistance: number;
}

test('any two shapes, seed 0x9a1f', () => {
  const next = seeded(0x9a1f);
  const turns = [
    [0, 0, 0, 1],
    [0, 0, 0, -1],
    [1, 0, 0, 0],
    [0, Math.SQRT1_2, 0, Math.SQRT1_2],
  ];
  const place = (): Placed => {
    const onGrid = next() < 0.3;
    const at = () => (onGrid ? Math.round(4 * next()) / 2 : 2 * next());
    const turned = () => [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    return {
      position: [at(), at(), at()],
      rotation: onGrid ? turns[Math.floor(next() * turns.length)] : turned(),
    };
  };
  const seen = new Set<number>();
  for (let k = 0; k < PAIRS; k++) {
    const a = SHAPES[Math.floor(next() * SHAPES.length)];
    const b = SHAPES[Math.floor(next() * SHAPES.length)];
    const [poseA, poseB] = [place(), place()];
    const query = { overlapOnly: false, depth: next() < 0.7, maxDistance: next() < 0.7 ? Infinity : next() };
    const expected = rowOf(a, poseA, b, poseB, query);
    const options = { depth: query.depth, maxDistance: query.maxDistance };
    const label = `pair ${k}: ${JSON.stringify([a, poseA, b, poseB, query])}`;
    for (const pair of [source, built]) {
      const found = pair.distance(a, poseA, b, poseB, undefined, options);
      expect({ ...found }, label).toEqual(expected);
    }
    const { status } = rowOf(a, poseA, b, poseB, { ...query, overlapOnly: true });
    expect(source.intersect(a, poseA, b, poseB), label).toBe(status === source.Status.Overlapping);
    expect(built.intersect(a, poseA, b, poseB), label).toBe(status === source.Status.Overlapping);
    seen.add(expected.status);
  }
  expect([...seen].sort()).toEqual([
    source.Status.Separated,
    source.Status.Overlapping,
    source.Status.BeyondMaxDistance,
  ]);
});
