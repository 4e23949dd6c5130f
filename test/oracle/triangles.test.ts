/** The brute force over triangles against closed forms. */

import { describe, expect, test } from 'vitest';
import { castRay, closestPoint, trianglesOf } from '../../scenes/bruteForce.ts';
import { square, squareWithTJunctions } from '../../scenes/surfaces.ts';
import { seeded } from '../support/random.ts';
import { makeSurface } from '../support/surfaces.ts';
import { boxBody, capsuleBody, place, sphereBody, type Vec3 } from './body.ts';
import { castBody, gapsTo, nearestGap } from './triangles.ts';

const DOWN = [0, -1, 0];
const SEED = 0x7a1e;
const random = seeded(SEED);
const between = (low: number, high: number) => low + (high - low) * random();
/** Random points at which all results on a flat square are known. */
const points = (count: number): Vec3[] =>
  Array.from({ length: count }, () => [between(-3.9, 3.9), between(0.1, 3), between(-3.9, 3.9)]);

const flat = trianglesOf(square(8, 1));

describe(`rays, seed ${SEED}`, () => {
  test('onto the flat hit at their height', () => {
    for (const p of points(200)) {
      const hit = castRay(flat, p, DOWN)!;
      expect(hit.t).toBeCloseTo(p[1], 14);
      const [cellX, cellZ] = [Math.floor(p[0]), Math.floor(p[2])];
      const second = p[0] - cellX + (p[2] - cellZ) > 1 ? 1 : 0;
      expect(hit.triangle).toBe(2 * ((cellX + 4) * 8 + cellZ + 4) + second);
    }
  });

  test('through every vertex, and the middle of every edge, hit the smallest triangle there', () => {
    for (const [x, z, smallest] of [
      [-4, -4, 0],
      [-3, -4, 0], // of triangles 0, 1 and 16
      [-3, -3, 1], // of triangles 1, 2, 3, 16, 17, 18
      [-3.5, -3.5, 0], // the diagonal of the first cell
      [-3.5, -3, 1], // the edge to the second cell
      [4, 4, 127],
    ] as const) {
      expect(castRay(flat, [x, 2, z], DOWN)).toEqual({ triangle: smallest, t: 2 });
      expect(castRay(flat, [x, 2, z], DOWN, 1.9)).toBeUndefined();
    }
    for (const [x, z] of [
      [4.0000001, 0],
      [0, -4.0000001],
    ] as const) {
      expect(castRay(flat, [x, 2, z], DOWN)).toBeUndefined();
    }
  });

  test('in the plane of a triangle, backwards or beyond the end do not hit it', () => {
    expect(castRay(flat, [-9, 0, 0.3], [1, 0, 0])).toBeUndefined();
    expect(castRay(flat, [0, 1, 0.3], [0, 1, 0])).toBeUndefined();
    expect(castRay(flat, [0, 0, 0.3], DOWN)).toMatchObject({ t: 0 });
  });

  test('at vertices, edges and seams of a closed surface are never lost, from any distance', () => {
    for (const name of ['sphere', 'torus'] as const) {
      const triangles = trianglesOf(makeSurface(name, random));
      for (let k = 0; k < 300; k++) {
        const at = 9 * Math.floor(triangles.count * random());
        const [a, b] = [0, 3].map((c) => triangles.corners.subarray(at + c, at + c + 3));
        const share = k % 3 ? random() : 0;
        const target = [0, 1, 2].map((c) => a![c]! + share * (b![c]! - a![c]!));
        // from inside of the body: the ray must leave it through the target, or before
        const inside = name === 'sphere' ? [0, 0, 0] : target.map((c) => (c * 2) / Math.hypot(target[0]!, target[2]!));
        if (name === 'torus') inside[1] = 0;
        const way = target.map((c, axis) => c - inside[axis]!);
        expect(castRay(triangles, inside, way)?.t, `${name} ${k}`).toBeLessThan(1 + 1e-9);
        const origin = target.map((c, axis) => c + 10 ** (k % 8) * way[axis]!);
        const back = way.map((c) => -c);
        // the target is on the surface up to one rounding of the origin
        const hit = castRay(triangles, origin, back);
        if (share > 0 && share < 1) expect(hit, `${name} ${k}`).toBeDefined();
      }
    }
  });

  test('meet no gap at T-junctions', () => {
    const triangles = trianglesOf(squareWithTJunctions(8, 1));
    for (let z = -3; z <= 3; z++) {
      for (let k = 0; k < 50; k++) expect(castRay(triangles, [between(-4, 4), 1, z], DOWN)).toMatchObject({ t: 1 });
    }
  });
});

describe(`points, seed ${SEED}`, () => {
  test('over the flat, beside it, and around a ball', () => {
    for (const p of points(200)) {
      expect(closestPoint(flat, p).distance).toBeCloseTo(p[1], 14);
      const beside = closestPoint(flat, [p[0] + 9, p[1], p[2]]);
      expect(beside.distance).toBeCloseTo(Math.hypot(p[0] + 5, p[1]), 13);
      expect(beside.point[0]).toBe(4);
    }
    expect(closestPoint(flat, [0, 1, 0]).triangle).toBe(2 * (3 * 8 + 3) + 1);
    const ball = trianglesOf(makeSurface('sphere', random));
    const { distance } = closestPoint(ball, [0, 5, 0]);
    expect(distance).toBeCloseTo(3, 14);
  });
});

describe(`bodies, seed ${SEED}`, () => {
  test('over the flat: their lowest point; sunk: the depth', () => {
    for (const p of points(60)) {
      const ball = place(sphereBody(0.5), p);
      expect(nearestGap(flat, ball).distance).toBeCloseTo(p[1] - 0.5, 12);
      const box = place(boxBody(0.1, 0.25, 0.2), p);
      const { distance, normal } = nearestGap(flat, box);
      if (p[1] > 0.25) {
        expect(distance).toBeCloseTo(p[1] - 0.25, 12);
        expect(normal[1]).toBeCloseTo(1, 12);
      }
    }
    expect(nearestGap(flat, place(capsuleBody(0.5, 0.25), [0.2, 0.5, 0.3])).distance).toBeCloseTo(-0.25, 12);
  });

  test('find every triangle within the margin', () => {
    const gaps = gapsTo(flat, place(boxBody(0.5, 0.25, 0.5), [0.5, 0.26, 0.5]), 0.0101);
    // the cell under it, and all triangles at its border and corners
    expect(gaps.map(({ triangle }) => triangle)).toEqual(
      Array.from({ length: flat.count }, (_, k) => k).filter((k) => {
        const [x, z] = [Math.floor(k / 16) - 4, (Math.floor(k / 2) % 8) - 4];
        if (Math.abs(x) > 1 || Math.abs(z) > 1) return false;
        // two corners of the nine cells are cut off by their diagonals
        return !((x === -1 && z === -1 && k % 2 === 0) || (x === 1 && z === 1 && k % 2 === 1));
      }),
    );
    for (const { distance } of gaps) expect(distance).toBeGreaterThan(0.0099);
  });

  test('in motion touch when the closed form says so', () => {
    for (const p of points(60)) {
      p[1] += 0.6;
      const motion: Vec3 = [between(-1, 1), -4, between(-1, 1)];
      const hit = castBody(flat, place(sphereBody(0.5), [0.5 * p[0], p[1], 0.5 * p[2]]), motion)!;
      expect(hit.t).toBeCloseTo((p[1] - 0.5) / 4, 12);
      const box = castBody(flat, place(boxBody(0.2, 0.25, 0.2), [0.5 * p[0], p[1], 0.5 * p[2]]), motion)!;
      expect(box.t).toBeCloseTo((p[1] - 0.25) / 4, 12);
      expect(castBody(flat, place(sphereBody(0.5), p), [2, 0.1, 1])).toBeUndefined();
    }
    expect(castBody(flat, place(boxBody(0.2, 0.25, 0.2), [0, 0.1, 0]), [0, 1, 0])?.t).toBe(0);
  });

  test('against the rim of the flat from the side', () => {
    const hit = castBody(flat, place(sphereBody(0.5), [6, 0.3, 0.25]), [-4, 0, 0])!;
    expect(hit.t).toBeCloseTo((2 - Math.sqrt(0.25 - 0.09)) / 4, 7);
  });
});
