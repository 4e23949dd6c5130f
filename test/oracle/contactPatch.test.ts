/** The oracles of contacts before they check anybody: closed forms, and routes that share nothing with them. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../support/random.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  hullBody,
  place,
  type Quat,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from './body.ts';
import { certify, pointDistance } from './certificate.ts';
import { bestQuad, contactPatch, hullArea, seenAlong, type Vec2 } from './contactPatch.ts';
import { generatePair, PAIR_CLASSES } from './generate.ts';
import { signedDistance } from './signedDistance.ts';
import { boundingRadius, coreDistance, partedBy, surfaceDistance } from './surface.ts';

const SEED = 0xc0a7;
/** Relative to the size: a few f64 roundings of the coordinates. */
const EXACT = 1e-13;
/** What a quaternion rounded to f32 turns by besides (rad). */
const TURN = 2e-7;

const UP: Vec3 = [0, 1, 0];
const cube = boxBody(1, 1, 1);
const eighth: Quat = [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)];
const tipped: Quat = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
const prism = hullBody([0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1]);
const turnedUp = (q: Quat) => place(cube, [0, 0, 0], q);
const across: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const root = Math.SQRT2;

describe('patches in closed form', () => {
  const rows: [name: string, a: Body, b: Body, corners: number, area: number, separation: number][] = [
    ['cube on cube, corners coincide', cube, place(cube, [0, 2, 0]), 4, 4, 0],
    ['cube over cube, shifted', cube, place(cube, [0.5, 2.25, -1]), 4, 1.5, 0.25],
    ['cube in cube, sharing an edge only', cube, place(cube, [2, 1.5, 0]), 2, 0, -0.5],
    ['cube beside cube along y', cube, place(cube, [2.5, 2, 0]), 0, 0, 0],
    ['small box inside the face', boxBody(2, 1, 2), place(boxBody(0.5, 1, 0.25), [1, 1.75, 1]), 4, 0.5, -0.25],
    ['turned by 45°: an octagon', cube, place(cube, [0, 2, 0], eighth), 8, 8 * (root - 1), 0],
    ['a corner cut off: a pentagon', cube, place(boxBody(2, 1, 2), [root - 0.5, 2, root - 0.5], eighth), 5, 3.5, 0],
    ['triangle on square', cube, place(prism, [0, 1, 0]), 3, 0.5, 0],
    ['triangle on square, halved', cube, place(prism, [0.5, 1.125, 0]), 4, 0.5 - 0.125, 0.125],
    ['edge on a face', boxBody(2, 1, 2), place(boxBody(1, 1, 1), [0, 1 + root, 0], tipped), 2, 0, 0],
    ['edge over a face, sticking out', boxBody(0.5, 1, 2), place(cube, [0, 1.5 + root, 0], tipped), 2, 0, 0.5],
    [
      'a segment lying in a face',
      turnedUp(across),
      place(capsuleBody(1), [0.25, 1, 0.5], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]),
      2,
      0,
      0,
    ],
    ['vertex on a face', cube, place(hullBody([0, 0, 0, 1, 1, 0, -1, 1, 0, 0, 1, 1]), [0.5, 1.5, 0]), 1, 0, 0.5],
    ['vertex beside a face', cube, place(hullBody([0, 0, 0, 1, 1, 0, -1, 1, 0, 0, 1, 1]), [1.5, 1.5, 0]), 0, 0, 0],
    ['spheres', sphereBody(1), place(sphereBody(0.5), [0, 2, 0]), 1, 0, 0.5],
    ['capsule lying on a box', cube, place(capsuleBody(0.5, 0.25), [0, 1, 0], across), 2, 0, -0.25],
    ['capsule standing on a box', cube, place(capsuleBody(0.5, 0.25), [0, 2, 0]), 1, 0, 0.25],
    [
      'parallel capsules',
      place(capsuleBody(1, 0.5), [0, 0, 0], across),
      place(capsuleBody(1, 0.5), [1, 2, 0], across),
      2,
      0,
      1,
    ],
    [
      'a flat square on a cube',
      cube,
      place(hullBody([-0.5, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, -0.5]), [0, 1, 0]),
      4,
      0.5,
      0,
    ],
    ['rounded cubes', boxBody(1, 1, 1, 0.5), place(boxBody(0.5, 1, 1, 0.25), [1, 3, 0]), 4, 1, 0.25],
  ];

  test.each(rows)('%s', (_, a, b, corners, area, separation) => {
    for (const at of [
      [0, 0, 0],
      [1e7, -1e7, 3e6],
    ] as Vec3[]) {
      const move = (body: Body) => place(body, body.position.map((c, k) => c + at[k]) as Vec3, body.rotation);
      const patch = contactPatch(move(a), move(b), UP, 1e-6);
      expect(patch.corners.length).toBe(corners);
      expect(Math.abs(patch.area - area)).toBeLessThanOrEqual(4 * TURN);
      for (const corner of patch.corners)
        expect(Math.abs(corner.separation - separation)).toBeLessThanOrEqual(4 * TURN);
      const swapped = contactPatch(move(b), move(a), [0, -1, 0], 1e-6);
      expect(swapped.corners.length).toBe(corners);
      expect(Math.abs(swapped.area - patch.area)).toBeLessThanOrEqual(1e-12);
    }
  });

  test('edges that cross share one point', () => {
    const rail = (q: Quat, at: Vec3) => place(capsuleBody(1), at, q);
    const patch = contactPatch(
      rail(across, [0, 0, 0]),
      rail([Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0.25, 0.5, 0.5]),
      UP,
      1e-6,
    );
    expect(patch.corners.length).toBe(1);
    expect(patch.corners[0].separation).toBeCloseTo(0.5, 12);
    const [x, y] = seenAlong(patch, [0.25, 0, 0]);
    expect(Math.hypot(x - patch.corners[0].at[0], y - patch.corners[0].at[1])).toBeLessThan(4 * TURN);
  });

  test('a tilted face is a face within its tolerance, an edge without', () => {
    const t = 1e-3;
    const lid = place(cube, [0, 2.25, 0], [Math.sin(t / 2), 0, 0, Math.cos(t / 2)]);
    expect(contactPatch(cube, lid, UP, 1e-6).corners.length).toBe(2);
    const patch = contactPatch(cube, lid, UP, 4e-3);
    expect(patch.corners.length).toBe(4);
    const heights = patch.corners.map(({ separation }) => separation).sort((p, q) => p - q);
    const middle = 1.25 - Math.cos(t);
    heights.forEach((h, k) => {
      // over z = ±1, or over the nearer end of the lid
      expect(Math.abs(h - (middle + (k < 2 ? -1 : 1) * Math.sin(t)))).toBeLessThan(2e-6);
    });
  });
});

describe('areas', () => {
  const ring = (count: number, radius: number): Vec2[] =>
    Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });

  test('the best four corners', () => {
    expect(bestQuad(ring(8, 1))).toBeCloseTo(2, 12);
    expect(bestQuad(ring(4, 1))).toBeCloseTo(2, 12);
    expect(bestQuad(ring(3, 1))).toBeCloseTo((3 * Math.sqrt(3)) / 4, 12);
    expect(bestQuad(ring(6, 1))).toBeCloseTo(Math.sqrt(3), 12);
    // a square and a corner that hardly bulges: left out, unless it is needed
    const house: Vec2[] = [
      [0, 0],
      [1, 0],
      [1.01, 0.5],
      [1, 1],
      [0, 1],
    ];
    expect(bestQuad(house)).toBeCloseTo(1, 12);
    expect(bestQuad(house, (k) => k === 2)).toBeCloseTo(1.005 - 0.25, 12); // (1, 0) is given up
    expect(
      bestQuad([
        [1, 1],
        [2, 2],
      ]),
    ).toBe(0);
  });

  test('of hulls', () => {
    expect(
      hullArea([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0.5, 0.5],
      ]),
    ).toBe(1);
    expect(
      hullArea([
        [0, 0],
        [1, 1],
      ]),
    ).toBe(0);
    expect(
      hullArea([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBe(0);
    expect(hullArea([[3, 1]])).toBe(0);
    expect(hullArea([])).toBe(0);
  });

  /** A prism over a random convex polygon, standing on its lower face. */
  function randomPrism(random: () => number): Body {
    const count = 3 + Math.floor(6 * random());
    const low: number[] = [];
    const high: number[] = [];
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * (k + 0.6 * random())) / count;
      const [x, z] = [Math.cos(angle), (0.3 + 0.7 * random()) * Math.sin(angle)];
      low.push(x, -0.5, z);
      high.push(x, 0.5, z);
    }
    return hullBody([...low, ...high]);
  }

  test(`of random patches, against slices (seed ${SEED})`, () => {
    const random = seeded(SEED);
    let shared = 0;
    for (let round = 0; round < 60; round++) {
      const spin = Math.PI * random();
      const a = place(randomPrism(random), [0, 0, 0]);
      const b = place(randomPrism(random), [random() - 0.5, 1, random() - 0.5], [0, Math.sin(spin), 0, Math.cos(spin)]);
      const patch = contactPatch(a, b, UP, 1e-6);
      // by slices along x: the shared part of the two spans in z, 4,000 midpoints
      const [p, q] = [a, b].map((body) => transformed(body.vertices, rotationMatrix(body.rotation), body.position));
      let area = 0;
      const step = 4 / 4000;
      for (let k = 0; k < 4000; k++) {
        const x = -2 + (k + 0.5) * step;
        const [lowA, highA] = span(p, x);
        const [lowB, highB] = span(q, x);
        area += step * Math.max(0, Math.min(highA, highB) - Math.max(lowA, lowB));
      }
      expect(Math.abs(patch.area - area), `round ${round}`).toBeLessThan(1e-4);
      shared += Number(patch.area > 0.1);
    }
    expect(shared).toBeGreaterThan(40);
  });

  /** Where the line at `x` runs inside the shadow of the points: over all pairs on either side of it. */
  function span(points: Float64Array, x: number): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      for (let j = 0; j < points.length; j += 3) {
        if (!(points[i] <= x && points[j] > x)) continue;
        const t = (x - points[i]) / (points[j] - points[i]);
        const z = points[i + 2] + t * (points[j + 2] - points[i + 2]);
        low = Math.min(low, z);
        high = Math.max(high, z);
      }
    }
    return [low, high];
  }
});

describe('distance from a surface', () => {
  const square = hullBody([-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1]);
  const rows: [string, Body, Vec3, number][] = [
    ['above a box', cube, [0.5, 1.5, 0], 0.5],
    ['in a box', cube, [0.5, 0.75, 0], -0.25],
    ['on a box', cube, [0.5, 1, 0.25], 0],
    ['off an edge', cube, [4, 5, 0], 5],
    ['off a corner', cube, [2, 3, 3], 3],
    ['off a rounded corner', boxBody(1, 1, 1, 0.5), [2, 3, 3], 2.5],
    ['deep in a rounded box', boxBody(1, 1, 1, 0.5), [0, 0.25, 0], -1.25],
    ['in a sphere', sphereBody(2), [0, 0, 0.5], -1.5],
    ['off a sphere', sphereBody(2), [0, 3, 4], 3],
    ['beside a capsule', capsuleBody(1, 0.25), [3, 0.5, 4], 4.75],
    ['above a capsule', capsuleBody(1, 0.25), [0, 3, 0], 1.75],
    ['in a capsule', capsuleBody(1, 0.25), [0.125, 0, 0], -0.125],
    ['from a point', sphereBody(0), [2, 3, 6], 7],
    ['from a hull of one point', hullBody([1, 1, 1, 1, 1, 1]), [3, 4, 7], 7],
    ['from a hull of a segment', hullBody([0, -1, 0, 0, 1, 0, 0, 0, 0]), [3, 0.5, 4], 5],
    ['over a flat square', square, [0.5, -0.5, 0.5], 0.5],
    ['on a flat square', square, [0.5, 0, 0.5], 0],
    ['beside a flat square', square, [2, 0, 0], 1],
    ['off a slanted face', hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), [1, 1, 1], 2 / Math.sqrt(3)],
  ];
  test.each(rows)('%s', (_, body, offset, expected) => {
    expect(Math.abs(surfaceDistance(body, offset) - expected)).toBeLessThan(1e-12);
    expect(Math.abs(coreDistance(body, offset) - expected - body.radius)).toBeLessThan(1e-12);
    const turned = transformed(Float64Array.from(offset), rotationMatrix(eighth.map(Math.fround) as Quat), [0, 0, 0]);
    expect(Math.abs(surfaceDistance(place(body, [5, 6, 7], eighth), turned) - expected)).toBeLessThan(1e-12);
  });

  test.each(PAIR_CLASSES)(`%s: as the certificate has it, and planes too (seed ${SEED})`, (cls) => {
    const random = seeded(SEED);
    for (let round = 0; round < 12; round++) {
      const { a, b, size } = generatePair(cls, random);
      const reach = size + boundingRadius(a) + boundingRadius(b);
      for (const body of [a, b]) {
        for (let k = 0; k < 4; k++) {
          const offset = [0, 1, 2].map(() => (2 * random() - 1) * boundingRadius(body)) as Vec3;
          // how deep a point is in a box the certificate gives without its sign
          const [found, other] = [coreDistance(body, offset), pointDistance({ ...body, radius: 0 }, offset)];
          expect(Math.abs(Math.abs(found) - Math.abs(other))).toBeLessThanOrEqual(1e-9 * reach);
        }
      }
      const { normal } = signedDistance(a, b);
      const zero: Vec3 = [0, 0, 0];
      const { lower } = certify(a, b, { distance: 0, normal, pointA: zero, pointB: zero });
      expect(Math.abs(partedBy(a, b, normal) - lower)).toBeLessThanOrEqual(
        EXACT * reach * (cls === 'far-origin' ? 1e7 : 1),
      );
    }
  });
});
