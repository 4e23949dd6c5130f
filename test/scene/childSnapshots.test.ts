/** Snapshots of scenes with meshes, height fields and compounds. */
import { box, compound, createEngine, type Engine, heightField, hull, mesh, sphere, sum } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { square } from '../../scenes/surfaces.ts';
import { messageOf } from '../support/messageOf.ts';
import { seeded } from '../support/random.ts';
import { signed } from '../support/signed.ts';
import { sweep } from '../support/sweep.ts';

const CAPACITY = {
  shapes: 8,
  vertices: 256,
  colliders: 16,
  pairs: 200,
  meshTriangles: 300,
  compoundParts: 16,
  heights: 96,
  parts: 8,
};
const SEED = 0x5a7e;
const PAIRS = [0, 1, 0, 2, 1, 2, 3, 0, 3, 1, 4, 1, 2, 4];
const WEDGE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

let engine: Engine;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
});
afterEach(() => engine.close());

/** A bumpy square and a field with a hole, a chair of three kinds of parts; surfaces before them were removed. */
function fill({ scene, pairs }: Engine): void {
  const ground = mesh({
    ...square(5, 1, (x, z) => 0.1 * Math.sin(x + 2 * z)),
    materials: Array.from({ length: 50 }, (_, k) => k),
  });
  const parts = [
    { shape: sum(box(0.5, 0.1, 0.5), sphere(0.1)), position: [0, 1, 0] },
    { shape: hull(WEDGE), position: [1, 0, 0], rotation: [0, 1, 0, 1] },
    sphere(0.3),
  ];
  const heights = Float32Array.from({ length: 42 }, (_, k) => Math.sin(k));
  const holes = Uint8Array.from({ length: 30 }, (_, k) => Number(k === 7));
  const goneField = scene.addShape(heightField({ rows: 2, columns: 2, spacing: [1, 1], heights: [0, 1, 2, 3] }));
  const gone = scene.addShape(mesh(square(3, 1)));
  const wedge = scene.addShape(hull(WEDGE));
  const floor = scene.addShape(ground);
  const chair = scene.addShape(compound(parts));
  const field = scene.addShape(heightField({ rows: 6, columns: 7, spacing: [1, 0.5], heights, holes }));
  scene.removeShape(gone);
  scene.removeShape(goneField);
  scene.addCollider(floor, { static: true });
  scene.addCollider(chair, { position: [0, 2, 0] });
  scene.addCollider(scene.addShape(sphere(0.25)), { position: [1, 1, 1] });
  scene.addCollider(wedge, { position: [-1, 1, 1] });
  scene.addCollider(field, { static: true, position: [0, -1, 0] });
  pairs.set(PAIRS);
}

/** Distances and children of all pairs. */
function answers(one: Engine): number[] {
  const { count, separation, childA, childB } = one.distanceSync();
  return [...separation.subarray(0, 4 * count), ...childA.subarray(0, count), ...childB.subarray(0, count)];
}

describe('a snapshot with children', () => {
  test('gives the same answers and the same bytes again', async () => {
    fill(engine);
    const bytes = engine.scene.snapshot();
    const before = answers(engine);
    expect(before.every(Number.isFinite)).toBe(true);
    const other = await createEngine({ workers: 0, capacity: CAPACITY });
    other.scene.addShape(mesh(square(2, 1)));
    other.scene.restore(bytes);
    other.pairs.set(PAIRS);
    expect(answers(other)).toEqual(before);
    expect(other.scene.snapshot()).toEqual(bytes);
    // the pools go on where the shapes end
    other.scene.addShape(mesh(square(2, 1)));
    other.scene.removeCollider(0);
    other.scene.restore(bytes);
    expect(other.scene.snapshot()).toEqual(bytes);
    await other.close();
  });

  test('of version 5 has none', () => {
    engine.scene.addCollider(engine.scene.addShape(sphere(1)));
    const bytes = engine.scene.snapshot();
    engine.scene.restore(signed(bytes, 5));
    expect(engine.scene.snapshot()).toEqual(bytes);
    fill(engine);
    const before = engine.scene.snapshot();
    expect(messageOf(() => engine.scene.restore(signed(before, 5)))).toMatch(/^scene\.restore: bytes: expected /);
    expect(engine.scene.snapshot()).toEqual(before);
  });

  test.each([
    ['meshTriangles', 49],
    ['meshVertices', 35],
    ['compoundParts', 2],
  ])('needs room for its %s', async (name, most) => {
    fill(engine);
    const small = await createEngine({ workers: 0, capacity: { ...CAPACITY, [name]: most } });
    expect(messageOf(() => small.scene.restore(engine.scene.snapshot()))).toContain(
      `expected a scene of at most ${most} ${name} (raise capacity.${name}), got ${most + 1}`,
    );
    await small.close();
  });

  test('needs room for its height fields', async () => {
    fill(engine);
    const small = await createEngine({ workers: 0, capacity: { ...CAPACITY, heights: 36 } });
    expect(messageOf(() => small.scene.restore(engine.scene.snapshot()))).toContain(
      'expected at most 45 words of height fields (raise capacity.heights), got 51',
    );
    await small.close();
  });

  test(`is refused or sound after damage (seed 0x${SEED.toString(16)})`, () => {
    const { scene } = engine;
    fill(engine);
    const bytes = scene.snapshot();
    const counts = new Uint32Array(bytes.buffer, 16, 16);
    // the columns of children are the last ones
    const begin =
      bytes.length - (128 * counts[9] + 29 * counts[10] + 16 * counts[11] + 128 * counts[12] + 4 * counts[13]);
    const random = seeded(SEED);
    let refused = 0;
    const rounds = sweep(1000, 20_000);
    for (let round = 0; round < rounds; round++) {
      const damaged = bytes.slice();
      for (let flips = 1 + (round % 3); flips > 0; flips--) {
        damaged[begin + Math.floor((bytes.length - begin) * random())] ^= 1 << Math.floor(8 * random());
      }
      const message = messageOf(() => scene.restore(signed(damaged)));
      if (message === 'no error') answers(engine);
      else {
        expect(message).toMatch(/^scene\.restore: bytes: .*expected /);
        refused++;
      }
      if (round % 50 === 0) {
        scene.restore(bytes);
        expect(scene.snapshot()).toEqual(bytes);
      }
    }
    expect(refused).toBeGreaterThan(0.5 * rounds);
  });
});
