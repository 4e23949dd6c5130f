/** The surfaces of tests and benches: what their names say, and the same again. */
import { describe, expect, test } from 'vitest';
import {
  indicesOf,
  type Surface,
  square,
  squareWithTJunctions,
  terrain,
  triangleCount,
  unwelded,
} from '../../scenes/surfaces.ts';
import { dragon } from '../support/dragon.ts';
import { seeded } from '../support/random.ts';
import { makeSurface, SURFACE_CLASSES, type SurfaceClass } from '../support/surfaces.ts';

/** Classes without any triangle that faces down. */
const OVERHANGING: readonly SurfaceClass[] = ['sphere', 'torus', 'doubledWalls'];

/** (b − a) × (c − a) and a, of each triangle. */
function faces(surface: Surface) {
  const { positions } = surface;
  const vertices = indicesOf(surface);
  return Array.from({ length: triangleCount(surface) }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(3 * vertices[3 * t + k]!).subarray(0, 3)]);
    const [ux, uy, uz] = b!.map((x, k) => x - a![k]!) as [number, number, number];
    const [vx, vy, vz] = c!.map((x, k) => x - a![k]!) as [number, number, number];
    return { a: a!, normal: [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] };
  });
}

/** Directed edges, by the coordinates of their ends. */
function edges(surface: Surface): Map<string, number> {
  const { positions } = surface;
  const vertices = indicesOf(surface);
  const name = (vertex: number) => positions.subarray(3 * vertex, 3 * vertex + 3).join();
  const found = new Map<string, number>();
  for (let k = 0; k < vertices.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const edge = `${name(vertices[k]!)} ${name(vertices[next]!)}`;
    found.set(edge, (found.get(edge) ?? 0) + 1);
  }
  return found;
}

/** Edges without an opposite one. */
function borders(surface: Surface): number {
  const found = edges(surface);
  return [...found.keys()].filter((edge) => !found.has(edge.split(' ').reverse().join(' '))).length;
}

describe.each(SURFACE_CLASSES)('%s', (cls) => {
  const surface = makeSurface(cls, seeded(1));

  test('has triangles with an area, vertices in range, and the same ones again', () => {
    expect(triangleCount(surface)).toBeGreaterThan(7);
    expect(Math.max(...indicesOf(surface))).toBeLessThan(surface.positions.length / 3);
    for (const { normal } of faces(surface)) expect(Math.hypot(...normal)).toBeGreaterThan(1e-3);
    expect(makeSurface(cls, seeded(1))).toEqual(surface);
  });

  test('has its outside above', () => {
    if (OVERHANGING.includes(cls)) return;
    for (const { normal } of faces(surface)) expect(normal[1]).toBeGreaterThanOrEqual(0);
  });
});

test('sphere and torus are closed, with their outside outside', () => {
  for (const [cls, volume] of [
    ['sphere', (4 / 3) * Math.PI * 8],
    ['torus', 2 * Math.PI ** 2 * 2 * 0.49],
  ] as const) {
    const surface = makeSurface(cls, seeded(1));
    expect(borders(surface)).toBe(0);
    const sum = faces(surface).reduce(
      (all, { a, normal }) => all + a.reduce((s, x, k) => s + x * normal[k]!, 0) / 6,
      0,
    );
    expect(sum / volume).toBeGreaterThan(0.9);
    expect(sum / volume).toBeLessThan(1);
  }
});

test('a square has its border alone, T-junctions have more, and cover the same area', () => {
  const area = (surface: Surface) => faces(surface).reduce((sum, { normal }) => sum + normal[1]! / 2, 0);
  expect(borders(square(8, 1))).toBe(32);
  expect(borders(unwelded(square(8, 1)))).toBe(32);
  expect(borders(squareWithTJunctions(8, 1))).toBeGreaterThan(90);
  expect(area(squareWithTJunctions(8, 1))).toBeCloseTo(64, 4);
});

test('a terrain has as many triangles as asked for, about, and slopes below 45°', () => {
  const surface = terrain(20_000, 7);
  expect(triangleCount(surface)).toBe(20_000);
  const slopes = faces(surface).map(({ normal }) => normal[1]! / Math.hypot(...normal));
  expect(Math.min(...slopes)).toBeGreaterThan(0.5);
  expect(slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length).toBeLessThan(0.97);
});

test.each([
  [3, 47_794, 1.0183],
  [4, 11_102, 1.0141],
] as const)('the dragon of detail %i has %i triangles and is %f m long', (detail, triangles, length) => {
  const { positions, indices } = dragon(detail);
  expect(indices!.length).toBe(3 * triangles);
  expect(indices!.reduce((most, vertex) => Math.max(most, vertex), 0)).toBe(positions.length / 3 - 1);
  const xs = positions.filter((_, k) => k % 3 === 0);
  expect(xs.reduce((most, x) => Math.max(most, x)) - xs.reduce((least, x) => Math.min(least, x))).toBeCloseTo(
    length,
    4,
  );
});
