import { describe, expect, test } from 'vitest';
import { buildCells, CELLS_FROM_VERTICES, cellGrid, cellOf, FINE_CELLS_FROM_VERTICES } from '../../src/shapes/cells.ts';
import { buildHull, type HullGeometry } from '../../src/shapes/hullBuild.ts';
import { seeded } from '../random.ts';

type Point = [number, number, number];

function onSphere(random: () => number): Point {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** `count` points on an ellipsoid, turned so that its axes are not the world's. */
function ellipsoidHull(count: number, seed: number, [sx, sy, sz]: Point): HullGeometry {
  const random = seeded(seed);
  const u = onSphere(random);
  const other = onSphere(random);
  const cross = (p: Point, q: Point): Point => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const raw = cross(u, other);
  const v = raw.map((c) => c / Math.hypot(...raw)) as Point;
  const w = cross(u, v);
  const points = Array.from({ length: count }, () => {
    const [x, y, z] = onSphere(random);
    return u.map((c, k) => c * x * sx + v[k]! * y * sy + w[k]! * z * sz);
  });
  return buildHull(points.flat());
}

/** Random directions, and those that lie exactly on axes, diagonals and cell borders. */
function directions(count: number, seed: number, grid: number): Point[] {
  const random = seeded(seed);
  const list: Point[] = Array.from({ length: count }, () => onSphere(random));
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++) for (let z = -1; z <= 1; z++) if (x !== 0 || y !== 0 || z !== 0) list.push([x, y, z]);
  for (let i = 0; i <= grid; i++) {
    for (let j = 0; j <= 2 * grid; j++) {
      const s = (2 * i) / grid - 1;
      const t = j / grid - 1;
      for (const major of [-1, 1]) {
        list.push([major, s, t], [major, t, s], [s, major, t], [t, major, s], [s, t, major], [t, s, major]);
      }
    }
  }
  return list;
}

function support(vertices: Float32Array, ids: ArrayLike<number>, [x, y, z]: Point): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < ids.length; k++) {
    const v = ids[k]!;
    best = Math.max(best, vertices[3 * v]! * x + vertices[3 * v + 1]! * y + vertices[3 * v + 2]! * z);
  }
  return best;
}

/** For every direction the cell's vertices reach exactly as far as all vertices do: the same f64 number. */
function expectExact(hull: HullGeometry, grid: number, list: readonly Point[]): void {
  const { starts, ids } = buildCells(hull, grid);
  const all = Array.from({ length: hull.vertices.length / 3 }, (_, v) => v);
  let misses = 0;
  let first: Point | undefined;
  for (const d of list) {
    const cell = cellOf(...d, grid);
    const got = support(hull.vertices, ids.subarray(starts[cell], starts[cell + 1]), d);
    if (got !== support(hull.vertices, all, d)) {
      misses++;
      first ??= d;
    }
  }
  expect(misses, `first at ${first}`).toBe(0);
}

describe('cellGrid', () => {
  test.each([
    [1, 0],
    [31, 0],
    [32, 4],
    [127, 4],
    [128, 6],
    [65_534, 6],
  ])('%i vertices: %i cells per edge', (count, grid) => {
    expect(cellGrid(count)).toBe(grid);
  });
  test('changes at its named thresholds', () => {
    expect([CELLS_FROM_VERTICES, FINE_CELLS_FROM_VERTICES]).toEqual([32, 128]);
  });
});

describe('cellOf', () => {
  test.each<[string, Point, number]>([
    ['+x', [1, 0, 0], 0],
    ['−x', [-1, 0, 0], 1],
    ['+y', [0, 1, 0], 2],
    ['−y', [0, -1, 0], 3],
    ['+z', [0, 0, 1], 4],
    ['−z', [0, 0, -1], 5],
    ['x before y', [1, -1, 0], 0],
    ['x before z', [-1, 0, 1], 1],
    ['y before z', [0, 1, -1], 2],
    ['x before both', [-1, 1, 1], 1],
  ])('face of %s', (_, d, face) => {
    expect(cellOf(...d, 1)).toBe(face);
    expect(Math.floor(cellOf(...d, 4) / 16)).toBe(face);
  });

  test.each<[Point, number, number, number]>([
    [[2, -1.9, -1.9], 0, 0, 0],
    [[2, 1.9, -1.9], 0, 3, 0],
    [[2, -1.9, 1.9], 0, 0, 3],
    [[2, 2, 2], 0, 3, 3],
    [[-1.9, 2, 0.1], 2, 2, 0], // on ±y: s from z, t from x
    [[0.6, -0.1, -1], 5, 3, 1], // on ±z: s from x, t from y
    [[1, -0.5, 0.5], 0, 1, 3], // on a border: the upper cell
  ])('%s lies on face %i, column %i, row %i of 4', (d, face, column, row) => {
    expect(cellOf(...d, 4)).toBe((face * 4 + row) * 4 + column);
  });

  test('does not depend on length, and reaches every cell', () => {
    const random = seeded(21);
    const reached = new Set<number>();
    for (let k = 0; k < 20_000; k++) {
      const [x, y, z] = onSphere(random);
      const cell = cellOf(x, y, z, 6);
      expect(cellOf(4096 * x, 4096 * y, 4096 * z, 6)).toBe(cell);
      reached.add(cell);
    }
    expect(reached.size).toBe(216);
    expect(Math.min(...reached)).toBe(0);
    expect(Math.max(...reached)).toBe(215);
  });

  test('zero, NaN and infinite directions get some cell', () => {
    const odd = [0, NaN, Infinity, -Infinity, 1];
    for (const x of odd)
      for (const y of odd)
        for (const z of odd) {
          const cell = cellOf(x, y, z, 4);
          expect(Number.isInteger(cell) && cell >= 0 && cell < 96, `${x} ${y} ${z}: ${cell}`).toBe(true);
        }
  });
});

describe('buildCells', () => {
  test('no grid, no cells', () => {
    const { starts, ids } = buildCells(ellipsoidHull(20, 1, [1, 1, 1]), 0);
    expect(Array.from(starts)).toEqual([0]);
    expect(ids).toHaveLength(0);
  });

  test('a cube: one corner per octant, two along edges of the grid, four where a face looks', () => {
    const corners = Array.from({ length: 8 }, (_, k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
    const { starts, ids } = buildCells(buildHull(corners.flat()), 3);
    const at = (x: number, y: number, z: number) => {
      const cell = cellOf(x, y, z, 3);
      return Array.from(ids.subarray(starts[cell], starts[cell + 1]));
    };
    expect(at(1, 0.9, 0.9)).toEqual([7]);
    expect(at(-0.9, -0.9, -1)).toEqual([0]);
    expect(at(1, 0.9, 0)).toEqual([3, 7]);
    expect(at(0, 0, -1)).toEqual([0, 1, 2, 3]);
  });

  const shapes: [string, Point][] = [
    ['ellipsoid', [1, 0.8, 0.6]],
    ['needle 1e-4', [1, 1e-4, 1e-4]],
    ['plate 1e-4', [1, 1, 1e-4]],
  ];
  for (const [name, radii] of shapes) {
    test.each([32, 33, 64, 127, 128, 300])(
      `${name}: the support of 100,000 directions, %i vertices, seed = count`,
      (count) => {
        const hull = ellipsoidHull(count, count, radii);
        expect(hull.vertices).toHaveLength(3 * count);
        expectExact(hull, cellGrid(count), directions(100_000, count + 1, cellGrid(count)));
      },
    );
  }

  test('any grid, prisms with tied supports, polygons and segments', () => {
    const ring = (y: number) =>
      Array.from({ length: 48 }, (_, k) => [Math.cos((k * Math.PI) / 24), y, Math.sin((k * Math.PI) / 24)]).flat();
    const hulls = [buildHull([...ring(-1), ...ring(1)]), buildHull(ring(0)), buildHull([0, 0, 0, 1, 2, 3])];
    expect(hulls.map((hull) => hull.dimension)).toEqual([3, 2, 1]);
    for (const hull of hulls) {
      for (const grid of [1, 2, 3, 4, 5, 6, 7, 8]) expectExact(hull, grid, directions(2000, grid, grid));
    }
  });

  test('a direction rounded to f32 still finds its support: cells are a little larger than they are', () => {
    const hull = ellipsoidHull(256, 3, [1, 0.9, 0.8]);
    const { starts, ids } = buildCells(hull, 6);
    const all = Array.from({ length: 256 }, (_, v) => v);
    for (const d of directions(0, 0, 6)) {
      for (const nudge of [-1e-7, 1e-7]) {
        const moved = d.map((c, k) => c + nudge * (k + 1)) as Point;
        const cell = cellOf(...d, 6);
        const candidates = ids.subarray(starts[cell], starts[cell + 1]);
        expect(support(hull.vertices, candidates, moved)).toBe(support(hull.vertices, all, moved));
      }
    }
  });

  test('cells reach 1e-6 beyond their borders, and no farther', () => {
    // a cube whose upper corners (y > 0) take over on +x at s = shear, with the border of the cell at s = 0
    const lowerCell = (shear: number) => {
      const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x - shear * y, y, z])));
      const { starts, ids } = buildCells(buildHull(corners), 2);
      const cell = cellOf(1, -0.5, 0.5, 2);
      return Array.from(ids.subarray(starts[cell], starts[cell + 1])).length;
    };
    // the row begins at t = 0, where z = ±1 tie: corners come in twos
    expect([-1e-5, 5e-7, 1e-5].map(lowerCell)).toEqual([4, 4, 2]);
  });

  test('lists are tight: every entry wins somewhere in its cell, within its margin', () => {
    const hull = ellipsoidHull(64, 9, [1, 0.8, 0.6]);
    const grid = 4;
    const { starts, ids } = buildCells(hull, grid);
    // oracle: sample 60 × 60 directions of every cell, and note who wins
    const winners = Array.from({ length: 6 * grid * grid }, () => new Set<number>());
    const steps = 60 * grid;
    for (let face = 0; face < 6; face++)
      for (let i = 0; i < steps; i++)
        for (let j = 0; j < steps; j++) {
          const d: Point = [0, 0, 0];
          const axis = face >> 1;
          d[axis] = face & 1 ? -1 : 1;
          d[(axis + 1) % 3] = (2 * i + 1) / steps - 1;
          d[(axis + 2) % 3] = (2 * j + 1) / steps - 1;
          let best = 0;
          let reach = Number.NEGATIVE_INFINITY;
          for (let v = 0; v < 64; v++) {
            const dot = support(hull.vertices, [v], d);
            if (dot > reach) [best, reach] = [v, dot];
          }
          winners[cellOf(...d, grid)]!.add(best);
        }
    const sampled = winners.reduce((sum, set) => sum + set.size, 0);
    winners.forEach((set, cell) => {
      const list = Array.from(ids.subarray(starts[cell], starts[cell + 1]));
      expect(list.length).toBeGreaterThan(0);
      expect(list).toEqual(Array.from(new Set(list)).sort((a, b) => a - b));
      for (const v of set) expect(list).toContain(v);
    });
    // sampling misses slivers of a cell narrower than 1/60 of it: a few of a hundred
    expect(ids.length).toBeLessThan(1.1 * sampled);
  });
});
