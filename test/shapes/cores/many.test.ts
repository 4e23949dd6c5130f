/** Shapes with children in scenes: what is refused, their bounds, and the mass of compounds. */
import {
  bakeMesh,
  box,
  compound,
  createEngine,
  type Engine,
  halfSpace,
  heightField,
  hull,
  hullOf,
  massProperties,
  mesh,
  rounded,
  type Shape,
  sphere,
  sum,
} from 'hullstorm';
import { distance } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../support/messageOf.ts';

const SQUARE = { positions: [1, 0, 2, 5, 0, 2, 5, 0, 6, 1, 0, 6], indices: [0, 2, 1, 0, 3, 2] };
const FIELD = { rows: 2, columns: 2, spacing: [1, 2], heights: [0, 1, 2, 3] };
const HERE = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const TURNED = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

describe('shapes with children', () => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await createEngine({ workers: 0, capacity: { colliders: 64 } });
  });
  afterAll(() => engine.close());

  it('are static if they are surfaces', () => {
    const { scene } = engine;
    const id = scene.addShape(mesh(SQUARE));
    expect(messageOf(() => scene.addCollider(id))).toBe(
      'scene.addCollider: static: expected true for a mesh, which does not move, got false',
    );
    expect(messageOf(() => scene.addColliders(id, 2))).toContain('true for a mesh');
    const floor = scene.addCollider(id, { static: true });
    expect(messageOf(() => scene.setStatic(floor, false))).toBe(
      'scene.setStatic: value: expected true for a mesh, which does not move, got false',
    );
    const field = scene.addShape(heightField(FIELD));
    expect(messageOf(() => scene.addCollider(field))).toBe(
      'scene.addCollider: static: expected true for a height field, which does not move, got false',
    );
    scene.removeShape(field);
    scene.setStatic(floor, true);
    const chair = scene.addCollider(scene.addShape(compound([sphere(1)])));
    scene.setStatic(chair, true);
    scene.setStatic(chair, false);
    scene.removeCollider(chair);
    scene.removeCollider(floor);
  });

  it.each<[string, () => unknown, string]>([
    [
      'a mesh in a sum',
      () => engine.scene.addShape(sum(mesh(SQUARE), sphere(1))),
      'a convex shape with bounds, got a mesh',
    ],
    ['a compound in a hull', () => engine.scene.addShape(hullOf(compound([sphere(1)]))), 'bounds, got a compound'],
    ['a mesh, rounded', () => rounded(mesh(SQUARE), 1), 'rounded: shape: expected a convex shape, got a mesh'],
    ['a compound, rounded', () => rounded(compound([sphere(1)]), 1), 'expected a convex shape, got a compound'],
    [
      'a radius of a mesh',
      () => engine.scene.addShape({ ...mesh(SQUARE), radius: 1 }),
      'radius: expected 0 (a mesh is',
    ],
    ['the mass of a mesh', () => massProperties(mesh(SQUARE)), 'expected a shape with a volume, got a mesh'],
    ['a height field, rounded', () => rounded(heightField(FIELD), 1), 'expected a convex shape, got a height field'],
    ['the mass of a height field', () => massProperties(heightField(FIELD)), 'with a volume, got a height field'],
    ['a height field as part', () => engine.scene.addShape(compound([heightField(FIELD)])), 'got a height field'],
    ['a height field in a sum', () => engine.scene.addShape(sum(heightField(FIELD), sphere(1))), 'a height field'],
    [
      'a height field in hullstorm/pair',
      () => distance(heightField(FIELD), HERE, sphere(1), HERE),
      'expected a convex shape, got a height field',
    ],
    [
      'a copied height field',
      () => engine.scene.addShape({ ...heightField(FIELD), surface: { rows: 2, columns: 2 } }),
      'a height field made by a call of heightField()',
    ],
    ['no parts', () => engine.scene.addShape(compound([])), 'parts: expected 1 to 4096 shapes, got 0'],
    ['4,097 parts', () => engine.scene.addShape(compound(Array(4097).fill(sphere(1)))), '1 to 4096 shapes, got 4097'],
    ['parts that are none', () => engine.scene.addShape(compound(7 as never)), 'expected an array of shapes, got 7'],
    [
      'a part that is none',
      () => engine.scene.addShape(compound([sphere(1), 3 as never])),
      'parts[1]: expected a shape',
    ],
    [
      'nested compounds',
      () => engine.scene.addShape(compound([compound([sphere(1)])])),
      'a convex part with bounds, got a',
    ],
    ['a mesh as part', () => engine.scene.addShape(compound([{ shape: mesh(SQUARE) }])), 'bounds, got a mesh'],
    ['a half-space as part', () => engine.scene.addShape(compound([halfSpace()])), 'bounds, got a half-space'],
    ['a bad part', () => engine.scene.addShape(compound([box(1, -1, 1)])), 'parts[0](box): halfExtents[1]: expected'],
    [
      'a bad density',
      () => engine.scene.addShape(compound([{ shape: sphere(1), density: 0 }])),
      'parts[0]: density: expected',
    ],
    ['a bad key', () => engine.scene.addShape(compound([{ shape: sphere(1), mass: 2 } as never])), 'parts[0]: e'],
    [
      'a mesh in hullstorm/pair',
      () => distance(mesh(SQUARE), HERE, sphere(1), HERE),
      'expected a convex shape, got a mesh',
    ],
    [
      'a copied mesh',
      () => engine.scene.addShape({ ...mesh(SQUARE), surface: { triangles: 2 } }),
      'a mesh made by a call of mesh()',
    ],
  ])('%s is refused', (_, call, sentence) => {
    const before = engine.scene.shapeCount;
    expect(messageOf(call)).toContain(sentence);
    expect(engine.scene.shapeCount).toBe(before);
  });

  it('are not probes if they are surfaces', () => {
    const { scene } = engine;
    const id = scene.addShape(mesh(SQUARE));
    const list = engine.createProbeList(4);
    expect(messageOf(() => list.set([id], [0, 0, 0]))).toContain('expected a convex shape or a compound, got a mesh');
    scene.removeShape(id);
  });

  it('have the bounds of their children', () => {
    const { scene } = engine;
    const ids = [
      scene.addCollider(scene.addShape(mesh(SQUARE)), { static: true, position: [10, 20, 30], rotation: TURNED }),
      scene.addCollider(
        scene.addShape(compound([{ shape: box(1, 2, 3), position: [5, 0, 0], rotation: TURNED }, sphere(0.5)])),
        { position: [-40, 0, 0] },
      ),
    ];
    // a turn by 90° about y maps x y z to z y −x
    expect(found(engine, [10 + 2, 20, 30 - 5], [10 + 6, 20, 30 - 1])).toEqual([ids[0]]);
    expect(found(engine, [-40 - 0.5, -2, -1], [-40 + 8, 2, 1])).toEqual([ids[1]]);
    for (const id of ids) scene.removeCollider(id);
  });

  it('tell the materials of their triangles by the numbers of the user', () => {
    const { scene } = engine;
    // of the first triangle nothing is left
    const indices = [0, 0, 1, ...SQUARE.indices];
    const shape = scene.addShape(mesh({ ...SQUARE, indices, materials: [9, 7, 8] }));
    const floor = scene.addCollider(shape, { static: true });
    const ball = scene.addCollider(scene.addShape(sphere(1)));
    expect([0, 1, 2, 3, -1].map((child) => scene.materialOf(floor, child))).toEqual([0, 7, 8, 0, 0]);
    expect(scene.materialOf(ball, -1)).toBe(0);
    expect(messageOf(() => scene.materialOf(77, 0))).toContain('scene.materialOf: id: expected');
    scene.setShape(floor, scene.addShape(mesh({ ...SQUARE, materials: [1, 2] })));
    expect(scene.materialOf(floor, 1)).toBe(2);
    scene.removeCollider(floor);
    scene.removeShape(shape);
    scene.setStatic(ball, true);
    scene.setShape(ball, scene.addShape(mesh({ ...SQUARE, materials: [3, 4] })));
    expect(scene.shapes[ball]).toBe(shape);
    expect(scene.materialOf(ball, 0)).toBe(3);
    scene.removeCollider(ball);
  });

  it('are freed with their triangles', () => {
    const { scene } = engine;
    const bytes = bakeMesh(SQUARE);
    const used = () => scene.snapshot().length;
    const before = used();
    const first = scene.addShape(mesh(bytes));
    const second = scene.addShape(compound([hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])]));
    expect(used()).toBeGreaterThan(before);
    scene.removeShape(second);
    scene.removeShape(first);
    expect(scene.addShape(mesh(SQUARE))).toBe(first);
    scene.removeShape(first);
  });
});

/** Tight: the box finds the collider, boxes beside its six faces do not. */
function found(engine: Engine, low: number[], high: number[]): number[] {
  const hits = (a: number[], b: number[]) => {
    const { ids, starts } = engine.overlapBoxSync([...a, ...b]);
    return [...ids.subarray(0, starts[1])];
  };
  const gap = 1e-4;
  for (let c = 0; c < 3; c++) {
    const beside = [...high];
    beside[c] = low[c] - gap;
    expect(hits([low[0], low[1], low[2]].with(c, low[c] - 1), beside)).toEqual([]);
    expect(hits(low.with(c, high[c] + gap), high.with(c, high[c] + 1))).toEqual([]);
  }
  return hits(low, high);
}

describe('the mass of a compound', () => {
  const close = (shape: Shape, other: Shape) => {
    const [a, b] = [massProperties(shape, 700), massProperties(other, 700)];
    for (const key of ['volume', 'mass'] as const) expect(a[key] / b[key]).toBeCloseTo(1, 6);
    for (let c = 0; c < 3; c++) expect(a.center[c]).toBeCloseTo(b.center[c], 6);
    const sorted = (values: readonly number[]) => [...values].sort((x, y) => x - y);
    for (let c = 0; c < 3; c++) expect(sorted(a.moments)[c] / sorted(b.moments)[c]).toBeCloseTo(1, 6);
  };

  it('is that of its only part', () => {
    close(compound([{ shape: box(1, 2, 3), position: [0, 0, 0], rotation: TURNED }]), box(3, 2, 1));
    close(compound([sphere(0.75)]), sphere(0.75));
  });

  it('is that of a box of eight boxes', () => {
    const signs = [-1, 1];
    const parts = signs.flatMap((x) =>
      signs.flatMap((y) => signs.map((z) => ({ shape: box(0.5, 1, 1.5), position: [0.5 * x, y, 1.5 * z] }))),
    );
    close(compound(parts), box(1, 2, 3));
  });

  it('counts overlapping parts twice', () => {
    expect(massProperties(compound([sphere(1), sphere(1)]), 2).mass).toBeCloseTo(2 * massProperties(sphere(1), 2).mass);
  });

  it('has the densities of parts', () => {
    // a hammer: closed form of two boxes
    const hammer = compound([
      { shape: box(0.5, 0.1, 0.1), density: 8000, position: [0, 1, 0] },
      { shape: box(0.05, 1, 0.05) },
    ]);
    const { mass, center, moments, volume } = massProperties(hammer, 600);
    const [head, handle] = [8000 * 0.04, 600 * 0.02];
    expect(volume).toBeCloseTo(0.06, 6);
    expect(mass).toBeCloseTo(head + handle, 3);
    const y = head / (head + handle);
    expect([...center]).toEqual([expect.closeTo(0, 6), expect.closeTo(y, 6), expect.closeTo(0, 6)]);
    const about = (m: number, a: number, b: number, away: number) => (m * (a * a + b * b)) / 3 + m * away * away;
    const [up, down] = [1 - y, y];
    const expected = [
      about(head, 0.1, 0.1, up) + about(handle, 1, 0.05, down),
      about(head, 0.5, 0.1, 0) + about(handle, 0.05, 0.05, 0),
      about(head, 0.5, 0.1, up) + about(handle, 1, 0.05, down),
    ].sort((a, b) => a - b);
    const sorted = [...moments].sort((a, b) => a - b);
    for (let c = 0; c < 3; c++) expect(sorted[c] / expected[c]).toBeCloseTo(1, 5);
  });
});
