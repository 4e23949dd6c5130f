/** Shapes of objects of three.js: those that are recognized, scales, groups, instances, skins and morph targets. */
import {
  type CompoundPart,
  type CompoundShape,
  type MeshShape,
  massProperties,
  meshInfo,
  QueryError,
  type Shape,
} from 'hullstorm';
import { distance, sphere } from 'hullstorm/pair';
import { type ObjectShapeOptions, shapesFromObject } from 'hullstorm/three';
import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PlaneGeometry,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../scenes/random.ts';

const meshOf = (geometry: BufferGeometry) => new Mesh(geometry, new MeshBasicMaterial());

function only(object: Object3D, options?: ObjectShapeOptions): Shape {
  const shapes = shapesFromObject(object, options);
  expect(shapes).toHaveLength(1);
  return shapes[0]!.shape;
}

const scaled = (geometry: BufferGeometry, x: number, y = x, z = x) => {
  const mesh = meshOf(geometry);
  mesh.scale.set(x, y, z);
  return mesh;
};

describe('recognized', () => {
  test.each<[string, Object3D, object]>([
    ['a box', meshOf(new BoxGeometry(1, 2, 3)), { kind: 'box', halfExtents: [0.5, 1, 1.5] }],
    ['a box of many faces', meshOf(new BoxGeometry(1, 2, 3, 4, 5, 6)), { kind: 'box', halfExtents: [0.5, 1, 1.5] }],
    ['a scaled box', scaled(new BoxGeometry(1, 2, 3), 2, 3, 4), { kind: 'box', halfExtents: [1, 3, 6] }],
    ['a sphere', meshOf(new SphereGeometry(2)), { kind: 'point', radius: 2 }],
    ['a scaled sphere', scaled(new SphereGeometry(2, 9, 7), 3), { kind: 'point', radius: 6 }],
    ['a stretched sphere', scaled(new SphereGeometry(2), 1, 2, 3), { kind: 'ellipsoid', radii: [2, 4, 6] }],
    ['a capsule', meshOf(new CapsuleGeometry(1, 3)), { kind: 'segment', halfHeight: 1.5, radius: 1 }],
    ['a scaled capsule', scaled(new CapsuleGeometry(1, 3), 2), { kind: 'segment', halfHeight: 3, radius: 2 }],
    ['a stretched capsule', scaled(new CapsuleGeometry(1, 3), 1, 2, 1), { kind: 'hull' }],
    [
      'a cylinder',
      meshOf(new CylinderGeometry(1, 1, 3)),
      { kind: 'frustum', halfHeight: 1.5, topRadius: 1, bottomRadius: 1 },
    ],
    ['an open tube', meshOf(new CylinderGeometry(1, 1, 3, 16, 2, true)), { kind: 'frustum', halfHeight: 1.5 }],
    [
      'a frustum',
      scaled(new CylinderGeometry(1, 2, 3), 2, 4, 2),
      { kind: 'frustum', halfHeight: 6, topRadius: 2, bottomRadius: 4 },
    ],
    ['a cone', meshOf(new ConeGeometry(1, 3)), { kind: 'frustum', topRadius: 0, bottomRadius: 1, halfHeight: 1.5 }],
    ['a flattened cylinder', scaled(new CylinderGeometry(1, 1, 3), 1, 1, 2), { kind: 'hull' }],
    ['a pyramid', meshOf(new ConeGeometry(1, 3, 4)), { kind: 'hull' }],
    ['a part of a sphere', meshOf(new SphereGeometry(1, 32, 16, 0, 1)), { kind: 'hull' }],
    ['half of a cylinder', meshOf(new CylinderGeometry(1, 1, 1, 32, 1, false, 0, Math.PI)), { kind: 'hull' }],
    ['a box whose geometry was scaled', meshOf(new BoxGeometry().scale(1, 2, 1)), { kind: 'hull' }],
    ['a cylinder whose geometry was turned', meshOf(new CylinderGeometry().rotateX(1)), { kind: 'hull' }],
    ['another geometry', meshOf(new IcosahedronGeometry(1, 1)), { kind: 'hull' }],
  ])('%s', (_, object, shape) => expect(only(object)).toMatchObject(shape));

  test('a geometry of which a part is drawn is its hull', () => {
    const geometry = new BoxGeometry();
    geometry.setDrawRange(0, 12);
    expect(only(meshOf(geometry)).kind).toBe('hull');
  });

  test('a box whose geometry was moved is a part beside the position', () => {
    const { parts } = only(scaled(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0), 2)) as CompoundShape;
    expect(parts).toEqual([
      { shape: { kind: 'box', halfExtents: [1, 1, 1], radius: 0 }, position: [0, 1, 0], rotation: [0, 0, 0, 1] },
    ]);
  });

  test('a mirrored cone has its apex on the other side', () => {
    const shape = only(scaled(new ConeGeometry(1, 2), 1, -1, 1));
    const [part] = (shape as CompoundShape).parts as [CompoundPart];
    const { shape: cone, ...place } = part;
    const gap = (y: number) =>
      distance(cone, { ...place, position: place.position ?? [0, 0, 0] }, sphere(0.1), { position: [0, y, 0.9] })
        .distance;
    expect(gap(1)).toBeLessThan(0.1);
    expect(gap(-1)).toBeGreaterThan(0.5);
  });
});

/** Expects that each vertex of each mesh is in the shape at its pose or on it, and that the shape is no larger. */
function expectToFit(object: Object3D, options?: ObjectShapeOptions): void {
  const [{ shape, position, rotation }] = shapesFromObject(object, options) as [ReturnType<typeof shapesFromObject>[0]];
  object.updateWorldMatrix(true, true);
  const place = { position, rotation };
  const parts = shape.kind === 'compound' ? shape.parts.map((part) => part as CompoundPart) : [{ shape }];
  const [turn, shift] = [new Quaternion(...rotation), new Vector3(...position)];
  const poses = parts.map(({ shape: own, position: p = [0, 0, 0], rotation: q = [0, 0, 0, 1] }) => ({
    shape: own,
    position: new Vector3(...(p as number[])).applyQuaternion(turn).add(shift),
    rotation: turn.clone().multiply(new Quaternion(...(q as number[]))),
  }));
  let farthest = 0;
  object.traverse((child) => {
    const mesh = child as Mesh;
    if (!mesh.isMesh) return;
    const point = new Vector3();
    for (let k = 0; k < mesh.geometry.attributes.position!.count; k++) {
      mesh.getVertexPosition(k, point);
      mesh.localToWorld(point);
      const gaps = poses.map((pose) => distance(pose.shape, pose, sphere(1e-6), { position: point }).distance);
      farthest = Math.max(farthest, Math.min(...gaps));
    }
  });
  expect(farthest).toBeLessThan(1e-4);
  expect(place.position.every(Number.isFinite)).toBe(true);
}

describe('in groups', () => {
  test('that are moved, turned, scaled and mirrored: shapes are where three.js draws', () => {
    const seed = 7;
    const random = seeded(seed);
    const between = (low: number, high: number) => low + (high - low) * random();
    const geometries = [
      new BoxGeometry(1, 2, 3),
      new SphereGeometry(1),
      new ConeGeometry(1, 2),
      new CapsuleGeometry(0.5, 1),
    ];
    for (let n = 0; n < 40; n++) {
      const root = new Group();
      let parent: Object3D = root;
      for (let depth = 0; depth < 3; depth++) {
        const own = depth === 2 ? meshOf(geometries[n % 4]!) : new Group();
        own.position.set(between(-3, 3), between(-3, 3), between(-3, 3));
        own.quaternion.random();
        own.scale.set(between(0.5, 2), between(0.5, 2), between(0.5, 2));
        if (n % 3 === 0) own.scale.setScalar(between(0.5, 2));
        if (n % 5 === 0) own.scale.x *= -1;
        parent.add(own);
        parent = own;
      }
      expectToFit(n % 2 === 0 ? root : root.children[0]!.children[0]!.children[0]!);
    }
  });

  test('meshes are parts of a compound, those that are not visible left out', () => {
    const chair = new Group();
    chair.add(meshOf(new BoxGeometry()), meshOf(new BoxGeometry().translate(0, 2, 0)), new Object3D());
    const hidden = meshOf(new BoxGeometry());
    hidden.visible = false;
    chair.add(hidden);
    const [{ shape, parts }] = shapesFromObject(chair) as [ReturnType<typeof shapesFromObject>[0]];
    expect(massProperties(shape, 1).mass).toBeCloseTo(2, 6);
    expect(parts.map(({ mesh, firstChild }) => [mesh, firstChild])).toEqual([
      [chair.children[0], 0],
      [chair.children[1], 1],
    ]);
  });

  test('static ones with any other geometry are all of their triangles', () => {
    const level = new Group();
    level.add(meshOf(new PlaneGeometry(4, 4, 2, 2)), meshOf(new BoxGeometry()));
    const { parts, shape } = shapesFromObject(level, { static: true })[0]!;
    expect(meshInfo(shape as MeshShape).triangles).toBe(20);
    expect(parts.map(({ firstChild }) => firstChild)).toEqual([0, 8]);
    expect(only(level, { shape: 'mesh' }).kind).toBe('mesh');
    expect(only(level.children[1]!, { static: true }).kind).toBe('box');
  });

  test('both sides are met where both are drawn', () => {
    const floor = meshOf(new PlaneGeometry());
    expect((only(floor, { shape: 'mesh' }) as MeshShape).surface).toBeDefined();
    (floor.material as MeshBasicMaterial).side = DoubleSide;
    expect(only(floor, { shape: 'mesh' })).not.toBe(only(scaled(floor.geometry, 1), { shape: 'mesh' }));
  });
});

describe('instances', () => {
  const instanced = (matrices: Matrix4[], geometry: BufferGeometry = new SphereGeometry(1)) => {
    const mesh = new InstancedMesh(geometry, new MeshBasicMaterial(), matrices.length);
    for (const [k, matrix] of matrices.entries()) mesh.setMatrixAt(k, matrix);
    return mesh;
  };
  const placed = (x: number, scale: number) =>
    new Matrix4().compose(new Vector3(x, 0, 0), new Quaternion().random(), new Vector3(scale, scale, scale));

  test('each has a pose, and those of equal scale share a shape', () => {
    const mesh = instanced([placed(0, 1), placed(3, 2), placed(6, 1)]);
    mesh.position.y = 5;
    const found = shapesFromObject(mesh);
    expect(found.map(({ position, instanceId }) => [...position, instanceId])).toEqual([
      [0, 5, 0, 0],
      [3, 5, 0, 1],
      [6, 5, 0, 2],
    ]);
    expect(found[0]!.shape).toBe(found[2]!.shape);
    expect(found[0]!.shape).toMatchObject({ kind: 'point' });
    expect(found[1]!.shape.radius).toBeCloseTo(2, 5);
  });

  test('of a group are parts', () => {
    const group = new Group();
    group.add(instanced([placed(0, 1), placed(3, 1)]));
    expect(shapesFromObject(group)[0]!.parts.map(({ instanceId }) => instanceId)).toEqual([0, 1]);
  });

  test('with a scale of 0 are refused by their number', () => {
    expect(() => shapesFromObject(instanced([placed(0, 1), placed(1, 0)]))).toThrow(
      'shapesFromObject: object: instance 1: expected a world scale other than 0, got 0 0 0',
    );
  });
});

test('meshes of one geometry, scale and options share a shape; a geometry that changes gets another', () => {
  const geometry = new IcosahedronGeometry(1, 2);
  const first = only(meshOf(geometry));
  expect(only(meshOf(geometry))).toBe(first);
  expect(only(scaled(geometry, 2))).not.toBe(first);
  expect(only(meshOf(geometry), { maxVertices: 8 })).not.toBe(first);
  geometry.attributes.position!.needsUpdate = true;
  expect(only(meshOf(geometry))).not.toBe(first);
});

test('a morphed mesh is as it is drawn now', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  geometry.morphAttributes.position = [
    new Float32BufferAttribute(
      geometry.attributes.position!.array.map((c) => 3 * c),
      3,
    ),
  ];
  const mesh = meshOf(geometry);
  expect(only(mesh).kind).toBe('box');
  mesh.morphTargetInfluences![0] = 0.5;
  expect(massProperties(only(mesh), 1).mass).toBeCloseTo(8, 4);
  expectToFit(mesh);
});

test('a skinned mesh is in the pose of its bones', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const { count } = geometry.attributes.position!;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(
      new Float32Array(4 * count).map((_, k) => Number(k % 4 === 0)),
      4,
    ),
  );
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  const bone = new Bone();
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  bone.position.x = 5;
  bone.scale.setScalar(2);
  const { center, mass } = massProperties(only(mesh), 1);
  expect(mass).toBeCloseTo(8, 4);
  expect(center[0]).toBeCloseTo(5, 4);
});

describe('is refused', () => {
  const sized = (...scale: [number, number, number]) => scaled(new BoxGeometry(), ...scale);
  const below = new Group();
  below.add(sized(0, 1, 1));
  test.each<[string, () => unknown, string]>([
    [
      'no object',
      () => shapesFromObject({} as Object3D),
      'shapesFromObject: object: expected an Object3D, got an object',
    ],
    [
      'an object without meshes',
      () => shapesFromObject(new Group()),
      'expected an object with meshes, got one without',
    ],
    ['a scale of 0', () => shapesFromObject(sized(1, 0, 1)), 'expected a world scale other than 0, got 1 0 1'],
    ['a scale of 0 below', () => shapesFromObject(below), "expected meshes with a scale other than 0, got '' with 0"],
    [
      'a scale of NaN',
      () => shapesFromObject(sized(1, Number.NaN, 1)),
      'expected a finite world matrix, got one with NaN',
    ],
    [
      'a batched mesh',
      () => shapesFromObject(new BatchedMesh(1, 8, 8, new MeshBasicMaterial())),
      'expected meshes and instanced meshes, got a BatchedMesh',
    ],
    [
      'another way',
      () => shapesFromObject(sized(1, 1, 1), { shape: 'box' as 'hull' }),
      "shapesFromObject: shape: expected 'auto', 'hull' or 'mesh', got 'box'",
    ],
    [
      'an unknown option',
      () => shapesFromObject(sized(1, 1, 1), { shapes: 'hull' } as object),
      'got the unknown option `shapes`; did you mean `shape`?',
    ],
  ])('%s', (_, run, sentence) => {
    expect(run).toThrow(QueryError);
    expect(run).toThrow(sentence);
  });
});
