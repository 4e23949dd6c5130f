/**
 * The oracle before it checks any kernel: closed forms, metamorphic properties, and two routes that share nothing with it
 * (searching over directions, and the exact hull of the Minkowski difference).
 */
import { describe, expect, test } from 'vitest';
import { publishedFailures } from '../fixtures/publishedFailures.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import {
  type Body,
  boxBody,
  capsuleBody,
  extent,
  hullBody,
  place,
  type Quat,
  relativePosition,
  rotationMatrix,
  sphereBody,
  transformed,
  type Vec3,
} from './body.ts';
import { certify, pointDistance } from './certificate.ts';
import { generatePair, PAIR_CLASSES, type PairClass, RANDOM_CLASSES } from './generate.ts';
import { convexHullFaces } from './hull.ts';
import { signedDistance } from './signedDistance.ts';

const SEED = 0x0c0de;
/** Relative to the size: a few f64 roundings of the coordinates. */
const EXACT = 1e-14;
/** Relative to the size: where pattern search stalls on the narrow ridges of f (1.5e-5 seen). Its value is a bound anyway. */
const CLIMB = 1e-4;

describe('closed forms', () => {
  const unit = boxBody(0.5, 0.5, 0.5);
  const tetrahedron = hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const eighth: Quat = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
  // what a quaternion rounded to f32 really turns by
  const angle = 2 * Math.atan2(Math.fround(eighth[2]), Math.fround(eighth[3]));
  const reach = 0.5 * (Math.cos(angle) + Math.sin(angle));
  const segment = (x: number, y: number, z: number, radius = 0) => place(capsuleBody(1, radius), [x, y, z]);

  const rows: [string, Body, Body, number][] = [
    ['boxes, face gap', unit, place(unit, [3, 0.25, 0]), 2],
    ['boxes, edge gap', unit, place(unit, [4, 5, 0]), 5],
    ['boxes, corner gap', unit, place(unit, [2, 3, 3]), 3],
    ['boxes, depth along the shallowest axis', unit, place(unit, [0.5, 0.75, 0.125]), -0.25],
    ['boxes, same pose', unit, unit, -1],
    [
      'box corner over face',
      boxBody(2, 1, 2),
      place(hullBody([0, -1, 0, 1, 1, 0, -1, 1, 1, -1, 1, -1]), [0, 2.5, 0]),
      0.5,
    ],
    [
      'box corner in face',
      boxBody(2, 1, 2),
      place(hullBody([0, -1, 0, 1, 1, 0, -1, 1, 1, -1, 1, -1]), [0, 1.75, 0]),
      -0.25,
    ],
    ['turned box, edge over face', boxBody(2, 1, 2), place(unit, [0, 2, 0], eighth), 1 - reach],
    ['turned box, edge in face', boxBody(2, 1, 2), place(unit, [0, 1.5, 0], eighth), 0.5 - reach],
    [
      'crossed edges, gap',
      place(unit, [0, 0, 0], eighth),
      place(unit, [0, 2, 0], [eighth[2], 0, 0, eighth[3]]),
      2 - 2 * reach,
    ],
    [
      'crossed edges, depth',
      place(unit, [0, 0, 0], eighth),
      place(unit, [0, 1.25, 0], [eighth[2], 0, 0, eighth[3]]),
      1.25 - 2 * reach,
    ],
    ['spheres, gap', sphereBody(1), place(sphereBody(0.5), [0, 3, 4]), 3.5],
    ['spheres, depth', sphereBody(1), place(sphereBody(0.5), [0, 0.75, 1]), -0.25],
    ['spheres, same centre', sphereBody(1), sphereBody(0.5), -1.5],
    ['capsules, parallel', segment(0, 0, 0, 0.25), segment(3, 0.5, 4, 0.5), 4.25],
    ['capsules, end to end', segment(0, 0, 0, 0.25), segment(0, 3, 0, 0.25), 0.5],
    ['capsules, one inside the other', segment(0, 0, 0, 0.25), segment(0, 0, 0, 0.5), -0.75],
    ['capsules, crossed', segment(0, 0, 0, 0.25), place(capsuleBody(1, 0.25), [0, 0, 2], [0, 0, 1, 1]), 1.5],
    ['segments that cross', segment(0, 0, 0), place(capsuleBody(1), [0, 0, 0], [0, 0, 1, 1]), 0],
    ['collinear segments, overlapping', segment(0, 0, 0), segment(0, 1, 0), 0],
    ['sphere in box', place(sphereBody(0.25), [0.25, 0, 0]), unit, -0.5],
    ['sphere by a box corner', sphereBody(1), place(unit, [1.5, 2.5, 2.5]), 2],
    ['rounded boxes, corner gap', boxBody(0.5, 0.5, 0.5, 0.5), place(unit, [2, 3, 3]), 2.5],
    ['tetrahedra, vertex to slanted face', tetrahedron, place(tetrahedron, [1, 1, 1]), 2 / Math.sqrt(3)],
    ['point in tetrahedron', hullBody([0.25, 0.25, 0.125]), tetrahedron, -0.125],
    ['points', hullBody([0, 3, 0]), hullBody([4, 0, 0]), 5],
    ['equal points', hullBody([1, 2, 3]), hullBody([1, 2, 3]), 0],
    ['point on a triangle', hullBody([0.25, 0.25, 0]), hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0]), 0],
    ['segment through a square', segment(0, 0.25, 0), hullBody([-2, 0, -2, 2, 0, -2, -2, 0, 2, 2, 0, 2]), -0.75],
    [
      'coplanar squares, apart',
      hullBody([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1]),
      hullBody([3, 0, 0, 4, 0, 0, 3, 0, 1, 4, 0, 1]),
      2,
    ],
    [
      'coplanar squares, overlapping',
      hullBody([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1]),
      hullBody([0.5, 0, 0, 4, 0, 0, 0.5, 0, 1, 4, 0, 1]),
      0,
    ],
  ];

  test.each(rows)('%s', (_, a, b, expected) => {
    const tolerance = EXACT * Math.max(1, extent(a), extent(b));
    const found = signedDistance(a, b);
    expect(Math.abs(found.distance - expected)).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(certify(a, b, asClaim(found)).planeError)).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(signedDistance(b, a).distance - expected)).toBeLessThanOrEqual(tolerance);
  });

  test('the normal points from A to B', () => {
    expect(signedDistance(unit, place(unit, [3, 0, 0])).normal).toEqual([1, 0, 0]);
    expect(signedDistance(unit, place(unit, [-0.75, 0, 0])).normal).toEqual([-1, 0, 0]);
  });

  test('a point a hair beside a segment is a gap, whichever comes first', () => {
    const slant = hullBody([-0.7, 0.3, 0.9, 0.5, -0.2, -0.4]);
    const point = place(hullBody([0, 0, 0]), [-0.1 + 3e-9, 0.05 - 2e-9, 0.25 + 1e-9]);
    const { distance, normal } = signedDistance(slant, point);
    expect(distance).toBeGreaterThan(1e-10);
    expect(signedDistance(point, slant).distance).toBeCloseTo(distance, 15);
    expect(Math.abs(certify(slant, point, asClaim({ distance, normal })).planeError)).toBeLessThanOrEqual(1e-15);
  });

  test('1e7 m from the origin nothing is lost', () => {
    const at: Vec3 = [1e7, -1e7, 1e7];
    expect(signedDistance(place(unit, at), place(unit, [1e7 + 1.25, -1e7, 1e7])).distance).toBe(0.25);
  });
});

describe('hull', () => {
  test.each([4, 5, 8, 16, 64, 256])(`%i points on a sphere: closed, convex, Euler; seed ${SEED}`, (count) => {
    const random = seeded(SEED + count);
    const points = Float64Array.from({ length: 3 * count }, () => Math.fround(random() - 0.5));
    for (let i = 0; i < points.length; i += 3) {
      const length = Math.hypot(points[i], points[i + 1], points[i + 2]);
      for (let k = 0; k < 3; k++) points[i + k] = Math.fround(points[i + k] / length);
    }
    const faces = convexHullFaces(points);
    expect(faces.length).toBe(2 * count - 4);
    expectConvex(points, faces);
  });

  test('repeated, collinear, coplanar and inner points are no corners', () => {
    const points: number[] = [];
    for (let x = 0; x <= 4; x++)
      for (let y = 0; y <= 4; y++) for (let z = 0; z <= 4; z++) points.push(x, y, z, x, y, z);
    const grid = Float64Array.from(points);
    expectConvex(grid, convexHullFaces(grid));
    expect(signedDistance(hullBody(grid), place(hullBody(grid), [5, 0, 0])).distance).toBe(1);
  });

  test('flat sets give two polygons, segments and points nothing', () => {
    const square = Float64Array.of(0, 0, 0, 2, 2, 0, 2, 0, 2, 0, -2, 2, 1, 0, 1, 1, 1, 0);
    const faces = convexHullFaces(square);
    expect(faces.map((face) => face.length)).toEqual([4, 4]);
    expect(faces[1]).toEqual(faces[0].slice().reverse());
    expect(convexHullFaces(Float64Array.of(0, 0, 0, 1, 2, 3, 0.5, 1, 1.5))).toEqual([]);
    expect(convexHullFaces(Float64Array.of(1, 2, 3, 1, 2, 3))).toEqual([]);
  });
});

describe('another route', () => {
  /**
   * Lattice corners without rotation: the corners of the Minkowski difference are exact, and so is their hull. No edge
   * pairs, no Gauss map, no closest features.
   */
  test(`depth: 300 lattice pairs against the hull of B − A, seed ${SEED}`, () => {
    const random = seeded(SEED);
    let overlapping = 0;
    for (let k = 0; k < 300; k++) {
      const corner = () => Math.floor(33 * random() - 16) / 16;
      const hull = (count: number) => hullBody(Array.from({ length: 3 * count }, corner));
      const a = hull(4 + (k % 5));
      const b = place(hull(4 + (k % 3)), [corner() / 2, corner() / 2, corner() / 2]);
      const difference: number[] = [];
      for (let i = 0; i < b.vertices.length; i += 3) {
        for (let j = 0; j < a.vertices.length; j += 3) {
          for (let c = 0; c < 3; c++) difference.push(b.vertices[i + c] + b.position[c] - a.vertices[j + c]);
        }
      }
      const depth = pointDistance(hullBody(difference), [0, 0, 0]); // both signs: distance to it, depth in it
      expect(Math.abs(signedDistance(a, b).distance - depth), `pair ${k}`).toBeLessThanOrEqual(EXACT * 4);
      if (depth < 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(90);
    expect(overlapping).toBeLessThan(270);
  });

  const searched: PairClass[] = [
    'box-box',
    'box-hull',
    'hull-16',
    'hull-64',
    'rounded-mix',
    'off-centre',
    'size-ratio',
  ];
  test.each(searched)(`%s: no direction beats it, climbing reaches it, seed ${SEED}`, (cls) => {
    const random = seeded(SEED);
    const pairs = cls === 'hull-64' ? sweep(6, 12) : sweep(20, 40);
    let overlapping = 0;
    for (let k = 0; k < pairs; k++) {
      const { a, b, size } = generatePair(cls, random);
      const { distance } = signedDistance(a, b);
      const climbed = climb(a, b);
      expect(climbed, `pair ${k}`).toBeLessThanOrEqual(distance + 1e-12 * size);
      expect(climbed, `pair ${k}`).toBeGreaterThanOrEqual(distance - CLIMB * size);
      if (distance < 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(pairs / 10);
    expect(overlapping).toBeLessThan(pairs);
  });

  test(`gap: Frank–Wolfe brackets it from both sides, seed ${SEED}`, () => {
    const random = seeded(SEED + 1);
    let apart = 0;
    for (let k = 0; k < 120; k++) {
      const { a, b, size } = generatePair(['box-box', 'hull-8', 'hull-32'][k % 3] as PairClass, random);
      const { distance } = signedDistance(a, b);
      if (distance <= 1e-3 * size) continue;
      apart++;
      const { lower, upper } = frankWolfe(a, b);
      expect(lower, `pair ${k}`).toBeLessThanOrEqual(distance + 1e-12 * size);
      expect(upper, `pair ${k}`).toBeGreaterThanOrEqual(distance - 1e-12 * size);
      expect(upper - lower, `pair ${k}`).toBeLessThanOrEqual(0.02 * size); // its rate is 1 / steps
    }
    expect(apart).toBeGreaterThan(30);
  });
});

describe('properties', () => {
  const classes = PAIR_CLASSES.filter((cls) => cls !== 'hull-128' && cls !== 'hull-256');
  const pairs = sweep(10, 25);

  test.each(classes)(`%s: swap, motion and scale of ${pairs} pairs, seed ${SEED}`, (cls) => {
    const random = seeded(SEED + 2);
    const motion: Quat = [1, -2, 3, 4]; // integers: the product below is exact in f32, and so is the rotation
    let checked = 0;
    for (let k = 0; k < pairs; k++) {
      const draw = generatePair(cls, random);
      const integer = () => Array.from({ length: 4 }, () => Math.floor(17 * random()) - 8) as Quat;
      const turn = (q: Quat): Quat => (q.some((c) => c !== 0) ? q : [0, 0, 0, 1]);
      const a = { ...draw.a, rotation: turn(integer()) };
      const b = { ...draw.b, rotation: turn(integer()) };
      const tolerance = 1e-12 * (draw.size + Math.hypot(...relativePosition(a, b)) + coordinates(a) + coordinates(b));
      const { distance, normal } = signedDistance(a, b);

      const swapped = signedDistance(b, a);
      expect(Math.abs(swapped.distance - distance), `swap ${k}`).toBeLessThanOrEqual(tolerance);
      expect(
        certify(a, b, { ...asClaim(swapped), normal: swapped.normal.map((c) => -c) }).planeError,
      ).toBeLessThanOrEqual(1e-7 * draw.size + tolerance);

      // about A's position, so that 1e7 m away the moved positions are no coarser than the given ones
      const m = rotationMatrix(motion);
      const offset = transformed(Float64Array.from(relativePosition(a, b)), m, [0, 0, 0]);
      const moved = signedDistance(
        { ...a, position: [0, 0, 0], rotation: product(motion, a.rotation) },
        { ...b, position: [offset[0], offset[1], offset[2]], rotation: product(motion, b.rotation) },
      );
      expect(Math.abs(moved.distance - distance), `motion ${k}`).toBeLessThanOrEqual(tolerance);

      const scaled = signedDistance(times(a, 1 / 64), times(b, 1 / 64)); // a power of two: every bit the same
      expect(scaled.distance * 64, `scale ${k}`).toBe(distance);
      expect(scaled.normal, `scale ${k}`).toEqual(normal);
      checked++;
    }
    expect(checked).toBe(pairs);
  });

  test.each(classes)(`%s: the oracle's own answers carry a certificate, seed ${SEED}`, (cls) => {
    const random = seeded(SEED + 3);
    for (let k = 0; k < pairs; k++) {
      const { a, b, size } = generatePair(cls, random);
      const { lower, planeError, normalError } = certify(a, b, asClaim(signedDistance(a, b)));
      expect(Number.isFinite(lower)).toBe(true);
      expect(Math.abs(planeError), `pair ${k}`).toBeLessThanOrEqual(1e-9 * (size + coordinates(a) + coordinates(b)));
      expect(normalError).toBeLessThanOrEqual(1e-12);
    }
  });
});

describe('certificate', () => {
  const a = boxBody(1, 1, 1);
  const b = place(boxBody(1, 1, 1, 0.5), [4, 0, 0]);
  const right = { distance: 1.5, normal: [1, 0, 0], pointA: [1, 0.25, 0], pointB: [-1.5, 0.25, 0] };

  test('a right answer', () => {
    expect(certify(a, b, right)).toEqual({
      lower: 1.5,
      planeError: 0,
      witnessGapA: 0,
      witnessGapB: 0,
      insideA: 0,
      insideB: 0,
      witnessMismatch: 0,
      normalError: 0,
    });
  });

  test('wrong answers show', () => {
    expect(certify(a, b, { ...right, distance: 1.75 })).toMatchObject({ planeError: 0.25, witnessMismatch: 0.25 });
    expect(certify(a, b, { ...right, normal: [0, 1, 0] }).lower).toBe(-2.5);
    expect(certify(a, b, { ...right, pointA: [1.25, 0, 0] })).toMatchObject({ witnessGapA: 0.25, insideA: 0 });
    expect(certify(a, b, { ...right, pointB: [-1, 0, 0] })).toMatchObject({ witnessGapB: 0, insideB: 0.5 });
    expect(certify(a, b, { ...right, normal: [1.125, 0, 0] }).normalError).toBe(0.125);
    expect(certify(a, b, { ...right, distance: Number.NaN }).planeError).toBeNaN();
    expect(certify(a, b, { ...right, pointA: [Number.NaN, 0, 0] }).witnessGapA).toBeNaN();
  });

  test('distance of a point to segments, points, polygons', () => {
    expect(pointDistance(capsuleBody(1, 0.5), [0, 3, 0])).toBe(1.5);
    expect(pointDistance(capsuleBody(1, 0.5), [0.25, 0.5, 0])).toBe(-0.25);
    expect(pointDistance(sphereBody(0.5), [0, 3, 4])).toBe(4.5);
    const square = hullBody([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1], 0.25);
    expect(pointDistance(square, [0.5, 1, 0.5])).toBe(0.75);
    expect(pointDistance(square, [4, 4, 0.5])).toBe(4.75);
    expect(pointDistance(square, [0.5, 0, 0.5])).toBe(-0.25);
  });
});

describe('generator', () => {
  test.each(PAIR_CLASSES)(`%s: seeded, f32, no contradiction, seed ${SEED}`, (cls) => {
    const random = seeded(SEED + 4);
    const again = seeded(SEED + 4);
    const pairs = /^hull-(64|128|256)$/.test(cls) ? sweep(15, 40) : sweep(60, 150);
    let overlapping = 0;
    for (let k = 0; k < pairs; k++) {
      const { a, b, size, expected } = generatePair(cls, random);
      expect(generatePair(cls, again)).toEqual({ a, b, size, ...(expected === undefined ? {} : { expected }) });
      for (const { vertices, radius, rotation, half, position } of [a, b]) {
        for (const x of [...vertices, radius, ...rotation, ...(half ?? [])])
          if (Math.fround(x) !== x) expect(x).toBe(Math.fround(x));
        expect(position.every(Number.isFinite)).toBe(true);
      }
      const { distance, normal } = signedDistance(a, b);
      expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThanOrEqual(1e-12);
      if (expected !== undefined) expect(Math.abs(distance - expected), `pair ${k}`).toBeLessThanOrEqual(EXACT * size);
      if (distance < 0) overlapping++;
    }
    if ((RANDOM_CLASSES as readonly string[]).includes(cls)) {
      expect(overlapping / pairs).toBeGreaterThan(0.3);
      expect(overlapping / pairs).toBeLessThan(0.7);
    }
  });
});

describe('published failures', () => {
  test('there are rows, each with a source of its own', () => {
    expect(publishedFailures.length).toBeGreaterThan(100);
    expect(new Set(publishedFailures.map(({ name }) => name)).size).toBe(publishedFailures.length);
  });

  test.each(publishedFailures.map((row) => [row.name, row] as const))('%s', (_, { a, b, expected, overlapping }) => {
    const { distance, normal } = signedDistance(a, b);
    const size = Math.max(extent(a), extent(b), 1e-3);
    // the reported coordinates are f64 sums, so one rounding of those is in `expected` as well
    const tolerance = EXACT * (size + coordinates(a) + coordinates(b));
    expect(Math.abs(certify(a, b, asClaim({ distance, normal })).planeError)).toBeLessThanOrEqual(tolerance * 10);
    if (expected !== undefined) expect(Math.abs(distance - expected)).toBeLessThanOrEqual(tolerance);
    if (overlapping !== undefined) expect(distance < 0).toBe(overlapping);
    const climbed = climb(a, b);
    expect(climbed).toBeLessThanOrEqual(distance + tolerance);
    expect(climbed).toBeGreaterThanOrEqual(distance - 10 * CLIMB * size); // aspects of thousands among them
  });
});

// Other routes

/** f(n) with radii, from the definition. */
function separation(a: Body, b: Body): (n: Vec3) => number {
  const p = transformed(a.vertices, rotationMatrix(a.rotation), [0, 0, 0]);
  const q = transformed(b.vertices, rotationMatrix(b.rotation), relativePosition(a, b));
  return ([x, y, z]) => {
    let [high, low] = [-Infinity, Infinity];
    for (let i = 0; i < p.length; i += 3) high = Math.max(high, x * p[i] + y * p[i + 1] + z * p[i + 2]);
    for (let i = 0; i < q.length; i += 3) low = Math.min(low, x * q[i] + y * q[i + 1] + z * q[i + 2]);
    return low - high - a.radius - b.radius;
  };
}

/** Greatest f found from 600 directions, the best 12 of them improved by pattern search. A lower bound of the truth. */
function climb(a: Body, b: Body): number {
  const f = separation(a, b);
  const starts = Array.from({ length: 600 }, (_, i) => {
    const z = 1 - (2 * i + 1) / 600;
    const turn = i * Math.PI * (3 - Math.sqrt(5));
    const n: Vec3 = [Math.sqrt(1 - z * z) * Math.cos(turn), Math.sqrt(1 - z * z) * Math.sin(turn), z];
    return { n, value: f(n) };
  });
  starts.sort((s, t) => t.value - s.value);
  return Math.max(...starts.slice(0, 12).map((start) => patternSearch(f, start.n, start.value)));
}

/** Enough for all pairs here but those with a ridge thousands of times longer than wide; they end early, below. */
const MAX_MOVES = 400;

function patternSearch(f: (n: Vec3) => number, n: Vec3, value: number): number {
  let moves = 0;
  for (let step = 0.1; step > 1e-9 && moves < MAX_MOVES; ) {
    const u = unit(Math.abs(n[0]) < 0.6 ? [0, n[2], -n[1]] : [-n[2], 0, n[0]]);
    const v: Vec3 = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
    let found = false;
    for (let k = 0; k < 16; k++) {
      const turn = (k * Math.PI) / 8 + moves; // another rosette after each move: f has narrow ridges
      const [c, s] = [step * Math.cos(turn), step * Math.sin(turn)];
      const next = unit([n[0] + c * u[0] + s * v[0], n[1] + c * u[1] + s * v[1], n[2] + c * u[2] + s * v[2]]);
      const reached = f(next);
      if (reached > value) {
        value = reached;
        n = next;
        found = true;
        moves++;
        break;
      }
    }
    step *= found ? 1.5 : 0.5;
  }
  return value;
}

/** Least |x| over B − A by Frank–Wolfe with exact line search; cores, then radii. */
function frankWolfe(a: Body, b: Body): { lower: number; upper: number } {
  const p = transformed(a.vertices, rotationMatrix(a.rotation), [0, 0, 0]);
  const q = transformed(b.vertices, rotationMatrix(b.rotation), relativePosition(a, b));
  const support = (points: Float64Array, n: Vec3): number => {
    let best = 0;
    for (let i = 3; i < points.length; i += 3) {
      const along = (k: number) => n[0] * points[k] + n[1] * points[k + 1] + n[2] * points[k + 2];
      if (along(i) > along(best)) best = i;
    }
    return best;
  };
  let x: Vec3 = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  let lower = -Infinity;
  for (let step = 0; step < 1500; step++) {
    const i = support(p, x);
    const j = support(q, [-x[0], -x[1], -x[2]]);
    const s: Vec3 = [q[j] - p[i], q[j + 1] - p[i + 1], q[j + 2] - p[i + 2]];
    const d: Vec3 = [s[0] - x[0], s[1] - x[1], s[2] - x[2]];
    lower = Math.max(lower, (s[0] * x[0] + s[1] * x[1] + s[2] * x[2]) / Math.hypot(...x));
    const slope = -(x[0] * d[0] + x[1] * d[1] + x[2] * d[2]);
    if (slope <= 0) break;
    const t = Math.min(1, slope / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    x = [x[0] + t * d[0], x[1] + t * d[1], x[2] + t * d[2]];
  }
  return { lower: lower - a.radius - b.radius, upper: Math.hypot(...x) - a.radius - b.radius };
}

// Helpers

function expectConvex(points: Float64Array, faces: number[][]): void {
  const directed = new Set<string>();
  for (const face of faces) {
    face.forEach((u, k) => {
      const key = `${u} ${face[(k + 1) % face.length]}`;
      expect(directed.has(key)).toBe(false);
      directed.add(key);
    });
  }
  for (const key of directed) expect(directed.has(key.split(' ').reverse().join(' '))).toBe(true);
  const corners = new Set(faces.flat());
  expect(corners.size - directed.size / 2 + faces.length).toBe(2);
  let highest = -Infinity;
  for (const [a, b, c] of faces) {
    const at = (v: number) => points.subarray(3 * v, 3 * v + 3);
    const u = at(b).map((x, i) => x - at(a)[i]);
    const v = at(c).map((x, i) => x - at(a)[i]);
    const n = unit([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    for (let p = 0; p < points.length; p += 3) {
      const r = [points[p] - at(a)[0], points[p + 1] - at(a)[1], points[p + 2] - at(a)[2]];
      highest = Math.max(highest, n[0] * r[0] + n[1] * r[1] + n[2] * r[2]);
    }
  }
  expect(highest).toBeLessThanOrEqual(1e-12);
}

function asClaim({ distance, normal }: { distance: number; normal: Vec3 }) {
  return { distance, normal, pointA: [0, 0, 0], pointB: [0, 0, 0] };
}

/** Largest local coordinate: what f64 rounding is relative to in hulls far from their own origin. */
function coordinates(body: Body): number {
  return body.vertices.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
}

function times(body: Body, scale: number): Body {
  return {
    ...body,
    vertices: body.vertices.map((c) => c * scale),
    radius: body.radius * scale,
    position: body.position.map((c) => c * scale) as Vec3,
  };
}

function product(p: Quat, q: Quat): Quat {
  return [
    p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
    p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
    p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
    p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
  ];
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
