/** Flags and distances of surfaces of every class, against all triangles by a solver that shares no code with kernels. */
import { createEngine, mesh, Status } from 'hullstorm';
import { expect, test } from 'vitest';
import { trianglesOf } from '../../../scenes/bruteForce.ts';
import { type Body, place, type Quat, type Vec3 } from '../../oracle/body.ts';
import { gapsTo, nearestGap } from '../../oracle/triangles.ts';
import { noteCounts } from '../../support/counts.ts';
import { seeded } from '../../support/random.ts';
import { bodiesOf, placeNear } from '../../support/surfaceContacts.ts';
import { makeSurface, SURFACE_CLASSES, type SurfaceClass } from '../../support/surfaces.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x34c6;
const PER_CLASS = sweep(24, Math.ceil(200_000 / SURFACE_CLASSES.length));
/** Pairs of one query. */
const PAIRS = 256;
/** Bodies of these sizes, in turn. */
const SCALES = [1, 0.05, 1, 3];
/**
 * Distances are good to this part of the larger of 1 m and the body (docs/meshes.md). The wide kernel computes in f32:
 * farther away it is good to a part of the distance.
 */
const GOOD = 2e-6;
const GOOD_FAR = { scalar: 0, simd: 5e-7 };

/** A body near a triangle, or anywhere around the surface. */
function placeSomewhere(triangles: ReturnType<typeof trianglesOf>, shape: Body, scale: number, random: () => number) {
  if (random() < 0.5) return placeNear(triangles, shape, random, scale);
  const position = [10, 4, 10].map((size) => Math.fround(size * (random() - 0.5))) as Vec3;
  return place(shape, position, [0, 1, 2, 3].map(() => Math.fround(random() - 0.5)) as Quat);
}

test.each(SURFACE_CLASSES)(`pairs with every triangle: %s (seed ${SEED})`, async (cls: SurfaceClass) => {
  const random = seeded(SEED + SURFACE_CLASSES.indexOf(cls));
  const surface = makeSurface(cls, random);
  const triangles = trianglesOf(surface);
  const kernels = ['scalar', 'simd'] as const;
  const engines = await Promise.all(kernels.map((kernel) => createEngine({ kernel, workers: 0, warmUp: false })));
  const bodies = SCALES.map(bodiesOf);
  const sides = engines.map((engine, n) => {
    const { scene } = engine;
    const ground = scene.addCollider(scene.addShape(mesh(surface)), { static: true });
    const shapes = bodies.map((row) => row.map(([, shape]) => scene.addShape(shape)));
    const ids = Array.from({ length: PAIRS }, (_, k) => scene.addCollider(shapes[k % 4]![(k >> 2) % 4]!));
    const list = engine.createPairList(PAIRS);
    list.set(ids.flatMap((id, k) => (k % 2 === 0 ? [ground, id] : [id, ground])));
    const goodFor = (k: number, distance: number) =>
      Math.max(GOOD * Math.max(1, SCALES[k % 4]!), GOOD_FAR[kernels[n]!] * distance);
    return { engine, ids, list, goodFor };
  });
  let [overlaps, worst] = [0, 0];
  for (let done = 0; done < PER_CLASS; done += PAIRS) {
    const count = Math.min(PAIRS, PER_CLASS - done);
    const placed = Array.from({ length: count }, (_, k) =>
      placeSomewhere(triangles, bodies[k % 4]![(k >> 2) % 4]![2], SCALES[k % 4]!, random),
    );
    const truths = placed.map((body) => nearestGap(triangles, body));
    for (const { engine, ids, list, goodFor } of sides) {
      for (const [k, { position, rotation }] of placed.entries()) engine.scene.setPose(ids[k]!, position, rotation);
      const { separation, childA, childB } = engine.distanceSync(list);
      for (const [k, { distance }] of truths.entries()) {
        const body = placed[k]!;
        const good = goodFor(k, distance);
        const where = `${cls} ${done + k} [${body.position}] [${body.rotation}]`;
        const error = Math.abs(separation[4 * k + 3]! - distance);
        expect(error, where).toBeLessThan(good);
        worst = Math.max(worst, error);
        // the child is as near as the nearest
        const [child, none] = k % 2 === 0 ? [childA[k]!, childB[k]] : [childB[k]!, childA[k]];
        expect(none, where).toBe(-1);
        const corners = triangles.corners.subarray(9 * child, 9 * child + 9);
        const own = gapsTo({ ...triangles, count: 1, corners }, body, distance + 2 * good);
        expect(own, where).toHaveLength(1);
      }
      const { status } = engine.intersectSync(list);
      for (const [k, { distance }] of truths.entries()) {
        const isSure = Math.abs(distance) > goodFor(k, distance);
        if (isSure) expect(status[k], `${cls} ${done + k}`).toBe(distance < 0 ? Status.Overlapping : Status.Separated);
      }
    }
    overlaps += truths.filter(({ distance }) => distance < 0).length;
  }
  expect(overlaps).toBeGreaterThan(PER_CLASS / 20);
  for (const { engine } of sides) await engine.close();
  noteCounts('distances', cls, { pairs: PER_CLASS, overlaps, wrong: 0, 'worst error': worst });
});
