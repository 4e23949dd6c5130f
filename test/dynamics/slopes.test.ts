/**
 * Sleep on slopes: what speeds up stays awake however slow it is, and what does not falls asleep as soon as on level
 * ground.
 */
import { box, type Shape, sphere } from 'hullstorm';
import type { BodyOptions } from 'hullstorm/dynamics';
import { describe, expect, test } from 'vitest';
import { sweep } from '../support/sweep.ts';
import { DT, distance, dot, G, plus, rotate, turn, World } from '../support/world.ts';

/** s */
const START = 0.5;
const TIME = 5;

interface Slope {
  readonly friction: number;
  /** How much steeper the slope is than the angle of friction, as a part of its tangent. */
  readonly over: number;
  readonly dt?: number;
}

/** A body of this height on a slope that falls along +x, for 5 s. */
function release(
  world: World,
  shape: Shape,
  height: number,
  { friction, over, dt = DT }: Slope,
  options: BodyOptions = {},
) {
  const angle = Math.atan(friction * (1 + over));
  const rotation = turn([0, 0, 1], -angle);
  const up = rotate(rotation, [0, 1, 0]);
  const down = rotate(rotation, [1, 0, 0]);
  world.add(box(100, 1, 100), { position: plus([0, 0, 0], up, -1), rotation, type: 'static', friction });
  const id = world.add(shape, { position: plus([0, 0, 0], up, height), rotation, friction, ...options });
  world.run(Math.round(START / dt), undefined, dt);
  const [position, speed] = [world.position(id), dot(world.velocity(id), down)];
  let asleepAt = Infinity;
  const steps = Math.round((TIME - START) / dt);
  world.run(
    steps,
    (step) => {
      if (world.dynamics.awake[id] === 0) asleepAt = Math.min(asleepAt, START + (step + 1) * dt);
    },
    dt,
  );
  const way = dot(plus(world.position(id), position, -1), down);
  const pull = G * (options.gravityScale ?? 1) * (Math.sin(angle) - friction * Math.cos(angle));
  return { id, asleepAt, way, want: speed * steps * dt + 0.5 * pull * (steps * dt) ** 2 };
}

const FRICTIONS = sweep([0.2, 0.6], [0.05, 0.1, 0.2, 0.4, 0.6, 0.8]);
const HALVES = sweep([0.025, 1], [0.025, 0.1, 0.5, 1]);
const STEPS = sweep([1 / 30, DT], [1 / 30, DT, 1 / 120, 1 / 240]);
const CASES = FRICTIONS.flatMap((friction) => HALVES.flatMap((half) => STEPS.map((dt) => ({ friction, half, dt }))));

describe.each(CASES)('friction $friction, half size $half m, step $dt s', ({ friction, half, dt }) => {
  const flat = box(half, half / 2, half);

  test.each(sweep([0.01, 0.03, 0.2], [0.01, 0.02, 0.03, 0.05, 0.1, 0.2]))('%d too steep: it slides', (over) =>
    World.with({}, (world) => {
      const { way, want, asleepAt } = release(world, flat, half / 2, { friction, over, dt });
      expect(asleepAt).toBe(Infinity);
      expect(Math.abs(way / want - 1)).toBeLessThan(0.1);
    }),
  );

  test.each([0.03, 0.2])('%d less steep than that: it falls asleep', (under) =>
    World.with({}, (world) => {
      const { asleepAt, way } = release(world, flat, half / 2, { friction, over: -under, dt });
      // looked at every fourth step
      expect(asleepAt).toBeLessThanOrEqual(0.5 + 5 * dt);
      expect(Math.abs(way)).toBeLessThan(1e-3);
    }),
  );
});

test.each([0.01, 0.1, 3])('gravity × %d: it slides if it is too steep, and sleeps if it is not', (gravityScale) =>
  World.with({}, async (world) => {
    const slides = release(world, box(0.2, 0.1, 0.2), 0.1, { friction: 0.2, over: 0.05 }, { gravityScale });
    expect(slides.asleepAt).toBe(Infinity);
    expect(Math.abs(slides.way / slides.want - 1)).toBeLessThan(0.1);
    await World.with({}, (other) => {
      const stays = release(other, box(0.2, 0.1, 0.2), 0.1, { friction: 0.2, over: -0.05 }, { gravityScale });
      expect(stays.asleepAt).toBeLessThan(0.6);
    });
  }),
);

test('a ball rolls down a slope of 0.1°', () =>
  World.with({}, (world) => {
    const over = Math.tan(Math.PI / 1800) / 0.6 - 1;
    const { way, asleepAt } = release(world, sphere(0.5), 0.5, { friction: 0.6, over });
    expect(asleepAt).toBe(Infinity);
    // 5/7 g sin, from its start: 0.15 m are in the first half second and what it brought
    expect(way).toBeGreaterThan(0.9 * 0.5 * (5 / 7) * G * Math.sin(Math.PI / 1800) * (TIME - START) ** 2);
  }));

test.each([1 / 30, DT, 1 / 240])('a block that begins to tip slowly goes on, step %d s', (dt) =>
  World.with({}, (world) => {
    // its middle is a little beyond the edge of a table: it tips about that edge
    world.add(box(1, 0.5, 1), { position: [-1, -0.5, 0], type: 'static', friction: 1 });
    const id = world.add(box(0.25, 0.5, 0.25), { position: [0.01, 0.5, 0], friction: 1 });
    world.run(Math.round(4 / dt), undefined, dt);
    expect(distance(world.position(id), [0.01, 0.5, 0])).toBeGreaterThan(0.5);
  }),
);
