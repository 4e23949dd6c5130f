/** Mass properties against closed forms, two slow twins, and what motion, scale and density must do to them. */
import { describe, expect, test } from 'vitest';
import { QueryError } from '../../../src/errors.ts';
import { hullAngles } from '../../../src/shapes/hull/angles.ts';
import { buildHull } from '../../../src/shapes/hull/build.ts';
import { simplifyHull } from '../../../src/shapes/hull/simplify.ts';
import { type MassProperties, massProperties } from '../../../src/shapes/mass/massProperties.ts';
import { principalAxes } from '../../../src/shapes/mass/principalAxes.ts';
import { box, capsule, hull, point, rounded, type Shape, segment, sphere } from '../../../src/shapes/spec.ts';
import type { Vec3 } from '../../oracle/body.ts';
import { piecewise, sampled } from '../../oracle/massTwins.ts';
import { seeded } from '../../support/random.ts';

type Random = () => number;

/** A few hundred f64 roundings. */
const TIGHT = 1e-13;
/** Tensors put together from their axes: mixed entries up to 1e-12 of the others count as rounding there. */
const AXES = 3e-12;

const corners = (a: number, b: number, c: number): Vec3[] =>
  Array.from({ length: 8 }, (_, v) => [v & 1 ? a : -a, v & 2 ? b : -b, v & 4 ? c : -c]);
const cloud = (random: Random, count: number): Vec3[] =>
  Array.from({ length: count }, () => [0, 1, 2].map(() => Math.fround(2 * random() - 1)) as Vec3);
const hullOf = (points: readonly Vec3[], radius = 0): Shape => rounded(hull(points.flat()), radius);

/** Columns: the principal axes in local coordinates. */
function matrixOf([x, y, z, w]: readonly [number, number, number, number]): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** Inertia about the centre in local axes, row by row. */
function inertiaOf({ moments, axes }: MassProperties): number[] {
  const r = matrixOf(axes);
  return r.map((_, ij) =>
    [0, 1, 2].reduce((s, k) => s + r[3 * Math.floor(ij / 3) + k] * moments[k] * r[3 * (ij % 3) + k], 0),
  );
}

function expectNear(got: readonly number[], want: readonly number[], tolerance: number, what: string): void {
  expect(got.length, what).toBe(want.length);
  const worst = Math.max(...got.map((x, k) => Math.abs(x - want[k])));
  expect(worst, `${what}: got ${got}, want ${want}`).toBeLessThanOrEqual(tolerance);
}

/** Each number to `part` of the largest wanted. */
function expectClose(got: readonly number[], want: readonly number[], part: number, what: string): void {
  expectNear(got, want, part * Math.max(...want.map(Math.abs)), what);
}

/** Volume and ∫ x² of a rounded box with half extents a b c, piece by piece. */
function roundedBox(a: number, b: number, c: number, r: number): { volume: number; square: number } {
  const quarter = (Math.PI * r ** 2) / 4; // disc: ∫ u = r³/3, ∫ u² = π r⁴/16
  const octant = (Math.PI * r ** 3) / 6; // ball: ∫ u = π r⁴/16, ∫ u² = π r⁵/30
  const volume = 8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 8 * quarter * (a + b + c) + 8 * octant;
  const square =
    (8 * a ** 3 * b * c) / 3 +
    (8 * b * c * ((a + r) ** 3 - a ** 3)) / 3 + // slabs at both ends
    (8 * a ** 3 * r * (b + c)) / 3 + // slabs along
    (8 * a ** 3 * quarter) / 3 + // edges along
    8 * (b + c) * (a ** 2 * quarter + (2 * a * r ** 3) / 3 + (Math.PI * r ** 4) / 16) + // edges across
    8 * (a ** 2 * octant + (a * Math.PI * r ** 4) / 8 + (Math.PI * r ** 5) / 30);
  return { volume, square };
}

function expectRoundedBox(shape: Shape, a: number, b: number, c: number, r: number): void {
  const got = massProperties(shape, 3);
  const { volume, square: x } = roundedBox(a, b, c, r);
  const [y, z] = [roundedBox(b, c, a, r).square, roundedBox(c, a, b, r).square];
  expectClose([got.volume, got.mass / 3], [volume, volume], TIGHT, 'volume');
  expectClose(got.moments, [3 * (y + z), 3 * (z + x), 3 * (x + y)], TIGHT, 'moments');
  expectNear(got.center, [0, 0, 0], TIGHT * (a + r), 'center');
  expect(got.axes).toEqual([0, 0, 0, 1]);
}

describe('closed forms', () => {
  test('a sphere: 4/3 π r³, 2/5 m r²', () => {
    const got = massProperties(sphere(2), 5);
    const mass = (5 * 4 * Math.PI * 8) / 3;
    const i = (2 / 5) * mass * 4;
    expectClose([got.volume * 5, got.mass], [mass, mass], TIGHT, 'mass');
    expectClose(got.moments, [i, i, i], TIGHT, 'moments');
    expect([got.center, got.axes]).toEqual([
      [0, 0, 0],
      [0, 0, 0, 1],
    ]);
    expect(massProperties(sphere(2)).mass).toBe(1000 * got.volume);
  });

  test('a capsule: a cylinder and two halves of a ball', () => {
    const [h, r] = [1.5, 0.5];
    const got = massProperties(capsule(h, r), 1);
    const cylinder = 2 * h * Math.PI * r * r;
    const ball = (4 / 3) * Math.PI * r ** 3;
    const along = (cylinder * r * r) / 2 + (2 / 5) * ball * r * r;
    // Each half about its own centre, 3/8 r beyond the end: 83/320 m r².
    const across = cylinder * ((4 * h * h) / 12 + (r * r) / 4) + ball * ((83 / 320) * r * r + (h + (3 / 8) * r) ** 2);
    expectClose([got.volume], [cylinder + ball], TIGHT, 'volume');
    expectClose(got.moments, [across, along, across], TIGHT, 'moments');
    expect([got.center, got.axes]).toEqual([
      [0, 0, 0],
      [0, 0, 0, 1],
    ]);
  });

  test.each([
    [1, 1, 1, 0],
    [1, 1, 1, 0.25],
    [2, 0.5, 1.25, 0],
    [2, 0.5, 1.25, 0.75],
    [0.125, 4, 1, 8],
  ])('a box %f %f %f rounded by %f, as a box and as a hull', (a, b, c, r) => {
    expectRoundedBox(rounded(box(a, b, c), r), a, b, c, r);
    expectRoundedBox(hullOf(corners(a, b, c), r), a, b, c, r);
  });

  test('a flat rectangle grown by a radius: a box without thickness', () => {
    const [a, b] = [1, 2];
    expectRoundedBox(hull2d([-a, -b, a, -b, a, b, -a, b], 0.5), a, b, 0, 0.5);
    const points = [-a, 0, -b, a, 0, b, 0, 0, 0, a, 0, -b, -a, 0, b];
    expectRoundedBox(rounded(hull(points), 0.5), a, 0, b, 0.5);
  });

  test('a regular tetrahedron: m s²/20 about every axis', () => {
    const at: Vec3 = [3, -2, 7];
    const points = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ].map((p) => p.map((x, k) => x + at[k]) as Vec3);
    const got = massProperties(hullOf(points), 6);
    expectClose([got.volume], [8 / 3], TIGHT, 'volume');
    expectClose(got.moments, [6.4, 6.4, 6.4], TIGHT, 'moments'); // m = 16, s² = 8
    expectClose(got.center, at, TIGHT, 'center');
    expect(got.axes).toEqual([0, 0, 0, 1]);
  });

  test('a cube off-centre and turned by 45°, in coordinates that f32 holds', () => {
    const points = [
      [-1, -1],
      [3, 3],
      [2, 4],
      [-2, 0],
    ].flatMap(([x, y]): Vec3[] => [
      [x!, y!, 5],
      [x!, y!, 7],
    ]);
    const got = massProperties(hullOf(points), 1);
    const [l, w, h] = [Math.hypot(4, 4), Math.SQRT2, 2];
    expectClose([got.volume], [l * w * h], TIGHT, 'volume');
    expectClose(got.center, [0.5, 1.5, 6], TIGHT, 'center');
    const m = got.volume / 12;
    expectClose(
      got.moments.toSorted((p, q) => p - q),
      [m * (w * w + h * h), m * (l * l + h * h), m * (l * l + w * w)].toSorted((p, q) => p - q),
      TIGHT,
      'moments',
    );
    expectClose(got.axes.map(Math.abs), [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)], TIGHT, 'axes');
  });

  test('a cube turned anyhow has the moments of the cube, to the rounding of its corners', () => {
    const r = matrixOf([0.1, -0.3, 0.5, Math.sqrt(1 - 0.35)]);
    const points = corners(1, 1, 1).map(
      (p) => [0, 1, 2].map((i) => 10 * (i + 1) + r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2]) as Vec3,
    );
    // corners up to 31 m out: 2^-20 m each, a hundred-thousandth at most in the fifth power
    const [got, want] = [massProperties(hullOf(points, 0.25), 1), massProperties(rounded(box(1, 1, 1), 0.25), 1)];
    expectClose([got.volume], [want.volume], 1e-5, 'volume');
    expectClose(got.center, [10, 20, 30], 1e-6, 'center');
    expectClose(got.moments, want.moments, 1e-5, 'moments');
  });

  test('the hull of one point grown is a sphere there; of two, a capsule', () => {
    const ball = massProperties(rounded(hull([1, 2, 3, 1, 2, 3]), 0.5), 1);
    expect(ball).toEqual({ ...massProperties(sphere(0.5), 1), center: [1, 2, 3] });
    const got = massProperties(rounded(hull([1, 2, 3, 4, 6, 3]), 0.5), 1); // 5 m long
    const want = massProperties(capsule(2.5, 0.5), 1);
    expectClose([got.volume], [want.volume], TIGHT, 'volume');
    expectClose(got.center, [2.5, 4, 3], TIGHT, 'center');
    expectClose(
      got.moments.toSorted((a, b) => a - b),
      want.moments.toSorted((a, b) => a - b),
      TIGHT,
      'moments',
    );
  });
});

/** A rounded hull in the plane z = 0. */
function hull2d(xy: readonly number[], radius: number): Shape {
  const points = Array.from({ length: xy.length / 2 }, (_, k) => [xy[2 * k], xy[2 * k + 1], 0]);
  return rounded(hull(points.flat()), radius);
}

describe('twins', () => {
  test.each([1, 2, 3, 4, 5, 6])('piece by piece by quadrature, random hulls, seed %i', (seed) => {
    const random = seeded(seed);
    const points = cloud(random, 4 + Math.floor(16 * random()));
    for (const radius of [0, Math.fround(0.5 * random()), 2]) {
      const got = massProperties(hullOf(points, radius), 1);
      const want = piecewise(points, radius);
      // quadrature of long spherical triangles: 1e-10; a normal of a thin facet is known to 1e-11 or so
      expectClose([got.volume], [want.volume], 1e-9, `volume, radius ${radius}`);
      expectNear(got.center, want.center, 1e-9, `centre, radius ${radius}`);
      expectClose(inertiaOf(got), want.inertia, 1e-9, `inertia, radius ${radius}`);
    }
  });

  const flat = (random: Random): Vec3[] =>
    Array.from({ length: 7 }, () => {
      const [u, v] = [Math.round(64 * random()) / 64, Math.round(64 * random()) / 64];
      return [u - v, u + v, u / 2 + 1]; // f32 holds them: exactly flat
    });
  const bodies: [string, (random: Random) => { shape: Shape; points: Vec3[]; radius: number }][] = [
    ['hull', (random) => grown(cloud(random, 12), 0)],
    ['rounded hull', (random) => grown(cloud(random, 12), 0.375)],
    ['flat hull, rounded', (random) => grown(flat(random), 0.25)],
    ['rounded box', () => ({ ...grown(corners(1, 0.5, 0.25), 0.5), shape: rounded(box(1, 0.5, 0.25), 0.5) })],
    [
      'capsule',
      () => ({
        ...grown(
          [
            [0, -1, 0],
            [0, 1, 0],
          ],
          0.5,
        ),
        shape: capsule(1, 0.5),
      }),
    ],
  ];
  const grown = (points: Vec3[], radius: number) => ({ shape: hullOf(points, radius), points, radius });

  test.each(bodies.flatMap(([name, make]) => [7, 8].map((seed) => ({ name, seed, make }))))(
    'sampled: $name, seed $seed',
    ({ seed, make }) => {
      const random = seeded(seed);
      const { shape, points, radius } = make(random);
      const cells = 40;
      const want = sampled(points, radius, random, cells);
      const got = massProperties(shape, 1);
      // A convex surface crosses at most 6 cells² cells, each wrong by half of itself (one standard deviation): 5 deviations.
      const part = (5 * Math.sqrt(6 * cells ** 2)) / 2 / cells ** 3;
      const error = part * want.volume;
      expectNear([got.volume], [want.moments.volume], error, 'volume');
      const { reach } = want; // no point is farther from the middle, so none weighs more
      expectNear(got.center, want.moments.center, (2 * error * reach) / got.volume, 'center');
      expectNear(inertiaOf(got), want.moments.inertia, 2 * error * reach ** 2, 'inertia');
    },
  );
});

describe('properties', () => {
  /** Multiples of 1/64: moved, turned by right angles and scaled without rounding. */
  const coarse = (random: Random): Vec3[] =>
    cloud(random, 12).map((p) => p.map((x) => Math.round(64 * x) / 64) as Vec3);

  test.each([11, 12, 13])('motion, scale, density; seed %i', (seed) => {
    const points = coarse(seeded(seed));
    const base = massProperties(hullOf(points, 0.125), 1);

    const moved = massProperties(
      hullOf(
        points.map(([x, y, z]): Vec3 => [x + 100, y - 50, z + 8]),
        0.125,
      ),
      1,
    );
    const [cx, cy, cz] = base.center;
    expectNear(moved.center, [cx + 100, cy - 50, cz + 8], 1e-13, 'moved');
    expectClose([moved.volume], [base.volume], TIGHT, 'moved');
    expectClose(inertiaOf(moved), inertiaOf(base), AXES, 'moved');

    const turned = massProperties(
      hullOf(
        points.map(([x, y, z]): Vec3 => [y, z, x]),
        0.125,
      ),
      1,
    );
    const j = inertiaOf(base);
    expectNear(turned.center, [cy, cz, cx], 1e-14, 'turned');
    expectClose(
      inertiaOf(turned),
      [4, 5, 3, 7, 8, 6, 1, 2, 0].map((k) => j[k]),
      AXES,
      'turned',
    );

    const s = 3;
    const scaled = massProperties(
      hullOf(
        points.map((p) => p.map((x) => s * x) as Vec3),
        0.375,
      ),
      1,
    );
    expectClose([scaled.volume], [s ** 3 * base.volume], TIGHT, 'scaled');
    expectClose(
      inertiaOf(scaled),
      j.map((x) => s ** 5 * x),
      TIGHT,
      'scaled',
    );

    const dense = massProperties(hullOf(points, 0.125), 64);
    expect(dense).toEqual({ ...base, mass: 64 * base.mass, moments: base.moments.map((x) => 64 * x) });
    expect(massProperties(hullOf(points, 0.125), 1)).toEqual(base);
  });

  test('what lies inside or twice does not count, and maxVertices does', () => {
    const points = cloud(seeded(21), 40);
    const inner = points.map((p) => p.map((x, k) => x / 2 + points[0][k] / 4) as Vec3);
    expectClose(
      inertiaOf(massProperties(hullOf([...inner, ...points, ...points]))),
      inertiaOf(massProperties(hullOf(points))),
      AXES,
      'seed 21',
    );
    const fewer = simplifyHull(buildHull(points.flat()), 8).vertices;
    expect(massProperties(hull(points.flat(), { maxVertices: 8 }))).toEqual(massProperties(hull(fewer)));
    expect(massProperties(hull(fewer)).volume).toBeLessThan(massProperties(hullOf(points)).volume);
  });

  test('numbers are rounded to f32 first, as the scene does', () => {
    expect(massProperties(sphere(0.1))).toEqual(massProperties(sphere(Math.fround(0.1))));
    expect(massProperties(box(0.1, 0.2, 0.3))).toEqual(
      massProperties(box(Math.fround(0.1), Math.fround(0.2), Math.fround(0.3))),
    );
  });
});

describe('thin, tiny, huge and split bodies', () => {
  test.each([20, 22, 23])('a rod 2^%i times as long as thick, turned by 45°: every moment to 1e-9', (bits) => {
    const w = 2 ** -bits; // 1 + w is an f32
    const points = corners(1, w, w).map(([x, y, z]): Vec3 => [x + y, x - y, z]);
    const got = massProperties(hullOf(points), 1);
    const [a, b, c] = [Math.SQRT2, Math.SQRT2 * w, w];
    const m = 8 * a * b * c;
    const want = [(m * (b * b + c * c)) / 3, (m * (a * a + c * c)) / 3, (m * (a * a + b * b)) / 3];
    expect(Math.abs(got.volume / m - 1)).toBeLessThan(1e-9);
    for (const [k, x] of got.moments.toSorted((p, q) => p - q).entries()) {
      expect(Math.abs(x / want.toSorted((p, q) => p - q)[k] - 1), `moment ${k}`).toBeLessThan(1e-9);
    }
  });

  test.each([1e-12, 1, 1e12])('a plate and its rounding, %s times as large', (scale) => {
    const [a, b, c] = [1, 1, 1e-6].map((x) => Math.fround(x * scale)) as Vec3;
    const r = Math.fround(1e-4 * scale);
    expectRoundedBox(rounded(box(a, b, c), r), a, b, c, r);
    expectRoundedBox(hullOf(corners(a, b, c), r), a, b, c, r);
  });

  test('the greatest and the least lengths that shapes may have', () => {
    for (const length of [1e18 / 2, 1e-40]) {
      for (const shape of [
        sphere(length),
        box(length, length, length),
        hullOf(corners(length, length, length), length),
      ]) {
        const { mass, moments } = massProperties(shape);
        for (const x of [mass, ...moments]) expect(x > 0 && x < Infinity, `${shape.kind} of ${length}`).toBe(true);
      }
    }
  });

  test.each([31, 32, 33])('vertices split by the last bits of f32 change nothing that shows, seed %i', (seed) => {
    const random = seeded(seed);
    const points = cloud(random, 12);
    const split = points.flatMap((p) =>
      Array.from({ length: 6 }, () => p.map((x) => Math.fround(x + (random() - 0.5) * 2 ** -21)) as Vec3),
    );
    // and points along edges, which leave slivers with normals of their own
    for (const p of points) {
      for (const q of points.slice(0, 6)) split.push(p.map((x, k) => Math.fround(0.25 * x + 0.75 * q[k])) as Vec3);
    }
    const [got, want] = [massProperties(hullOf(split, 0.5), 1), massProperties(hullOf(points, 0.5), 1)];
    // 2^-22 m of 2 m, in a fifth power
    expectClose([got.volume], [want.volume], 1e-6, 'volume');
    expectNear(got.center, want.center, 1e-6, 'center');
    expectClose(inertiaOf(got), inertiaOf(want), 3e-6, 'inertia');
  });
  test('corners 1e-25 apart: faces without area in f64', () => {
    const tiny = 1e-25;
    const points = [...corners(1, 1, 1).map((p) => p.map((x) => x + 1) as Vec3)];
    points.push(
      [-tiny, tiny, tiny],
      [tiny, -tiny, 2 * tiny],
      [-tiny, -tiny / 2, 3 * tiny],
      [0, 2, -tiny],
      [2, -tiny, 0],
    );
    const got = massProperties(hullOf(points, 0.5), 1);
    const want = massProperties(rounded(box(1, 1, 1), 0.5), 1);
    expectClose([got.volume], [want.volume], TIGHT, 'volume');
    expectClose(got.center, [1, 1, 1], TIGHT, 'center');
    expectClose(got.moments, want.moments, TIGHT, 'moments');
  });
});

describe('angles', () => {
  test.each(Array.from({ length: 20 }, (_, k) => k + 1))('faces back to back turn by π, never −π, seed %i', (seed) => {
    const vertices = Float32Array.from(cloud(seeded(seed), 3).flat());
    // said to be solid, so that the angles are measured: what rounding leaves across is of either sign
    const { edges } = hullAngles({
      dimension: 3,
      vertices,
      faces: [
        [0, 1, 2],
        [0, 2, 1],
      ],
    });
    expectNear(
      edges.map(({ angle }) => angle),
      [Math.PI, Math.PI, Math.PI],
      1e-12,
      `seed ${seed}`,
    );
  });

  test.each([1, 2, 3])('the normals of all vertices cover the sphere, seed %i', (seed) => {
    const geometry = buildHull(cloud(seeded(seed), 50).flat());
    const { solidAngles, edges } = hullAngles(geometry);
    expectNear([solidAngles.reduce((a, b) => a + b)], [4 * Math.PI], 1e-13, `seed ${seed}`);
    expect(edges.length).toBe(geometry.faces.flat().length / 2);
  });
});

describe('principal axes', () => {
  test('a diagonal tensor is left alone, also one that is so but for rounding', () => {
    expect(principalAxes([3, 1, 2, 0, 0, 0])).toEqual({ values: [3, 1, 2], axes: [0, 0, 0, 1] });
    expect(principalAxes([3, 1e-20, 2, 1e-23, 1e-13, -1e-23]).axes).toEqual([0, 0, 0, 1]);
    expect(principalAxes([0, 0, 0, 0, 0, 0]).axes).toEqual([0, 0, 0, 1]);
  });

  test.each(Array.from({ length: 20 }, (_, k) => k + 1))('turned tensors come back, seed %i', (seed) => {
    const random = seeded(seed);
    const q = [0, 0, 0, 0].map(() => random() - 0.5);
    const r = matrixOf(q.map((x) => x / Math.hypot(...q)) as [number, number, number, number]);
    const values = [1, random(), seed % 3 === 0 ? 1 : random()];
    const entry = (i: number, j: number) => [0, 1, 2].reduce((s, k) => s + r[3 * i + k] * values[k] * r[3 * j + k], 0);
    const tensor = [entry(0, 0), entry(1, 1), entry(2, 2), entry(1, 2), entry(2, 0), entry(0, 1)] as const;
    const got = principalAxes(tensor);
    expectNear(got.values.toSorted(), values.toSorted(), 1e-14, `seed ${seed}`);
    expect(got.axes[3]).toBeGreaterThanOrEqual(0);
    expectNear([Math.hypot(...got.axes)], [1], 1e-15, `seed ${seed}`);
    const back = inertiaOf({ moments: got.values, axes: got.axes } as MassProperties);
    expectNear([back[0], back[4], back[8], back[5], back[6], back[1]], tensor, AXES, `seed ${seed}`);
  });
});

describe('errors', () => {
  const none = 'expected a body with volume (one without has no mass), got';
  const cases: [string, () => MassProperties, string][] = [
    ['point', () => massProperties(point()), `massProperties(point): ${none} a point of radius 0`],
    ['segment', () => massProperties(segment(1)), `massProperties(segment): ${none} a segment of radius 0`],
    [
      'flat hull',
      () => massProperties(hull2d([0, 0, 1, 0, 0, 1], 0)),
      `massProperties(hull): ${none} a flat polygon of radius 0`,
    ],
    ['line', () => massProperties(hull([0, 0, 0, 1, 1, 1])), `massProperties(hull): ${none} a segment of radius 0`],
    ['dot', () => massProperties(hull([1, 2, 3])), `massProperties(hull): ${none} a point of radius 0`],
    ...[0, -1, NaN, Infinity].map((density): [string, () => MassProperties, string] => [
      `density ${density}`,
      () => massProperties(sphere(1), density),
      `massProperties: density: expected a finite number > 0 (kg/m³), got ${density}`,
    ]),
    [
      'radius',
      () => massProperties(sphere(NaN)),
      'massProperties(point): radius: expected a number ≥ 0 (m, f32), got NaN',
    ],
    [
      'half extents',
      () => massProperties(box(1, 0, 1)),
      'massProperties(box): halfExtents[1]: expected a number > 0 (m, f32), got 0',
    ],
    [
      'points',
      () => massProperties(hull([0, 0, NaN])),
      'massProperties(hull): points: expected at least one finite xyz triple, got NaN at 2',
    ],
    [
      'maxVertices',
      () => massProperties(hull([0, 0, 0], { maxVertices: 3 })),
      'massProperties(hull): maxVertices: expected an integer ≥ 4, got 3',
    ],
    [
      'far points',
      () => massProperties(hull([0, 0, 0, 2 ** 61, 0, 0])),
      'massProperties(hull): distance of a point from the local origin: expected 1e18 m at most, got 2305843009213694000',
    ],
    [
      'no shape',
      () => massProperties(null as unknown as Shape),
      'massProperties: shape: expected a shape made by a call of box(), hull() or the like, got null',
    ],
  ];
  test.each(cases)('%s', (_, ask, message) => {
    expect(ask).toThrow(QueryError);
    expect(ask).toThrow(message);
  });
});
