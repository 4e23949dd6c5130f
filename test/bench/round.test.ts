/** The workload of round shapes: as many overlaps as it says, and a truth that agrees with the pair query. */
import { type Shape, Status } from 'hullstorm';
import { box, cone, cylinder, distance } from 'hullstorm/pair';
import { expect, test } from 'vitest';
import { truthOf } from '../../bench/peers/truth.ts';
import type { WorkloadShape } from '../../bench/workloadShapes.ts';
import { makeWorkload, ROUND } from '../../bench/workloads.ts';

function shapeOf(shape: WorkloadShape): Shape {
  switch (shape.kind) {
    case 'box':
      return box(shape.halfExtents[0], shape.halfExtents[1], shape.halfExtents[2]);
    case 'cylinder':
      return cylinder(shape.halfHeight, shape.radius);
    case 'cone':
      return cone(shape.halfHeight, shape.radius);
    default:
      throw new Error(`a round workload has no ${shape.kind}`);
  }
}

test('round: 42 % of the pairs overlap, and truth and pair query agree', () => {
  const workload = makeWorkload(ROUND, 400, 1);
  const { signed, uncertified } = truthOf(workload);
  expect(uncertified).toBeLessThan(3);
  const shapes = workload.shapes.map(shapeOf);
  const { positions, rotations, pairs, sizes } = workload;
  const pose = (id: number) => ({
    position: positions.subarray(4 * id, 4 * id + 3),
    rotation: rotations.subarray(4 * id, 4 * id + 4),
  });
  let overlaps = 0;
  for (let p = 0; p < workload.pairCount; p++) {
    const [a, b] = [pairs[2 * p], pairs[2 * p + 1]];
    const found = distance(shapes[workload.shapeOf[a]], pose(a), shapes[workload.shapeOf[b]], pose(b));
    if (found.status === Status.Overlapping) overlaps++;
    if (Number.isNaN(signed[p])) continue;
    // the truth is certified to 1e-6 of the size, the query to 1e-7
    expect(Math.abs(found.distance - signed[p]) / sizes[p], `pair ${p}`).toBeLessThan(1.2e-6);
  }
  expect(overlaps).toBe(0.42 * 400);
  expect(new Set(workload.shapes.map(({ kind }) => kind))).toEqual(new Set(['box', 'cylinder', 'cone']));
});
