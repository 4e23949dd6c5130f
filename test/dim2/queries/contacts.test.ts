/** `contacts` of `hullstorm/pair2d`: points on both shapes, closed forms, and ids that last. */
import { describe, expect, test } from 'vitest';
import { between } from '../../../scenes/random.ts';
import {
  box2,
  capsule2,
  circle,
  contacts,
  createPairContacts,
  distance,
  type PairContacts,
  type Pose,
  polygon,
  rounded,
  type Shape,
  Status,
  segment2,
} from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { KIND_NAMES, KINDS, randomPose } from './generate.ts';
import { bodyOf, pointDistance, reachOf } from './oracle.ts';

const PAIRS = sweep(40, 600);
const NONE = 0xffffffff;
const HERE: Pose = { x: 0, y: 0 };
const crate = box2(1, 1);
const vertexOfA = (k: number) => ((1 << 30) | k) >>> 0;
const vertexOfB = (k: number) => ((2 << 30) | k) >>> 0;
const idsOf = ({ features, pointCount }: PairContacts) => [...features.subarray(0, pointCount)].sort();

test('a side with points on its line: two points, at the ends of the side (seed 9)', () => {
  const random = seeded(9);
  const out = createPairContacts();
  for (let k = 0; k < PAIRS; k++) {
    const [cos, sin] = [Math.cos(k), Math.sin(k)];
    const inner = Array.from({ length: 4 }, () => [between(random, -0.98, 0.98), -1]);
    // turned, so that coordinates are rounded
    const points = [[-1, -1], ...inner, [1, -1], [1, 1], [-1, 1]].flatMap(([x, y]) => [
      x * cos - y * sin,
      x * sin + y * cos,
    ]);
    // its side lies on a floor, level but for the rounding of an angle
    const pose = { x: 0, y: 2 - 1e-4, angle: -k + 1e-15 * between(random, -1, 1) };
    contacts(box2(5, 1), HERE, polygon(points), pose, out, { margin: 0.01 });
    expect(out.pointCount, `${k}: ${points}`).toBe(2);
    expect(Math.abs(out.pointsA[2] - out.pointsA[0]), `${k}: ${points}`).toBeCloseTo(2, 12);
  }
});

describe('points', () => {
  const seed = 3;
  test.each(KIND_NAMES)(`%s: on both shapes, as deep as the pair, mirrored, seed ${seed}`, (kindA) => {
    const random = seeded(seed);
    const out = createPairContacts();
    const back = createPairContacts();
    let twos = 0;
    for (const kindB of KIND_NAMES) {
      for (let k = 0; k < PAIRS; k++) {
        const [a, b] = [KINDS[kindA](random, 1), KINDS[kindB](random, 1)];
        const [poseA, poseB] = [randomPose(random, 1), randomPose(random, 1)];
        const margin = random() < 0.5 ? 0 : between(random, 0, 0.3);
        contacts(a, poseA, b, poseB, out, { margin });
        const found = distance(a, poseA, b, poseB);
        const message = `${kindB}, pair ${k}: ${JSON.stringify([a, poseA, b, poseB, margin])}`;
        if (found.distance > margin) {
          expect([out.status, out.pointCount], message).toEqual([Status.BeyondMaxDistance, 0]);
          continue;
        }
        expect([out.status, out.distance], message).toEqual([found.status, found.distance]);
        expect(out.pointCount, message).toBeGreaterThan(0);
        if (out.pointCount === 2) twos++;
        checkPoints(out, a, poseA, b, poseB, margin, message);
        contacts(b, poseB, a, poseA, back, { margin });
        expect([...back.pointsA.subarray(0, 2)], message).toEqual([...out.pointsB.subarray(0, 2)]);
        expect(
          idsOf(back)
            .map((id) => (id === 0 ? 0 : (id ^ (3 << 30)) >>> 0))
            .sort(),
          message,
        ).toEqual(idsOf(out));
      }
    }
    if (['box', 'polygon', 'regular'].includes(kindA)) expect(twos).toBeGreaterThan(PAIRS);
  });

  function checkPoints(
    out: PairContacts,
    a: Shape,
    poseA: Pose,
    b: Shape,
    poseB: Pose,
    margin: number,
    message: string,
  ) {
    const offset = { x: poseB.x - poseA.x, y: poseB.y - poseA.y };
    const [bodyA, bodyB] = [bodyOf(a, poseA, poseA), bodyOf(b, poseB, poseA)];
    const length = reachOf(a) + reachOf(b) + Math.hypot(offset.x, offset.y);
    const [nx, ny] = out.normal;
    const least = Math.min(...out.separations.subarray(0, out.pointCount));
    expect(Math.abs(least - out.distance), message).toBeLessThan(1e-12 * length);
    expect(new Set(idsOf(out)).size, message).toBe(out.pointCount);
    for (let k = 0; k < out.pointCount; k++) {
      const separation = out.separations[k];
      const pointA = { x: out.pointsA[2 * k], y: out.pointsA[2 * k + 1] };
      const pointB = { x: offset.x + out.pointsB[2 * k], y: offset.y + out.pointsB[2 * k + 1] };
      expect(separation, message).toBeLessThanOrEqual(margin);
      expect(Math.abs(pointB.x - pointA.x - separation * nx), message).toBeLessThan(1e-14 * length);
      expect(Math.abs(pointB.y - pointA.y - separation * ny), message).toBeLessThan(1e-14 * length);
      // on the outlines: not outside of the shape, and a little further along the normal not inside
      expect(pointDistance(pointA, bodyA), message).toBeLessThan(1e-14 * length);
      expect(pointDistance(pointB, bodyB), message).toBeLessThan(1e-14 * length);
      const within = 1e-12 * length + 0.002 * (a.radius + b.radius);
      const outA = { x: pointA.x + 2 * within * nx, y: pointA.y + 2 * within * ny };
      const outB = { x: pointB.x - 2 * within * nx, y: pointB.y - 2 * within * ny };
      expect(pointDistance(outA, bodyA), message).toBeGreaterThan(0);
      expect(pointDistance(outB, bodyB), message).toBeGreaterThan(0);
    }
  }
});

describe('closed forms', () => {
  test('a box on a box: the ends of the common range', () => {
    const found = contacts(crate, HERE, crate, { x: 0.5, y: 1.875 });
    expect([found.status, found.distance, found.pointCount]).toEqual([Status.Overlapping, -0.125, 2]);
    expect([...found.normal]).toEqual([0, 1]);
    expect([...found.separations]).toEqual([-0.125, -0.125]);
    const xs = [found.pointsA[0], found.pointsA[2]].sort((p, q) => p - q);
    expect(xs).toEqual([-0.5, 1]);
    // the corner of A is that with both signs positive, the corner of B has both negative
    expect(idsOf(found)).toEqual([vertexOfA(0), vertexOfB(3)].sort());
  });

  test('nothing beyond the margin; unused slots say so', () => {
    const found = contacts(crate, HERE, crate, { x: 0, y: 2.5 }, undefined, { margin: 0.25 });
    expect([found.status, found.pointCount, ...found.features]).toEqual([Status.BeyondMaxDistance, 0, NONE, NONE]);
    const near = contacts(crate, HERE, crate, { x: 0, y: 2.25 }, undefined, { margin: 0.25 });
    expect([near.status, near.pointCount, ...near.separations]).toEqual([Status.Separated, 2, 0.25, 0.25]);
  });

  test('a circle has one point, a capsule along a face two, a steep one its end', () => {
    const ball = contacts(crate, HERE, circle(0.5), { x: 0.25, y: 1.25 });
    expect([ball.pointCount, ...ball.pointsA.subarray(0, 2)]).toEqual([1, 0.25, 1]);
    expect([...ball.pointsB.subarray(0, 2), ball.features[0]]).toEqual([0, -0.5, vertexOfB(0)]);
    const lying = contacts(crate, HERE, capsule2(0.5, 0.25), { x: 0, y: 1.25, cos: 0, sin: 1 });
    expect([lying.pointCount, ...idsOf(lying)]).toEqual([2, vertexOfB(0), vertexOfB(1)]);
    const standing = contacts(crate, HERE, capsule2(0.5, 0.25), { x: 0, y: 1.75 }, undefined, { margin: 2 });
    expect([standing.pointCount, ...idsOf(standing)]).toEqual([1, vertexOfB(0)]);
  });

  test('one place, and ends that meet', () => {
    const same = contacts(circle(1), HERE, circle(1), HERE);
    expect([same.pointCount, same.distance]).toEqual([1, -2]);
    const lines = contacts(segment2(1), HERE, segment2(1), { x: 0, y: 2 });
    expect([lines.status, lines.pointCount]).toEqual([Status.Overlapping, 1]);
    const corners = contacts(crate, HERE, crate, { x: 3, y: 3 }, undefined, { margin: 2 });
    expect(corners.pointCount).toBe(1);
    expect(corners.separations[0]).toBeCloseTo(Math.SQRT2, 14);
  });
});

test.each([
  ['box', box2(0.5, 0.5)],
  ['polygon', polygon([-0.6, -0.5, 0.5, -0.5, 0.7, 0.4, 0, 0.8])],
  ['rounded', rounded(box2(0.4, 0.4), 0.1)],
  ['capsule', capsule2(0.4, 0.2)],
])('%s that slides and rocks on a floor: both ids last', (_, shape) => {
  const random = seeded(5);
  const floor = box2(10, 1);
  const lying = shape.kind === 'segment' ? Math.PI / 2 : 0;
  const bottom = shape.kind === 'segment' ? 0.2 : 0.5;
  const poseOf = (): Pose => ({
    x: between(random, -1, 1),
    y: 1 + bottom - between(random, 0, 1e-3),
    angle: lying + between(random, -1e-3, 1e-3),
  });
  const first = idsOf(contacts(floor, HERE, shape, poseOf(), undefined, { margin: 0.01 }));
  expect(first).toHaveLength(2);
  for (let k = 0; k < 200; k++) {
    expect(idsOf(contacts(floor, HERE, shape, poseOf(), undefined, { margin: 0.01 }))).toEqual(first);
  }
});
