/** Groups of boxes that are searched together. */
import { expect, test } from 'vitest';
import { between, seeded } from '../../scenes/random.ts';
import { BOX } from '../../src/dynamics/boxQueue.ts';
import { FarGroups } from '../../src/dynamics/farGroups.ts';

const SEED = 0x6f;

/** Boxes of 1 m, whose centers are given. */
function boxesAt(centers: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(centers.flatMap((center) => [...center.map((c) => c - 0.5), ...center.map((c) => c + 0.5)]));
}

/** The bodies of each group. @throws if a box leaves that of its group */
function groupsOf(boxes: Float64Array): number[][] {
  const groups = new FarGroups();
  groups.make(boxes, boxes.length / BOX);
  const { queue } = groups;
  return Array.from({ length: queue.count }, (_, group) => {
    const bodies: number[] = [];
    for (let k = groups.first(group); k < groups.first(group + 1); k++) {
      for (let c = 0; c < 3; c++) {
        expect(queue.boxes[BOX * group + c]).toBeLessThanOrEqual(boxes[BOX * k + c]!);
        expect(queue.boxes[BOX * group + 3 + c]).toBeGreaterThanOrEqual(boxes[BOX * k + 3 + c]!);
      }
      bodies.push(k);
    }
    return bodies;
  });
}

test('a row of boxes beside each other is one group, up to 64 of them', () => {
  const row = Array.from({ length: 100 }, (_, k) => [1.2 * k, 0, 0]);
  expect(groupsOf(boxesAt(row)).map((group) => group.length)).toEqual([64, 36]);
});

test('boxes far from each other are alone', () => {
  const apart = Array.from({ length: 5 }, (_, k) => [10 * k, 3 * k, 0]);
  expect(groupsOf(boxesAt(apart)).map((group) => group.length)).toEqual([1, 1, 1, 1, 1]);
});

test('each box is in one group, in order, and inside of its box', () => {
  const random = seeded(SEED);
  const place = () => between(random, 0, 20);
  for (const count of [0, 1, 2, 63, 64, 65, 500]) {
    const boxes = boxesAt(Array.from({ length: count }, () => [place(), place(), 0]));
    expect(groupsOf(boxes).flat()).toEqual(Array.from({ length: count }, (_, k) => k));
  }
});
