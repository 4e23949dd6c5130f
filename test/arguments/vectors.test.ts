/** Vectors of three.js where the API takes three or four numbers: read as arrays of them. An Euler is refused. */
import { box, compound, createEngine, hullOf, mesh, QueryError, sphere, type Vec3Like } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { castRay, castShape, distance } from 'hullstorm/pair';
import { castRay as castPlanarRay, circle } from 'hullstorm/pair2d';
import { Euler, Quaternion, Vector2, Vector3, Vector4 } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const P = new Vector3(1, 2, 3);
const Q = new Quaternion(1, 2, 3, 4).normalize();
const PLACE = { position: P, rotation: Q };
const LISTS = { position: [...P], rotation: [...Q] };
const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0];

const engine = await createEngine({ workers: 0, capacity: { colliders: 64, rays: 8 } });
const { scene } = engine;
const dynamics = await createDynamics(engine, { gravity: new Vector3(0, -1, 0) });
const planar = await createEngine({ planar: true, workers: 0, capacity: { colliders: 8 } });
let crate: number;

beforeAll(() => {
  crate = dynamics.addShape(box(1, 1, 1));
});
afterAll(() => Promise.all([engine.close(), planar.close()]));

const rowOf = (id: number) => [
  ...scene.positions.subarray(4 * id, 4 * id + 3),
  ...scene.rotations.subarray(4 * id, 4 * id + 4),
];

test('poses of colliders and bodies', () => {
  const wanted = rowOf(scene.addCollider(crate, LISTS));
  expect(wanted.slice(0, 3)).toEqual([1, 2, 3]);
  const id = scene.addCollider(crate);
  scene.setPose(id, P, Q);
  expect(rowOf(id)).toEqual(wanted);
  expect(rowOf(scene.addCollider(crate, PLACE))).toEqual(wanted);
  const body = dynamics.addBody(crate, { ...PLACE, velocity: P, spin: new Vector3(4, 5, 6) });
  expect(rowOf(body)).toEqual(wanted);
  expect([...dynamics.velocities.subarray(4 * body, 4 * body + 3)]).toEqual([1, 2, 3]);
  dynamics.setVelocity(body, new Vector3(), P);
  expect([...dynamics.spins.subarray(4 * body, 4 * body + 3)]).toEqual([1, 2, 3]);
  dynamics.setPose(body, new Vector3(7, 8, 9));
  expect(rowOf(body)).toEqual([7, 8, 9, 0, 0, 0, 1]);
  dynamics.setVelocity(body, [0, 0, 0]);
  dynamics.applyImpulse(body, { x: 8000, y: 0, z: 0 }, { x: 7, y: 8, z: 9 });
  expect(dynamics.velocities[4 * body]).toBeCloseTo(1, 6);
  dynamics.applyForce(body, P);
  dynamics.applyTorque(body, P);
});

test('the gravity of a stepper', async () => {
  const body = dynamics.addBody(sphere(1), { position: [0, 500, 0] });
  await dynamics.step(0.1);
  expect(dynamics.velocities[4 * body + 1]).toBeCloseTo(-0.1, 5);
});

test('parts of shapes, and scales', () => {
  const far = { position: [20, 0, 0] };
  const gapTo = (place: object) => distance(hullOf({ shape: box(1, 2, 3), ...place }), far, sphere(1), { position: P });
  expect(gapTo(PLACE)).toEqual(gapTo(LISTS));
  const rowsOf = (place: object) => {
    const id = scene.addShape(compound([{ shape: box(1, 2, 3), ...place }]));
    const body = scene.addCollider(id, { position: [100, 0, 0] });
    const { distances, ids } = engine.closestPointsSync(new Vector3(110, 1, 2));
    const found = [ids[0] - body, distances[0]];
    scene.removeCollider(body);
    return found;
  };
  expect(rowsOf(PLACE)).toEqual(rowsOf(LISTS));
  expect(rowsOf(PLACE)[0]).toBe(0);
  expect(mesh({ positions: TRIANGLE, scale: P }).kind).toBe('mesh');
});

test('one ray, one probe, one point', () => {
  const rays = engine.createRayList(2);
  rays.set(P, new Vector3(0, 0, -1), 5);
  expect([rays.count, ...rays.origins.subarray(0, 4)]).toEqual([1, 1, 2, 3, 5]);
  const probes = engine.createProbeList(2);
  probes.set(crate, P, Q);
  expect([probes.count, ...probes.positions.subarray(0, 3)]).toEqual([1, 1, 2, 3]);
  expect(probes.rotations[3]).toBe(Math.fround(Q.w));
});

test('hullstorm/pair and the plane', () => {
  const here = { position: new Vector3() };
  const ray = castRay(sphere(1), here, new Vector3(5, 0, 0), new Vector3(-1, 0, 0));
  expect(ray.t).toBeCloseTo(4, 12);
  const hit = castShape(
    sphere(1),
    here,
    { move: new Vector3(9, 0, 0) },
    sphere(1),
    { position: new Vector4(5, 0, 0, 1) },
    {},
  );
  expect(hit.t).toBeCloseTo(1 / 3, 5);
  expect(castPlanarRay(circle(1), { x: 0, y: 0 }, new Vector2(5, 0), new Vector2(-1, 0)).t).toBeCloseTo(4, 12);
  const coin = planar.scene.addCollider(planar.scene.addShape(circle(1)), { position: new Vector2(1, 2) });
  expect([...planar.scene.positions.subarray(2 * coin, 2 * coin + 2)]).toEqual([1, 2]);
});

describe('is refused', () => {
  const turn = new Euler(1, 2, 3) as unknown as Quaternion;
  const said = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(QueryError);
      return (error as Error).message;
    }
    return 'no error';
  };

  test.each<[string, () => unknown, string]>([
    [
      'an Euler as a rotation',
      () => scene.addCollider(crate, { rotation: turn }),
      'scene.addCollider: rotation: expected a quaternion x y z w, got an instance of Euler',
    ],
    [
      'an Euler as a spin',
      () => dynamics.addBody(crate, { spin: turn }),
      'dynamics.addBody: spin: expected three numbers, got an instance of Euler',
    ],
    [
      'an Euler as the rotation of a pose',
      () => distance(sphere(1), { position: P, rotation: turn }, sphere(1), { position: P }),
      'distance: poseA: rotation: expected a quaternion x y z w, got an instance of Euler',
    ],
    [
      'a vector as a rotation',
      () => scene.addCollider(crate, { rotation: P as unknown as Quaternion }),
      'scene.addCollider: rotation[3]: expected a finite number, got undefined',
    ],
    [
      'a vector with NaN',
      () => scene.addCollider(crate, { position: new Vector3(1, Number.NaN, 3) }),
      'scene.addCollider: position[1]: expected a finite number, got NaN',
    ],
    [
      'a vector of the plane in space',
      () => scene.addCollider(crate, { position: new Vector2(1, 2) as unknown as Vec3Like }),
      'scene.addCollider: position[2]: expected a finite number, got undefined',
    ],
  ])('%s', (_, run, sentence) => expect(said(run)).toBe(sentence));

  test('by its type, too', () => {
    // @ts-expect-error an Euler is no vector
    const angles: Vec3Like = new Euler();
    expect(angles).toBeInstanceOf(Euler);
  });
});
