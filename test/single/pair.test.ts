/** `hullstorm/pair` as its users meet it: what it returns, what it reuses, and how it refuses. Numbers: test/kernel. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as published from 'hullstorm/pair';
import { describe, expect, test } from 'vitest';
import {
  box,
  capsule,
  createPairDistance,
  distance,
  hull,
  intersect,
  type Pose,
  point,
  QueryError,
  rounded,
  type Shape,
  Status,
  segment,
  sphere,
} from '../../src/pair.ts';

const HERE: Pose = { position: [0, 0, 0] };
const at = (x: number, y = 0, z = 0): Pose => ({ position: [x, y, z] });
const unit = box(0.5, 0.5, 0.5);

describe('distance', () => {
  test('a gap: status, distance, unit normal from A to B, offsets from each position', () => {
    const found = distance(unit, at(10), sphere(1), at(13));
    expect(found.status).toBe(Status.Separated);
    expect(found.distance).toBe(1.5);
    expect([...found.normal]).toEqual([1, 0, 0]);
    expect([...found.offsetA]).toEqual([0.5, 0, 0]);
    expect([...found.offsetB]).toEqual([-1, 0, 0]);
    expect(found.errorBound).toBeGreaterThanOrEqual(0);
    expect(found.errorBound).toBeLessThanOrEqual(1.5 * 2 ** -23);
  });

  test('a depth is negative, and there is none without depth', () => {
    expect(distance(unit, HERE, unit, at(0.75)).distance).toBe(-0.25);
    const shallow = distance(unit, HERE, unit, at(0.75), undefined, { depth: false });
    expect(shallow.status).toBe(Status.Overlapping);
    expect(shallow.distance).toBe(0);
    expect([...shallow.normal, ...shallow.offsetA, ...shallow.offsetB].every(Number.isNaN)).toBe(true);
  });

  test('a limit: BeyondMaxDistance only for pairs that are', () => {
    const limit = { maxDistance: 2 };
    expect(distance(unit, HERE, unit, at(3.5), undefined, limit).status).toBe(Status.BeyondMaxDistance);
    const near = distance(unit, HERE, unit, at(2.5), undefined, limit);
    expect([near.status, near.distance]).toEqual([Status.Separated, 1.5]);
    expect(distance(unit, HERE, unit, at(0.5), undefined, limit).status).toBe(Status.Overlapping);
    expect(distance(unit, HERE, unit, at(1.5), undefined, { maxDistance: 0 }).status).toBe(Status.BeyondMaxDistance);
  });

  test('a limit or no depth does not outlast its question', () => {
    distance(unit, HERE, unit, at(9), undefined, { maxDistance: 1, depth: false });
    expect(distance(unit, HERE, unit, at(9)).distance).toBe(8);
    expect(distance(unit, HERE, unit, at(0.75)).distance).toBe(-0.25);
  });

  test('`out` is written and returned, every field of it; without it each answer is its own', () => {
    const out = createPairDistance();
    const { normal, offsetA, offsetB } = out;
    expect(distance(unit, HERE, unit, at(0, 3), out)).toBe(out);
    expect([...normal, ...offsetA.subarray(1, 2), ...offsetB.subarray(1, 2)]).toEqual([0, 1, 0, 0.5, -0.5]);
    distance(unit, HERE, unit, at(-3), out);
    expect([...normal]).toEqual([-1, 0, 0]);
    const [first, second] = [distance(unit, HERE, unit, at(3)), distance(unit, HERE, unit, at(4))];
    expect([first.distance, second.distance]).toEqual([2, 3]);
  });

  test('a rotation of any length; none is none', () => {
    const turned = (rotation: number[]): Pose => ({ position: [0, 3, 0], rotation });
    const quarter = distance(box(1, 0.25, 1), HERE, box(0.25, 1, 1), turned([0, 0, 1, 1]));
    expect(quarter.distance).toBeCloseTo(3 - 0.25 - 0.25, 14);
    for (const length of [2, 0.5, 1e-6]) {
      const same = distance(box(1, 0.25, 1), HERE, box(0.25, 1, 1), turned([0, 0, length, length]));
      expect(same.distance).toBeCloseTo(quarter.distance, 14);
    }
    expect(distance(unit, HERE, unit, turned([0, 0, 0, 1]))).toEqual(distance(unit, HERE, unit, at(0, 3)));
  });

  test('typed arrays and plain ones will do, 1e7 m from the origin as well as at it', () => {
    const far: Pose = { position: Float64Array.of(1e7 + 3, -1e7, 1e7), rotation: Float32Array.of(0, 0, 0, 1) };
    expect(distance(unit, { position: [1e7, -1e7, 1e7] }, unit, far)).toEqual(distance(unit, HERE, unit, at(3)));
  });

  test('a shape object is prepared once: what is done to its points afterwards changes nothing', () => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const shape = hull(points);
    const before = distance(shape, HERE, unit, at(5)).distance;
    points.fill(9);
    expect(distance(shape, HERE, unit, at(5)).distance).toBe(before);
  });
});

const KINDS: [string, Shape][] = [
  ['point', point()],
  ['segment', segment(0.5)],
  ['sphere', sphere(0.5)],
  ['capsule', capsule(0.25, 0.25)],
  ['box', unit],
  ['rounded box', rounded(box(0.25, 0.25, 0.25), 0.25)],
  ['hull', hull([0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5])],
  ['hull with cells', hull(Array.from({ length: 900 }, (_, k) => Math.sin(k * k) / 2))],
];

test.each(KINDS.flatMap(([m, a]) => KINDS.map(([n, b]) => [m, n, a, b] as const)))(
  '%s and %s: intersect says what distance says',
  (_m, _n, a, b) => {
    for (const x of [0.3, 0.7, 1.1, 1.9]) {
      const pose = at(x, 0.21, -0.13);
      const { status } = distance(a, HERE, b, pose);
      expect([Status.Separated, Status.Overlapping]).toContain(status);
      expect(intersect(a, HERE, b, pose)).toBe(status === Status.Overlapping);
      expect(intersect(b, pose, a, HERE)).toBe(status === Status.Overlapping);
    }
  },
);

describe('refusals', () => {
  const ofPose = /: pose[AB]: (position|rotation)(\[\d\])?: expected .+, got .+/;

  test.each([
    ['NaN in a position', { position: [0, Number.NaN, 0] }],
    ['an infinite position', { position: [Infinity, 0, 0] }],
    ['a short position', { position: [0, 0] }],
    ['a zero quaternion', { position: [0, 0, 0], rotation: [0, 0, 0, 0] }],
    ['NaN in a quaternion', { position: [0, 0, 0], rotation: [0, 0, Number.NaN, 1] }],
    ['an infinite quaternion', { position: [0, 0, 0], rotation: [0, 0, Infinity, 1] }],
    ['a short quaternion', { position: [0, 0, 0], rotation: [0, 0, 1] }],
  ] as [string, Pose][])('%s, on either side', (_, bad) => {
    for (const ask of [intersect, distance]) {
      expect(() => ask(unit, bad, unit, HERE)).toThrow(ofPose);
      expect(() => ask(unit, HERE, unit, bad)).toThrow(QueryError);
      expect(() => ask(sphere(1), HERE, sphere(1), bad)).toThrow(QueryError);
    }
    expect(distance(unit, HERE, unit, at(3)).distance).toBe(2);
  });

  test.each([
    ['box', box(1, -1, 1)],
    ['hull', hull([])],
    ['hull', hull([0, 0, Number.NaN])],
    ['sphere', sphere(-1)],
    ['nothing', undefined as unknown as Shape],
    ['a stranger', { kind: 'torus' } as unknown as Shape],
  ])('a bad shape (%s) names its argument', (_, bad) => {
    expect(() => distance(bad, HERE, unit, HERE)).toThrow(/^distance: shapeA/);
    expect(() => distance(unit, HERE, bad, HERE)).toThrow(/^distance: shapeB/);
    expect(() => intersect(unit, HERE, bad, HERE)).toThrow(/^intersect: shapeB/);
  });

  test.each([-1, Number.NaN, -Infinity])('a limit of %d', (maxDistance) => {
    expect(() => distance(unit, HERE, unit, HERE, undefined, { maxDistance })).toThrow(
      `distance: maxDistance: expected a number ≥ 0 (m), got ${maxDistance}`,
    );
  });
});

test('the built entry answers as the source does', () => {
  const found = published.distance(published.box(0.5, 0.5, 0.5), HERE, published.sphere(1), at(3, 4));
  expect(found).toEqual(distance(unit, HERE, sphere(1), at(3, 4)));
});

describe('hulls of either entry, built', () => {
  /** A process of its own: no other test has called `hull` in it. */
  const run = async (source: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source]);
    return stdout.trim();
  };
  const POINTS = '[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]';
  const ASK = 'distance(shape, { position: [0, 0, 0] }, shape, { position: [3, 0, 0] }).distance';

  test('a hull of hullstorm, in hullstorm/pair', async () => {
    const source = `import { hull } from 'hullstorm'; import { distance } from 'hullstorm/pair';
      const shape = hull(${POINTS}); console.log(${ASK})`;
    expect(await run(source)).toBe('2');
  });

  test('a hull of hullstorm/pair, in a scene', async () => {
    const source = `import { createEngine } from 'hullstorm'; import { hull } from 'hullstorm/pair';
      const engine = await createEngine({ workers: 0 });
      console.log(engine.scene.addShape(hull(${POINTS}))); await engine.close()`;
    expect(await run(source)).toBe('0');
  });

  test('a hull written by hand, where no hull() was called: the sentence says what to do', async () => {
    const source = `import { distance } from 'hullstorm/pair';
      const shape = { kind: 'hull', points: ${POINTS}, radius: 0 };
      try { ${ASK} } catch (error) { console.log(error.message) }`;
    expect(await run(source)).toBe(
      "distance: shapeA: shape: expected a shape made by a call of box(), hull() or the like, got kind 'hull'",
    );
  });
});
