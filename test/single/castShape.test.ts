/** `castShape` of `hullstorm/pair`: closed forms, and random casts whose way is sampled by an independent oracle. */
import { describe, expect, test } from 'vitest';
import {
  box,
  type CastOptions,
  CastStatus,
  capsule,
  castShape,
  createCastHit,
  distance,
  frustum,
  halfSpace,
  hullOf,
  type Motion,
  type Pose,
  segment,
  sphere,
} from '../../src/pair.ts';
import { CAST_CLASSES, checkCast } from '../support/castPairs.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const HERE: Pose = { position: [0, 0, 0] };
const STILL: Motion = {};
const crate = box(1, 1, 1);
const at = (x: number, y = 0, z = 0): Pose => ({ position: [x, y, z] });

describe('closed forms', () => {
  test('boxes that move: the time is short by less than the tolerance', () => {
    const hit = castShape(crate, HERE, { move: [8, 0, 0] }, crate, at(6, 0.5, 0.25), STILL);
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeLessThanOrEqual(0.5);
    expect(8 * (0.5 - hit.t)).toBeLessThan(1e-6 * 2 * Math.sqrt(3));
    expect([...hit.normal]).toEqual([1, 0, 0]);
    expect(hit.offsetA[0]).toBe(1);
    expect(hit.offsetB[0]).toBeCloseTo(-1, 14);
    const free = { status: CastStatus.Free, t: 1 };
    expect(castShape(crate, HERE, { move: [8, 0, 0] }, crate, at(6, 2.5), STILL)).toMatchObject(free);
    expect(castShape(crate, HERE, { move: [-8, 0, 0] }, crate, at(6), STILL)).toMatchObject({ ...free, distance: 12 });
    expect(castShape(crate, HERE, STILL, crate, at(6), STILL)).toMatchObject({ ...free, distance: 4 });
  });

  test.each([1, 2, 3])('boxes at any pose against the separating axes of their motion, seed %i', (seed) => {
    const random = seeded(seed);
    const between = (low: number, high: number) => low + (high - low) * random();
    const triple = (low: number, high: number): [number, number, number] => [
      between(low, high),
      between(low, high),
      between(low, high),
    ];
    let hits = 0;
    for (let k = 0; k < sweep(100, 10_000); k++) {
      const [halfA, halfB] = [triple(0.1, 1), triple(0.1, 1)];
      const position = triple(-3, 3);
      const move = position.map((c) => -c * between(0.5, 2) + between(-0.5, 0.5));
      const truth = enterBoxes(halfA, halfB, position, move);
      if (truth.depth > 0) continue;
      const hit = castShape(box(...halfA), HERE, STILL, box(...halfB), { position }, { move });
      if (truth.t === Infinity) {
        expect([hit.status, hit.t], `cast ${k}`).toEqual([CastStatus.Free, 1]);
        continue;
      }
      hits++;
      const size = Math.hypot(...halfA) + Math.hypot(...halfB);
      expect(hit.status, `cast ${k}`).toBe(CastStatus.Hit);
      expect(hit.t).toBeLessThanOrEqual(truth.t);
      // along the normal of the face
      expect((truth.t - hit.t) * truth.speed).toBeLessThan(1e-6 * size);
    }
    expect(hits).toBeGreaterThan(20);
  });

  test('skin and tolerance', () => {
    const options = { skin: 1, tolerance: 1e-9 };
    const hit = castShape(sphere(1), HERE, { move: [8, 0, 0] }, sphere(1), at(6), STILL, undefined, options);
    expect(hit.t).toBeLessThanOrEqual(3 / 8);
    expect(hit.t).toBeGreaterThan(3 / 8 - 1e-9);
    expect(Math.abs(hit.distance - 1)).toBeLessThan(1e-8);
  });

  test('a start that touches or overlaps: t 0, the depth and the normal', () => {
    const deep = castShape(crate, HERE, { move: [1, 0, 0] }, crate, at(1.5), STILL);
    expect(deep).toMatchObject({ status: CastStatus.StartsTouching, t: 0, distance: -0.5 });
    expect([...deep.normal]).toEqual([1, 0, 0]);
    expect(castShape(crate, HERE, { move: [-1, 0, 0] }, crate, at(2), STILL).status).toBe(CastStatus.StartsTouching);
  });

  test('a blade that turns meets a ball at the angle of its closed form', () => {
    const blade = { turn: [0, 0, -2] };
    const hit = castShape(segment(5), HERE, blade, sphere(0.5), at(3), STILL, undefined, { tolerance: 1e-10 });
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeCloseTo((Math.PI / 2 - Math.asin(0.5 / 3)) / 2, 8);
  });

  test('a bullet and a thin wall', () => {
    const wall = box(1e-3, 1, 1);
    const hit = castShape(sphere(1e-3), HERE, { move: [1e6, 0, 0] }, wall, at(5e5, 0.3), STILL);
    expect(hit.status).toBe(CastStatus.Hit);
    expect(hit.t).toBeCloseTo(0.5, 8);
  });

  test('a spin in place that comes near, and one that does not; spheres spin without a step', () => {
    const spin = { turn: [0, 0, 6] };
    expect(castShape(crate, HERE, spin, sphere(1), at(2.5), STILL).status).toBe(CastStatus.Free);
    expect(castShape(crate, HERE, spin, sphere(1), at(2.4), STILL).status).toBe(CastStatus.Hit);
    expect(castShape(sphere(1), HERE, spin, sphere(1), at(2.000001), spin).status).toBe(CastStatus.Free);
  });

  test('a box that turns falls on a half-space; the half-space may move, but not turn', () => {
    const edge = castShape(halfSpace(), HERE, STILL, crate, at(0, 5), { move: [0, -10, 0], turn: [0, 0, Math.PI / 4] });
    expect(edge.status).toBe(CastStatus.Hit);
    const half = Math.cos((edge.t * Math.PI) / 4) + Math.sin((edge.t * Math.PI) / 4);
    expect(5 - 10 * edge.t).toBeCloseTo(half, 5);
    const lift = { move: [0, 8, 0] };
    expect(castShape(crate, at(0, 5), STILL, halfSpace(), HERE, lift)).toMatchObject({ status: CastStatus.Hit });
    expect(() => castShape(crate, at(0, 5), STILL, halfSpace(), HERE, { turn: [1, 0, 0] })).toThrow(
      'castShape: motionB: turn: expected none of a half-space, got 1',
    );
  });

  test('1e7 m from the origin: the same time', () => {
    const motion = { move: [8, 0, 0], turn: [1, 0.5, 0.25] };
    const near = castShape(crate, HERE, motion, sphere(1), at(6, 0.5), STILL);
    const away = castShape(crate, at(1e7, 1e7), motion, sphere(1), at(1e7 + 6, 1e7 + 0.5), STILL);
    expect(away).toEqual(near);
    expect(near.status).toBe(CastStatus.Hit);
  });
});

/** The time at which box B, moving by `move`, meets box A at the origin, by slabs; Infinity for none up to 1. */
function enterBoxes(halfA: number[], halfB: number[], position: number[], move: number[]) {
  let [enter, exit, speed, depth] = [-Infinity, Infinity, 0, Infinity];
  for (let k = 0; k < 3; k++) {
    const reach = Math.fround(halfA[k]!) + Math.fround(halfB[k]!);
    depth = Math.min(depth, reach - Math.abs(position[k]!));
    const [one, other] = [(-reach - position[k]!) / move[k]!, (reach - position[k]!) / move[k]!];
    if (Math.min(one, other) > enter) {
      enter = Math.min(one, other);
      speed = Math.abs(move[k]!);
    }
    exit = Math.min(exit, Math.max(one, other));
  }
  return { t: enter <= exit && enter <= 1 && enter >= 0 ? enter : Infinity, speed, depth };
}

describe('leaving', () => {
  const leaving = { leaving: true };
  const floor = box(10, 1, 10);
  const onFloor = at(0, 2);
  const slide = (motion: Motion, pose: Pose = onFloor, options: CastOptions = leaving) =>
    castShape(floor, HERE, STILL, crate, pose, motion, undefined, options);

  test('a box that slides on its floor, or is lifted, is free; without the option it starts touching', () => {
    for (const move of [
      [5, 0, 0],
      [-5, 0, 3],
      [0, 3, 0],
      [5, 2 ** -30, 0],
      [0, 0, 0],
    ]) {
      expect(slide({ move }), String(move)).toMatchObject({ status: CastStatus.Free, t: 1, distance: move[1] });
      expect(slide({ move }, onFloor, {})).toMatchObject({ status: CastStatus.StartsTouching, t: 0, distance: 0 });
    }
    expect(slide({ move: [30, 0, 0] })).toMatchObject({ status: CastStatus.Free, distance: 19 });
  });

  test('motion into the floor, a turn, and depth start touching', () => {
    expect(slide({ move: [5, -1e-3, 0] }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ move: [5, 0, 0], turn: [0, 1e-9, 0] }).status).toBe(CastStatus.StartsTouching);
    expect(slide({ move: [0, 3, 0] }, at(0, 1.99)).status).toBe(CastStatus.StartsTouching);
    const skin = { leaving: true, skin: 0.02 };
    expect(slide({ move: [0, 3, 0] }, at(0, 1.99), skin).status).toBe(CastStatus.Free);
    expect(slide({ move: [0, -3, 0] }, at(0, 1.99), skin).status).toBe(CastStatus.StartsTouching);
    expect(slide({ move: [0, -1, 0] }, at(0, 2.5))).toMatchObject({ status: CastStatus.Hit });
  });

  test('after a hit the slide goes on along the plane', () => {
    const hit = slide({ move: [3, -1, 0] }, at(0, 2.5));
    const y = 2.5 - hit.t;
    expect(hit.status).toBe(CastStatus.Hit);
    expect(slide({ move: [3, 0, 0] }, at(3 * hit.t, y)).status).toBe(CastStatus.Free);
    expect(slide({ move: [0, 1, 0] }, at(3 * hit.t, y), {}).status).toBe(CastStatus.Free);
  });

  test('tiles in a row are one floor: the edge of the next one is no obstacle, and a step is', () => {
    const next = at(11, 0);
    const over = (y: number, z: number) =>
      castShape(floor, at(12, y), STILL, crate, next, { move: [5, 0, z] }, undefined, leaving).status;
    expect([over(-2, 0), over(-2, 0.5)]).toEqual([CastStatus.Free, CastStatus.Free]);
    const up = castShape(floor, at(12, -2), STILL, crate, at(1, 0), { move: [5, 0, 1] }, undefined, leaving);
    expect(up.status).toBe(CastStatus.Free);
    const step = castShape(floor, at(12, -1.9), STILL, crate, at(1, 0), { move: [5, 0, 1] }, undefined, leaving);
    expect(step.status).toBe(CastStatus.StartsTouching);
  });
});

describe.each(Object.entries(CAST_CLASSES))('%s', (name, make) => {
  test('nothing is passed over, no hit is early, none stays open; seed 4', () => {
    const random = seeded(4);
    let hits = 0;
    for (let k = 0; k < sweep(60, 150_000); k++) {
      const pair = make(random);
      try {
        if (checkCast(pair, 20).status === CastStatus.Hit) hits++;
      } catch (cause) {
        throw new Error(`${name}, cast ${k}: ${JSON.stringify(pair)}`, { cause });
      }
    }
    expect(hits).toBeGreaterThan(2);
  });
});

test('a body that turns past another one at 1.3 tolerances is free', () => {
  const still = frustum(0.8619190744124353, 0.5214182661147788, 0.8850872004404664);
  const cone = frustum(0.5361731481971219, 0.6239012214820832, 0);
  const moving = hullOf(
    { shape: cone, position: [0.08662804578827513, 0.03584827120257374, -0.06201349618830487] },
    {
      shape: box(0.2651154980296269, 0.5102897473843768, 0.5579695179359988),
      position: [0.2267695958745146, 0.013542528284063288, 0.34285280191814815],
    },
  );
  const poseA: Pose = {
    position: [0, 0, 0],
    rotation: [-0.4076537841062035, 0.8101741431447009, 0.30241116179539956, -0.29322984040714395],
  };
  const poseB: Pose = {
    position: [1.6451063293663666, -1.0849506329240934, -0.3640594884935072],
    rotation: [-0.1177022141763111, -0.22967284602477545, 0.6782524358429359, 0.6880190446855361],
  };
  const turn: Motion = { turn: [-1.0178491383673625, 2.6088710136479842, -0.14137278019853744] };
  const way: Motion = {
    move: [-0.24125337480805434, 0.3814975052358031, 0.03738010214054242],
    turn: [-3.4033791714233166, -0.3898188060246031, 0.8614539039547987],
  };
  expect(castShape(still, poseA, turn, moving, poseB, way).status).toBe(CastStatus.Free);
});

test('the mirrored pair meets at the same time', () => {
  const motion = { move: [4, 1, 0], turn: [0, 2, 1] };
  const other = { move: [-4, 0, 0], turn: [1, 0, 0] };
  const one = castShape(crate, HERE, motion, capsule(1, 0.5), at(6), other);
  const two = castShape(capsule(1, 0.5), at(6), other, crate, HERE, motion);
  expect(one.status).toBe(CastStatus.Hit);
  expect(two.status).toBe(CastStatus.Hit);
  expect(Math.abs(two.t - one.t)).toBeLessThan(1e-6);
});

test('`out` is written and returned; at the hit it is what `distance` finds', () => {
  const out = createCastHit();
  const hit = castShape(crate, HERE, STILL, capsule(1, 0.5), at(6, 1), { move: [-8, 0, 0] }, out);
  expect(hit).toBe(out);
  const found = distance(crate, HERE, capsule(1, 0.5), at(6 - 8 * hit.t, 1));
  expect(hit.distance).toBeCloseTo(found.distance, 12);
  for (let k = 0; k < 3; k++) {
    expect(hit.normal[k]).toBeCloseTo(found.normal[k], 9);
    expect(hit.offsetB[k]! - hit.offsetA[k]!).toBeCloseTo(
      hit.distance * hit.normal[k]! - [6 - 8 * hit.t, 1, 0][k]!,
      12,
    );
  }
});

test('bad motions and options are refused in a sentence', () => {
  const run = (motion: unknown, options?: unknown) => () =>
    castShape(crate, HERE, motion as Motion, crate, at(6), STILL, undefined, options as CastOptions);
  expect(run({ move: [Number.NaN, 0, 0] })).toThrow('castShape: motionA: move[0]: expected a finite number, got NaN');
  expect(run({ turn: [0, 65, 0] })).toThrow('castShape: motionA: turn: expected a length of at most 64 (rad), got 65');
  expect(run({ x: 1 })).toThrow('castShape: motionA: expected move, turn, pivot, got the unknown option `x`');
  expect(run({}, { skin: -1 })).toThrow('castShape: skin: expected a finite number ≥ 0 (m), got -1');
  expect(run({}, { leaving: 1 })).toThrow('castShape: leaving: expected true or false, got 1');
});
