/** How features meet, where it can be said in closed form: so many points, there, under random rigid motions, in both orders. */
import { describe, expect, test } from 'vitest';
import {
  type Body,
  boxBody,
  capsuleBody,
  hullBody,
  place,
  type Quat,
  sphereBody,
  type Vec3,
} from '../../oracle/body.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { boundsOf } from '../../support/checkAnswer.ts';
import { checkContact, TOLERANCE } from '../../support/checkContacts.ts';
import { ContactFixture } from '../../support/contactFixture.ts';
import { SWEPT_KERNELS } from '../../support/kernels.ts';
import { turnedBy } from '../../support/motions.ts';
import { randomTurn, rotated } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xfea7;
/** Rigid motions of each pair; every other one is asked as (b, a). */
const MOTIONS = sweep(15, 40);
const MARGIN = 0.02;
/** What a normal may be off by (rad): over a gap of a hundredth of the size, 1e-5 of the size. */
const NORMAL = 1e-3;

const S = Math.sin(Math.PI / 8);
const C = Math.cos(Math.PI / 8);
const H = Math.SQRT1_2;
const R2 = Math.SQRT2;
const R3 = Math.sqrt(3);
/** Quaternions: an eighth turn about x, y, z; y onto −x; a cube's corner down. */
const [EIGHTH_X, EIGHTH_Y, EIGHTH_Z]: Quat[] = [
  [S, 0, 0, C],
  [0, S, 0, C],
  [0, 0, S, C],
] as Quat[];
const LYING: Quat = [0, 0, H, H];
const LYING_ACROSS: Quat = [H, 0, 0, H];
const CORNER_DOWN = cornerDown();

const cube = boxBody(1, 1, 1);
const slab = boxBody(2, 1, 2);
const hullCube = hullBody(cube.vertices);
const square = hullBody([1, 0, 1, 1, 0, -1, -1, 0, 1, -1, 0, -1]);
const roof = hullBody([-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1, -1, 0.5, 0, 1, 0.5, 0]);
const stick = hullBody([0, -1, 0, 0, 1, 0]);
const dot = hullBody([0, 0, 0]);

type Row = [name: string, a: Body, b: Body, distance: number, points: number];

/** All meet along +y. */
const rows: Row[] = [
  ['cube on a slab', slab, place(cube, [0.5, 2, 0.25]), 0, 4],
  ['cube on a slab, deep', slab, place(cube, [0.5, 1.9, 0.25]), -0.1, 4],
  ['cube over a slab', slab, place(cube, [0.5, 2.015, 0.25]), 0.015, 4],
  ['cube too far over a slab', slab, place(cube, [0.5, 2.03, 0.25]), 0.03, 0],
  ['cube on a slab, sticking out', slab, place(cube, [2.5, 1.99, 0.25]), -0.01, 4],
  ['cube on an equal cube', cube, place(cube, [0, 1.99, 0]), -0.01, 4],
  ['cube on an equal cube, turned by 45°', cube, place(cube, [0, 1.99, 0], EIGHTH_Y), -0.01, 4],
  ['hull cube on a hull cube', hullCube, place(hullCube, [0.25, 1.99, 0]), -0.01, 4],
  ['hull cube on an equal cube', cube, place(hullCube, [0, 1.99, 0]), -0.01, 4],
  ['rounded cube on a rounded slab', { ...slab, radius: 0.25 }, place({ ...cube, radius: 0.125 }, [0, 2.375, 0]), 0, 4],
  ['edge on a face', slab, place(cube, [0, 0.99 + R2, 0], EIGHTH_X), -0.01, 2],
  ['edge on a face, sticking out', slab, place(cube, [1.5, 0.99 + R2, 0], EIGHTH_X), -0.01, 2],
  ['hull edge on a face', slab, place(hullCube, [0, 0.99 + R2, 0], EIGHTH_X), -0.01, 2],
  ['rounded edge on a face', slab, place({ ...cube, radius: 0.25 }, [0, 1.24 + R2, 0], EIGHTH_X), -0.01, 2],
  ['corner on a face', slab, place(cube, [0.25, 0.99 + R3, 0], CORNER_DOWN), -0.01, 1],
  ['hull corner over a face', slab, place(hullCube, [0.25, 1.01 + R3, 0], CORNER_DOWN), 0.01, 1],
  ['rounded corner on a face', slab, place({ ...hullCube, radius: 0.25 }, [0.25, 1.24 + R3, 0], CORNER_DOWN), -0.01, 1],
  ['corner on a corner', place(cube, [0, 0, 0], CORNER_DOWN), place(cube, [0, 0.01 + 2 * R3, 0], CORNER_DOWN), 0.01, 1],
  ['crossed edges', place(cube, [0, 0, 0], EIGHTH_Z), place(cube, [0.25, 2 * R2 - 0.01, 0.5], EIGHTH_X), -0.01, 1],
  [
    'crossed edges, apart',
    place(cube, [0, 0, 0], EIGHTH_Z),
    place(hullCube, [0.25, 2 * R2 + 0.01, 0.5], EIGHTH_X),
    0.01,
    1,
  ],
  ['roofs, crossed', roof, place(roof, [0.25, 0.99, 0.5], [H, 0, H, 0]), -0.01, 1],
  ['sphere on a face', slab, place(sphereBody(0.5), [1, 1.49, 1]), -0.01, 1],
  ['sphere on an edge', place(cube, [0, 0, 0], EIGHTH_X), place(sphereBody(0.5), [0.25, 0.49 + R2, 0]), -0.01, 1],
  ['sphere on a sphere', sphereBody(1), place(sphereBody(0.5), [0, 1.49, 0]), -0.01, 1],
  [
    'sphere on a lying capsule',
    place(capsuleBody(1, 0.25), [0, 0, 0], LYING),
    place(sphereBody(0.5), [0.5, 0.74, 0]),
    -0.01,
    1,
  ],
  ['sphere on a hull', hullCube, place(sphereBody(0.5), [0.5, 1.49, 0]), -0.01, 1],
  ['sphere on a polygon', square, place(sphereBody(0.5), [0.5, 0.49, 0]), -0.01, 1],
  ['point over a face', slab, place(sphereBody(0), [0.5, 1.01, 0]), 0.01, 1],
  ['hull point in a slab', slab, place(dot, [0.5, 0.99, 0]), -0.01, 1],
  ['point over a point', sphereBody(0), place(dot, [0, 0.01, 0]), 0.01, 1],
  ['capsule lying on a slab', slab, place(capsuleBody(1, 0.25), [0, 1.24, 0], LYING), -0.01, 2],
  ['capsule lying on a slab, sticking out', slab, place(capsuleBody(1, 0.25), [1.5, 1.24, 0], LYING), -0.01, 2],
  ['capsule longer than the slab', slab, place(capsuleBody(4, 0.25), [0.5, 1.24, 0.5], LYING_ACROSS), -0.01, 2],
  ['capsule lying on a hull', hullCube, place(capsuleBody(0.5, 0.25), [0.25, 1.24, 0], LYING), -0.01, 2],
  ['capsule standing on a slab', slab, place(capsuleBody(1, 0.25), [0.5, 2.24, 0]), -0.01, 1],
  ['capsule lying over a slab', slab, place(capsuleBody(1, 0.25), [0, 1.26, 0], LYING), 0.01, 2],
  ['segment lying over a slab', slab, place(capsuleBody(1), [0, 1.01, 0], LYING), 0.01, 2],
  ['hull segment lying over a slab', slab, place(stick, [0, 1.01, 0], LYING), 0.01, 2],
  ['hull segment lying in a slab', slab, place(stick, [0, 0.99, 0], LYING), -0.01, 2],
  ['capsule along a roof', roof, place(capsuleBody(0.5, 0.25), [0, 0.74, 0], LYING), -0.01, 2],
  ['capsule across a roof', roof, place(capsuleBody(0.5, 0.25), [0, 0.74, 0], LYING_ACROSS), -0.01, 1],
  [
    'parallel capsules',
    place(capsuleBody(1, 0.25), [0, 0, 0], LYING),
    place(capsuleBody(1, 0.5), [0.5, 0.74, 0], LYING),
    -0.01,
    2,
  ],
  [
    'parallel capsules, one opposite',
    place(capsuleBody(1, 0.25), [0, 0, 0], LYING),
    place(capsuleBody(1, 0.5), [0.5, 0.76, 0], [0, 0, -H, H]),
    0.01,
    2,
  ],
  [
    'crossed capsules',
    place(capsuleBody(1, 0.25), [0, 0, 0], LYING),
    place(capsuleBody(1, 0.5), [0.5, 0.74, 0], LYING_ACROSS),
    -0.01,
    1,
  ],
  ['capsules end to end', capsuleBody(1, 0.25), place(capsuleBody(1, 0.5), [0, 2.74, 0]), -0.01, 1],
  ['polygon on a slab', slab, place(square, [0.5, 1, 0.25]), 0, 4],
  ['polygon over a polygon', square, place(square, [0.5, 0.01, 0.25], EIGHTH_Y), 0.01, 4],
  ['rounded polygon on a slab', slab, place({ ...square, radius: 0.125 }, [0.5, 1.115, 0.25]), -0.01, 4],
  ['polygon standing on its side', slab, place(square, [0.5, 1.99, 0.25], LYING), -0.01, 2],
];

function cornerDown(): Quat {
  // (1, 1, 1) / √3 onto −y: about their cross product, by the angle between them
  const cosine = -1 / R3;
  const half = Math.acos(cosine) / 2;
  return [Math.sin(half) * H, 0, -Math.sin(half) * H, Math.cos(half)];
}

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  const bounds = boundsOf(kernel);

  test.each(rows)('%s', async (_, a, b, distance, count) => {
    const random = seeded(SEED);
    const normals: Vec3[] = [];
    const pairs = Array.from({ length: MOTIONS }, (_, k) => {
      const q: Quat = k === 0 ? [0, 0, 0, 1] : randomTurn(random);
      const at = k === 0 ? ([0, 0, 0] as Vec3) : ([0, 1, 2].map(() => 8 * random() - 4) as Vec3);
      const moved = turnedBy({ a, b }, q, at);
      normals.push(rotated([0, k % 2 === 1 ? -1 : 1, 0], moved.turn));
      return k % 2 === 1 ? { a: moved.b, b: moved.a } : moved;
    });
    const fixture = await ContactFixture.create(kernel, pairs);
    const size = sizeOf(a, b);
    for (const round of ['cold', 'warm', 'warm again']) {
      fixture.rows(MARGIN).forEach((row, k) => {
        const what = `${round}, motion ${k}`;
        // corners were rounded, and poses turned, by 1e-7 of their length
        const found = checkContact(pairs[k], distance, row, MARGIN, {
          ...bounds,
          distance: bounds.distance + 4e-7,
          flag: 1e-5,
        });
        expect(found, what).toEqual([]);
        expect(row.points.length, what).toBe(count);
        if (count > 0) expect(Math.hypot(...row.normal.map((c, i) => c - normals[k][i])), what).toBeLessThan(NORMAL);
        for (const { separation } of row.points) {
          expect(Math.abs(separation - distance), what).toBeLessThanOrEqual(2 * TOLERANCE * size);
        }
      });
    }
    await fixture.close();
  });
});
