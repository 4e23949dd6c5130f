/** Bodies and colliders that get another shape. */
import { box, compound, createEngine, type Engine, halfSpace, massProperties, mesh, sphere } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';

const DT = 1 / 60;
const FLOOR = { positions: [-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], indices: [0, 1, 2, 0, 2, 3] };

let engine: Engine;
let dynamics: Dynamics;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: { shapes: 16, vertices: 64, colliders: 16, pairs: 100 } });
  dynamics = await createDynamics(engine);
});
afterEach(() => engine.close());

describe('scene.setShape', () => {
  test('keeps pose, groups and flags; bounds and pairs follow', () => {
    const { scene } = engine;
    const [small, large] = [scene.addShape(sphere(0.5)), scene.addShape(box(3, 3, 3))];
    const a = scene.addCollider(small, { position: [1, 2, 3], mask: 7, userId: 9, static: true });
    const b = scene.addCollider(small, { position: [4, 2, 3] });
    expect(engine.findPairsSync().count).toBe(0);
    engine.pairs.set([a, b]);
    expect(engine.distanceSync().distance(0)).toBeCloseTo(2, 5);
    scene.setShape(a, large);
    expect([...scene.positions.subarray(0, 3), scene.groups[1], scene.statics[a], scene.userIds[a]]).toEqual([
      1, 2, 3, 7, 1, 9,
    ]);
    expect(scene.shapes[a]).toBe(large);
    expect(engine.distanceSync().distance(0)).toBeCloseTo(-0.5, 5);
    expect(engine.findPairsSync().count).toBe(1);
    // the shapes are counted: the small one has a user left
    expect(messageOf(() => scene.removeShape(small))).toContain(`the shape of collider ${b}`);
    scene.setShape(b, large);
    scene.removeShape(small);
  });

  test('takes half-spaces and meshes on static colliders alone', () => {
    const { scene } = engine;
    const [ball, plane, ground] = [sphere(1), halfSpace(), mesh(FLOOR)].map((shape) => scene.addShape(shape));
    const a = scene.addCollider(ball);
    const before = scene.snapshot();
    for (const shape of [plane, ground])
      expect(messageOf(() => scene.setShape(a, shape))).toMatch(/^scene\.setShape: static: expected true for a /);
    expect(messageOf(() => scene.setShape(a, 77))).toBe('scene.setShape: shape: expected a shape id (0..2), got 77');
    expect(messageOf(() => scene.setShape(5, ball))).toContain('scene.setShape: id: expected');
    expect(scene.snapshot()).toEqual(before);
    scene.setStatic(a, true);
    scene.setShape(a, plane);
    expect(scene.halfSpaceCount).toBe(1);
    scene.setShape(a, plane);
    expect(scene.halfSpaceCount).toBe(1);
    scene.setShape(a, ground);
    expect(scene.halfSpaceCount).toBe(0);
  });
});

describe('dynamics.setShape', () => {
  test('the mass follows, and the points of the body keep their velocities', () => {
    const hammer = compound([
      { shape: box(1, 0.1, 0.1), density: 500 },
      { shape: box(0.2, 0.2, 0.4), position: [1, 0, 0], density: 8000 },
    ]);
    const id = dynamics.addBody(hammer, { gravityScale: 0, velocity: [0, 3, 0], spin: [0, 0, 2] });
    const [x] = massProperties(hammer, 1000).center;
    dynamics.setShape(id, box(1, 0.1, 0.1), { density: 500 });
    // the center of mass is at the origin of the body now, which went along with the old one
    expect([...dynamics.velocities.subarray(4 * id, 4 * id + 3)]).toEqual([0, expect.closeTo(3 - 2 * x, 5), 0]);
    expect([...dynamics.spins.subarray(4 * id, 4 * id + 3)]).toEqual([0, 0, 2]);
    dynamics.applyImpulse(id, [massProperties(box(1, 0.1, 0.1), 500).mass, 0, 0]);
    expect(dynamics.velocities[4 * id]).toBeCloseTo(1, 5);
  });

  test('a body on a floor that gets smaller falls on', () => {
    dynamics.addBody(box(5, 0.5, 5), { type: 'static', position: [0, -0.5, 0] });
    const id = dynamics.addBody(box(0.5, 0.5, 0.5), { position: [0, 0.5, 0] });
    for (let k = 0; k < 120; k++) dynamics.stepSync(DT);
    expect(dynamics.awake[id]).toBe(0);
    dynamics.setShape(id, sphere(0.2));
    expect(dynamics.awake[id]).toBe(1);
    for (let k = 0; k < 120; k++) dynamics.stepSync(DT);
    expect(engine.scene.positions[4 * id + 1]).toBeCloseTo(0.2, 2);
    dynamics.removeBody(id);
    expect(engine.scene.count).toBe(1);
  });

  test('refuses what bodies cannot have, and the body stays', () => {
    const id = dynamics.addBody(box(1, 1, 1));
    const before = engine.scene.snapshot();
    expect(messageOf(() => dynamics.setShape(id, mesh(FLOOR)))).toBe(
      "dynamics.setShape: type: expected 'static' for a mesh, which does not move, got 'dynamic'",
    );
    expect(messageOf(() => dynamics.setShape(id, sphere(-1)))).toContain('radius: expected');
    expect(messageOf(() => dynamics.setShape(id, sphere(1), { density: 1, mass: 1 }))).toContain('a mass or a density');
    expect(messageOf(() => dynamics.setShape(id, 99))).toContain(
      'dynamics.setShape: shape: expected a shape, or an id',
    );
    expect(engine.scene.snapshot()).toEqual(before);
    dynamics.setShape(dynamics.addBody(sphere(1), { type: 'static', position: [50, 0, 0] }), mesh(FLOOR));
  });
});
