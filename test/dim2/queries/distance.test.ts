/** `distance` and `intersect` of `hullstorm/pair2d` against the oracle in oracle.ts, over all kinds of shapes. */
import { describe, expect, test } from 'vitest';
import { between, type Random } from '../../../scenes/random.ts';
import {
  circle,
  createPairDistance,
  distance,
  intersect,
  type Pose,
  polygon,
  type Shape,
  Status,
} from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { KIND_NAMES, KINDS, randomPose, spread } from './generate.ts';
import { bodyOf, pointDistance, reachOf, signedDistance } from './oracle.ts';

const PAIRS = sweep(40, 600);
/** Rounding of the oracle, as a part of the lengths that it adds. */
const ORACLE = 2e-15;

const out = createPairDistance();

/** Checks all that a row says of a pair. @returns the distance */
function checkAnswer(shapeA: Shape, poseA: Pose, shapeB: Shape, poseB: Pose): number {
  distance(shapeA, poseA, shapeB, poseB, out);
  const a = bodyOf(shapeA, poseA, poseA);
  const b = bodyOf(shapeB, poseB, poseA);
  const offset = { x: poseB.x - poseA.x, y: poseB.y - poseA.y };
  const length = reachOf(shapeA) + reachOf(shapeB) + Math.hypot(offset.x, offset.y);
  const within = out.errorBound + ORACLE * length;
  const truth = signedDistance(a, b);
  expect(out.errorBound).toBeLessThan(1e-14 * length + 1e-100);
  expect(Math.abs(out.distance - truth), `distance ${out.distance}, oracle ${truth}`).toBeLessThanOrEqual(within);
  expect(out.status).toBe(out.distance > 0 ? Status.Separated : Status.Overlapping);
  expect(intersect(shapeA, poseA, shapeB, poseB)).toBe(out.status === Status.Overlapping);
  // witness points lie on the shapes, and are `distance` apart along the normal
  const [nx, ny] = out.normal;
  expect(Math.abs(Math.hypot(nx, ny) - 1)).toBeLessThan(1e-14);
  const pointA = { x: out.offsetA[0], y: out.offsetA[1] };
  const pointB = { x: offset.x + out.offsetB[0], y: offset.y + out.offsetB[1] };
  expect(Math.abs(pointB.x - pointA.x - out.distance * nx)).toBeLessThanOrEqual(within);
  expect(Math.abs(pointB.y - pointA.y - out.distance * ny)).toBeLessThanOrEqual(within);
  expect(pointDistance(pointA, a)).toBeLessThanOrEqual(2 * within);
  expect(pointDistance(pointB, b)).toBeLessThanOrEqual(2 * within);
  // moving B by −distance · normal makes the two touch
  const moved = { ...b, points: b.points.map((p) => ({ x: p.x - out.distance * nx, y: p.y - out.distance * ny })) };
  expect(Math.abs(signedDistance(a, moved))).toBeLessThanOrEqual(4 * within);
  return out.distance;
}

function pairOf(random: Random, kindA: string, kindB: string, sizeA = 1, sizeB = 1): [Shape, Pose, Shape, Pose] {
  const reach = random() < 0.2 ? 0.3 : 1.3;
  const a = KINDS[kindA](random, sizeA);
  const b = KINDS[kindB](random, sizeB);
  return [a, randomPose(random, reach * sizeA), b, randomPose(random, reach * sizeB)];
}

describe('agrees with the oracle', () => {
  const seed = 1;
  test.each(KIND_NAMES)(`%s, seed ${seed}`, (kindA) => {
    const random = seeded(seed);
    for (const kindB of KIND_NAMES) {
      for (let k = 0; k < PAIRS; k++) {
        const pair = pairOf(random, kindA, kindB);
        expect(() => checkAnswer(...pair), `${kindB}, pair ${k}: ${JSON.stringify(pair)}`).not.toThrow();
      }
    }
  });

  test(`sizes from 1e-4 to 1e4, 1e7 m from the origin, seed ${seed}`, () => {
    const random = seeded(seed);
    let overlaps = 0;
    const count = 40 * PAIRS;
    for (let k = 0; k < count; k++) {
      const [kindA, kindB] = [0, 0].map(() => KIND_NAMES[Math.floor(random() * KIND_NAMES.length)]);
      const sizeA = spread(random, 1e-4, 1e4);
      const sizeB = random() < 0.5 ? sizeA : spread(random, 1e-4, 1e4);
      const [a, poseA, b, poseB] = pairOf(random, kindA, kindB, sizeA, sizeB);
      const far = { x: between(random, -1e7, 1e7), y: 1e7 };
      const away = (pose: Pose): Pose => ({ ...pose, x: pose.x + far.x, y: pose.y + far.y });
      const pair = [a, away(poseA), b, away(poseB)] as const;
      let found = 0;
      expect(() => (found = checkAnswer(...pair)), `pair ${k}: ${JSON.stringify(pair)}`).not.toThrow();
      if (found <= 0) overlaps++;
    }
    expect(overlaps / count).toBeGreaterThan(0.2);
    expect(overlaps / count).toBeLessThan(0.7);
  });

  test('a core of nearly collinear points, and a point a rounding apart: witness points meet', () => {
    const points = [
      [0.10978937675472264, 0.006665271211400168],
      [0.25987578498736535, 0.01577695984271809],
      [0.05174771303106359, 0.0031415839320438526],
      [0.20924246828277737, 0.012703030486850057],
      [0.26298324957718733, 0.01596561283341006],
    ];
    const poseA = { x: 1.2472536937799303, y: 1.2559034699108451, angle: Math.PI / 2 };
    const poseB = { x: 1.2441121098478862, y: 1.3076511829419086, angle: -2.0387546829879284 };
    expect(Math.abs(checkAnswer(polygon(points.flat()), poseA, circle(0), poseB))).toBeLessThan(1e-15);
    expect(Math.abs(checkAnswer(circle(0), poseB, polygon(points.flat()), poseA))).toBeLessThan(1e-15);
  });

  test(`pairs that touch, within rounding: witness points meet, and every order agrees, seed ${seed}`, () => {
    const random = seeded(seed);
    for (let k = 0; k < 100 * PAIRS; k++) {
      const [kindA, kindB] = [0, 0].map(() => KIND_NAMES[Math.floor(random() * KIND_NAMES.length)]);
      const [a, poseA, b, start] = pairOf(random, kindA, kindB);
      const first = distance(a, poseA, b, start, out);
      const way = first.distance + (random() < 0.3 ? 0 : between(random, -1, 1) * 10 ** between(random, -16, -6));
      const poseB = { ...start, x: start.x - way * first.normal[0], y: start.y - way * first.normal[1] };
      const state = `${kindA}, ${kindB}, pair ${k}: ${JSON.stringify([a, poseA, b, poseB])}`;
      const { distance: found, status, normal, offsetA, offsetB, errorBound } = distance(a, poseA, b, poseB, out);
      const gapX = poseB.x - poseA.x + offsetB[0] - offsetA[0] - found * normal[0];
      const gapY = poseB.y - poseA.y + offsetB[1] - offsetA[1] - found * normal[1];
      expect(Math.hypot(gapX, gapY), state).toBeLessThanOrEqual(2 * errorBound);
      const isOverlapping = status === Status.Overlapping;
      expect([intersect(a, poseA, b, poseB), intersect(b, poseB, a, poseA)], state).toEqual([
        isOverlapping,
        isOverlapping,
      ]);
      expect(distance(b, poseB, a, poseA, out).distance, state).toBe(found);
    }
  });
});
