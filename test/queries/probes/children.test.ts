/** Probes, movers and neighbors of meshes, height fields and compounds: as `distance` says of the pairs. */
import { box, compound, createEngine, SeparateStatus, type Shape, Status, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { KINDS, kindOf } from '../../support/childKinds.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x9307;
const COUNT = 96;
const MARGIN = 0.2;
const CAPACITY = {
  shapes: 64,
  vertices: 2048,
  colliders: 256,
  pairs: 256,
  probes: 256,
  meshTriangles: 1024,
  meshVertices: 1024,
  heights: 1024,
  compoundParts: 64,
};
const BODIES: readonly Shape[] = [
  sphere(0.3),
  box(0.2, 0.3, 0.1),
  compound([-0.2, 0.2].map((x) => ({ shape: sphere(0.2), position: [x, 0, 0] as const }))),
];

type Vec3 = [number, number, number];

describe.each(['scalar', 'simd'] as const)('%s', (kernel) => {
  test.each(KINDS)(`%s (seed ${SEED})`, async (name) => {
    const random = seeded(SEED + KINDS.indexOf(name));
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const kind = kindOf(name, random);
    const whole = scene.addCollider(scene.addShape(kind.shape), { static: kind.isStatic });
    const shapes = BODIES.map((shape) => scene.addShape(shape));
    const places = Array.from({ length: COUNT }, () => [0, 1, 2].map(() => 4 * (random() - 0.5)) as Vec3);
    const kinds = places.map((_, k) => shapes[k % shapes.length]!);
    // a convex one beside it, alone in its group
    const beside = scene.addCollider(shapes[0]!, { position: [50, 0, 0] });
    const bodies = places.map((position, k) => scene.addCollider(kinds[k]!, { position, membership: 2, mask: 1 }));
    const list = engine.createPairList(COUNT);
    list.set(bodies.flatMap((id) => [whole, id]));
    const distances = engine.distanceSync(list);
    const gaps = Array.from({ length: COUNT }, (_, k) => distances.separation[4 * k + 3]!);

    const probes = engine.createProbeList(COUNT + 1);
    probes.set([...kinds, shapes[0]!], [...places.flat(), 50.1, 0, 0]);
    for (const margin of [0, MARGIN]) {
      const found = engine.overlapShapesSync(probes, { margin, mask: 1 });
      const hits = Array.from({ length: COUNT }, (_, k) => [...found.read(k)].includes(whole));
      const wrong = gaps.flatMap((gap, k) =>
        gap <= margin === hits[k] ? [] : [[k, gap, margin, distances.status[k], found.status[k]]],
      );
      expect(wrong, 'probe, distance, margin').toEqual([]);
      expect(hits).toContain(true);
      expect(hits).toContain(false);
      expect([...found.read(COUNT)]).toEqual([beside]);
      const again = await engine.overlapShapes(probes, { margin, mask: 1 });
      expect(Array.from({ length: COUNT }, (_, k) => [...again.read(k)].includes(whole))).toEqual(hits);
    }

    const pushed = engine.separateSync(probes, { mask: 1 });
    let moved = 0;
    for (let k = 0; k < COUNT; k++) {
      if (pushed.status[k] !== SeparateStatus.Moved) continue;
      moved++;
      scene.setPose(
        bodies[k]!,
        places[k]!.map((x, c) => x + pushed.pushes[4 * k + c]!),
        [0, 0, 0, 1],
      );
    }
    const inside = gaps.filter((gap) => gap <= 0).length;
    expect(inside).toBeGreaterThan(2);
    expect(moved).toBe(inside);
    const after = engine.distanceSync(list);
    for (let k = 0; k < COUNT; k++) {
      if (pushed.status[k] !== SeparateStatus.Moved) continue;
      expect(gaps[k]).toBeLessThan(1e-3);
      expect(after.separation[4 * k + 3], `mover ${k}`).toBeGreaterThan(-1e-3);
    }

    const near = engine.nearestSync({ k: 1 });
    for (let k = 0; k < COUNT; k++) {
      if (after.status[k] !== Status.Separated) continue;
      expect(near.ids[bodies[k]!]).toBe(whole);
      expect(near.separation[4 * bodies[k]! + 3]).toBeCloseTo(after.separation[4 * k + 3]!, 4);
    }
    await engine.close();
  });
});
