/** The addon for three.js, with the modules of Node in place of the single file: meshes of all kinds fall, and are shown where they are. */
import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  PlaneGeometry,
  Scene,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// @ts-expect-error: the addons of three.js are JavaScript
import { HullstormPhysics } from '../../examples/threeAddon/HullstormPhysics.js';

const FILE = new URL('oneFileOfNode.mjs', import.meta.url).href;
const FRAME = 1000 / 60;

let physics: Awaited<ReturnType<typeof HullstormPhysics>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  physics = await HullstormPhysics(FILE);
});
afterEach(async () => {
  await physics.dispose();
  vi.useRealTimers();
});

const run = (seconds: number) => vi.advanceTimersByTime(seconds * 1000 + FRAME);

test('meshes of a scene fall on its ground, in groups that are moved and turned, too', () => {
  const scene = new Scene();
  const ground = new Mesh(new PlaneGeometry(60, 60).rotateX(-Math.PI / 2));
  ground.userData.physics = { mass: 0 };
  const group = new Group();
  group.position.set(3, 1, 0);
  group.rotation.y = 1;
  scene.add(ground, group);
  const geometries = [
    new BoxGeometry(1, 1, 1),
    new SphereGeometry(0.5),
    new CapsuleGeometry(0.5, 1),
    new CylinderGeometry(0.5, 0.5, 1),
    new ConeGeometry(0.5, 1),
    new TorusKnotGeometry(0.4, 0.1),
  ];
  const meshes = geometries.map((geometry, k) => {
    const mesh = new Mesh(geometry);
    mesh.position.set(3 * k - 8, 2, 0);
    mesh.userData.physics = { mass: 1, restitution: 0.1 };
    group.add(mesh);
    return mesh;
  });
  meshes[0].scale.set(1, 2, 1);
  physics.addScene(scene);
  run(4);
  scene.updateMatrixWorld();
  for (const mesh of meshes) {
    const { y } = new Vector3().setFromMatrixPosition(mesh.matrixWorld);
    expect(y).toBeGreaterThan(0.2);
    expect(y).toBeLessThan(1.1);
  }
  expect(meshes[0].scale.toArray()).toEqual([1, 2, 1].map((x) => expect.closeTo(x, 5)));
});

test('instances are bodies of their own; positions, velocities and impulses go to one of them', () => {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 3);
  for (let k = 0; k < 3; k++) mesh.setMatrixAt(k, new Matrix4().makeTranslation(4 * k, 0, 0));
  physics.addMesh(mesh, 2);
  physics.dynamics.setGravity([0, 0, 0]);
  physics.setMeshPosition(mesh, new Vector3(0, 5, 0), 0);
  physics.setMeshVelocity(mesh, new Vector3(0, 0, 3), 1);
  physics.applyImpulse(mesh, new Vector3(0, 4, 0), 2);
  run(1);
  const places = [0, 1, 2].map((k) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(k, matrix);
    return new Vector3().setFromMatrixPosition(matrix).toArray();
  });
  expect(places[0]).toEqual([0, 5, 0]);
  // 3 m/s, and 4 N s for 2 kg, for as many steps
  const steps = Math.round(20 * places[1][2]);
  expect(steps).toBeGreaterThan(58);
  expect(places[1][2]).toBeCloseTo((3 * steps) / 60, 4);
  expect(places[2][1]).toBeCloseTo((2 * steps) / 60, 4);
  physics.removeMesh(mesh);
  expect([physics.dynamics.engine.scene.count, physics.dynamics.engine.scene.shapeCount]).toEqual([0, 0]);
  physics.removeMesh(mesh);
  physics.setMeshPosition(mesh, new Vector3());
});

test('a ball rests on a terrain', () => {
  const heights = Float32Array.from({ length: 25 }, (_, k) => (k === 12 ? 1 : 2));
  physics.addHeightfield(new Mesh(), 5, 5, heights, { x: 8, y: 0.5, z: 8 });
  const ball = new Mesh(new SphereGeometry(0.4));
  ball.position.set(0.3, 3, 0.2);
  physics.addMesh(ball, 1);
  run(6);
  // in the hollow of the middle
  expect(ball.position.y).toBeGreaterThan(0.8);
  expect(ball.position.y).toBeLessThan(1.05);
  expect(Math.hypot(ball.position.x, ball.position.z)).toBeLessThan(0.2);
});
