/** `hullstorm/pair2d` as its users meet it: options, results that are reused, shapes of many corners, and how it refuses. */
import * as published from 'hullstorm/pair2d';
import { describe, expect, test } from 'vitest';
import { between } from '../../../scenes/random.ts';
import { BodyPose } from '../../../src/dim2/pair/pairState.ts';
import { writeTurn } from '../../../src/dim2/pair/turn.ts';
import {
  box2,
  capsule2,
  castRay,
  castShapes,
  circle,
  contacts,
  createPairContacts,
  createPairDistance,
  distance,
  intersect,
  type Pose,
  polygon,
  QueryError,
  rounded,
  type Shape,
  Status,
  segment2,
} from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { KIND_NAMES, KINDS, randomPose } from './generate.ts';
import { bodyOf, signedDistance } from './oracle.ts';

const HERE: Pose = { x: 0, y: 0 };
const at = (x: number, y = 0): Pose => ({ x, y });
const crate = box2(0.5, 0.5);

describe('distance', () => {
  test('a gap: status, distance, unit normal from A to B, offsets from each position', () => {
    const found = distance(crate, at(10), circle(1), at(13));
    expect(found).toMatchObject({ status: Status.Separated, distance: 1.5 });
    expect([...found.normal, ...found.offsetA, ...found.offsetB]).toEqual([1, 0, 0.5, 0, -1, 0]);
  });

  test('a depth is negative, and there is none without depth', () => {
    expect(distance(crate, HERE, crate, at(0.75)).distance).toBe(-0.25);
    for (const shape of [crate, circle(0.5)]) {
      const shallow = distance(shape, HERE, shape, at(0.75), undefined, { depth: false });
      expect(shallow).toMatchObject({ status: Status.Overlapping, distance: 0 });
      expect([...shallow.normal, ...shallow.offsetA, ...shallow.offsetB, shallow.errorBound].every(Number.isNaN)).toBe(
        true,
      );
    }
  });

  test('a limit: BeyondMaxDistance only for pairs that are; the distance is a lower bound then', () => {
    const limit = { maxDistance: 2 };
    const beyond = distance(crate, HERE, crate, at(3.5), undefined, limit);
    expect(beyond).toMatchObject({ status: Status.BeyondMaxDistance, errorBound: Infinity });
    expect(beyond.distance).toBeGreaterThan(2);
    expect(distance(crate, HERE, crate, at(3), undefined, limit)).toMatchObject({
      status: Status.Separated,
      distance: 2,
    });
    expect(distance(crate, HERE, crate, at(0.5), undefined, limit).status).toBe(Status.Overlapping);
    expect(distance(crate, HERE, crate, at(1.5), undefined, { maxDistance: 0 }).status).toBe(Status.BeyondMaxDistance);
    expect(distance(crate, HERE, crate, at(9)).distance).toBe(8);
    // the search is exact here, though the proof of early ends has a margin
    const within = 1 - 1e-14;
    expect(distance(crate, HERE, crate, at(2), undefined, { maxDistance: within }).status).toBe(
      Status.BeyondMaxDistance,
    );
  });

  test('touching is overlapping, in every direction', () => {
    for (const [x, y] of [
      [1, 0],
      [-1, 0.25],
      [0, 1],
      [1, 1],
      [-1, -1],
    ]) {
      const found = distance(crate, HERE, crate, at(x, y));
      expect([found.status, found.distance]).toEqual([Status.Overlapping, 0]);
      expect(intersect(crate, HERE, crate, at(x, y))).toBe(true);
      const apart = 1 + 1e-9;
      expect(intersect(crate, HERE, crate, at(apart * x, apart * y))).toBe(false);
    }
    expect(distance(circle(0.5), HERE, circle(1), at(0, 1.5))).toMatchObject({
      status: Status.Overlapping,
      distance: 0,
    });
  });

  test('one inside of the other: the shortest way out', () => {
    expect(distance(box2(4, 3), HERE, circle(1), at(2.5, 0.5)).distance).toBe(-2.5);
    expect(distance(circle(2), HERE, circle(1), HERE).distance).toBe(-3);
    expect(distance(rounded(box2(1, 1), 1), HERE, box2(0.5, 0.5), HERE).distance).toBe(-2.5);
    expect(distance(capsule2(1, 0.5), HERE, segment2(1), { x: 0, y: 0, angle: 0 }).distance).toBe(-0.5);
  });

  test('`out` is written and returned; without it each result is its own', () => {
    const out = createPairDistance();
    expect(distance(crate, HERE, crate, at(0, 3), out)).toBe(out);
    expect([...out.normal]).toEqual([0, 1]);
    const [first, second] = [distance(crate, HERE, crate, at(3)), distance(crate, HERE, crate, at(4))];
    expect([first.distance, second.distance]).toEqual([2, 3]);
    expect(() => distance(crate, HERE, crate, at(3), Object.freeze(createPairDistance()))).toThrow(
      'distance: out: expected what createPairDistance() makes, got an object',
    );
  });

  test('cosine and sine of any length, or the angle', () => {
    for (const length of [1, 2, 1e-6, 1e200, 1e-200]) {
      const turned = { x: 0, y: 3, cos: 0.6 * length, sin: 0.8 * length };
      const angle = Math.atan2(0.8, 0.6);
      const [a, b] = [distance(crate, HERE, crate, turned), distance(crate, HERE, crate, { x: 0, y: 3, angle })];
      expect(a.distance).toBeCloseTo(b.distance, 14);
    }
  });

  test('a shape is prepared once: what is done to its points afterwards changes nothing', () => {
    const points = [0, 0, 1, 0, 0, 1];
    const shape = polygon(points);
    const before = distance(shape, HERE, crate, at(5)).distance;
    points.fill(9);
    expect(distance(shape, HERE, crate, at(5)).distance).toBe(before);
  });
});

test('edges that are nearly parallel: the corner decides, not the edge', () => {
  for (let digits = 3; digits <= 16; digits++) {
    for (const angle of [10 ** -digits, -(10 ** -digits), Math.PI / 2 + 10 ** -digits]) {
      for (const x of [-1.2, 0.3, 1.2]) {
        const pose = { x, y: 2.5, angle };
        const found = distance(box2(1, 1), HERE, box2(1, 1), pose);
        const truth = signedDistance(bodyOf(box2(1, 1), HERE), bodyOf(box2(1, 1), pose));
        expect(Math.abs(found.distance - truth)).toBeLessThanOrEqual(found.errorBound);
      }
    }
  }
});

test('points of a grid, where ties are common: intersect agrees with distance, and B moved by it touches; seed 41', () => {
  const random = seeded(41);
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * random());
  let touching = 0;
  const pairs = sweep(8000, 20_000);
  for (let k = 0; k < pairs; k++) {
    const [a, b] = [0, 0].map(() => polygon(Array.from({ length: 2 * whole(1, 6) }, () => whole(-3, 3))));
    const [poseA, poseB] = [0, 0].map(() => ({ x: whole(-4, 4), y: whole(-4, 4), angle: (Math.PI / 4) * whole(0, 7) }));
    const state = JSON.stringify([a, poseA, b, poseB]);
    const found = distance(a, poseA, b, poseB);
    expect(intersect(a, poseA, b, poseB), state).toBe(found.status === Status.Overlapping);
    expect(intersect(b, poseB, a, poseA), state).toBe(found.status === Status.Overlapping);
    if (Math.abs(found.distance) <= found.errorBound) touching++;
    const [nx, ny] = found.normal;
    const moved = { ...poseB, x: poseB.x - found.distance * nx, y: poseB.y - found.distance * ny };
    expect(Math.abs(distance(a, poseA, b, moved).distance), state).toBeLessThanOrEqual(2 * found.errorBound);
  }
  expect(touching).toBeGreaterThan(pairs / 100);
});

test('mirrored, moved, turned, scaled: the same distance; seed 23', () => {
  const random = seeded(23);
  for (let k = 0; k < sweep(1000, 3000); k++) {
    const [a, b] = [0, 0].map(() => KINDS[KIND_NAMES[Math.floor(random() * KIND_NAMES.length)]](random, 1));
    const [poseA, poseB] = [randomPose(random, 1.3), randomPose(random, 1.3)];
    const found = distance(a, poseA, b, poseB);
    const back = distance(b, poseB, a, poseA);
    const state = JSON.stringify([a, poseA, b, poseB]);
    expect([back.distance, -back.normal[0] + 0, -back.normal[1] + 0], state).toEqual([
      found.distance,
      found.normal[0] + 0,
      found.normal[1] + 0,
    ]);
    expect([...back.offsetA, ...back.offsetB], state).toEqual([...found.offsetB, ...found.offsetA]);
    const turn = between(random, -3, 3);
    const turned = (pose: Pose): Pose => ({
      x: Math.cos(turn) * pose.x - Math.sin(turn) * pose.y + 17,
      y: Math.sin(turn) * pose.x + Math.cos(turn) * pose.y,
      angle: pose.angle! + turn,
    });
    expect(Math.abs(distance(a, turned(poseA), b, turned(poseB)).distance - found.distance), state).toBeLessThan(1e-13);
  }
});

test('positions that f64 moves exactly: the same bits', () => {
  const random = seeded(29);
  for (let k = 0; k < 300; k++) {
    const grid = () => Math.floor(random() * 4096) / 1024;
    const [a, b] = [KINDS.polygon(random, 1), KINDS.regular(random, 1)];
    const [poseA, poseB] = [0, 0].map(() => ({ x: grid(), y: grid(), angle: random() }));
    const away = (pose: Pose): Pose => ({ ...pose, x: pose.x + 1e7, y: pose.y - 3e7 });
    expect(distance(a, away(poseA), b, away(poseB))).toEqual(distance(a, poseA, b, poseB));
    expect(contacts(a, away(poseA), b, away(poseB))).toEqual(contacts(a, poseA, b, poseB));
  }
});

test.each([40, 1000])('polygons of %i corners are nearly circles', (count) => {
  const points = Array.from({ length: count }, (_, k) => [
    Math.cos((2 * Math.PI * k) / count),
    Math.sin((2 * Math.PI * k) / count),
  ]);
  const round = polygon(points.flat());
  const sag = 1 - Math.cos(Math.PI / count);
  const random = seeded(31);
  for (let k = 0; k < 300; k++) {
    const [x, y] = [between(random, -3, 3), between(random, -3, 3)];
    const found = distance(round, { x: 0, y: 0, angle: random() }, round, { x, y, angle: random() }).distance;
    const truth = Math.hypot(x, y) - 2;
    expect(found).toBeGreaterThan(truth - 1e-12);
    expect(found).toBeLessThan(truth + 2 * sag + 1e-12);
    const hit = castRay(round, HERE, [5 * x, 5 * y], [-x, -y]);
    expect(Math.abs(5 - 1 / Math.hypot(x, y) - hit.t) * Math.hypot(x, y)).toBeLessThan(sag + 1e-12);
  }
});

test('sine and cosine are those of Math, within two units in the last place', () => {
  const random = seeded(37);
  const to = new BodyPose();
  const quarters = Array.from({ length: 40 }, (_, k) => (k - 20) * (Math.PI / 4));
  for (const angle of [
    ...quarters,
    ...Array.from({ length: 20_000 }, () => between(random, -1, 1) * 10 ** (7 * random())),
  ]) {
    to.angle = angle;
    writeTurn(to);
    expect(Math.abs(to.cos - Math.cos(angle))).toBeLessThanOrEqual(2 ** -52);
    expect(Math.abs(to.sin - Math.sin(angle))).toBeLessThanOrEqual(2 ** -52);
  }
});

describe('refusals', () => {
  test.each([
    ['NaN', { x: Number.NaN, y: 0 }, /: pose[AB]: x: expected a finite number, got NaN/],
    ['no y', { x: 0 } as Pose, /: pose[AB]: y: expected a finite number, got undefined/],
    ['a cosine alone', { x: 0, y: 0, cos: 1 }, /: pose[AB]: cos, sin: expected two finite numbers, got 1, undefined/],
    ['both', { x: 0, y: 0, cos: 1, sin: 0, angle: 0 }, /: pose[AB]: expected angle, or cos and sin, got all of them/],
    ['zeros', { x: 0, y: 0, cos: 0, sin: 0 }, /: pose[AB]: cos, sin: expected a direction that is not zero, got 0, 0/],
    ['far', { x: 1e200, y: 0 }, /: x, y: expected positions nearer to each other, got farther than 1e100 m/],
  ] as [string, Pose, RegExp][])('%s in a pose, on either side', (_, bad, sentence) => {
    for (const ask of [intersect, distance, contacts]) {
      expect(() => ask(crate, bad, crate, HERE)).toThrow(sentence);
      expect(() => ask(crate, HERE, crate, bad)).toThrow(QueryError);
    }
    expect(distance(crate, HERE, crate, at(3)).distance).toBe(2);
  });

  test.each([
    ['no points', polygon([]), 'points: expected x y of one point or more, got 0 numbers'],
    ['an odd number', polygon([1, 2, 3]), 'points: expected x y of one point or more, got 3 numbers'],
    ['NaN', polygon([0, 0, Number.NaN, 1]), 'points[2]: expected a finite number, got NaN'],
    ['huge', polygon([0, 1e19]), 'points[1]: expected 1e18 m at most, got 10000000000000000000'],
    ['a flat box', box2(1, 0), 'halfExtents[1]: expected a number > 0 (m), got 0'],
    [
      'a box of space',
      { kind: 'box', halfExtents: [1, 1, 1], radius: 0 } as unknown as Shape,
      'halfExtents: expected two numbers > 0 (m), got 3 numbers',
    ],
    ['a negative radius', circle(-1), 'radius: expected a number ≥ 0 (m), got -1'],
    [
      'a stranger',
      { kind: 'sphere' } as unknown as Shape,
      "expected a shape made by polygon(), circle(), box2() and the like, got kind 'sphere'",
    ],
  ])('a bad shape (%s) names its argument', (_, bad, sentence) => {
    expect(() => distance(bad, HERE, crate, HERE)).toThrow(sentence);
    expect(() => distance(bad, HERE, crate, HERE)).toThrow(/^distance: shapeA/);
    expect(() => intersect(crate, HERE, bad, HERE)).toThrow(/^intersect: shapeB/);
  });

  test('results of another query', () => {
    const { features: _, ...rest } = createPairContacts();
    const sentence = /contacts: out: expected what createPairContacts\(\) makes, got an object/;
    for (const out of [rest, createPairDistance(), Object.freeze(createPairContacts())]) {
      expect(() => contacts(crate, HERE, crate, HERE, out as never)).toThrow(sentence);
    }
    expect(() => castRay(crate, HERE, [3, 3], [1, 0], {} as never)).toThrow(/castRay: out: expected what createRayHit/);
  });

  test('rays and casts', () => {
    expect(() => castRay(crate, HERE, [0, 0], [0, 0])).toThrow(
      'castRay: direction: expected a direction that is not zero',
    );
    expect(() => castRay(crate, HERE, [0], [1, 0])).toThrow('castRay: origin: expected x y, got 1 numbers');
    expect(() => castShapes(crate, HERE, { turn: 65 }, crate, at(5), {})).toThrow(
      'castShapes: motionA: turn: expected a number in -64..64 (rad), got 65',
    );
    expect(() => castShapes(crate, HERE, {}, crate, at(5), {}, undefined, { skin: -1 })).toThrow(
      'skin: expected a number ≥ 0',
    );
  });
});

test('the built entry answers as the source does', () => {
  const found = published.distance(published.box2(0.5, 0.5), HERE, published.circle(1), at(3, 4));
  expect(found).toEqual(distance(crate, HERE, circle(1), at(3, 4)));
});
