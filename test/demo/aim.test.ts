/** Balls of the page: they hit what was pointed at, and start neither behind the camera, nor outside of walls, nor in the ground. */
import { expect, it } from 'vitest';
import { aim } from '../../demo/page/aim.ts';
import { between, randomUnit, seeded } from '../../scenes/random.ts';

type Vector = [number, number, number];
const CENTER: Vector = [0, 4, 0];
const RADIUS = 26;
const LIFT = 0.9;
const GRAVITY = 9.81;

const length = (v: readonly number[]) => Math.hypot(...v);
const sub = (u: readonly number[], v: readonly number[]): Vector => [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
const unit = (v: Vector): Vector => v.map((x) => x / length(v)) as Vector;

/** How near a ball comes to a point. */
function nearest({ position, velocity }: ReturnType<typeof aim>, goal: Vector): number {
  let found = Infinity;
  for (let t = 0; t < 4; t += 1 / 1000) {
    const fallen = (GRAVITY * t * t) / 2;
    const at: Vector = [
      position[0] + t * velocity[0],
      position[1] + t * velocity[1] - fallen,
      position[2] + t * velocity[2],
    ];
    found = Math.min(found, length(sub(at, goal)));
  }
  return found;
}

it('hit the middle of the scene from anywhere above', () => {
  const random = seeded(1);
  const direction = new Float64Array(3);
  for (let i = 0; i < 200; i++) {
    randomUnit(direction, 0, 3, random);
    const distance = between(random, 30, 120);
    const origin: Vector = [
      distance * direction[0],
      Math.max(CENTER[1] + distance * Math.abs(direction[1]), 5),
      distance * direction[2],
    ];
    const shot = aim(origin, unit(sub(CENTER, origin)), undefined, CENTER, RADIUS, LIFT);
    expect(nearest(shot, CENTER)).toBeLessThan(0.1);
    expect(length(sub(shot.position, CENTER))).toBeLessThan(0.7 * RADIUS);
  }
});

it('hit the ground that is pointed at, if it is nearer', () => {
  const origin: Vector = [40, 20, 40];
  const goal: Vector = [8, LIFT, 9];
  expect(nearest(aim(origin, unit(sub(goal, origin)), undefined, CENTER, RADIUS, LIFT), goal)).toBeLessThan(0.1);
});

it('start in front of a camera that is among the bodies, and above the ground', () => {
  const origin: Vector = [2, 1, 1];
  const shot = aim(origin, unit([-1, -0.9, 0]), undefined, CENTER, RADIUS, LIFT);
  expect(shot.position[0]).toBeLessThan(2);
  expect(shot.position[1]).toBeGreaterThanOrEqual(LIFT);
  expect([...shot.position, ...shot.velocity].every(Number.isFinite)).toBe(true);
});

it('fly towards the sky as well', () => {
  const shot = aim([50, 10, 0], unit([-1, 1, 0]), undefined, CENTER, RADIUS, LIFT);
  expect(shot.velocity[1]).toBeGreaterThan(0);
  expect(shot.velocity[0]).toBeLessThan(0);
  expect([...shot.position, ...shot.velocity].every(Number.isFinite)).toBe(true);
});

it('hit a target at any distance, from a start in front of it', () => {
  const random = seeded(2);
  const goal: Vector = [0, 0, 0];
  for (let i = 0; i < 200; i++) {
    for (const k of [0, 2]) goal[k] = between(random, -30, 30);
    goal[1] = between(random, 1, 8);
    const away = between(random, 0.5, 100);
    const direction = new Float64Array(3);
    randomUnit(direction, 0, 3, random);
    const way: Vector = [direction[0], -Math.abs(direction[1]), direction[2]];
    const origin = goal.map((c, k) => c - away * way[k]) as Vector;
    const shot = aim(origin, way, away, CENTER, RADIUS, LIFT);
    expect(nearest(shot, goal)).toBeLessThan(0.1);
    const before = length(sub(goal, origin)) - length(sub(shot.position, origin));
    expect(before).toBeGreaterThan(Math.min(1.4 * LIFT, away - 1e-9));
  }
});
