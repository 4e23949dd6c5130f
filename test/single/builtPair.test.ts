/** The built `hullstorm/pair`, whose kernels come from the lane compiler, against its source: the same numbers. */
import { expect, test } from 'vitest';
import * as source from '../../src/pair.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const BUILT = new URL('../../dist/src/pair.js', import.meta.url);
const built: typeof source = await import(BUILT.href);

/** Shapes of every kind, made by the functions of one of the two. */
function shapesOf(pair: typeof source) {
  const ball = Array.from({ length: 210 }, (_, k) => 0.4 * Math.sin(k * k * 12.9898 + k));
  const { box, cylinder, sphere } = pair;
  return [
    box(0.3, 0.2, 0.4),
    pair.rounded(box(0.2, 0.3, 0.2), 0.1),
    sphere(0.3),
    pair.point(),
    pair.segment(0.3),
    pair.capsule(0.3, 0.15),
    cylinder(0.2, 0.3),
    pair.rounded(cylinder(0.2, 0.2), 0.1),
    pair.cone(0.3, 0.3),
    pair.ellipsoid(0.2, 0.3, 0.4),
    pair.triangle([0, 0, 0, 0.5, 0, 0, 0, 0, 0.5]),
    pair.hull(ball),
    pair.hull(ball.slice(0, 36)),
    pair.sum(sphere(0.1), box(0.2, 0.1, 0.2)),
    pair.hullOf(sphere(0.2), cylinder(0.1, 0.2)),
    pair.taperedCapsule(0.3, 0.1, 0.2),
    pair.halfSpace(),
  ];
}

const both = [source, built].map((pair) => ({ pair, shapes: shapesOf(pair) }));
const COUNT = both[0]!.shapes.length;

function sameIn(what: string, run: (of: (typeof both)[number]) => unknown): void {
  const [expected, got] = both.map(run);
  expect(got, what).toEqual(expected);
}

test('distance, intersect and castRay, random poses of all pairs of shapes', () => {
  const seed = 70_411;
  const random = seeded(seed);
  const triple = (size: number) => [0, 0, 0].map(() => size * (2 * random() - 1)) as [number, number, number];
  for (let round = 0; round < sweep(6, 3000); round++) {
    for (let k = 0; k < COUNT; k++) {
      const j = (k + round) % COUNT;
      const isUnbounded = k === COUNT - 1 && j === COUNT - 1;
      // near: most pairs overlap or touch, some are apart
      const a = { position: triple(0.3), rotation: [...triple(1), random()] as const };
      const b = { position: triple(0.6), rotation: [...triple(1), random()] as const };
      const what = `seed ${seed}, round ${round}, shapes ${k} and ${j}`;
      const options = { depth: round % 3 !== 2, maxDistance: round % 4 === 3 ? 0.2 : Infinity };
      if (!isUnbounded) {
        sameIn(what, ({ pair, shapes }) => pair.distance(shapes[k]!, a, shapes[j]!, b, undefined, options));
        sameIn(what, ({ pair, shapes }) => pair.intersect(shapes[k]!, a, shapes[j]!, b));
      }
      const [origin, direction] = [triple(2), triple(1)];
      sameIn(what, ({ pair, shapes }) => pair.castRay(shapes[k]!, a, origin, direction));
    }
  }
});
