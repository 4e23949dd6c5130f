/**
 * Kernels against each other: the scalar one cuts polygons in f64, the wide ones ask sixteen places of four pairs of boxes at once, or
 * cut in f32. They name points by the same features, and put them at the same places. Where a corner is as good as another
 * they may choose differently.
 */
import { describe, expect, test } from 'vitest';
import { sizeOf } from '../../oracle/surface.ts';
import { ContactFixture } from '../../support/contactFixture.ts';
import { KERNELS } from '../../support/kernels.ts';
import { anyPose, type Kind, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x9a417;
const PAIRS = sweep(200, 400);
const MARGIN = 0.05;
/** Share of the pairs with the same features. */
const ALIKE = 0.95;
/** Of the size: witness points and normals of the kernels are good to 1e-5. */
const CLOSE = 4e-5;

const KINDS: [Kind, Kind][] = [
  ['box', 'box'],
  ['box', 'hull'],
  ['hull', 'hull'],
  ['prism', 'prism'],
  ['rounded box', 'rounded prism'],
  ['polygon', 'box'],
  ['capsule', 'box'],
];

describe.each(KERNELS.filter((kernel) => kernel !== 'scalar'))(`kernel %s against scalar, seed ${SEED}`, (kernel) => {
  test.each(KINDS)('%s and %s', async (kind, other) => {
    const random = seeded(SEED);
    const pairs = Array.from({ length: PAIRS }, () =>
      anyPose(randomBody(kind, random), randomBody(other, random), MARGIN, random),
    );
    const fixtures = [await ContactFixture.create('scalar', pairs), await ContactFixture.create(kernel, pairs)];
    const [scalar, wide] = fixtures.map((fixture) => fixture.rows(MARGIN)) as [
      ReturnType<ContactFixture['rows']>,
      ReturnType<ContactFixture['rows']>,
    ];
    for (const fixture of fixtures) await fixture.close();
    let touching = 0;
    let alike = 0;
    const faults: string[] = [];
    scalar.forEach((row, k) => {
      const same = wide[k];
      const size = sizeOf(pairs[k].a, pairs[k].b);
      if (row.points.length === 0 && same.points.length === 0) return;
      touching++;
      const turned = Math.hypot(...row.normal.map((c, i) => c - same.normal[i]));
      const names = (points: typeof row.points) => points.map(({ feature }) => feature).sort((p, q) => p - q);
      if (`${names(row.points)}` !== `${names(same.points)}`) return;
      alike++;
      // deep pairs may have two normals that are as good
      if (turned > 1e-4) return;
      for (const point of row.points) {
        const twin = same.points.find(({ feature }) => feature === point.feature)!;
        const off = Math.hypot(...point.pointA.map((c, i) => c - twin.pointA[i]));
        // an edge across another at a flat angle is as uncertain as that is flat
        // the witness points of parallel features lie anywhere along them
        if (point.feature !== 0 && !(off <= 50 * (CLOSE + turned) * size))
          faults.push(`pair ${k}, point ${point.feature}: ${off / size} of the size`);
        if (!(Math.abs(point.separation - twin.separation) <= (CLOSE + turned) * size))
          faults.push(`pair ${k}, point ${point.feature}: ${point.separation} m and ${twin.separation} m`);
      }
    });
    // which of two corners closer than a thousandth of the size gives both its name may differ
    expect(faults.length, faults.join('; ')).toBeLessThan(0.01 * touching);
    expect(touching).toBeGreaterThan(PAIRS / 3);
    expect(alike / touching).toBeGreaterThan(ALIKE);
  });
});
