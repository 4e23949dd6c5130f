/** Arrays of triangle meshes for tests. */
import type { MeshOptions } from '../../src/meshes/options.ts';

export interface Arrays extends MeshOptions {
  readonly positions: number[];
  readonly indices: number[];
}

/** A closed cube of edge 2 around the origin, turned outward. */
export function cube(): Arrays {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A grid of columns × rows cells of 1 m in the plane y = height(x, z), turned up. */
export function grid(columns: number, rows: number, height: (x: number, z: number) => number = () => 0): Arrays {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let z = 0; z <= rows; z++) for (let x = 0; x <= columns; x++) positions.push(x, height(x, z), z);
  for (let z = 0; z < rows; z++) {
    for (let x = 0; x < columns; x++) {
      const a = z * (columns + 1) + x;
      const c = a + columns + 1;
      indices.push(a, c, a + 1, a + 1, c, c + 1);
    }
  }
  return { positions, indices };
}

/** Every triangle with vertices of its own. */
export function loose({ positions, indices }: Arrays): { positions: number[] } {
  return { positions: indices.flatMap((vertex) => positions.slice(3 * vertex, 3 * vertex + 3)) };
}

/** Random triangles over few vertices: duplicates, degenerate ones and edges of many triangles are among them. */
export function tangle(random: () => number, vertices: number, triangles: number): Arrays {
  const positions = Array.from(
    { length: 3 * vertices },
    () => Math.floor(8 * random()) + (random() < 0.2 ? random() : 0),
  );
  const indices = Array.from({ length: 3 * triangles }, () => Math.floor(vertices * random()));
  return { positions, indices };
}
