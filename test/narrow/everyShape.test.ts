/** A crowd of all shapes: `verify` checks every row with independent code. */
import { describe, expect, test } from 'vitest';
import {
  box,
  capsule,
  cone,
  createEngine,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  halfSpace,
  hull,
  hullOf,
  type KernelName,
  rounded,
  type Shape,
  segment,
  sphere,
  sum,
  taperedCapsule,
  triangle,
  verify,
} from '../../src/index.node.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const POINTS = Array.from({ length: 48 }, (_, k) => Math.sin(13 * k) / 2);
const SHAPES: readonly Shape[] = [
  box(0.4, 0.3, 0.5),
  sphere(0.4),
  capsule(0.3, 0.2),
  segment(0.4),
  triangle([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  hull(POINTS),
  rounded(hull(POINTS), 0.1),
  cylinder(0.4, 0.3),
  cone(0.4, 0.4),
  frustum(0.3, 0.4, 0.1),
  disk(0.4),
  rounded(disk(0.4), 0.05),
  ellipsoid(0.2, 0.5, 0.3),
  taperedCapsule(0.4, 0.1, 0.3),
  sum(cylinder(0.2, 0.2), box(0.2, 0.1, 0.2)),
  hullOf(sphere(0.3), { shape: cone(0.2, 0.3), position: [0, 0.3, 0.2] }),
];
/** Largest error, as a part of the size. */
const CLOSE: Readonly<Partial<Record<KernelName, number>>> = { scalar: 1e-6, simd: 1e-5 };

describe.each(Object.entries(CLOSE) as [KernelName, number][])('kernel %s', (kernel, close) => {
  test.each(sweep([8, 9], [8, 9, 11]))('all shapes and three half-spaces, seed %i: verified', async (seed) => {
    const random = seeded(seed);
    const engine = await createEngine({ workers: 0, kernel, capacity: { colliders: 512, shapes: 32, pairs: 20_000 } });
    const { scene } = engine;
    const shapes = SHAPES.map((shape) => scene.addShape(shape));
    const plane = scene.addShape(halfSpace());
    const place = () => [4 * random(), 4 * random(), 4 * random()];
    const turn = () => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    for (let k = 0; k < 400; k++) {
      scene.addCollider(shapes[k % shapes.length]!, { position: place(), rotation: turn() });
    }
    for (let k = 0; k < 3; k++) {
      scene.addCollider(plane, { static: true, position: [0, k / 2, 0], rotation: [random() - 0.5, 0, 0.2, 1] });
    }
    const results = engine.distanceSync(engine.findPairsSync({ margin: 0.1 }));
    const { checked, worstError, worstReason, worstRow } = verify(results);
    expect(checked).toBeGreaterThan(3000);
    expect(worstError, `${worstReason} of row ${worstRow}`).toBeLessThan(close);
    await engine.close();
  });
});
