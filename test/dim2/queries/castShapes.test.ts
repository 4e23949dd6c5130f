/** `castShapes` of `hullstorm/pair2d`: closed forms, and every cast sampled densely by the oracle. */
import { describe, expect, test } from 'vitest';
import { between, type Random } from '../../../scenes/random.ts';
import {
  box2,
  type CastHit,
  type CastOptions,
  CastStatus,
  castShapes,
  circle,
  createCastHit,
  distance,
  type Motion,
  type Pose,
  type Shape,
  segment2,
} from '../../../src/pair2d.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { KIND_NAMES, KINDS, randomPose } from './generate.ts';
import { bodyOf, reachOf, signedDistance } from './oracle.ts';

const CASTS = sweep(4, 100);
/** Times of a cast that are sampled with `distance`, and with the oracle. */
const SAMPLES = 150;
const CHECKED = 6;
const HERE: Pose = { x: 0, y: 0 };
const STILL: Motion = {};
const crate = box2(1, 1);

describe('closed forms', () => {
  test('boxes that move: the time is short by less than the tolerance', () => {
    const hit = castShapes(crate, HERE, { x: 8 }, crate, { x: 6, y: 0.5 }, STILL);
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeLessThanOrEqual(0.5);
    expect(8 * (0.5 - hit.t)).toBeLessThan(1e-6 * 2 * Math.SQRT2);
    expect([...hit.normal]).toEqual([1, 0]);
    expect(castShapes(crate, HERE, { x: 8 }, crate, { x: 6, y: 2.5 }, STILL)).toMatchObject({
      status: CastStatus.Free,
      t: 1,
    });
    expect(castShapes(crate, HERE, { x: -8 }, crate, { x: 6, y: 0 }, STILL)).toMatchObject({ t: 1, distance: 12 });
    expect(castShapes(crate, HERE, STILL, crate, { x: 6, y: 0 }, STILL)).toMatchObject({ t: 1, distance: 4 });
  });

  test('skin and tolerance', () => {
    const hit = castShapes(circle(1), HERE, { x: 8 }, circle(1), { x: 6, y: 0 }, STILL, undefined, {
      skin: 1,
      tolerance: 1e-9,
    });
    expect(hit.t).toBeLessThanOrEqual(3 / 8);
    expect(hit.t).toBeGreaterThan(3 / 8 - 1e-9);
    expect(Math.abs(hit.distance - 1)).toBeLessThan(1e-8);
  });

  test('a start that touches or overlaps: t 0, the depth and the normal', () => {
    const deep = castShapes(crate, HERE, { x: 1 }, crate, { x: 1.5, y: 0 }, STILL);
    expect(deep).toMatchObject({ status: CastStatus.StartsTouching, t: 0, distance: -0.5 });
    expect(castShapes(crate, HERE, { x: -1 }, crate, { x: 2, y: 0 }, STILL).status).toBe(CastStatus.StartsTouching);
  });

  test('a blade that turns meets a circle at the angle of its closed form', () => {
    // the blade lies along y, and turns clockwise onto a circle of 0.5 at (3, 0): asin(0.5 / 3) before the x axis
    const hit = castShapes(segment2(5), HERE, { turn: -2 }, circle(0.5), { x: 3, y: 0 }, STILL, undefined, {
      tolerance: 1e-10,
    });
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeCloseTo((Math.PI / 2 - Math.asin(0.5 / 3)) / 2, 8);
  });

  test('a bullet and a thin wall', () => {
    const hit = castShapes(circle(1e-3), HERE, { x: 1e6 }, segment2(1), { x: 5e5, y: 0.3 }, STILL);
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeCloseTo(0.5, 8);
  });

  test('a spin in place that comes near, and one that does not', () => {
    expect(castShapes(crate, HERE, { turn: 6 }, circle(1), { x: 2.5, y: 0 }, STILL).status).toBe(CastStatus.Free);
    expect(castShapes(crate, HERE, { turn: 6 }, circle(1), { x: 2.4, y: 0 }, STILL).status).toBe(CastStatus.Hit);
  });
});

describe('leaving', () => {
  const leaving = { leaving: true };
  const floor = box2(10, 1);
  const onFloor = { x: 0, y: 2 };
  const slide = (motion: Motion, pose: Pose = onFloor, options: CastOptions = leaving) =>
    castShapes(floor, HERE, STILL, crate, pose, motion, undefined, options);

  test('a box that slides on its floor, or is lifted, is free; without the option it starts touching', () => {
    for (const motion of [{ x: 5 }, { x: -5 }, { y: 3 }, { x: 5, y: 2 ** -30 }, STILL]) {
      expect(slide(motion)).toMatchObject({ status: CastStatus.Free, t: 1, distance: motion.y ?? 0 });
      expect(slide(motion, onFloor, {})).toMatchObject({ status: CastStatus.StartsTouching, t: 0, distance: 0 });
    }
    expect(slide({ x: 30 })).toMatchObject({ status: CastStatus.Free, distance: 19 });
  });

  test('motion into the floor, a turn, and depth start touching', () => {
    expect(slide({ x: 5, y: -1e-9 }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ x: 5, turn: 1e-9 }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ y: 3 }, { x: 0, y: 1.99 }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ y: 3 }, { x: 0, y: 1.99 }, { leaving: true, skin: 0.02 }).status).toBe(CastStatus.Free);
    expect(slide({ y: -3 }, { x: 0, y: 1.99 }, { leaving: true, skin: 0.02 }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ y: -1 }, { x: 0, y: 2.5 })).toMatchObject({ status: CastStatus.Hit });
  });

  test('tiles in a row are one floor: the corner of the next one is no obstacle, and a step is', () => {
    const next = { x: 11, y: 0 };
    const over = (y: number) =>
      castShapes(floor, { x: 12, y }, STILL, crate, next, { x: 5 }, undefined, leaving).status;
    for (const angle of [0, 0.3, 2]) {
      const turned = (x: number, y: number): Pose => ({
        x: x * Math.cos(angle) - y * Math.sin(angle),
        y: x * Math.sin(angle) + y * Math.cos(angle),
        angle,
      });
      const { x, y } = turned(5, 0);
      const found = castShapes(floor, turned(12, -2), STILL, crate, turned(1, 0), { x, y }, undefined, leaving);
      expect(found.status).toBe(CastStatus.Free);
    }
    expect([over(-2), over(-1.99)]).toEqual([CastStatus.Free, CastStatus.StartsTouching]);
  });

  test('true or false, and nothing else', () => {
    expect(() => slide({ x: 1 }, onFloor, { leaving: 1 as never })).toThrow(
      'castShapes: leaving: expected true or false, got 1',
    );
  });

  test.each(KIND_NAMES)('%s: pairs that touch: free ones come no nearer, others do at once; seed 19', (kindA) => {
    const random = seeded(19);
    let free = 0;
    for (const kindB of KIND_NAMES) {
      for (let k = 0; k < CASTS; k++) {
        const [a, b] = [KINDS[kindA](random, 1), KINDS[kindB](random, 1)];
        const [poseA, start] = [randomPose(random, 2), randomPose(random, 2)];
        const apart = distance(a, poseA, b, start);
        if (apart.distance <= 0) continue;
        const [nx, ny] = apart.normal;
        const poseB = { ...start, x: start.x - apart.distance * nx, y: start.y - apart.distance * ny };
        const motion = { x: between(random, -3, 3), y: between(random, -3, 3) };
        const found = castShapes(a, poseA, STILL, b, poseB, motion, undefined, { ...leaving, skin: 1e-9 });
        const at = (t: number) => distance(a, poseA, b, moved(poseB, motion, t)).distance;
        const state = `${kindB}: ${JSON.stringify([a, poseA, b, poseB, motion])}`;
        if (found.status === CastStatus.Free) free++;
        else expect([found.status, found.t, motion.x * nx + motion.y * ny < 0], state).toEqual([2, 0, true]);
        if (found.status === CastStatus.Free) expect(least(at, 1), state).toBeGreaterThan(-1e-12);
      }
    }
    expect(free).toBeGreaterThan(CASTS);
  });
});

/** The pose at time t. */
function moved(pose: Pose, { x = 0, y = 0, turn = 0 }: Motion, t: number): Pose {
  return { x: pose.x + t * x, y: pose.y + t * y, angle: (pose.angle ?? 0) + t * turn };
}

/** The smallest of `SAMPLES` values of a function of time before `end`; NaN if one is. */
function least(at: (t: number) => number, end: number, samples = SAMPLES): number {
  return Math.min(...Array.from({ length: samples }, (_, k) => at((end * k) / samples)));
}

function checkCast(
  found: CastHit,
  a: Shape,
  poseA: Pose,
  motionA: Motion,
  b: Shape,
  poseB: Pose,
  motionB: Motion,
  skin: number,
) {
  const size = reachOf(a) + reachOf(b);
  const at = (t: number) => distance(a, moved(poseA, motionA, t), b, moved(poseB, motionB, t)).distance;
  const checkAt = (t: number) => {
    const [atA, atB] = [moved(poseA, motionA, t), moved(poseB, motionB, t)];
    return signedDistance(bodyOf(a, atA, atA), bodyOf(b, atB, atA));
  };
  const rounding = 1e-12 + 1e-9 * size;
  expect(found.status).not.toBe(CastStatus.Unresolved);
  expect(Math.abs(found.distance - at(found.t))).toBeLessThan(rounding);
  if (found.status === CastStatus.StartsTouching) {
    expect(found.t).toBe(0);
    expect(at(0)).toBeLessThanOrEqual(skin);
    return;
  }
  expect(least(at, found.t)).toBeGreaterThan(skin);
  expect(least(checkAt, found.t, CHECKED)).toBeGreaterThan(skin - rounding);
  if (found.status === CastStatus.Hit) expect(at(found.t)).toBeLessThan(skin + 1e-6 * size + rounding);
  else expect([found.t, at(1) > skin]).toEqual([1, true]);
}

const seed = 17;
const motionOf = (random: Random, reach: number, turn: number): Motion => ({
  x: between(random, -reach, reach),
  y: between(random, -reach, reach),
  turn: between(random, -turn, turn),
});

describe.each([
  ['straight', 5, 0],
  ['with a small turn', 5, 0.2],
  ['with turns', 5, 3],
  ['fast spins in place', 0.1, 20],
])('%s', (_, reach, turn) => {
  test.each(KIND_NAMES)(`%s: never overshoots, never early, seed ${seed}`, (kindA) => {
    const random = seeded(seed);
    const out = createCastHit();
    let hits = 0;
    for (const kindB of KIND_NAMES) {
      for (let k = 0; k < CASTS; k++) {
        const [a, b] = [KINDS[kindA](random, 1), KINDS[kindB](random, 1)];
        const [poseA, poseB] = [randomPose(random, 3), randomPose(random, 3)];
        const [motionA, motionB] = [motionOf(random, reach, turn), motionOf(random, reach, turn)];
        const skin = random() < 0.5 ? 0 : 0.01;
        castShapes(a, poseA, motionA, b, poseB, motionB, out, { skin });
        const message = `${kindB}: ${JSON.stringify([a, poseA, motionA, b, poseB, motionB, skin])}`;
        expect(() => checkCast(out, a, poseA, motionA, b, poseB, motionB, skin), message).not.toThrow();
        if (out.status === CastStatus.Hit) hits++;
        const { t, status } = out;
        castShapes(b, poseB, motionB, a, poseA, motionA, out, { skin });
        expect([out.status, out.t], message).toEqual([status, t]);
      }
    }
    if (kindA === 'box') expect(hits).toBeGreaterThan(CASTS);
  });
});

test('1e7 m from the origin: the same time', () => {
  const far = 1e7;
  const near = castShapes(crate, { x: 0, y: 0, angle: 0.5 }, { x: 8, turn: 1 }, circle(1), { x: 6, y: 0.5 }, STILL);
  const away = castShapes(
    crate,
    { x: far, y: far, angle: 0.5 },
    { x: 8, turn: 1 },
    circle(1),
    { x: far + 6, y: far + 0.5 },
    STILL,
  );
  expect(away).toEqual(near);
  expect(near.status).toBe(CastStatus.Hit);
});
