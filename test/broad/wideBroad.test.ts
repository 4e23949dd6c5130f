/** The broad phase in wasm: the tables are those of TypeScript, number by number, whatever happens to the scene. */
import { describe, expect, test } from 'vitest';
import type { Scene } from '../../src/engine/scene.ts';
import { BOXES } from '../../src/queries/overlaps/table.ts';
import { box, capsule, cylinder, halfSpace, hull, sphere } from '../../src/shapes/spec.ts';
import { NO_SHAPE } from '../../src/tables/colliderTable.ts';
import { ROWS } from '../../src/tables/countTable.ts';
import { quaternion, type Vec3 } from '../oracle/roundBody.ts';
import { bruteForce, type FindFixture, findFixture, keysOf, wideFindFixture } from '../support/findPairs.ts';
import { seeded } from '../support/random.ts';

const SEED = 0x3a7e;
const SIZE = 12;

/** Corners on a sphere: more than 32 have direction cells. */
function ball(corners: number, random: () => number): Float32Array {
  const points = new Float32Array(3 * corners);
  for (let k = 0; k < corners; k++) {
    const [x, y, z] = quaternion(random);
    const length = Math.hypot(x, y, z);
    points.set([x / length, y / length, z / length], 3 * k);
  }
  return points;
}

/** All numbers that the broad phase writes for the rows of a scene. */
function tablesOf({ frame, list, treeUpdater }: FindFixture) {
  const { bounds, tree, counts } = frame;
  const rows = counts[ROWS]!;
  const top = tree.words[2];
  const nodes = top === 0 ? 0 : tree.words[16 + top]! + 1;
  return {
    ids: [...list.ids.subarray(0, 2 * list.count)],
    carried: [...list.carried.subarray(0, list.count)],
    bounds: [...bounds.boxes.subarray(0, 6 * rows)],
    fat: [...tree.fat.subarray(0, 6 * rows)],
    places: [...tree.treeIndex.subarray(0, rows)],
    order: [...tree.order.subarray(0, tree.words[0]! + tree.words[1]!)],
    nodes: [...tree.boxes.subarray(0, 6 * nodes)],
    words: [...tree.words],
    invalid: treeUpdater.invalidColliders,
  };
}

/** A step of a scene: bodies move, appear, vanish, change. All of it follows from the random numbers. */
function change({ scene, frame }: FindFixture, shapes: readonly number[], call: number, random: () => number): void {
  const at = () => [SIZE * random(), SIZE * random(), SIZE * random()] as Vec3;
  const rows = frame.counts[ROWS]!;
  const any = () => Math.floor(rows * random());
  const isLive = (id: number) => scene.shapes[id] !== NO_SHAPE;
  for (let k = 0; k < (call % 6 === 5 ? rows : 25); k++) {
    const id = any();
    for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += 0.2 * (random() - 0.5);
    scene.rotations[4 * id + 1] += 0.1 * random();
  }
  for (let k = 0; k < 3; k++) {
    const id = any();
    if (isLive(id)) scene.removeCollider(id);
    addBody(scene, shapes, at(), random);
  }
  const other = any();
  if (call % 4 === 1) scene.groups.set([1 + (call & 3), 0xfffd], 2 * other);
  if (call % 5 === 2) scene.statics[other] = 1 - scene.statics[other]!;
  if (call % 7 === 3) scene.positions[4 * other] = Number.NaN;
  if (call % 7 === 6) scene.rotations.fill(0, 4 * other, 4 * other + 4);
}

function addBody(scene: Scene, shapes: readonly number[], position: Vec3, random: () => number): void {
  const shape = shapes[Math.floor(shapes.length * random())]!;
  const isStatic = shape === shapes[0];
  scene.addCollider(shape, { position, rotation: quaternion(random), ...(isStatic ? { static: true } : {}) });
}

function fill({ scene }: FindFixture, random: () => number): number[] {
  const specs = [
    halfSpace(),
    ...[0.2, 0.3, 0.4, 0.5, 0.3, 0.4].map((size) => box(size, 0.3, 0.4)),
    sphere(0.4),
    capsule(0.3, 0.2),
    cylinder(0.3, 0.4),
    hull(ball(12, random)),
    hull(ball(60, random)),
    box(6, 0.1, 6),
  ];
  const shapes = specs.map((spec) => scene.addShape(spec));
  for (let k = 0; k < 350; k++) {
    const position = [SIZE * random(), SIZE * random(), SIZE * random()] as Vec3;
    addBody(scene, k < 6 ? shapes : shapes.slice(1), position, random);
  }
  return shapes;
}

test('the same tables as TypeScript, call by call', async () => {
  const fixtures = [findFixture(600, 40_000, 32, 1000), await wideFindFixture(600, 40_000, 32, 1000)] as const;
  const randoms = fixtures.map(() => seeded(SEED));
  const shapes = fixtures.map((fixture, k) => fill(fixture, randoms[k]!));
  for (let call = 0; call < 60; call++) {
    const margin = call % 20 < 10 ? 0.05 : 0.15;
    const [wanted, got] = fixtures.map((fixture, k) => {
      if (call > 0) change(fixture, shapes[k]!, call, randoms[k]!);
      if (call % 9 === 4) fixture.overlap(BOXES, [0, 0, 0, 4, 4, 4]);
      if (call === 40) for (let k = 0; k < 4 * fixture.frame.counts[ROWS]!; k += 4) fixture.scene.positions[k] *= 1.5;
      fixture.find(margin);
      return tablesOf(fixture);
    });
    expect(got, `call ${call}`).toEqual(wanted);
    expect(wanted!.ids.length).toBeGreaterThan(1000);
  }
});

describe('more pairs around one body than the scratch of a search holds', () => {
  test.each([
    ['TypeScript', async () => findFixture(900, 400_000, 4)],
    ['wasm', () => wideFindFixture(900, 400_000, 4)],
  ] as const)('%s', async (_, make) => {
    const fixture = await make();
    const { scene } = fixture;
    const random = seeded(SEED + 1);
    const shape = scene.addShape(box(0.5, 0.5, 0.5));
    for (let k = 0; k < 800; k++) scene.addCollider(shape, { position: [random(), random(), 0.1 * random()] });
    fixture.find(0.1);
    expect(keysOf(fixture.list)).toEqual(bruteForce(fixture.frame, 0.1));
    expect(fixture.list.count).toBe((800 * 799) / 2);
    // few enough that they are searched one by one
    for (let id = 0; id < 40; id++) scene.positions[4 * id] += 2;
    fixture.find(0.1);
    expect(keysOf(fixture.list)).toEqual(bruteForce(fixture.frame, 0.1));
    for (let id = 0; id < 40; id++) scene.positions[4 * id] -= 2;
    fixture.find(0.1);
    expect(fixture.list.count).toBe((800 * 799) / 2);
  });
});
