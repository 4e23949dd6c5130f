/** Gravity that changes. */
import { box, createEngine, type Engine } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';

const DT = 1 / 60;

let engine: Engine;
let dynamics: Dynamics;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 64 } });
  dynamics = await createDynamics(engine);
});
afterEach(() => engine.close());

test('moves bodies, those at rest too, by their own scale', () => {
  dynamics.addBody(box(5, 1, 5), { type: 'static', position: [0, -1, 0] });
  const crate = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0, 0.5, 0] });
  const light = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [3, 0.5, 0], gravityScale: 0.5 });
  for (let k = 0; k < 120; k++) dynamics.stepSync(DT);
  expect(dynamics.stats.awake).toBe(0);
  dynamics.setGravity([0, 2, 0]);
  const { velocities } = dynamics;
  for (let k = 0; k < 30; k++) dynamics.stepSync(DT);
  // they have left the ground
  const before = [velocities[4 * crate + 1], velocities[4 * light + 1]];
  for (let k = 0; k < 30; k++) dynamics.stepSync(DT);
  expect(velocities[4 * crate + 1] - before[0]).toBeCloseTo(1, 5);
  expect(velocities[4 * light + 1] - before[1]).toBeCloseTo(0.5, 5);
  dynamics.setGravity([0, 0, 0]);
  const speed = velocities[4 * crate + 1];
  dynamics.stepSync(DT);
  expect(velocities[4 * crate + 1]).toBe(speed);
});

test('is the same from the start and set at once', async () => {
  const other = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 64 } });
  const stepper = await createDynamics(other, { gravity: [1, -3, 0.5] });
  dynamics.setGravity([1, -3, 0.5]);
  for (const each of [dynamics, stepper]) {
    each.addBody(box(5, 1, 5), { type: 'static', position: [0, -1, 0] });
    each.addBody(box(0.5, 0.3, 0.5), { position: [0, 2, 0], rotation: [0.1, 0, 0.2, 1] });
    for (let k = 0; k < 90; k++) each.stepSync(DT);
  }
  expect(engine.scene.positions.subarray(0, 8)).toEqual(other.scene.positions.subarray(0, 8));
  await other.close();
});

test('of bad numbers is an error, and changes nothing', () => {
  const body = dynamics.addBody(box(0.5, 0.5, 0.5));
  expect(messageOf(() => dynamics.setGravity([0, Number.NaN, 0]))).toBe(
    'dynamics.setGravity: gravity[1]: expected a finite number, got NaN',
  );
  expect(messageOf(() => dynamics.setGravity([0, -2e6, 0]))).toContain('dynamics.setGravity: gravity[1]: expected');
  expect(messageOf(() => dynamics.setGravity([0, 1]))).toContain(
    'dynamics.setGravity: gravity: expected three numbers',
  );
  dynamics.stepSync(DT);
  expect(dynamics.velocities[4 * body + 1]).toBeCloseTo(-9.81 * DT, 5);
});
