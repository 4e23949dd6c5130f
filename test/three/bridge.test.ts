/** Objects as bodies: poses in each frame, interpolation, removal, picking. */
import {
  box,
  createEngine,
  type Engine,
  type QuatLike,
  QueryError,
  type Shape,
  sphere,
  type Vec3Like,
} from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { createLoop, createWorkerLoop, type Loop, type Poses, serveLoop } from 'hullstorm/loop';
import {
  type Bridge,
  createBridge,
  DebugLines,
  type ObjectBodyOptions,
  type ObjectShape,
  PosedObjects,
  shapesFromObject,
} from 'hullstorm/three';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Scene,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { seeded } from '../../scenes/random.ts';
import { probe } from '../support/probe.ts';

const DT = 1 / 60;
const meshOf = (geometry: BufferGeometry = new BoxGeometry()) => new Mesh(geometry, new MeshBasicMaterial());

let engine: Engine;
let dynamics: Dynamics;
let bridge: Bridge;
let scene: Scene;

beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: { colliders: 2048 } });
  dynamics = await createDynamics(engine);
  bridge = createBridge(dynamics);
  scene = new Scene();
});
afterEach(() => engine.close());

function placed(geometry: BufferGeometry | undefined, x: number, y: number, z: number): Mesh {
  const mesh = meshOf(geometry);
  mesh.position.set(x, y, z);
  scene.add(mesh);
  return mesh;
}

const poseOf = (id: number) => [
  ...engine.scene.positions.subarray(4 * id, 4 * id + 3),
  ...engine.scene.rotations.subarray(4 * id, 4 * id + 4),
];

/** The world pose of an object as three.js has it, with its quaternion on the side of `like`. */
function worldOf(matrix: Matrix4, like: readonly number[]): number[] {
  const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(position, rotation, scale);
  const sign = rotation.toArray().reduce((sum, value, k) => sum + value * like[3 + k]!, 0) < 0 ? -1 : 1;
  return [...position.toArray(), ...rotation.toArray().map((value) => sign * value)];
}

function expectAt(object: Object3D, id: number): void {
  object.updateWorldMatrix(true, false);
  const wanted = poseOf(id);
  for (const [k, value] of worldOf(object.matrixWorld, wanted).entries()) expect(value).toBeCloseTo(wanted[k]!, 5);
}

const drop = (object: Object3D, options?: ObjectBodyOptions) =>
  bridge.addObject(object, { spin: [1, 2, 3], ...options });
const step = (count = 1) => {
  for (let k = 0; k < count; k++) dynamics.stepSync(DT);
};

/** A loop that steps by hand. */
const makeLoop = () => createLoop({ dynamics, step: DT, requestFrame: () => {} });
async function stepBy(loop: Loop, count = 1): Promise<void> {
  for (let k = 0; k < count; k++) await loop.stepOnce();
}
const at = ({ from, to, placed }: Poses, alpha: number): Poses => ({ from, to, placed, alpha });

describe('sync', () => {
  test('writes poses, and keeps scales', () => {
    const mesh = placed(undefined, 1, 2, 3);
    mesh.scale.set(1, 2, -3);
    mesh.rotation.set(0.3, 0.2, 0.1);
    const id = drop(mesh);
    expect(poseOf(id).slice(0, 3)).toEqual([1, 2, 3]);
    step(20);
    bridge.sync();
    expect(mesh.position.y).toBeLessThan(2);
    expect(mesh.position.toArray()).toEqual(poseOf(id).slice(0, 3));
    expect(mesh.quaternion.toArray()).toEqual(
      poseOf(id)
        .slice(3)
        .map((value) => expect.closeTo(value, 6)),
    );
    expect(mesh.scale.toArray()).toEqual([1, 2, -3]);
  });

  test('below parents that are moved, turned, scaled, and moved again', () => {
    const outer = new Group();
    const inner = new Group();
    outer.position.set(4, 5, 6);
    outer.rotation.set(1, 0.5, 0.2);
    outer.scale.setScalar(2);
    inner.rotation.z = 0.7;
    scene.add(outer.add(inner));
    const mesh = meshOf();
    mesh.position.set(1, 2, 3);
    inner.add(mesh);
    const id = drop(mesh);
    expectAt(mesh, id);
    step(20);
    bridge.sync();
    expectAt(mesh, id);
    outer.position.x += 10;
    outer.rotation.y = 2;
    bridge.sync();
    expectAt(mesh, id);
    expect(mesh.scale.toArray()).toEqual([1, 1, 1]);
  });

  test('writes matrices of objects that three.js does not update', () => {
    const mesh = placed(undefined, 0, 0, 0);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.makeTranslation(1, 2, 3);
    const id = drop(mesh);
    expect(poseOf(id).slice(0, 3)).toEqual([1, 2, 3]);
    step(20);
    bridge.sync();
    expectAt(mesh, id);
  });

  test('of a loop goes from the step before to the last one', async () => {
    const mesh = placed(undefined, 0, 10, 0);
    const id = drop(mesh, { spin: [0, 20, 0] });
    const loop = makeLoop();
    await stepBy(loop, 3);
    const before = poseOf(id);
    await stepBy(loop);
    const after = poseOf(id);
    for (const alpha of [0, 0.25, 0.5, 1]) {
      bridge.sync(at(loop.poses, alpha));
      expect(mesh.position.y).toBeCloseTo(before[1]! + alpha * (after[1]! - before[1]!), 12);
      const [p, q] = [before, after].map(
        (pose) => new Quaternion(...(pose.slice(3) as [number, number, number, number])),
      );
      expect(Math.abs(mesh.quaternion.dot(p!.slerp(q!, alpha)))).toBeGreaterThan(1 - 1e-6);
      expect(mesh.quaternion.length()).toBeCloseTo(1, 12);
    }
    bridge.sync();
    expect(mesh.position.y).toBe(after[1]);
  });

  test('a body that a call has placed is there, and does not slide there', async () => {
    const mesh = placed(undefined, 0, 10, 0);
    const id = drop(mesh);
    const loop = makeLoop();
    await stepBy(loop, 3);
    dynamics.setPose(id, [50, 0, 0]);
    bridge.sync(at(loop.poses, 0.5));
    expect(mesh.position.toArray()).toEqual([50, 0, 0]);
    await stepBy(loop);
    bridge.sync(at(loop.poses, 0));
    expect(mesh.position.toArray()).toEqual(poseOf(id).slice(0, 3));
    // a new body may get the id of another one
    dynamics.removeBody(id);
    const other = placed(undefined, 9, 9, 9);
    expect(drop(other)).toBe(id);
    bridge.sync(at(loop.poses, 0.5));
    expect(other.position.toArray()).toEqual([9, 9, 9]);
    expect(mesh.position.x).toBe(50);
  });

  test('of a loop draws the steps before while one runs', async () => {
    const mesh = placed(undefined, 0, 10, 0);
    const id = drop(mesh);
    const loop = makeLoop();
    await stepBy(loop, 3);
    const last = poseOf(id)[1]!;
    const running = loop.stepOnce();
    while (!dynamics.isStepping) await Promise.resolve();
    expect(() => bridge.sync()).toThrow(
      'bridge.sync: expected no step that is running, or the poses of a loop, got one',
    );
    bridge.sync(at(loop.poses, 1));
    expect(mesh.position.y).toBe(last);
    await running;
    bridge.sync(at(loop.poses, 1));
    expect(mesh.position.y).toBe(poseOf(id)[1]);
  });

  test('writes nothing for bodies that stay', async () => {
    const mesh = placed(undefined, 0, 0, 0);
    const floor = placed(undefined, 0, -1, 0);
    bridge.addObject(floor, { type: 'static' });
    const id = bridge.addObject(mesh);
    const loop = makeLoop();
    await stepBy(loop, 100);
    bridge.sync(at(loop.poses, 0.5));
    expect(dynamics.awake[id]).toBe(0);
    bridge.sync(at(loop.poses, 0.7));
    mesh.position.x = floor.position.x = 99;
    bridge.sync(at(loop.poses, 0.9));
    expect([mesh.position.x, floor.position.x]).toEqual([99, 99]);
  });

  test('kinematic bodies, and columns that are written', () => {
    const lift = placed(undefined, 0, 0, 0);
    const gate = placed(undefined, 5, 0, 0);
    bridge.addObject(lift, { type: 'kinematic', velocity: [0, 6, 0] });
    const id = bridge.addObject(gate, { type: 'static' });
    step(10);
    engine.scene.positions[4 * id] = 8;
    step();
    bridge.sync();
    expect(lift.position.y).toBeCloseTo(1.1, 5);
    expect(gate.position.x).toBe(8);
  });

  test.each([0.5, '1', null, {}, { from: {}, to: {}, alpha: 1 }])('refuses the poses %j', (poses) => {
    expect(() => bridge.sync(poses as Poses)).toThrow('sync: poses: expected those of a loop, got');
  });
});

describe('instances', () => {
  function makeBalls(count: number, geometry: BufferGeometry = new SphereGeometry(0.5)): InstancedMesh {
    const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), count);
    const random = seeded(3);
    for (let k = 0; k < count; k++) {
      const size = 0.5 + random();
      const rotation = new Quaternion().random();
      mesh.setMatrixAt(k, new Matrix4().compose(new Vector3(3 * k, 5, 0), rotation, new Vector3(size, size, size)));
    }
    scene.add(mesh);
    return mesh;
  }
  const matrixAt = (mesh: InstancedMesh, k: number) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(k, matrix);
    mesh.updateWorldMatrix(true, false);
    return matrix.premultiply(mesh.matrixWorld);
  };

  test.each<[string, (mesh: InstancedMesh) => void]>([
    ['in the world', () => {}],
    ['of a mesh that is moved', (mesh) => mesh.position.set(1, 2, 3)],
    [
      'of a mesh that is scaled by axis',
      (mesh) => {
        mesh.scale.set(1, 2, 3);
        mesh.rotation.x = 1;
      },
    ],
  ])('%s move with their bodies', (_, place) => {
    const mesh = makeBalls(5, new BoxGeometry());
    place(mesh);
    const before = [0, 1, 2, 3, 4].map((k) => matrixAt(mesh, k));
    const ids = bridge.addObject(mesh, { spin: [1, 2, 3] });
    const starts = ids.map(poseOf);
    step(20);
    bridge.sync();
    for (const [k, id] of ids.entries()) {
      const rigid = (pose: number[]) => {
        const [x, y, z, ...q] = pose as [number, number, number, number, number, number, number];
        return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(...q), new Vector3(1, 1, 1));
      };
      const wanted = rigid(poseOf(id)).multiply(rigid(starts[k]!).invert()).multiply(before[k]!);
      for (const [e, value] of matrixAt(mesh, k).elements.entries()) expect(value).toBeCloseTo(wanted.elements[e]!, 4);
    }
    expect([mesh.frustumCulled, mesh.boundingSphere, mesh.instanceMatrix.version]).toEqual([false, null, 1]);
  });

  test('upload those that have moved', () => {
    const mesh = makeBalls(6);
    const ids = bridge.addObject(mesh, { type: 'kinematic' });
    bridge.sync();
    expect([mesh.instanceMatrix.version, mesh.instanceMatrix.updateRanges]).toEqual([0, []]);
    dynamics.setPose(ids[2]!, [0, 0, 0]);
    dynamics.setPose(ids[3]!, [0, 0, 0]);
    bridge.sync();
    expect(mesh.instanceMatrix.updateRanges).toEqual([{ start: 32, count: 32 }]);
    dynamics.setPose(ids[1]!, [0, 0, 0]);
    bridge.sync();
    expect(mesh.instanceMatrix.updateRanges).toEqual([{ start: 16, count: 48 }]);
    mesh.instanceMatrix.clearUpdateRanges();
    dynamics.setPose(ids[5]!, [0, 0, 0]);
    bridge.sync();
    expect(mesh.instanceMatrix.updateRanges).toEqual([{ start: 80, count: 16 }]);
  });

  test('that come later get bodies, those before keep theirs', () => {
    const mesh = makeBalls(6);
    mesh.count = 2;
    const first = bridge.addObject(mesh);
    mesh.count = 4;
    const then = bridge.addObject(mesh);
    expect([first.length, then.length]).toEqual([2, 2]);
    expect(bridge.idOf(mesh, 3)).toBe(then[1]);
    bridge.removeObject(mesh, 1);
    expect([bridge.idOf(mesh, 1), bridge.idOf(mesh, 0), bridge.objectOf(first[1]!)]).toEqual([
      undefined,
      first[0],
      undefined,
    ]);
    bridge.removeObject(mesh);
    expect([dynamics.engine.scene.count, engine.scene.shapeCount]).toEqual([0, 0]);
    expect(bridge.addObject(mesh)).toHaveLength(4);
  });
});

describe('objects and ids', () => {
  test('lead to each other, also from a mesh in a group', () => {
    const group = new Group();
    const seat = meshOf();
    scene.add(group.add(seat));
    const id = bridge.addObject(group);
    expect(bridge.objectOf(id)).toMatchObject({ id, object: group, instanceId: undefined });
    expect([bridge.idOf(seat), bridge.idOf(scene), bridge.objectOf(99)]).toEqual([id, undefined, undefined]);
    expect([...bridge.bodies()].map((body) => body.id)).toEqual([id]);
  });

  test('a shape of your own, for any object', () => {
    const empty = new Group();
    empty.position.set(1, 2, 3);
    const id = bridge.addObject(empty, { shape: sphere(2) });
    expect([bridge.objectOf(id)!.shape, ...poseOf(id).slice(0, 3)]).toEqual([sphere(2), 1, 2, 3]);
  });

  test('500 meshes of one geometry have one shape, which goes with the last of them', () => {
    const geometry = new IcosahedronGeometry(1, 1);
    const meshes = Array.from({ length: 500 }, (_, k) => placed(geometry, 3 * k, 0, 0));
    for (const mesh of meshes) bridge.addObject(mesh);
    expect(engine.scene.shapeCount).toBe(1);
    for (const mesh of meshes) bridge.removeObject(mesh);
    expect([engine.scene.shapeCount, engine.scene.count]).toEqual([0, 0]);
  });

  test('a body that another call removes is forgotten, and its id may be that of another one', () => {
    const [one, other] = [placed(undefined, 0, 0, 0), placed(undefined, 5, 0, 0)];
    const id = bridge.addObject(one);
    dynamics.removeBody(id);
    const again = dynamics.addBody(box(1, 1, 1), { position: [9, 9, 9] });
    expect(again).toBe(id);
    expect([bridge.objectOf(id), bridge.idOf(one)]).toEqual([undefined, undefined]);
    step();
    bridge.sync();
    expect(one.position.toArray()).toEqual([0, 0, 0]);
    expect(bridge.addObject(one)).not.toBe(id);
    const its = bridge.addObject(other);
    engine.scene.removeCollider(its);
    step();
    bridge.sync();
    expect(bridge.objectOf(its)).toBeUndefined();
  });

  test('a body that gets another shape stays that of its object', () => {
    const mesh = placed(undefined, 0, 5, 0);
    const id = bridge.addObject(mesh);
    dynamics.setShape(id, sphere(1));
    step(10);
    bridge.sync();
    expect(mesh.position.y).toBe(poseOf(id)[1]);
  });

  test('an object that leaves its scene goes on as a body, and can be removed', () => {
    const mesh = placed(undefined, 0, 5, 0);
    const id = bridge.addObject(mesh);
    mesh.removeFromParent();
    step(10);
    bridge.sync();
    expect(mesh.position.y).toBe(poseOf(id)[1]);
    bridge.removeObject(mesh);
    expect(engine.scene.count).toBe(0);
  });

  test('two worlds', async () => {
    const engine2 = await createEngine({ workers: 0, capacity: { colliders: 64 } });
    const dynamics2 = await createDynamics(engine2, { gravity: [0, 0, 0] });
    const bridge2 = createBridge(dynamics2);
    const [one, other] = [placed(undefined, 0, 5, 0), placed(undefined, 0, 5, 0)];
    expect(bridge.addObject(one)).toBe(bridge2.addObject(other));
    expect([bridge.idOf(other), bridge2.idOf(one)]).toEqual([undefined, undefined]);
    step(10);
    dynamics2.stepSync(DT);
    bridge.sync();
    bridge2.sync();
    expect(one.position.y).toBeLessThan(5);
    expect(other.position.y).toBe(5);
    await engine2.close();
  });
});

describe('attached objects', () => {
  test('are drawn where bodies are, also instances', async () => {
    const crate = placed(undefined, 1, 2, 3);
    crate.scale.set(2, 1, 3);
    const balls = new InstancedMesh(new SphereGeometry(0.5), new MeshBasicMaterial(), 2);
    balls.setMatrixAt(0, new Matrix4().makeScale(2, 2, 2));
    balls.setMatrixAt(1, new Matrix4());
    scene.add(balls);
    const ids = [5, 8, 11].map((x) => dynamics.addBody(sphere(0.5), { position: [x, 5, 0], spin: [1, 2, 3] }));
    const objects = new PosedObjects();
    objects.attach(crate, ids[0]!);
    objects.attach(balls, ids.slice(1));
    expect([balls.frustumCulled, objects.idOf(balls, 1), objects.objectOf(ids[0]!)]).toEqual([
      false,
      ids[2],
      expect.objectContaining({ id: ids[0], object: crate, instanceId: undefined, shape: undefined }),
    ]);
    const loop = makeLoop();
    await stepBy(loop, 10);
    objects.sync(at(loop.poses, 1));
    expectAt(crate, ids[0]!);
    expect(crate.scale.toArray()).toEqual([2, 1, 3]);
    const matrix = new Matrix4();
    balls.getMatrixAt(0, matrix);
    const [place, scale] = [new Vector3().setFromMatrixPosition(matrix), new Vector3().setFromMatrixScale(matrix)];
    expect(place.toArray()).toEqual(poseOf(ids[1]!).slice(0, 3).map(Math.fround));
    expect(scale.x).toBeCloseTo(2, 6);
    objects.detach(balls, 0);
    objects.detach(crate);
    await stepBy(loop);
    objects.sync(at(loop.poses, 1));
    expect([crate.position.x, objects.idOf(balls, 0), [...objects.bodies()].length]).toEqual([5, undefined, 1]);
  });

  test.each([true, false])('of a worker loop, shared memory: %s', async (shared) => {
    const { port1, port2 } = new MessageChannel();
    serveLoop(
      () => ({
        dynamics,
        calls: {
          add: (shape: Shape, position: Vec3Like, rotation: QuatLike) =>
            dynamics.addBody(shape, { position, rotation }),
        },
      }),
      port2,
    );
    const loop = await createWorkerLoop(port1, { shared, requestFrame: () => {} });
    const crate = placed(new IcosahedronGeometry(1), 1, 2, 3);
    crate.rotation.y = 1;
    const [{ shape, position, rotation }] = shapesFromObject(crate) as [ObjectShape];
    const id = (await loop.call('add', shape, position, rotation)) as number;
    const objects = new PosedObjects();
    objects.attach(crate, id);
    objects.sync(loop.poses);
    expect(crate.position.y).toBe(2);
    for (let k = 0; k < 5; k++) await loop.stepOnce();
    objects.sync(loop.poses);
    expect(crate.position.y).toBeLessThan(2);
    expectAt(crate, id);
    port1.close();
  });

  test('wait for a body that the poses do not have yet', async () => {
    const mesh = placed(undefined, 1, 2, 3);
    const objects = new PosedObjects();
    objects.attach(mesh, 7);
    const loop = makeLoop();
    objects.sync(loop.poses);
    expect(mesh.position.toArray()).toEqual([1, 2, 3]);
  });

  test('of a bridge show a body that was added otherwise, which can be picked', () => {
    const mesh = placed(undefined, 0, 0, 0);
    const id = dynamics.addBody(sphere(1), { position: [4, 5, 6] });
    bridge.attach(mesh, id);
    bridge.sync();
    expect(mesh.position.toArray()).toEqual([4, 5, 6]);
    const hit = bridge.pickSync(new Raycaster(new Vector3(4, 9, 6), new Vector3(0, -1, 0)));
    expect(hit).toMatchObject({ id, object: mesh, mesh });
    new DebugLines(bridge).update();
    bridge.removeObject(mesh);
    expect([engine.scene.count, bridge.objectOf(id)]).toEqual([0, undefined]);
  });

  test.each<[string, () => unknown, string]>([
    ['no object', () => bridge.attach({} as Object3D, 0), 'attach: object: expected an Object3D, got an object'],
    ['a wrong id', () => bridge.attach(meshOf(), -1), 'attach: id: expected an integer in 0..4294967295, got -1'],
    [
      'too few ids',
      () => bridge.attach(new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2), [1]),
      'attach: ids: expected one per instance, got 1 numbers',
    ],
    [
      'an object twice',
      () => {
        const [objects, mesh] = [new PosedObjects(), meshOf()];
        objects.attach(mesh, 3);
        objects.attach(mesh, 4);
      },
      'attach: object: expected an object that is no body yet, got that of body 3',
    ],
    [
      'another object',
      () => bridge.detach(meshOf()),
      'detach: object: expected an object or an instance that is a body',
    ],
  ])('refuse %s', (_, run, sentence) => {
    expect(run).toThrow(QueryError);
    expect(run).toThrow(sentence);
  });
});

describe('pick', () => {
  const down = (x: number, z: number, near = 0, far = Infinity) =>
    new Raycaster(new Vector3(x, 20, z), new Vector3(0, -1, 0), near, far);

  test('hits what the raycaster of three.js hits', async () => {
    const seed = 11;
    const random = seeded(seed);
    const kinds = [
      new BoxGeometry(1, 2, 1),
      new IcosahedronGeometry(1, 1),
      new ConeGeometry(1, 2, 5),
      new TorusGeometry(1, 0.2, 4, 6),
    ];
    const meshes = Array.from({ length: 60 }, (_, k) => {
      const mesh = placed(kinds[k % 4], 20 * random() - 10, 10 * random() - 5, 20 * random() - 10);
      mesh.quaternion.random();
      bridge.addObject(mesh, { type: 'static' });
      return mesh;
    });
    let hits = 0;
    for (let k = 0; k < 200; k++) {
      const target = new Vector3(20 * random() - 10, 10 * random() - 5, 20 * random() - 10);
      const origin = new Vector3(0, 0, 30).applyQuaternion(new Quaternion().random());
      const raycaster = new Raycaster(origin, target.sub(origin).normalize(), 0.1, 60);
      const [wanted] = raycaster.intersectObjects(meshes);
      const hit = k % 2 === 0 ? bridge.pickSync(raycaster) : await bridge.pick(raycaster);
      expect(hit?.object === undefined, `seed ${seed}, ray ${k}`).toBe(wanted === undefined);
      if (!hit || !wanted) continue;
      hits++;
      expect(hit.distance).toBeCloseTo(wanted.distance, 4);
      expect(hit.point.distanceTo(wanted.point)).toBeLessThan(1e-4);
      expect([hit.object, hit.mesh]).toEqual([wanted.object, wanted.object]);
      const normal = wanted.face!.normal.clone().transformDirection(wanted.object.matrixWorld);
      expect(Math.abs(hit.normal.dot(normal))).toBeCloseTo(1, 3);
    }
    expect(hits).toBeGreaterThan(60);
    expect(hits).toBeLessThan(190);
  });

  test('names the instance, and the mesh of a group', () => {
    const balls = new InstancedMesh(new SphereGeometry(1), new MeshBasicMaterial(), 3);
    for (let k = 0; k < 3; k++) balls.setMatrixAt(k, new Matrix4().makeTranslation(5 * k, 0, 0));
    const group = new Group();
    const parts = [meshOf(), meshOf(new CylinderGeometry().translate(3, 0, 0))];
    group.position.z = 10;
    group.add(...parts);
    scene.add(balls, group);
    const ids = bridge.addObject(balls);
    const id = bridge.addObject(group);
    expect(bridge.pickSync(down(5, 0))).toMatchObject({
      id: ids[1],
      object: balls,
      mesh: balls,
      instanceId: 1,
      child: -1,
    });
    expect(bridge.pickSync(down(3, 10))).toMatchObject({
      id,
      object: group,
      mesh: parts[1],
      child: 1,
      instanceId: undefined,
    });
    const level = new Group();
    level.add(meshOf(new PlaneGeometry(9, 9).rotateX(-Math.PI / 2)), meshOf(new TorusGeometry(1, 0.5)));
    level.position.z = 40;
    level.children[1]!.position.y = 5;
    scene.add(level);
    bridge.addObject(level, { type: 'static' });
    expect(bridge.pickSync(down(4, 40))!.mesh).toBe(level.children[0]);
    expect(bridge.pickSync(down(0, 40.2))!.mesh).toBe(level.children[1]);
  });

  test('goes from near to far, leaves out sensors, and bodies that it starts in', () => {
    bridge.addObject(placed(new BoxGeometry(4, 1, 4), 0, 0, 0), { type: 'static' });
    const zone = bridge.addObject(placed(new BoxGeometry(4, 1, 4), 0, 5, 0), { type: 'static', sensor: true });
    const other = dynamics.addBody(box(1, 1, 1), { type: 'static', position: [0, 10, 0] });
    expect(bridge.pickSync(down(0, 0))).toMatchObject({ id: other, object: undefined, mesh: undefined, distance: 9 });
    expect(bridge.pickSync(down(0, 0, 9.5))!.distance).toBeCloseTo(19.5, 9);
    expect(bridge.pickSync(down(0, 0, 12), { sensors: true })).toMatchObject({ id: zone });
    expect([bridge.pickSync(down(0, 0, 12, 19)), bridge.pickSync(down(9, 9))]).toEqual([undefined, undefined]);
    expect(bridge.pickSync(down(0, 0), { mask: 2 })).toBeUndefined();
  });

  test('waits for steps, and for picks before it', async () => {
    const id = bridge.addObject(placed(new BoxGeometry(4, 1, 4), 0, 0, 0), { type: 'static' });
    const running = dynamics.step(DT);
    const raycaster = down(0, 0);
    const first = bridge.pick(raycaster);
    raycaster.ray.origin.x = 50;
    const then = bridge.pick(raycaster);
    expect([(await first)?.id, await then]).toEqual([id, undefined]);
    await running;
  });

  test.each<[string, () => unknown, string]>([
    [
      'no raycaster',
      () => bridge.pickSync({} as Raycaster),
      'bridge.pickSync: raycaster: expected a Raycaster, got an object',
    ],
    [
      'no direction',
      () => bridge.pickSync(new Raycaster()),
      'expected a ray with an origin and a direction, got one that is not set',
    ],
    ['near beyond far', () => bridge.pickSync(down(0, 0, 5, 4)), 'expected near ≥ 0 and far ≥ near, got 5 and 4'],
    [
      'an option',
      () => bridge.pickSync(down(0, 0), { masks: 1 } as object),
      'got the unknown option `masks`; did you mean `mask`?',
    ],
  ])('refuses %s', (_, run, sentence) => {
    if (sentence.includes('direction')) {
      const unset = new Raycaster();
      unset.ray.direction.set(0, 0, 0);
      expect(() => bridge.pickSync(unset)).toThrow(sentence);
    } else expect(run).toThrow(sentence);
  });
});

describe('addObject refuses, and adds nothing', () => {
  const cases: [string, () => unknown, string][] = [
    [
      'no object',
      () => bridge.addObject({} as Object3D),
      'bridge.addObject: object: expected an Object3D, got an object',
    ],
    [
      'options',
      () => bridge.addObject(meshOf(), 7 as unknown as object),
      'bridge.addObject: options: expected an object, got 7',
    ],
    [
      'a position',
      () => bridge.addObject(meshOf(), { position: [0, 0, 0] } as object),
      'got the unknown option `position`',
    ],
    [
      'another way',
      () => bridge.addObject(meshOf(), { shape: 'ball' as 'hull' }),
      "shape: expected 'auto', 'hull' or 'mesh', got 'ball'",
    ],
    [
      'a mesh that moves',
      () => bridge.addObject(meshOf(), { shape: 'mesh' }),
      "type: expected 'static' for a mesh, which does not move",
    ],
    ['an unknown option', () => bridge.addObject(meshOf(), { frction: 1 } as object), 'did you mean `friction`?'],
    [
      'a flat body without mass',
      () => bridge.addObject(meshOf(new PlaneGeometry())),
      'massProperties(hull): expected a body',
    ],
    [
      'an object twice',
      () => {
        const mesh = meshOf();
        const id = bridge.addObject(mesh);
        try {
          bridge.addObject(mesh);
        } finally {
          dynamics.removeBody(id);
          bridge.sync();
        }
      },
      'bridge.addObject: object: expected an object that is no body yet, got that of body 0',
    ],
    [
      'a parent that shears',
      () => {
        const parent = new Group();
        parent.scale.set(1, 2, 1);
        const mesh = meshOf();
        parent.add(mesh);
        bridge.addObject(mesh);
      },
      'expected a parent that scales all axes alike, for a body that moves, got one that does not: scale the object instead',
    ],
    [
      'more instances than the engine holds',
      () => bridge.addObject(new InstancedMesh(new SphereGeometry(1), new MeshBasicMaterial(), 3000)),
      'dynamics.addBody: bodies: expected at most 2048 (raise capacity.colliders), got 2049',
    ],
    [
      'an object that is no body',
      () => bridge.removeObject(meshOf()),
      'expected an object or an instance that is a body, got another one',
    ],
    [
      'no stepper',
      () => createBridge(engine as unknown as Dynamics),
      'createBridge: dynamics: expected a stepper made by createDynamics',
    ],
  ];
  test.each(cases)('%s', (_, run, sentence) => {
    expect(run).toThrow(QueryError);
    expect(run).toThrow(sentence);
    expect([engine.scene.count, engine.scene.shapeCount, [...bridge.bodies()].length]).toEqual([0, 0, 0]);
  });

  test('a static object below such a parent is added where it is', () => {
    const parent = new Group();
    parent.scale.set(1, 2, 1);
    const mesh = meshOf();
    mesh.rotation.z = 1;
    scene.add(parent.add(mesh));
    bridge.addObject(mesh, { type: 'static' });
    const before = mesh.matrix.clone();
    step();
    bridge.sync();
    mesh.updateMatrix();
    expect(mesh.matrix.equals(before)).toBe(true);
  });

  test('while a step runs', async () => {
    const mesh = placed(undefined, 0, 0, 0);
    const other = placed(undefined, 9, 0, 0);
    bridge.addObject(mesh);
    const running = dynamics.step(DT);
    expect(() => bridge.addObject(other)).toThrow('expected no step that is running, got one');
    expect(() => bridge.removeObject(mesh)).toThrow('expected no step that is running, got one');
    await running;
    expect([bridge.idOf(mesh), bridge.idOf(other), engine.scene.shapeCount]).toEqual([0, undefined, 1]);
  });
});

describe('debug lines', () => {
  const linesOf = (lines: DebugLines) => {
    const { position, color } = lines.geometry.attributes;
    const { count } = lines.geometry.drawRange;
    return {
      points: Array.from({ length: count }, (_, k) => new Vector3().fromBufferAttribute(position!, k)),
      colors: new Set(Array.from({ length: count }, (_, k) => [color!.getX(k), color!.getY(k), color!.getZ(k)].join())),
    };
  };

  test('lie on the shapes, in colors of states', () => {
    const ball = placed(new SphereGeometry(2), 0, 10, 0);
    const floor = placed(new BoxGeometry(8, 1, 8), 0, 0, 0);
    bridge.addObject(ball);
    bridge.addObject(floor, { type: 'static' });
    const lines = new DebugLines(bridge);
    lines.update();
    const { points, colors } = linesOf(lines);
    expect(colors.size).toBe(2);
    const onBall = points.filter((point) => point.y > 5);
    expect(onBall.length).toBeGreaterThan(500);
    for (const point of onBall) expect(point.distanceTo(ball.position)).toBeCloseTo(2, 4);
    const corners = new Set(points.filter((point) => point.y < 5).map((point) => point.toArray().join()));
    expect(corners.size).toBe(8);
  });

  test('of every kind of shape are in their bounds', () => {
    const kinds: BufferGeometry[] = [
      new CapsuleGeometry(0.5, 1),
      new ConeGeometry(1, 2),
      new CylinderGeometry(1, 2, 1),
      new IcosahedronGeometry(1, 1),
      new TorusGeometry(1, 0.3, 8, 12),
    ];
    const lines = new DebugLines(bridge, { bounds: true, colors: { bounds: 'white' } });
    for (const geometry of kinds) {
      const mesh = placed(geometry, 3, 4, 5);
      mesh.rotation.set(1, 2, 3);
      bridge.addObject(mesh, { type: 'static' });
      lines.update();
      geometry.computeBoundingBox();
      const { points } = linesOf(lines);
      expect(points.length).toBeGreaterThan(24);
      for (const point of points.slice(0, -24)) {
        const local = mesh.worldToLocal(point.clone());
        expect(geometry.boundingBox!.distanceToPoint(local)).toBeLessThan(0.05);
      }
      bridge.removeObject(mesh);
    }
  });

  test('show contacts, normals and rays', () => {
    bridge.addObject(placed(new BoxGeometry(8, 1, 8), 0, -0.5, 0), { type: 'static' });
    bridge.addObject(placed(undefined, 0, 0.5, 0));
    step(5);
    const lines = new DebugLines(bridge, { shapes: false, contacts: true, normals: true });
    lines.update();
    const { points } = linesOf(lines);
    // four points: a cross of three lines, and a normal
    expect(points).toHaveLength(4 * 2 * 4);
    for (const { y } of points) expect(Math.abs(y)).toBeLessThan(0.31);
    const list = engine.createRayList(1);
    list.set([0, 5, 0], [0, -1, 0]);
    lines.rays = { list, hits: engine.castRaysSync(list) };
    lines.contacts = lines.normals = false;
    lines.update();
    expect(
      linesOf(lines)
        .points.slice(0, 2)
        .map(({ y }) => y),
    ).toEqual([5, expect.closeTo(1, 3)]);
    lines.dispose();
  });

  test('refuse what is no bridge', () => {
    expect(() => new DebugLines(dynamics as unknown as Bridge)).toThrow(
      'new DebugLines: bridge: expected a bridge made by',
    );
  });

  test('refuse colors that three.js does not know, and say which', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {}); // of three.js
    for (const [color, got] of [
      ['whit', "'whit'"],
      ['rgb(1, 2', "'rgb(1, 2'"],
      [new Color(0, Number.NaN, 0), 'an instance of Color'],
    ] as const) {
      const message = `new DebugLines: colors: ray: expected a color such as '#ffb347', got ${got}`;
      expect(() => new DebugLines(bridge, { colors: { ray: color } })).toThrow(message);
    }
    for (const color of ['white', '#fff', 'hsl(10, 50%, 50%)', 0xffffff, new Color(2, 0, 0)])
      new DebugLines(bridge, { colors: { ray: color } }).dispose();
  });
});

test('sync allocates nothing', async () => {
  const isSteady = (found: Record<string, number>) => Object.values(found).every((bytes) => bytes < 1);
  const found = await probe(new URL('syncProbe.mjs', import.meta.url), [], isSteady);
  expect(Object.keys(found)).toHaveLength(4);
  expect(Math.max(...Object.values(found))).toBeLessThan(1);
});
