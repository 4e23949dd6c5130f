/** What baking finds in meshes that a reader can draw, and the tables of random ones against slow oracles. */
import { describe, expect, test } from 'vitest';
import type { BakedMesh } from '../../src/meshes/bake.ts';
import { bakedOf } from '../../src/meshes/surface.ts';
import { bakeMesh, type MeshOptions, mesh, meshInfo } from '../../src/shapes/meshShape.ts';
import { BORDER, CONCAVE, FLAT, HALF_EDGE, ONE_WAY, SEAM } from '../../src/tables/meshWords.ts';
import { cube, grid, loose, tangle } from '../support/meshes.ts';
import { faultsOfEdges, faultsOfTree, trianglesOf } from '../support/meshOracle.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const baked = (options: MeshOptions): BakedMesh => bakedOf('test', mesh(options));
const info = (options: MeshOptions) => meshInfo(mesh(options));
const count = (table: BakedMesh, bit: number) => table.edges.filter((word) => word & bit).length;

describe('closed meshes', () => {
  test('a cube has six flat edges, twelve convex ones, and no border', () => {
    const table = baked(cube());
    expect(table.info).toEqual({
      triangles: 12,
      vertices: 8,
      degenerate: 0,
      duplicates: 0,
      borderEdges: 0,
      seamEdges: 0,
      nonManifoldEdges: 0,
      isClosed: true,
    });
    expect([count(table, FLAT), count(table, CONCAVE)]).toEqual([12, 0]);
    expect([table.low, table.high]).toEqual([
      [-1, -1, -1],
      [1, 1, 1],
    ]);
  });

  test('inside out, the edges of a cube are concave', () => {
    const { positions, indices } = cube();
    expect(count(baked({ positions, indices: indices.toReversed() }), CONCAVE)).toBe(24);
  });

  test('a tetrahedron without indices is welded', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const closed = loose({ positions, indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] });
    expect(info(closed)).toMatchObject({ triangles: 4, vertices: 4, isClosed: true });
  });

  test('a mirror image keeps its outside, and tells it', () => {
    const table = baked({ ...cube(), scale: [-1, 2, 3] });
    expect([table.isMirrored, count(table, CONCAVE), table.info.isClosed]).toEqual([true, 0, true]);
    expect(table.high).toEqual([1, 2, 3]);
    expect(baked({ ...cube(), scale: [-1, -2, 3] }).isMirrored).toBe(false);
  });
});

describe('edges', () => {
  test('a grid has borders around it, and flat edges inside', () => {
    const table = baked(grid(4, 3));
    expect(table.info).toMatchObject({ triangles: 24, vertices: 20, borderEdges: 14, seamEdges: 0, isClosed: false });
    expect(count(table, FLAT)).toBe(3 * 24 - 14);
    expect(table.edges.filter((word) => word & BORDER).every((word) => (word & HALF_EDGE) === HALF_EDGE)).toBe(true);
  });

  test('a valley is concave, a ridge is not, and 0.1° is flat', () => {
    const across = (slope: number) => baked(grid(2, 1, (x) => slope * Math.abs(x - 1)));
    expect(count(across(1), CONCAVE)).toBe(2);
    expect(count(across(-1), CONCAVE)).toBe(0);
    const half = (degrees: number) => Math.tan((degrees / 2) * (Math.PI / 180));
    const inside = 6;
    expect(count(across(half(0.09)), FLAT)).toBe(inside);
    expect(count(across(half(0.11)), FLAT)).toBe(inside - 2);
  });

  test('a T-junction is three seams', () => {
    // 0 – 3 – 1 on one line: the triangle above has the whole edge, those below have a half each
    const positions = [0, 0, 0, 2, 0, 0, 1, 1, 0, 1, 0, 0, 1, -1, 0];
    const table = baked({ positions, indices: [0, 1, 2, 0, 4, 3, 3, 4, 1] });
    expect(table.info).toMatchObject({ borderEdges: 7, seamEdges: 3, nonManifoldEdges: 0 });
    expect(count(table, SEAM)).toBe(3);
  });

  test('loose triangles that are not welded are seams', () => {
    const { positions } = loose(grid(3, 3));
    const random = seeded(1);
    const shaken = positions.map((x) => x + 1e-7 * random());
    expect(info({ positions: shaken, weld: 0 })).toMatchObject({ vertices: 54, borderEdges: 54, seamEdges: 54 });
    expect(info({ positions: shaken })).toMatchObject({ vertices: 16, borderEdges: 12, seamEdges: 0 });
    expect(info({ positions, weld: 0 })).toMatchObject({ vertices: 16, borderEdges: 12, seamEdges: 0 });
  });

  test('−0 is 0', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, 0, -0, 0, -1, 0, 1, -0, 0];
    expect(info({ positions, weld: 0 })).toMatchObject({ vertices: 4, borderEdges: 4 });
  });

  test('a fan of 100 triangles meets at one vertex', () => {
    const ring = Array.from({ length: 100 }, (_, k) => [Math.cos((k * Math.PI) / 50), 0, Math.sin((k * Math.PI) / 50)]);
    const indices = ring.flatMap((_, k) => [0, 1 + ((k + 1) % 100), 1 + k]);
    const table = baked({ positions: [0, 0.5, 0, ...ring.flat()], indices });
    expect(table.info).toMatchObject({ triangles: 100, borderEdges: 100, nonManifoldEdges: 0 });
    expect(count(table, CONCAVE)).toBe(0);
    expect(faultsOfEdges(table)).toEqual([]);
  });

  test('a Möbius strip has one edge of equal turns', () => {
    const strip = Array.from({ length: 12 }, (_, k) => {
      const [angle, turn] = [(k * Math.PI) / 6, (k * Math.PI) / 12];
      return [1, -1].flatMap((side) => {
        const r = 3 + side * Math.cos(turn);
        return [r * Math.cos(angle), side * Math.sin(turn), r * Math.sin(angle)];
      });
    });
    const indices = strip.flatMap((_, k) => {
      const [a, b] = [2 * k, 2 * k + 1];
      const [c, d] = k < 11 ? [a + 2, b + 2] : [1, 0];
      return [a, b, c, b, d, c];
    });
    const table = baked({ positions: strip.flat(), indices });
    expect(table.info).toMatchObject({ triangles: 24, borderEdges: 24, nonManifoldEdges: 1, isClosed: false });
    expect(count(table, ONE_WAY)).toBe(0);
  });

  test('pages of a book: each turns to the next in front of it', () => {
    const pages = [0, 1, 2].map((k) => [Math.cos(2 * k), Math.sin(2 * k), 0.5]);
    const table = baked({ positions: [0, 0, 0, 0, 0, 1, ...pages.flat()], indices: [0, 1, 2, 0, 1, 3, 0, 1, 4] });
    expect(table.info).toMatchObject({ borderEdges: 6, nonManifoldEdges: 1 });
    expect(count(table, ONE_WAY)).toBe(3);
    const bySource = trianglesOf(table).map(({ source }) => source);
    const next = bySource.map((_, t) => bySource[Math.floor((table.edges[3 * t] & HALF_EDGE) / 3)]);
    expect(bySource.map((source, t) => (next[t] - source + 3) % 3)).toEqual([1, 1, 1]);
  });
});

describe('triangles that are left out', () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

  test('degenerate ones: two equal vertices, no height', () => {
    const positions = [...square, 2, 0, 0, 0.5, 1e-7, 0, 0.5, 1e-5, 0];
    const options = { positions, weld: 0, indices: [0, 0, 1, 0, 1, 4, 0, 1, 5, 0, 1, 2, 0, 1, 6] };
    expect(info(options)).toMatchObject({ degenerate: 3, triangles: 2 });
    expect(
      trianglesOf(baked(options))
        .map(({ source }) => source)
        .sort(),
    ).toEqual([3, 4]);
  });

  test('duplicates: the smallest number stays, the other turn as well', () => {
    const table = baked({ positions: square, indices: [0, 1, 2, 0, 2, 3, 2, 0, 1, 1, 2, 0, 0, 2, 1] });
    expect(table.info).toMatchObject({ duplicates: 2, triangles: 3 });
    expect(
      trianglesOf(table)
        .map(({ source }) => source)
        .sort(),
    ).toEqual([0, 1, 4]);
    const twice = baked({ positions: square, indices: [0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3] });
    expect(twice.info).toMatchObject({ duplicates: 2, triangles: 2, borderEdges: 4, nonManifoldEdges: 0 });
    expect(faultsOfEdges(twice)).toEqual([]);
  });

  test('a thousand copies of a triangle are one', () => {
    const indices = Array.from({ length: 3000 }, (_, k) => k % 3);
    expect(info({ positions: square, indices })).toMatchObject({ duplicates: 999, triangles: 1, borderEdges: 3 });
  });

  test('materials follow their triangles', () => {
    const options = grid(20, 20);
    const materials = Uint8Array.from({ length: 800 }, (_, k) => (k * 7) & 255);
    const table = baked({ ...options, materials });
    expect([...table.materials]).toEqual(trianglesOf(table).map(({ source }) => materials[source]));
    expect(baked(options).materials).toHaveLength(0);
  });
});

describe('arrays', () => {
  const { positions, indices } = grid(5, 4, (x, z) => Math.sin(x + 2 * z));
  const same = bakeMesh({ positions, indices });

  test.each([
    ['f32 and u16', { positions: new Float32Array(positions), indices: new Uint16Array(indices) }],
    ['f64 and u32', { positions: new Float64Array(positions), indices: new Uint32Array(indices) }],
    ['shared memory', { positions: new Float32Array(new SharedArrayBuffer(4 * positions.length)), indices }],
    ['interleaved', { positions: interleave(8, 2, 8), stride: 8, offset: 2, indices }],
    [
      'interleaved, without numbers behind the last vertex',
      { positions: interleave(5, 1, 4), stride: 5, offset: 1, indices },
    ],
    ['scale 1', { positions, indices, scale: [1, 1, 1] }],
    ['undefined options', { positions, indices, weld: undefined, materials: undefined }],
  ])('%s', (name, options) => {
    if (name === 'shared memory') (options.positions as Float32Array).set(positions);
    expect(bakeMesh(options)).toEqual(same);
  });

  function interleave(stride: number, offset: number, last: number): Float32Array {
    const count = positions.length / 3;
    const own = new Float32Array((count - 1) * stride + last).fill(NaN);
    positions.forEach((x, k) => {
      own[offset + stride * Math.floor(k / 3) + (k % 3)] = x;
    });
    return own;
  }

  test('are copied when mesh() is called', () => {
    const own = new Float32Array(positions);
    const shape = mesh({ positions: own, indices });
    own.fill(NaN);
    expect(bakedOf('test', shape).vertices.every(Number.isFinite)).toBe(true);
    expect(bakedOf('test', { ...shape })).toBe(bakedOf('test', shape));
  });

  test('vertices that no triangle has are left out', () => {
    expect(info({ positions: [9, 9, 9, ...positions], indices: indices.map((k) => k + 1) }).vertices).toBe(30);
  });
});

describe('tables', () => {
  test.each(sweep([1, 2, 3, 4, 5, 16, 17, 100, 3000], [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 100, 3000, 20_000]))(
    'of %i loose triangles',
    (triangles) => {
      const random = seeded(triangles);
      const positions = Array.from(
        { length: 9 * triangles },
        (_, k) => 50 * Math.sin(7.7 * Math.floor(k / 9)) + random(),
      );
      const table = baked({ positions });
      expect(table.info.triangles).toBe(triangles);
      expect(faultsOfTree(table)).toEqual([]);
    },
  );

  test(`of random tangles, seeds 1–${sweep(60, 3000)}`, () => {
    let oneWay = 0;
    let duplicates = 0;
    for (let seed = 1; seed <= sweep(60, 3000); seed++) {
      const random = seeded(seed);
      const table = baked(tangle(random, 5 + Math.floor(20 * random()), 40));
      expect([seed, ...faultsOfEdges(table), ...faultsOfTree(table)]).toEqual([seed]);
      oneWay += count(table, ONE_WAY);
      duplicates += table.info.duplicates;
    }
    expect(Math.min(oneWay, duplicates)).toBeGreaterThan(20);
  });

  test('of centers that halve again and again: the tree is not deeper than 64', () => {
    const positions = Array.from({ length: 3000 }, (_, k) => {
      const x = 2 ** (-k / 8) * 1e17;
      return [x, 0, 0, x, x / 9, 0, x, 0, x / 9];
    });
    expect(faultsOfTree(baked({ positions: positions.flat(), weld: 0 }))).toEqual([]);
  });

  test('of equal centers', () => {
    const positions = Array.from({ length: 200 }, (_, k) => [-1 - k, 0, -1, 1 + k, 0, -1, 0, 0, 2]);
    expect(faultsOfTree(baked({ positions: positions.flat(), sides: 'both' }))).toEqual([]);
  });

  test('take 36 bytes per triangle, those of half a vertex included, and nodes of 16.2 at most', () => {
    const sizes = [40, 64, 81, 100, 128, 150].map((edge) => baked(grid(edge, edge, (x, z) => (x % 3) + (z % 2))));
    for (const { info, nodes, vertices, triangles, edges } of sizes) {
      expect(nodes.byteLength / info.triangles).toBeLessThanOrEqual(16.2);
      expect(vertices.byteLength).toBe(16 * info.vertices);
      expect(triangles.byteLength + edges.byteLength).toBe(28 * info.triangles);
    }
  });
});
