/** World bounding boxes against brute force over turned vertices. */

import { describe, expect, test } from 'vitest';
import { boundsRows } from '../../src/broad/bounds/bounds.ts';
import { ScalarBroad } from '../../src/broad/scalarBroad.ts';
import { NO_SHAPE } from '../../src/tables/colliderTable.ts';
import { type Body, boxBody, place, type Quat, rotationMatrix, transformed } from '../oracle/body.ts';
import { generatePair, PAIR_CLASSES } from '../oracle/generate.ts';
import { seeded } from '../support/random.ts';
import { TableFixture } from '../support/tables.ts';

const SEED = 0xb0b0;

function run(fixture: TableFixture, begin = 0, end = fixture.scene.rows): number {
  const { bounds, colliders, counts } = fixture.frame;
  return boundsRows(bounds, colliders, counts, fixture.frame, begin, end, new ScalarBroad(fixture.frame));
}

/** min x y z, max x y z about the body's position. */
function bruteForce({ vertices, rotation, radius }: Body): number[] {
  const p = transformed(vertices, rotationMatrix(rotation), [0, 0, 0]);
  const low = [0, 1, 2].map((c) => Math.min(...p.filter((_, k) => k % 3 === c)) - radius);
  const high = [0, 1, 2].map((c) => Math.max(...p.filter((_, k) => k % 3 === c)) + radius);
  return [...low, ...high];
}

describe('boxes are tight', () => {
  test.each(PAIR_CLASSES)(`%s, seed ${SEED}`, (cls) => {
    const count = cls === 'hull-128' || cls === 'hull-256' ? 10 : 60;
    const fixture = new TableFixture({ shapes: 2 * count, vertices: 600 * count, colliders: 2 * count });
    const random = seeded(SEED);
    const bodies = Array.from({ length: count }, () => generatePair(cls, random)).flatMap(({ a, b }) => [a, b]);
    for (const body of bodies) fixture.addBody(body);
    expect(run(fixture)).toBe(0);
    const { boxes } = fixture.frame.bounds;
    bodies.forEach((body, id) => {
      const expected = bruteForce(body);
      const reach = Math.max(...expected.map(Math.abs));
      const far = Math.max(...body.position.map(Math.abs));
      for (let c = 0; c < 6; c++) {
        const off = Math.abs(boxes[6 * id + c] - (body.position[c % 3] + expected[c]));
        // a few roundings of the rotated vertex, two of the sum with the position
        expect(off, `body ${id}, side ${c}`).toBeLessThanOrEqual(1e-15 * reach + 2 ** -51 * far);
      }
    });
  });
});

describe('rows', () => {
  test('of removed colliders and of bad poses are NaN; the latter are counted', () => {
    const fixture = new TableFixture();
    for (let k = 0; k < 6; k++) fixture.addBody(place(boxBody(1, 1, 1), [3 * k, 0, 0]));
    fixture.scene.removeCollider(1);
    fixture.pose(2, [0, Number.NaN, 0], [0, 0, 0, 1]);
    fixture.pose(3, [0, 0, 0], [0, 0, 0, 0]);
    fixture.frame.colliders.shapes[4] = 1000;
    expect(fixture.frame.colliders.shapes[1]).toBe(NO_SHAPE);
    expect(run(fixture)).toBe(2);
    const { boxes } = fixture.frame.bounds;
    expect([...boxes.subarray(0, 6)]).toEqual([-1, -1, -1, 1, 1, 1]);
    expect(boxes.subarray(6, 30).every(Number.isNaN)).toBe(true);
    expect([...boxes.subarray(30, 36)]).toEqual([14, -1, -1, 16, 1, 1]);
  });

  test('outside [begin, end) are left alone', () => {
    const fixture = new TableFixture();
    for (let k = 0; k < 9; k++) fixture.addBody(boxBody(1, 1, 1));
    const { boxes } = fixture.frame.bounds;
    boxes.fill(7);
    expect(run(fixture, 3, 5)).toBe(0);
    expect([...boxes.subarray(0, 18)]).toEqual(new Array(18).fill(7));
    expect([...boxes.subarray(18, 30)]).toEqual([-1, -1, -1, 1, 1, 1, -1, -1, -1, 1, 1, 1]);
    expect([...boxes.subarray(30)].every((x) => x === 7)).toBe(true);
  });

  test('a quaternion of another length turns the same', () => {
    const fixture = new TableFixture();
    const turn: Quat = [0.25, -0.5, 0.125, 0.75];
    for (const factor of [1, 2, 2 ** -20]) {
      fixture.addBody(place(boxBody(1, 2, 3), [0, 0, 0], turn.map((c) => c * factor) as Quat));
    }
    expect(run(fixture)).toBe(0);
    const { boxes } = fixture.frame.bounds;
    expect([...boxes.subarray(6, 12)]).toEqual([...boxes.subarray(0, 6)]);
    expect([...boxes.subarray(12, 18)]).toEqual([...boxes.subarray(0, 6)]);
  });
});
