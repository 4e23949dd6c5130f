/** `castRay` of `hullstorm/pair2d`: closed forms, and rays against the distance of their points, which is convex along a ray. */
import { describe, expect, test } from 'vitest';
import { between, type Random } from '../../../scenes/random.ts';
import {
  box2,
  capsule2,
  castRay,
  circle,
  createRayHit,
  type Pose,
  polygon,
  RayStatus,
  type Shape,
} from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { KIND_NAMES, KINDS, randomPose } from './generate.ts';
import { type Body, bodyOf, pointDistance, reachOf } from './oracle.ts';

const RAYS = sweep(60, 2000);
const HERE: Pose = { x: 0, y: 0 };
const crate = box2(1, 1);

describe('closed forms', () => {
  test('a box, from each side and from inside', () => {
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const hit = castRay(crate, { x: 1e7, y: -1e7 }, [1e7 - 4 * x, -1e7 - 4 * y], [2 * x, 2 * y]);
      expect([hit.status, hit.t]).toEqual([RayStatus.Hit, 1.5]);
      expect([hit.normal[0] + 0, hit.normal[1] + 0, hit.offset[0] + 0, hit.offset[1] + 0]).toEqual([
        -x + 0,
        -y + 0,
        -x + 0,
        -y + 0,
      ]);
    }
    for (const origin of [
      [0, 0],
      [1, 0],
      [1, 1],
    ]) {
      const hit = castRay(crate, HERE, origin, [1, 0.5]);
      expect([hit.status, hit.t, ...hit.normal]).toEqual([RayStatus.StartsInside, 0, 0, 0]);
      expect([...hit.offset]).toEqual(origin);
    }
  });

  test('misses: beside, behind, and beyond maxT', () => {
    for (const [origin, direction] of [
      [
        [-4, 1.001],
        [1, 0],
      ],
      [
        [4, 0],
        [1, 0],
      ],
      [
        [-4, 0],
        [0, 1],
      ],
    ]) {
      expect(castRay(crate, HERE, origin, direction)).toMatchObject({ status: RayStatus.Miss, t: Infinity });
    }
    expect(castRay(crate, HERE, [-4, 0], [1, 0], undefined, { maxT: 2.99 }).status).toBe(RayStatus.Miss);
    expect(castRay(crate, HERE, [-4, 0], [1, 0], undefined, { maxT: 3 }).t).toBe(3);
  });

  test('along a face, through a corner, against the end of a segment, onto a point', () => {
    expect(castRay(crate, HERE, [-4, 1], [1, 0]).t).toBe(3);
    expect(castRay(crate, HERE, [-3, -3], [1, 1]).t).toBeCloseTo(2, 14);
    expect(castRay(crate, HERE, [-2, 0], [1, 1]).t).toBeCloseTo(1, 14);
    // onto a corner between two edges: the normal is that of an edge
    const onCorner = castRay(polygon([-1, 0, 0, -1, 1, 0, 0, 1]), HERE, [-4, 0], [1, 0]);
    expect(onCorner.t).toBe(3);
    expect(onCorner.normal[0]).toBeCloseTo(-Math.SQRT1_2, 14);
    const line = polygon([-1, 0, 1, 0]);
    expect(castRay(line, HERE, [-4, 0], [1, 0])).toMatchObject({ t: 3, normal: Float64Array.of(-1, 0) });
    expect(castRay(line, HERE, [0, -2], [0, 1])).toMatchObject({ t: 2, normal: Float64Array.of(0, -1) });
    expect(castRay(line, HERE, [0, 2], [0, -1])).toMatchObject({ t: 2, normal: Float64Array.of(0, 1) });
    expect(castRay(circle(0), { x: 2, y: 2 }, [0, 0], [4, 4]).t).toBeCloseTo(0.5, 14);
  });

  test('circles and capsules', () => {
    expect(castRay(circle(1), { x: 5, y: 0 }, [0, 0], [1, 0]).t).toBe(4);
    expect(castRay(circle(1), { x: 5, y: 0.6 }, [0, 0], [1, 0]).t).toBeCloseTo(4.2, 14);
    expect(castRay(capsule2(2, 1), HERE, [-5, 1], [1, 0])).toMatchObject({ t: 4, normal: Float64Array.of(-1, 0) });
    expect(castRay(capsule2(2, 1), HERE, [0, 9], [0, -1])).toMatchObject({ t: 6 });
  });
});

/** Where the ray is nearest to the body, and how near. */
function nearest(body: Body, at: (t: number) => { x: number; y: number }, end: number): [number, number] {
  let [low, high] = [0, end];
  const height = (t: number) => pointDistance(at(t), body);
  for (let k = 0; k < 90; k++) {
    const [p, q] = [low + 0.45 * (high - low), low + 0.55 * (high - low)];
    if (height(p) < height(q)) high = q;
    else low = p;
  }
  return [(low + high) / 2, height((low + high) / 2)];
}

function checkRay(random: Random, shape: Shape, pose: Pose, size: number): boolean {
  const angle = between(random, 0, 2 * Math.PI);
  const reach = 3 * reachOf(shape) + size;
  const origin = [pose.x + reach * Math.cos(angle), pose.y + reach * Math.sin(angle)];
  const aim = [pose.x + between(random, -1, 1) * size, pose.y + between(random, -1, 1) * size];
  const length = Math.exp(between(random, -3, 3));
  const direction = [(aim[0] - origin[0]) * length, (aim[1] - origin[1]) * length];
  const out = createRayHit();
  castRay(shape, pose, origin, direction, out);
  const body = bodyOf(shape, pose, pose);
  const start = [origin[0] - pose.x, origin[1] - pose.y];
  const at = (t: number) => ({ x: start[0] + t * direction[0], y: start[1] + t * direction[1] });
  const meters = Math.hypot(direction[0], direction[1]);
  const [middle, least] = nearest(body, at, (3 * reach) / meters);
  const within = 1e-13 * reach;
  if (pointDistance(at(0), body) <= within) return false;
  if (Math.abs(least) <= within) return false; // grazing, and bodies without an inside: closed forms
  expect(out.status).toBe(least < 0 ? RayStatus.Hit : RayStatus.Miss);
  if (least > 0) return false;
  let [low, high] = [0, middle];
  for (let k = 0; k < 100; k++) {
    const half = (low + high) / 2;
    if (pointDistance(at(half), body) > 0) low = half;
    else high = half;
  }
  const [nx, ny] = out.normal;
  const cosine = -(nx * direction[0] + ny * direction[1]) / meters;
  expect(cosine).toBeGreaterThan(0);
  expect(Math.abs(out.t - low) * meters).toBeLessThanOrEqual(out.errorBound + within / cosine);
  const point = { x: out.offset[0], y: out.offset[1] };
  expect(Math.abs(pointDistance(point, body))).toBeLessThan(within);
  // the normal leads out of the shape
  const step = 1e-6 * size;
  expect(pointDistance({ x: point.x + step * nx, y: point.y + step * ny }, body)).toBeGreaterThan(0.99 * step);
  return true;
}

const seed = 11;
test.each(KIND_NAMES)(`%s: random rays, seed ${seed}`, (kind) => {
  const random = seeded(seed);
  let hits = 0;
  for (let k = 0; k < RAYS; k++) {
    const size = k % 2 === 0 ? 1 : Math.exp(between(random, Math.log(1e-4), Math.log(1e4)));
    const shape = KINDS[kind](random, size);
    const pose = randomPose(random, 1e3 * size);
    const state = JSON.stringify([shape, pose, k]);
    expect(() => checkRay(random, shape, pose, size) && hits++, state).not.toThrow();
  }
  if (['circle', 'capsule', 'box', 'regular'].includes(kind)) expect(hits).toBeGreaterThan(RAYS / 5);
});

test('segments are hit on the side of the ray', () => {
  const random = seeded(seed);
  for (let k = 0; k < RAYS; k++) {
    const pose = randomPose(random, 10);
    const place = between(random, -0.99, 0.99);
    const [cos, sin] = [Math.cos(pose.angle!), Math.sin(pose.angle!)];
    // a point of the segment, along local y
    const target = [pose.x - place * sin, pose.y + place * cos];
    const [dx, dy] = [between(random, -1, 1), between(random, -1, 1)];
    const hit = castRay(polygon([0, -1, 0, 1]), pose, [target[0] - dx, target[1] - dy], [dx, dy]);
    expect(hit.status).toBe(RayStatus.Hit);
    expect(Math.abs(hit.t - 1) * Math.hypot(dx, dy)).toBeLessThanOrEqual(hit.errorBound + 1e-14);
    expect(hit.normal[0] * dx + hit.normal[1] * dy).toBeLessThan(0);
  }
});
