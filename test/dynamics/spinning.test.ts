/** Bodies that turn and touch nothing: angular momentum is kept, and the turning is that of Euler's equations. */
import { box, capsule, ellipsoid, hull } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  angleBetween,
  conjugate,
  cross,
  DT,
  distance,
  product,
  rotate,
  turn,
  type Vec,
  World,
} from '../support/world.ts';

const SPACE = { gravity: [0, 0, 0], sleeping: false } as const;
/** s */
const TIME = 10;
const STEPS = TIME / DT;
/**
 * What a step may change the angular momentum by, of itself: it goes through some ten f32 roundings of 6e-8, and those of 1 / √I and
 * of I are the same in every step, so they add up.
 */
const ROUNDING = 3e-7;

test.each([
  [0, 10],
  [1, 2], // the middle axis is not stable: what rounding leaves there grows by e^1.7 per second
  [2, 10],
])('about principal axis %i for %i s: angle = spin · time', (axis, time) =>
  World.with(SPACE, (world) => {
    const along: [number, number, number] = [0, 0, 0];
    along[axis] = 1;
    const rotation = turn([0.36, 0.48, 0.8], 0.7);
    const spin = rotate(rotation, along).map((c) => 4 * c) as unknown as Vec;
    const id = world.add(box(0.5, 0.3, 0.2), { rotation, spin });
    world.run(time / DT);
    const want = turn(spin.map((c) => c / 4) as unknown as Vec, 4 * time);
    // a spin that is off by ROUNDING more in each step is half as far off on average
    const off = (4 * time * (ROUNDING * time)) / DT / 2;
    expect(angleBetween(world.rotation(id), product(want, rotation))).toBeLessThan(off);
    expect(distance(world.spin(id), spin)).toBeLessThan((4 * ROUNDING * time) / DT);
  }),
);

test.each([DT, 1 / 240])('no body keeps more spin than turns it by 3.1 rad in a step of %d s', (dt) =>
  World.with(SPACE, (world) => {
    const most = 3.1 / dt;
    const [fast, slow] = [2 * most, 0.99 * most].map((spin, k) =>
      world.add(box(0.1, 0.1, 0.1), { position: [k, 0, 0], spin: [0, spin, 0] }),
    );
    world.run(1, undefined, dt);
    expect(world.spin(fast)[1] / most).toBeCloseTo(1, 5);
    expect(world.spin(slow)[1] / most).toBeCloseTo(0.99, 5);
  }),
);

test.each([
  ['an ellipsoid', ellipsoid(0.1, 0.05, 0.03), [84.2, -161, 49.9]],
  ['a plate', box(0.2, 0.2, 0.01), [60, 40, 70]],
  ['a rod', capsule(0.3, 0.1), [40, 150, 20]],
] as const)('%s that turns far in a step gains no energy', (_, shape, spin) =>
  World.with(SPACE, (world) => {
    const id = world.add(shape, { rotation: [0.427, 0.1157, 0.8499, 0.2864], spin });
    const { energy } = world.motion(id);
    world.run(600, () => expect(world.motion(id).energy / energy).toBeLessThan(1.0001), 1 / 120);
    expect(world.motion(id).energy / energy).toBeGreaterThan(0.2);
  }),
);

describe('turned at random', () => {
  const shapes = {
    'a box': box(0.5, 0.3, 0.2),
    'a long box': box(1, 0.1, 0.15),
    'a hull': hull([0, 0, 0, 1, 0, 0, 0, 0.8, 0, 0, 0, 0.5, 0.6, 0.6, 0.1]),
  };
  test.each(Object.entries(shapes))('%s: angular momentum and energy are kept for 10 s', (_, shape) =>
    World.with(SPACE, (world) => {
      const id = world.add(shape, { rotation: [0.1, 0.5, -0.3, 0.8], spin: [2, 3, -1], velocity: [1, 0, 0] });
      const start = world.motion(id);
      let drift = 0;
      let [least, most] = [1, 1];
      world.run(STEPS, () => {
        const { turning, energy } = world.motion(id);
        drift = Math.max(drift, distance(turning, start.turning) / Math.hypot(...start.turning));
        [least, most] = [Math.min(least, energy / start.energy), Math.max(most, energy / start.energy)];
      });
      expect(drift).toBeLessThan(ROUNDING * STEPS);
      expect(least).toBeGreaterThan(0.999);
      expect(most).toBeLessThan(1.001);
      // the centre of mass goes straight on
      const way = world.motion(id).middle.map((c, k) => c - start.middle[k]);
      expect(distance(way, [TIME, 0, 0])).toBeLessThan(1e-3);
    }),
  );
});

test('a symmetric top: its axis goes round the angular momentum at |L| / I', () =>
  World.with(SPACE, (world) => {
    const id = world.add(capsule(0.5, 0.2), { rotation: turn([0, 0, 1], 0.4), spin: [0.5, 3, 0.2] });
    const start = world.motion(id);
    const size = Math.hypot(...start.turning);
    const about = start.turning.map((c) => c / size) as unknown as Vec;
    const axis = rotate(world.rotation(id), [0, 1, 0]);
    let worst = 0;
    world.run(STEPS, (step) => {
      const want = rotate(turn(about, (size / start.moments[0]) * DT * (step + 1)), axis);
      worst = Math.max(worst, distance(rotate(world.rotation(id), [0, 1, 0]), want));
    });
    // of second order in the step: hundredths of a radian after 17 rad
    expect(worst).toBeLessThan(0.02);
    expect(Math.hypot(...cross(axis, about)), 'it precesses').toBeGreaterThan(0.1);
  }));

test('the intermediate axis flips, the others do not', () =>
  World.with(SPACE, (world) => {
    const flips = [0, 1, 2].map((axis) => {
      const spin: [number, number, number] = [0.01, 0.01, 0.01];
      spin[axis] = 6;
      const id = world.add(box(0.5, 0.3, 0.1), { position: [5 * axis, 0, 0], spin });
      return { axis, id, least: 6 };
    });
    world.run(STEPS, () => {
      for (const flip of flips) {
        const own = rotate(conjugate(world.rotation(flip.id)), world.spin(flip.id));
        flip.least = Math.min(flip.least, own[flip.axis]);
      }
    });
    expect(flips[0].least).toBeGreaterThan(5.9);
    expect(flips[1].least).toBeLessThan(-5.9);
    expect(flips[2].least).toBeGreaterThan(5.9);
  }));
