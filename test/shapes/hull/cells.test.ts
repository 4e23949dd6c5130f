import { describe, expect, test } from 'vitest';
import { scanCell, supportVertex } from '../../../src/kernels/supports/vertices.ts';
import { hull as hullShape } from '../../../src/pair.ts';
import { buildHull, type HullGeometry } from '../../../src/shapes/hull/build.ts';
import {
  buildCells,
  CELLS_FROM_VERTICES,
  COARSE_GRID,
  cellCount,
  cellGrid,
  cellOf,
  FINE_CELLS_FROM_VERTICES,
  FINE_GRID,
  MEDIUM_CELLS_FROM_VERTICES,
  MEDIUM_GRID,
} from '../../../src/shapes/hull/cells.ts';
import { CELL_BEGIN, CELL_GRID, SHAPE_STRIDE, VERTEX_BEGIN, VERTEX_ROWS } from '../../../src/tables/shapeWords.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';
import { TableFixture } from '../../support/tables.ts';

type Point = [number, number, number];

/** Random directions that a hull is asked for. */
const DIRECTIONS = sweep(2000, 40_000);

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
    return u.map((c, k) => c * x * sx + v[k] * y * sy + w[k] * z * sz);
  });
  return buildHull(points.flat());
}

/** The direction at (u, v) of the octahedron's half; z is 0 on its edge. */
function onOctahedron(u: number, v: number, half: number): Point {
  const z = Math.max(0, 1 - Math.abs(u) - Math.abs(v));
  return [u, v, half === 0 ? z : -z];
}

/** Directions exactly on axes, diagonals, borders and middles of cells, and the edges of the octahedron; −0 among them. */
function specialDirections(grid: number): Point[] {
  const list: Point[] = [];
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++) for (let z = -1; z <= 1; z++) if (x !== 0 || y !== 0 || z !== 0) list.push([x, y, z]);
  for (let i = 0; i <= grid; i++) {
    for (let j = 0; j <= 2 * grid; j++) {
      const s = (2 * i) / grid - 1;
      const t = j / grid - 1;
      if (Math.abs(s) + Math.abs(t) > 1) continue;
      for (const half of [0, 1]) list.push(onOctahedron(s, t, half), onOctahedron(t, s, half));
    }
  }
  const steps = sweep(4, 12) * grid;
  for (let i = 0; i <= steps; i++) {
    const s = (2 * i) / steps - 1;
    for (const sign of [-1, 1]) {
      const t = sign * (1 - Math.abs(s));
      for (const zero of [0, -0, 1e-17, -1e-17, 1e-300, -1e-300]) list.push([s, t, zero], [s, zero, t], [zero, s, t]);
    }
  }
  // the same directions, no longer exactly on the octahedron
  return list.flatMap(([x, y, z]): Point[] => [
    [x, y, z],
    [x / 3, y / 3, z / 3],
    [2048 * x, 2048 * y, 2048 * z],
  ]);
}

function directions(count: number, seed: number, grid: number): Point[] {
  const random = seeded(seed);
  return [...Array.from({ length: count }, () => onSphere(random)), ...specialDirections(grid)];
}

function reachOf(vertices: Float32Array, v: number, [x, y, z]: Point): number {
  return vertices[3 * v] * x + vertices[3 * v + 1] * y + vertices[3 * v + 2] * z;
}

/** How far the farthest of `ids` reaches, a f64 number. */
function support(vertices: Float32Array, ids: ArrayLike<number>, d: Point): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < ids.length; k++) best = Math.max(best, reachOf(vertices, ids[k], d));
  return best;
}

function allOf(hull: HullGeometry): number[] {
  return Array.from({ length: hull.vertices.length / 3 }, (_, v) => v);
}

/** Lists of all cells. */
function listsOf(hull: HullGeometry, grid: number): Uint16Array[] {
  const { starts, ids } = buildCells(hull, grid);
  return Array.from({ length: cellCount(grid) }, (_, c) => ids.subarray(starts[c], starts[c + 1]));
}

/** Half, row and column of a cell; `outward`: columns and rows between it and the axis of z. */
function placeOf(cell: number, grid: number) {
  const column = cell % grid;
  const row = Math.floor(cell / grid) % grid;
  const half = Math.floor(cell / (grid * grid));
  const outward = (k: number) => (k < grid / 2 ? grid / 2 - 1 - k : k - grid / 2);
  return { half, row, column, outward: outward(column) + outward(row) };
}

/** Whether a cell has an area on the octahedron; the others lie off it, but for those that touch its edge in one point. */
function isOn(cell: number, grid: number): boolean {
  return placeOf(cell, grid).outward < grid / 2;
}

function isOff(cell: number, grid: number): boolean {
  return placeOf(cell, grid).outward > grid / 2;
}

function middleOf(cell: number, grid: number): Point {
  const { half, row, column } = placeOf(cell, grid);
  return onOctahedron((2 * column + 1) / grid - 1, (2 * row + 1) / grid - 1, half);
}

/** For every direction the cell's vertices reach exactly as far as all vertices do: the same f64 number. */
function expectExact(hull: HullGeometry, grid: number, list: readonly Point[]): void {
  const lists = listsOf(hull, grid);
  const all = allOf(hull);
  const misses = list.filter((d) => {
    return support(hull.vertices, lists[cellOf(...d, grid)], d) !== support(hull.vertices, all, d);
  });
  expect(misses.length, `first at ${misses[0]}`).toBe(0);
}

function prism(): number[] {
  const ring = (y: number) => circle(y).flat();
  return [...ring(-1), ...ring(1)];
}

function circle(y: number): Point[] {
  return Array.from({ length: 48 }, (_, k) => [Math.cos((k * Math.PI) / 24), y, Math.sin((k * Math.PI) / 24)]);
}

/** Corner k has a sign for each bit: bit 0, 1, 2 set = +x, +y, +z. */
function cube(): Point[] {
  return Array.from({ length: 8 }, (_, k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
}

const RADII: [string, Point][] = [
  ['ellipsoid', [1, 0.8, 0.6]],
  ['needle 1e-4', [1, 1e-4, 1e-4]],
  ['plate 1e-4', [1, 1, 1e-4]],
];

describe('cellGrid', () => {
  test.each([
    [1, 0],
    [11, 0],
    [12, 8],
    [47, 8],
    [48, 16],
    [127, 16],
    [128, 20],
    [65_534, 20],
  ])('%i vertices: %i cells per edge', (count, grid) => {
    expect(cellGrid(count)).toBe(grid);
  });

  test('changes at its named thresholds, to its named grids', () => {
    expect([CELLS_FROM_VERTICES, MEDIUM_CELLS_FROM_VERTICES, FINE_CELLS_FROM_VERTICES]).toEqual([12, 48, 128]);
    expect([COARSE_GRID, MEDIUM_GRID, FINE_GRID]).toEqual([8, 16, 20]);
  });

  test('grids are even, and cells are two squares of them', () => {
    expect([COARSE_GRID % 2, MEDIUM_GRID % 2, FINE_GRID % 2]).toEqual([0, 0, 0]);
    expect([0, 4, 8, 12].map(cellCount)).toEqual([0, 32, 128, 288]);
  });
});

describe('cellOf', () => {
  test.each<[string, Point, number, number, number]>([
    ['+x', [1, 0, 0], 0, 2, 3],
    ['−x', [-1, 0, 0], 0, 2, 0],
    ['+y', [0, 1, 0], 0, 3, 2],
    ['−y', [0, -1, 0], 0, 0, 2],
    ['+z', [0, 0, 1], 0, 2, 2],
    ['−z', [0, 0, -1], 1, 2, 2],
    ['u = v = ¼, above', [1, 1, 2], 0, 2, 2],
    ['u = −¼, v = ¼, above', [-1, 1, 2], 0, 2, 1],
    ['u = ¼, v = −¼, below', [1, -1, -2], 1, 1, 2],
    ['u = 0.6, v = −0.3, below', [6, -3, -1], 1, 1, 3],
    ['border u = −½: the upper cell', [-2, 1, 1], 0, 2, 1],
    ['just below it', [-2.001, 1, 1], 0, 2, 0],
    ['border v = ½: the upper cell', [1, 2, -1], 1, 3, 2],
    ['just below it', [1, 1.999, -1], 1, 2, 2],
    ['corner of four cells on the edge', [1, 1, 0], 0, 3, 3],
    ['−0 is 0', [-0, -0, 1], 0, 2, 2],
    ['z = −0 is above', [1, 0, -0], 0, 2, 3],
    ['any z < 0 is below', [1, 0, -5e-324], 1, 2, 3],
  ])('%s: %j is in half %i, row %i, column %i of 4', (_, d, half, row, column) => {
    expect(cellOf(...d, 4)).toBe((half * 4 + row) * 4 + column);
  });

  test('does not depend on length', () => {
    const random = seeded(20);
    for (let k = 0; k < 2000; k++) {
      const [x, y, z] = onSphere(random);
      const cell = cellOf(x, y, z, 12);
      for (const s of [2 ** -900, 2 ** -12, 2 ** 12, 2 ** 900]) expect(cellOf(s * x, s * y, s * z, 12)).toBe(cell);
    }
  });

  test.each([2, 4, 6, 8, 12])('reaches every cell on the octahedron, and no other: grid %i', (grid) => {
    const random = seeded(21);
    const reached = new Set(Array.from({ length: 40_000 }, () => cellOf(...onSphere(random), grid)));
    const on = Array.from({ length: cellCount(grid) }, (_, c) => c).filter((c) => isOn(c, grid));
    expect(on).toHaveLength(grid * (grid + 2));
    expect(Array.from(reached).sort((a, b) => a - b)).toEqual(on);
    expect(specialDirections(grid).filter((d) => isOff(cellOf(...d, grid), grid))).toEqual([]);
  });

  test('zero, NaN and infinite directions get some cell', () => {
    const odd = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, -1, 5e-324, 1.7e308];
    for (const grid of [COARSE_GRID, FINE_GRID])
      for (const x of odd)
        for (const y of odd)
          for (const z of odd) {
            const cell = cellOf(x, y, z, grid);
            const good = Number.isInteger(cell) && cell >= 0 && cell < cellCount(grid);
            expect(good, `${x} ${y} ${z}: ${cell}`).toBe(true);
          }
  });
});

describe('buildCells', () => {
  test('no grid, no cells', () => {
    const { starts, ids } = buildCells(ellipsoidHull(20, 1, [1, 1, 1]), 0);
    expect(Array.from(starts)).toEqual([0]);
    expect(ids).toHaveLength(0);
  });

  test('a cube: one corner within an octant, two where a plane of symmetry bounds the cell, four on an axis', () => {
    const lists = listsOf(buildHull(cube().flat()), 12);
    const at = (x: number, y: number, z: number) => Array.from(lists[cellOf(x, y, z, 12)]);
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b);
    expect(at(1, 1, 2)).toEqual([7]);
    expect(at(-1, -1, -2)).toEqual([0]);
    expect(at(1, -1, 2)).toEqual([5]);
    expect(at(1, 0.2, 2)).toEqual([7, 5]);
    expect(at(1, -0.2, 2)).toEqual([5, 7]);
    expect(at(0.1, 0.2, 2)).toEqual([7, 5, 6, 4]);
    expect(at(-0.1, 0.2, -2)).toEqual([2, 0, 3, 1]);
    expect(sorted(at(1, 1, 0.1))).toEqual([3, 7]);
    expect(sorted(at(1, 0.02, 0.02))).toEqual([1, 3, 5, 7]);
    expect(sorted(at(0.02, -1, -0.02))).toEqual([0, 1, 4, 5]);
  });

  for (const [name, radii] of RADII) {
    test.each([12, 13, 24, 47, 48, 128, 300])(
      `${name}: the support of ${DIRECTIONS} directions and the special ones, %i vertices, seed = count`,
      (count) => {
        const hull = ellipsoidHull(count, count, radii);
        expect(hull.vertices).toHaveLength(3 * count);
        expectExact(hull, cellGrid(count), directions(DIRECTIONS, count + 1, cellGrid(count)));
      },
    );
  }

  test.each([2, 4, 6, 8, 12])('prisms with tied supports, cubes, polygons and segments: grid %i', (grid) => {
    const points = [prism(), cube().flat(), circle(0).flat(), [0, 0, 0, 1, 2, 3]];
    const hulls = points.map((list) => buildHull(list));
    expect(hulls.map((hull) => hull.dimension)).toEqual([3, 3, 2, 1]);
    for (const hull of hulls) expectExact(hull, grid, directions(2000, grid, grid));
  });

  test('a direction rounded to f32 still finds its support: cells are a little larger than they are', () => {
    const hull = ellipsoidHull(256, 3, [1, 0.9, 0.8]);
    const lists = listsOf(hull, FINE_GRID);
    const all = allOf(hull);
    const misses: Point[] = [];
    for (const d of specialDirections(FINE_GRID)) {
      const length = Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]);
      const rounded = d.map(Math.fround) as Point;
      const nudged = [-1e-7, 1e-7].map((nudge) => d.map((c, k) => c + nudge * (k + 1) * length) as Point);
      const isSame = (cell: Point, truth: Point) =>
        support(hull.vertices, lists[cellOf(...cell, FINE_GRID)], truth) === support(hull.vertices, all, truth);
      if (![rounded, ...nudged].every((truth) => isSame(d, truth)) || !isSame(rounded, d)) misses.push(d);
    }
    expect(misses).toEqual([]);
  });

  // a sheared cube: its corners on the far side of `axis` win up to d[axis] = shear · d[other], where d[other] ≥ ½
  test.each<[string, number, number]>([
    ['u = 0', 0, 2],
    ['v = 0', 1, 2],
    ['z = 0', 2, 0],
  ])('cells reach about 1e-6 beyond their border %s, and no farther', (_, axis, other) => {
    for (const side of [-1, 1]) {
      const direction: Point = [0.2, 0.2, 0.2];
      direction[axis] = 0.2 * side;
      direction[other] = 0.6;
      const farSideListed = (shear: number) => {
        const corners = cube().map((p) => p.map((c, k) => (k === other ? c - side * shear * p[axis] : c)));
        const hull = buildHull(corners.flat());
        const list = Array.from(listsOf(hull, 4)[cellOf(...direction, 4)]);
        return list.some((v) => side * hull.vertices[3 * v + axis] < 0);
      };
      expect([-1e-5, -1e-6, 0, 1e-5].map(farSideListed)).toEqual([false, true, true, true]);
    }
  });

  test.each([12, 64])('lists are tight: every entry wins somewhere in its cell, %i vertices', (count) => {
    const hull = ellipsoidHull(count, 9, [1, 0.8, 0.6]);
    const grid = cellGrid(count);
    const lists = listsOf(hull, grid);
    const steps = sweep(20, 40);
    let sampled = 0;
    let listed = 0;
    for (const [cell, list] of lists.entries()) {
      if (isOff(cell, grid)) continue;
      // oracle: directions all over the cell, its borders included, and who wins there
      const { half, row, column } = placeOf(cell, grid);
      const winners = new Set<number>();
      for (let i = 0; i <= steps; i++) {
        for (let j = 0; j <= steps; j++) {
          const u = (2 * (column + i / steps)) / grid - 1;
          const v = (2 * (row + j / steps)) / grid - 1;
          if (Math.abs(u) + Math.abs(v) > 1 + 1e-12) continue;
          const d = onOctahedron(u, v, half);
          let best = 0;
          for (let k = 1; k < count; k++) if (reachOf(hull.vertices, k, d) > reachOf(hull.vertices, best, d)) best = k;
          winners.add(best);
        }
      }
      expect(new Set(list).size).toBe(list.length);
      for (const v of winners) expect(list).toContain(v);
      sampled += winners.size;
      listed += list.length;
    }
    // sampling misses slivers of a cell narrower than a step: a few of a hundred
    expect(listed).toBeLessThan(sweep(1.2, 1.1) * sampled);
  });

  test.each([12, 64, 300])('who wins in the middle of a cell comes first, ties in order: %i vertices', (count) => {
    const hulls = [...RADII.map(([, radii]) => ellipsoidHull(count, count, radii)), buildHull(prism())];
    const grid = cellGrid(count);
    for (const hull of hulls) {
      const all = allOf(hull);
      for (const [cell, list] of listsOf(hull, grid).entries()) {
        if (!isOn(cell, grid)) continue;
        const middle = middleOf(cell, grid);
        if (Math.abs(middle[2]) > 1e-9) expect(cellOf(...middle, grid)).toBe(cell);
        const reaches = Array.from(list, (v) => reachOf(hull.vertices, v, middle));
        expect(reaches[0]).toBe(support(hull.vertices, all, middle));
        for (let k = 1; k < list.length; k++) {
          const behind = reaches[k] < reaches[k - 1] || (reaches[k] === reaches[k - 1] && list[k] > list[k - 1]);
          expect(behind, `cell ${cell}: ${list}`).toBe(true);
        }
      }
    }
  });

  test.each([4, 8, 12])('cells off the octahedron hold vertex 0 alone, the others at least one: grid %i', (grid) => {
    for (const [, radii] of RADII) {
      const lists = listsOf(ellipsoidHull(64, 5, radii), grid);
      const off = lists.filter((_, c) => isOff(c, grid));
      // in each of 8 octants, the triangle beyond the diagonal and the cells that touch its edge in a point
      expect(off).toHaveLength((((grid / 2 - 1) * (grid / 2 - 2)) / 2) * 8);
      for (const list of off) expect(Array.from(list)).toEqual([0]);
      for (const list of lists) expect(list.length).toBeGreaterThan(0);
    }
  });
});

describe("the kernel's scanCell", () => {
  const direction = new Float64Array(3);

  test.each([4, 8, 12])('looks into the cell that cellOf names: grid %i', (grid) => {
    // the list of cell c is [c], and every vertex is as far as every other: the answer is the cell
    const count = cellCount(grid);
    const begin = 7;
    const pool = new Uint16Array(begin + 2 * count + 1);
    for (let c = 0; c <= count; c++) pool[begin + c] = c;
    for (let c = 0; c < count; c++) pool[begin + count + 1 + c] = c;
    const coordinates = new Float32Array(3 * count);
    const random = seeded(grid);
    const scaled = directions(2000, 31, grid).map((d) => {
      const s = 2 ** (60 * random() - 30);
      return d.map((c) => c * s) as Point;
    });
    const zeros: Point[] = [0, -0].flatMap((x) => [0, -0].flatMap((y) => [0, -0].map((z): Point => [x, y, z])));
    const misses = [...directions(DIRECTIONS, 32, grid), ...scaled, ...zeros].filter((d) => {
      direction.set(d);
      return scanCell(direction, coordinates, 0, count, pool, begin, grid) !== cellOf(...d, grid);
    });
    expect(misses).toEqual([]);
  });

  test('prepared tables hold the lists, and the kernel finds the first of a list that reaches farthest', () => {
    const fixture = new TableFixture();
    const { shapes, vertices } = fixture.frame;
    const hulls = RADII.flatMap(([, radii]) =>
      [12, 47, 48, 200].map((count) => ellipsoidHull(count, count + 7, radii)),
    );
    for (const hull of [...hulls, buildHull(prism())]) {
      const row = fixture.scene.addShape(hullShape(hull.vertices));
      const word = row * SHAPE_STRIDE;
      const grid = shapes.words[word + CELL_GRID];
      expect(grid).toBe(cellGrid(hull.vertices.length / 3));
      const begin = shapes.words[word + CELL_BEGIN];
      const { starts, ids } = buildCells(hull, grid);
      const stored = vertices.cells.subarray(begin, begin + starts.length + ids.length);
      expect(Array.from(stored)).toEqual([...starts, ...ids]);

      const lists = listsOf(hull, grid);
      const all = allOf(hull);
      const x = 3 * shapes.words[word + VERTEX_BEGIN];
      const rows = shapes.words[word + VERTEX_ROWS];
      const wrong = directions(4000, row, grid).filter((d) => {
        direction.set(d);
        const id = scanCell(direction, vertices.coordinates, x, rows, vertices.cells, begin, grid);
        const far = support(hull.vertices, all, d);
        const first = lists[cellOf(...d, grid)].find((v) => reachOf(hull.vertices, v, d) === far);
        return id !== first || supportVertex(direction, fixture.frame, word) !== id;
      });
      expect(wrong.length, `shape ${row}, first at ${wrong[0]}`).toBe(0);
    }
  });
});
