/**
 * Casts of boxes into hulls without turns, against brute force over all separating axes (bench/peers/casts/truth.ts):
 * the first time, to 1e-6 of the size, and never late.
 */
import { expect, test } from 'vitest';
import { type Bodies, type ShapeCasts, vector } from '../../../bench/castScenes.ts';
import { truthOf } from '../../../bench/peers/casts/truth.ts';
import { makeWorkload } from '../../../bench/workloads.ts';
import { box, CastStatus, castShape, createCastHit, hull } from '../../../src/pair.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const STILL = {};
const hit = createCastHit();

/** Random boxes around a body at the origin, which fly past it or into it. */
function castsAround(seed: number, count: number): ShapeCasts {
  const random = seeded(seed);
  const halves = Array.from({ length: 8 }, () => [0, 0, 0].map(() => 0.05 + random()));
  const columns = { starts: new Float64Array(3 * count), moves: new Float64Array(3 * count) };
  const rotations = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    const way = vector(random, 1);
    const length = Math.hypot(...way);
    const aside = vector(random, 2);
    for (let c = 0; c < 3; c++) {
      columns.starts[3 * k + c] = (way[c]! / length) * 4;
      columns.moves[3 * k + c] = aside[c]! - 2 * columns.starts[3 * k + c]!;
    }
    for (let c = 0; c < 4; c++) rotations[4 * k + c] = Math.fround(random() - 0.5);
    // faces and edges that are parallel to those of the hull
    if (k % 4 === 0) rotations.set([0, 0, 0, 1], 4 * k);
  }
  return { count, halves, ...columns, rotations, turns: new Float64Array(3 * count) };
}

/** One shape at the origin. */
function alone(shape: Bodies['shapes'][number]): Bodies {
  return {
    colliderCount: 1,
    shapes: [shape],
    shapeOf: Uint32Array.of(0),
    positions: new Float64Array(4),
    rotations: Float32Array.of(0, 0, 0, 1),
  };
}

const HULLS = makeWorkload('h16', 4).shapes.slice(0, 8) as Bodies['shapes'];
const OCTAHEDRON = Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1);
const PRISM = Float32Array.of(-1, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5);

test.each([
  ['hulls of 16', HULLS],
  ['an octahedron', [{ kind: 'hull', points: OCTAHEDRON } as const]],
  ['a prism', [{ kind: 'hull', points: PRISM } as const]],
])('%s: the time of the first contact', (_, shapes) => {
  const count = sweep(60, 4000);
  let hits = 0;
  shapes.forEach((shape, seed) => {
    if (shape.kind !== 'hull') return;
    const bodies = alone(shape);
    const casts = castsAround(seed, count);
    const truth = truthOf(bodies, casts);
    const target = hull(shape.points);
    for (let k = 0; k < count; k++) {
      const exact = truth.times[k]!;
      if (Number.isNaN(exact)) continue;
      const [hx, hy, hz] = casts.halves[k % casts.halves.length]!;
      const move = Array.from(casts.moves.subarray(3 * k, 3 * k + 3));
      const position = Array.from(casts.starts.subarray(3 * k, 3 * k + 3));
      const rotation = Array.from(casts.rotations.subarray(4 * k, 4 * k + 4));
      castShape(box(hx!, hy!, hz!), { position, rotation }, { move }, target, { position: [0, 0, 0] }, STILL, hit);
      if (exact === Infinity || exact === 0) {
        expect(hit.status, `cast ${k}`).toBe(exact === 0 ? CastStatus.StartsTouching : CastStatus.Free);
        continue;
      }
      hits++;
      const speed = move.reduce((sum, c, axis) => sum + c * hit.normal[axis]!, 0);
      const size = Math.hypot(hx!, hy!, hz!) + Math.max(...shape.points.map(Math.abs)) * Math.sqrt(3);
      expect(hit.status, `cast ${k}`).toBe(CastStatus.Hit);
      expect(hit.t).toBeLessThanOrEqual(exact);
      expect((exact - hit.t) * speed, `cast ${k}`).toBeLessThan(1e-6 * size);
      expect(hit.distance).toBeLessThan(1e-6 * size);
    }
  });
  expect(hits).toBeGreaterThan(0.3 * count);
});
