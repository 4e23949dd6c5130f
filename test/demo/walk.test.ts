/** The character of the demo on its course: stairs, a slope, a corner, a corridor, and bodies that have fallen. */
import { createEngine, type Engine } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { distance } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuidedWalk } from '../../demo/shared/guidedWalk.ts';
import { createWalker } from '../../demo/shared/walker.ts';
import { isDynamic } from '../../scenes/bodies.ts';
import { STANDING } from '../../scenes/character.ts';
import { createWalk } from '../../scenes/walk.ts';

const STEPS = 600;
const DT = 1 / 60;
const SCENE = createWalk(40, 1);
const { body, skin, walkSpeed, jumpSpeed } = SCENE.character;
const { shape, position: START } = SCENE.bodies[body];
const STATIC = SCENE.bodies.filter(({ type }) => type === 'static');
/** Height of the platform behind the stairs, and where the character stands on the ground (m). */
const PLATFORM = 1.25;
const GROUND = START[1];

async function world() {
  const engine = await createEngine({ workers: 0, capacity: { colliders: 128, shapes: 128, pairs: 4096, casts: 1 } });
  const dynamics = await createDynamics(engine);
  const ids = SCENE.bodies.map(({ shape, ...options }) => dynamics.addBody(shape, options));
  return { engine, dynamics, ids };
}

/** The smallest distance to a static body (m). */
function clearance(position: Float64Array): number {
  const all = STATIC.map((solid) => distance(shape, { position }, solid.shape, solid).distance);
  return Math.min(...all);
}

describe('600 steps around the course', () => {
  const path: Float64Array[] = [];
  let engine: Engine;
  let reached = 0;
  let moved = 0;

  beforeAll(async () => {
    const made = await world();
    engine = made.engine;
    const { dynamics, ids } = made;
    const walk = createGuidedWalk(dynamics, SCENE, SCENE.character, ids);
    const { positions } = engine.scene;
    let settled = positions.slice();
    for (let step = 0; step < STEPS; step++) {
      await walk.move(DT);
      await dynamics.step(DT);
      walk.settle();
      path.push(walk.position.slice());
      if (step === 400) settled = positions.slice();
    }
    reached = walk.reached;
    const isMoved = (id: number) =>
      Math.hypot(...[0, 1, 2].map((c) => positions[4 * id + c] - settled[4 * id + c])) > 0.2;
    moved = ids.filter((id, k) => isDynamic(SCENE.bodies[k]) && isMoved(id)).length;
  });
  afterAll(() => engine.close());

  it('leads over the stairs and down the slope, into the corner, through the corridor, and through the bodies', () => {
    const highest = Math.max(...path.map(([, y]) => y));
    expect(Math.abs(highest - GROUND - PLATFORM)).toBeLessThan(0.01);
    expect(path.some(([x, , z]) => x > 7.5 && z > 11.5)).toBe(true);
    expect(path.some(([x, , z]) => Math.abs(x - 6.5) < 0.2 && z < 4 && z > 3)).toBe(true);
    expect(path.at(-1)![0]).toBeLessThan(-2);
    expect(reached).toBe(4);
    expect(moved).toBeGreaterThan(3);
  });

  it('has no jumps: along the ground and upright, a step is no longer than the speed allows, and the skin', () => {
    const most = walkSpeed * DT + skin;
    path.forEach((to, step) => {
      const from = step === 0 ? START : path[step - 1]!;
      expect(to.every(Number.isFinite), `step ${step}`).toBe(true);
      expect(Math.hypot(to[0] - from[0], to[2] - from[2]), `step ${step}`).toBeLessThan(most);
      expect(Math.abs(to[1] - from[1]), `step ${step}`).toBeLessThan(most);
    });
  });

  it('makes progress on the stairs and on the slope in every second', () => {
    for (let step = 60; step <= 120; step++) expect(path[step]![0] - path[step - 60]![0]).toBeGreaterThan(2);
    for (let step = 1; step < 100; step++) expect(path[step]![0]).toBeGreaterThan(path[step - 1]![0] - 1e-6);
  });

  it('sinks into nothing that is static', () => {
    for (const [step, position] of path.entries()) expect(clearance(position), `step ${step}`).toBeGreaterThan(0);
  });

  it('stands still in the corner, to 0.1 mm, while it is pushed into it', () => {
    const inCorner = path.slice(200, 270);
    for (let c = 0; c < 3; c++) {
      const places = inCorner.map((position) => position[c]);
      expect(Math.max(...places) - Math.min(...places)).toBeLessThan(1e-4);
    }
    expect(clearance(inCorner[0])).toBeGreaterThan(0.9 * skin);
  });
});

it('pushed against a wall, standing, and jumping: no tremor, and back to the same height', async () => {
  const { engine, dynamics, ids } = await world();
  const walker = createWalker(dynamics, SCENE, SCENE.character, ids);
  const step = async (x: number, z: number, jumps = false) => {
    await walker.move({ x, z, jumps }, DT);
    await dynamics.step(DT);
    walker.settle();
  };
  // the wall of the yard, 11 m away
  for (let k = 0; k < 150; k++) await step(-1, 0);
  const [x, y, z] = walker.position;
  expect(walker.isGrounded).toBe(true);
  expect(Math.abs(x - (-20 + 0.4 + skin))).toBeLessThan(1e-4);
  for (let k = 0; k < 60; k++) {
    await step(-1, 0);
    for (const [c, at] of [x, y, z].entries()) expect(Math.abs(walker.position[c] - at)).toBeLessThan(1e-4);
  }
  await step(0, 0, true);
  let highest = 0;
  for (let k = 0; k < 90; k++) {
    await step(STANDING.x, STANDING.z);
    highest = Math.max(highest, walker.position[1] - y);
  }
  // v² / 2g, less what the length of a step takes
  expect(Math.abs(highest - jumpSpeed ** 2 / (2 * 9.81))).toBeLessThan(0.05);
  expect(walker.isGrounded).toBe(true);
  expect(Math.abs(walker.position[1] - y)).toBeLessThan(1e-4);
  await engine.close();
});
