/** Contact faces: every property a manifold relies on, checked in f64 on the packed form. */
import { describe, expect, test } from 'vitest';
import { dragonPoints, ellipsoidPoints } from '../../../scenes/hulls.ts';
import { contactFaces } from '../../../src/shapes/faces/contactFaces.ts';
import { FACE_TOLERANCE } from '../../../src/shapes/faces/patch.ts';
import { buildHull, type HullGeometry } from '../../../src/shapes/hull/build.ts';
import { simplifyHull } from '../../../src/shapes/hull/simplify.ts';
import { box, capsule, hull, type Shape, sphere } from '../../../src/shapes/spec.ts';
import { FACE_COUNT, FACE_WORDS, SHAPE_STRIDE, VERTEX_BEGIN } from '../../../src/tables/shapeWords.ts';
import { faceRowsOf, loopsAt, planesAt } from '../../../src/tables/vertexTable.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { TableFixture } from '../../support/tables.ts';

type Random = () => number;
type Point = [number, number, number];

// ---- the packed form, read as a manifold reads it ----

interface Face {
  readonly normal: Point;
  readonly offset: number;
  readonly loop: readonly number[];
}

function facesOf(geometry: HullGeometry): Face[] {
  const { count, planes, loops } = contactFaces(geometry);
  const rows = faceRowsOf(count);
  expect(planes).toHaveLength(4 * rows);
  for (let row = count; row < rows; row++) {
    for (let k = 0; k < 4; k++) expect(planes[k * rows + row]).toBe(planes[k * rows + count - 1]);
  }
  if (count > 0) expect(loops).toHaveLength(count + 1 + loops[count]);
  return Array.from({ length: count }, (_, f) => ({
    normal: [planes[f], planes[rows + f], planes[2 * rows + f]],
    offset: planes[3 * rows + f],
    loop: Array.from(loops.subarray(count + 1 + loops[f], count + 1 + loops[f + 1])),
  }));
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function pointsOf({ vertices }: HullGeometry): Point[] {
  return Array.from(
    { length: vertices.length / 3 },
    (_, v) => Array.from(vertices.subarray(3 * v, 3 * v + 3)) as Point,
  );
}

function measure(points: readonly Point[]): { size: number; reach: number } {
  const sides = [0, 1, 2].map((k) => {
    const along = points.map((p) => p[k]);
    return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
  });
  return { size: Math.max(...sides), reach: points.reduce((far, p) => Math.max(far, Math.hypot(...p)), 0) };
}

/** Twice its vector area. */
function areaOf(points: readonly Point[], loop: readonly number[]): Point {
  const sum: Point = [0, 0, 0];
  for (let k = 1; k + 1 < loop.length; k++) {
    const [a, b, c] = [points[loop[0]], points[loop[k]], points[loop[k + 1]]];
    cross(minus(b, a), minus(c, a)).forEach((value, axis) => {
      sum[axis] += value;
    });
  }
  return sum;
}

/** All that holds of contact faces whatever the hull. `closed`: nothing was left out, so they are a polyhedron. */
function expectFaces(geometry: HullGeometry, closed: boolean): Face[] {
  const faces = facesOf(geometry);
  const points = pointsOf(geometry);
  const { size, reach } = measure(points);
  // planes are f32: a unit normal is off by 2^-24 in each component, the offset by as much of itself
  const tolerance = FACE_TOLERANCE * size + 3e-7 * reach;

  const edges = new Set<string>();
  let sides = 0;
  let covered = 0;
  for (const [f, { normal, offset, loop }] of faces.entries()) {
    expect(Math.abs(Math.hypot(...normal) - 1), `normal of face ${f}`).toBeLessThan(2e-7);
    expect(loop.length, `corners of face ${f}`).toBeGreaterThanOrEqual(3);
    expect(new Set(loop).size, `corners of face ${f}, each once`).toBe(loop.length);
    const off = loop.reduce((most, v) => Math.max(most, Math.abs(dot(normal, points[v]) - offset)), 0);
    expect(off, `corners off the plane of face ${f}`).toBeLessThan(tolerance);
    const above = points.reduce((most, p) => Math.max(most, dot(normal, p) - offset), -Infinity);
    expect(above, `highest vertex above face ${f}`).toBeLessThan(tolerance);
    // convex and counter-clockwise: no corner right of any side, by more than f64 rounding of the longest one
    let right = 0;
    loop.forEach((v, k) => {
      const inward = cross(normal, minus(points[loop[(k + 1) % loop.length]], points[v]));
      for (const w of loop) right = Math.max(right, -dot(inward, minus(points[w], points[v])));
      edges.add(`${v}>${loop[(k + 1) % loop.length]}`);
      sides++;
    });
    expect(right, `face ${f} is convex`).toBeLessThan(1e-12 * size * size);
    const area = areaOf(points, loop);
    expect(dot(normal, area), `face ${f} is counter-clockwise`).toBeGreaterThan(0.999 * Math.hypot(...area));
    covered += Math.hypot(...area);
  }
  const surface = geometry.faces.reduce((sum, face) => sum + Math.hypot(...areaOf(points, face)), 0);
  expect(Math.abs(covered - surface), 'area that no face covers').toBeLessThanOrEqual(1e-4 * surface);
  if (closed) {
    expect(edges.size, 'each directed edge once').toBe(sides);
    expect([...edges].filter((edge) => !edges.has(edge.split('>').reverse().join('>')))).toEqual([]);
    const used = new Set(faces.flatMap(({ loop }) => loop));
    expect(used.size - sides / 2 + faces.length, 'Euler').toBe(2);
    expect(used.size).toBe(points.length);
  }
  return faces;
}

const cornersOf = (faces: readonly Face[]) => faces.map(({ loop }) => loop.length).sort((a, b) => a - b);

// ---- generators ----

/** A rotation, evenly spread (Marsaglia, 1972), and rounding to f32. */
function turned(random: Random): (p: Point) => Point {
  const q = [0, 1, 2, 3].map(() => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
  const [x, y, z, w] = q.map((v) => v / Math.hypot(...q)) as [number, number, number, number];
  return (p) => {
    const t = cross([x, y, z], p).map((v) => 2 * v) as Point;
    const u = cross([x, y, z], t);
    return [0, 1, 2].map((k) => Math.fround(p[k] + w * t[k] + u[k])) as Point;
  };
}

/** Of the seeds. */
const PART = sweep(0.2, 1);
const CORNERS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Point => [x, y, z])));
const slab = (hx: number, hy: number, hz: number): Point[] => CORNERS.map(([x, y, z]) => [x * hx, y * hy, z * hz]);

function prism(sides: number, height = 0.5): Point[] {
  return Array.from({ length: sides }, (_, k): Point[] => {
    const angle = (2 * Math.PI * k) / sides;
    return [-1, 1].map((s): Point => [Math.cos(angle), s * height, Math.sin(angle)]);
  }).flat();
}

/** Points of a box's surface, each face an n × n grid. */
function gridBox(n: number, hx: number, hy: number, hz: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++)
      for (let k = 0; k <= n; k++)
        if ([i, j, k].some((v) => v % n === 0))
          points.push([(i / n - 0.5) * 2 * hx, (j / n - 0.5) * 2 * hy, (k / n - 0.5) * 2 * hz]);
  return points;
}

// ---- tests ----

describe('boxes as hulls', () => {
  test('a cube from 8 exact corners: 6 quads', () => {
    const faces = expectFaces(buildHull(slab(0.5, 0.5, 0.5).flat()), true);
    expect(cornersOf(faces)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(faces.map(({ offset }) => offset)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(faces.map(({ normal }) => normal.map((v) => v + 0).join()).sort()).toEqual(
      ['-1,0,0', '0,-1,0', '0,0,-1', '0,0,1', '0,1,0', '1,0,0'].sort(),
    );
  });

  const sizes: [string, Point, number][] = [
    ['cube', [0.5, 0.5, 0.5], 500],
    ['brick', [0.3, 0.1, 0.05], 200],
    ['slab 1000:1', [1, 1, 0.001], 200],
    ['needle 1000:1', [0.001, 1, 0.001], 200],
    ['plate of 1e-4', [1, 1, 1e-4], 100],
    ['huge cube', [1e12, 1e12, 1e12], 50],
    ['tiny cube', [1e-12, 1e-12, 1e-12], 50],
  ];
  test.each(sizes)('%s turned and rounded to f32: 6 quads, seeds 1…', (_, half, turns) => {
    let triangulated = 0;
    for (let seed = 1; seed <= turns * PART; seed++) {
      const geometry = buildHull(slab(...half).flatMap(turned(seeded(seed))));
      if (geometry.faces.length > 6) triangulated++;
      expect(cornersOf(expectFaces(geometry, true)), `seed ${seed}`).toEqual([4, 4, 4, 4, 4, 4]);
    }
    // else there was nothing to merge
    expect(triangulated).toBeGreaterThan(0.7 * turns * PART);
  });

  test.each(sweep([1, 2], [1, 2, 3, 4, 5, 6, 7, 8]))(
    'a cube whose faces are rough 10 × 10 grids, turned: 6 quads, seed %i',
    (seed) => {
      const geometry = buildHull(gridBox(10, 0.5, 0.5, 0.5).flatMap(turned(seeded(seed))));
      expect(geometry.faces.length).toBeGreaterThan(50);
      expect(cornersOf(expectFaces(geometry, false)), `${geometry.faces.length} faces`).toEqual([4, 4, 4, 4, 4, 4]);
    },
  );

  test('away from the local origin', () => {
    for (let seed = 1; seed <= sweep(10, 50); seed++) {
      const turn = turned(seeded(seed));
      const points = slab(0.5, 0.5, 0.5).flatMap((p) => turn([p[0] + 3, p[1] - 5, p[2] + 1]));
      expect(cornersOf(expectFaces(buildHull(points), true)), `seed ${seed}`).toEqual([4, 4, 4, 4, 4, 4]);
    }
  });

  test('thinner than the tolerance: sides stay faces of their own', () => {
    for (let seed = 1; seed <= sweep(5, 20); seed++) {
      const geometry = buildHull(slab(1, 1, 2e-6).flatMap(turned(seeded(seed))));
      const faces = expectFaces(geometry, false);
      expect(faces.length, `seed ${seed}`).toBeGreaterThanOrEqual(6);
      const [front, back] = faces as [Face, Face];
      expect(dot(front.normal, back.normal)).toBeLessThan(-0.999);
    }
  });

  test('an edge bevelled by more than the tolerance stays, by less goes', () => {
    const bevelled = (cut: number) => {
      const rest = slab(1, 1, 1).filter(([x, y]) => x < 1 || y < 1);
      const edge = [-1, 1].flatMap((z): Point[] => [
        [1 - cut, 1, z],
        [1, 1 - cut, z],
      ]);
      return [...rest, ...edge];
    };
    expect(expectFaces(buildHull(bevelled(1e-4).flat()), true)).toHaveLength(7);
    expect(expectFaces(buildHull(bevelled(5e-6).flat()), false)).toHaveLength(6);
  });
});

describe('prisms', () => {
  const counts = Array.from({ length: 62 }, (_, k) => k + 3);
  test('3 to 64 sides, straight', () => {
    for (const sides of counts) {
      const faces = expectFaces(buildHull(prism(sides).flat()), true);
      expect(cornersOf(faces), `${sides}`).toEqual([...Array(sides).fill(4), sides, sides].sort((a, b) => a - b));
    }
  });

  test('3 to 64 sides, turned and rounded to f32, seed = sides', () => {
    for (const sides of counts) {
      const faces = expectFaces(buildHull(prism(sides).flatMap(turned(seeded(sides)))), true);
      expect(cornersOf(faces), `${sides}`).toEqual([...Array(sides).fill(4), sides, sides].sort((a, b) => a - b));
    }
  });

  test('of 2000 sides: corners and sides within the tolerance go, nothing else does', () => {
    const geometry = buildHull(prism(2000).flatMap(turned(seeded(1))));
    const faces = expectFaces(geometry, false);
    expect(faces.length).toBeLessThan(2002);
    expect(faces.length).toBeGreaterThan(500);
    expect(Math.max(...faces.map(({ loop }) => loop.length))).toBeGreaterThan(400);
  });
});

describe('other solids', () => {
  test.each([16, 64, 256])('ellipsoids of %i points, seeds from 1: next to nothing is merged', (count) => {
    for (let seed = 1; seed <= sweep(5, 20); seed++) {
      const geometry = buildHull(ellipsoidPoints(count, seeded(seed)));
      const few = geometry.faces.length - expectFaces(geometry, true).length;
      expect(few, `seed ${seed}`).toBeLessThanOrEqual(count < 256 ? 0 : 4);
    }
  });

  test.each([16, 64, 256])('the dragon, simplified to %i', (maxVertices) => {
    expectFaces(simplifyHull(buildHull(dragonPoints(0.5)), maxVertices), false);
  });

  test('the dragon', () => {
    const geometry = buildHull(dragonPoints(0.5));
    const faces = expectFaces(geometry, false);
    expect(faces.length).toBeGreaterThan(0.8 * geometry.faces.length);
  });

  test.each([1, 2, 3, 4])('points of a coarse lattice: many coplanar, collinear and thin, seed %i', (seed) => {
    const random = seeded(seed);
    expectFaces(buildHull(Array.from({ length: 900 }, () => Math.floor(6 * random()))), true);
    const turn = turned(random);
    const lattice = Array.from({ length: 300 }, () => turn([0, 1, 2].map(() => Math.floor(6 * random())) as Point));
    expectFaces(buildHull(lattice.flat()), false);
  });

  test.each([1, 2, 3])('5000 points on a sphere: faces for all, seed %i', (seed) => {
    const random = seeded(seed);
    const points = Array.from({ length: 5000 }, (): Point => {
      const z = 2 * random() - 1;
      const angle = 2 * Math.PI * random();
      return [Math.cos(angle) * Math.sqrt(1 - z * z), Math.sin(angle) * Math.sqrt(1 - z * z), z];
    });
    const { count, loops } = contactFaces(buildHull(points.flat()));
    expect(count).toBeGreaterThan(8000);
    // each vertex is a corner of some face
    expect(new Set(loops.subarray(count + 1)).size).toBeGreaterThan(4900);
  });

  test('so many that starts do not fit u16: none', () => {
    const random = seeded(9);
    const points = Array.from({ length: 13_000 }, () => {
      const z = 2 * random() - 1;
      const angle = 2 * Math.PI * random();
      return [Math.cos(angle) * Math.sqrt(1 - z * z), Math.sin(angle) * Math.sqrt(1 - z * z), z];
    });
    expect(contactFaces(buildHull(points.flat())).count).toBe(0);
  });

  test('the same input twice: the same bytes', () => {
    const points = gridBox(6, 1, 0.5, 0.25).flatMap(turned(seeded(3)));
    expect(contactFaces(buildHull(points))).toEqual(contactFaces(buildHull(points)));
  });
});

describe('hulls without a body', () => {
  test('a point and a segment: none', () => {
    expect(facesOf(buildHull([1, 2, 3]))).toEqual([]);
    expect(facesOf(buildHull([1, 2, 3, 2, 3, 4, 5, 6, 7]))).toEqual([]);
  });

  test('a flat polygon: front and back, seed = corners', () => {
    for (let sides = 3; sides <= 64; sides++) {
      const turn = turned(seeded(sides));
      // one turn about y keeps it exactly flat, the other leaves it thinner than 1e-7
      const ring = prism(sides, 0);
      for (const points of [ring, ring.map(turn)]) {
        const geometry = buildHull(points.flat());
        if (geometry.dimension !== 2) continue;
        const faces = expectFaces(geometry, true);
        expect(cornersOf(faces)).toEqual([sides, sides]);
        expect(dot(faces[0].normal, faces[1].normal)).toBeCloseTo(-1, 6);
        expect(faces[0].offset).toBeCloseTo(-faces[1].offset, 6);
      }
    }
  });
});

describe('in the tables', () => {
  test('blocks begin where VERTEX_BEGIN says, padded, and 0 behind', () => {
    const fixture = new TableFixture();
    const { shapes, vertices } = fixture.frame;
    const hulls = [prism(5), slab(1, 2, 3).map(turned(seeded(5))), prism(7, 0), slab(1, 1, 1).slice(0, 2)].map(
      (points) => points.flat(),
    );
    const given: Shape[] = [sphere(1), ...hulls.map((points) => hull(points)), box(1, 1, 1), capsule(1, 1)];
    given.push(hull(dragonPoints(1), { maxVertices: 32 }));
    const counts = given.map((shape) => {
      const row = fixture.scene.addShape(shape);
      const word = row * SHAPE_STRIDE;
      const count = shapes.words[word + FACE_COUNT];
      if (shape.kind !== 'hull') {
        expect(count).toBe(0);
        return 0;
      }
      const whole = buildHull(shape.points);
      const geometry = shape.maxVertices ? simplifyHull(whole, shape.maxVertices) : whole;
      const want = contactFaces(geometry);
      expect(count).toBe(want.count);
      const begin = shapes.words[word + VERTEX_BEGIN];
      const room = FACE_WORDS * 4 * Math.ceil(geometry.vertices.length / 12);
      const block = <T extends Float32Array | Uint16Array>(pool: T, at: number) => [...pool.subarray(at, at + room)];
      const padded = (used: ArrayLike<number>) => [...Array.from(used), ...Array(room - used.length).fill(0)];
      expect(block(vertices.planes, planesAt(begin))).toEqual(padded(want.planes));
      expect(block(vertices.loops, loopsAt(begin))).toEqual(padded(want.loops));
      return count;
    });
    expect(counts.slice(0, -1)).toEqual([0, 7, 6, 2, 0, 0, 0]);
    expect(counts.at(-1)).toBeGreaterThan(20);
  });
});
