/** Which impulses contacts start from when their points are not those of the last step: `prepare`, then `keep`, and nothing in between. */
import { expect, test } from 'vitest';
import { AWAKE } from '../../src/dynamics/wide/context.ts';
import { compilePasses, PassFixture, SETTINGS } from '../support/dynamicsTables.ts';
import { STRICT } from '../support/lanesFixture.ts';

const passes = compilePasses(STRICT);
/** Of the last step, by slot: powers of two, so that every sum says what is in it, without rounding (N s). */
const BEFORE = [1, 2, 4, 8];
const [TOUCHING, DEEPER, APART] = [-0.001, -0.002, 2 * SETTINGS.slop];
const NEW = -1;

type Point = readonly [slot: number, separation: number];
const touching = (...slots: number[]): Point[] => slots.map((slot) => [slot, TOUCHING]);

/** Point by point: the slot that each had, or NEW, and its separation (m); then the impulses that they start from. */
const CASES: [string, readonly Point[], readonly number[]][] = [
  ['all stay', touching(0, 1, 2, 3), [1, 2, 4, 8]],
  ['all change places', touching(3, 0, 1, 2), [8, 1, 2, 4]],
  ['one is gone, none is new', touching(0, 1, 3), [1, 2, 8, 0]],
  ['one is gone, one is new', touching(0, 1, NEW, 3), [1, 2, 4, 8]],
  ['three are gone, one is new', touching(2, NEW), [4, 11, 0, 0]],
  ['of two that are new, the deeper one', [...touching(NEW), [NEW, DEEPER], [1, DEEPER]], [0, 13, 2, 0]],
  ['one is gone, the first is new', touching(NEW, 0, 1, 2), [8, 1, 2, 4]],
  ['a new one that is apart bears nothing', [[NEW, APART], ...touching(3)], [0, 8, 0, 0]],
  ['all are new: nobody knows which row it was', touching(NEW, NEW), [0, 0, 0, 0]],
];

/** A cube on a static one per case; each has its impulses of the last step in another row. @returns the impulses that are kept, by row */
function start(order: readonly number[]): number[][] {
  const fixture = new PassFixture(passes, 2 * CASES.length, CASES.length);
  for (const [row, [, points]] of CASES.entries()) {
    const last = CASES.length - 1 - row;
    fixture.memory.mass.set([0, 0, 0, 1, 1, 1, 1, 1], 16 * (2 * row + 1));
    fixture.memory.kinds[2 * row + 1] = AWAKE;
    fixture.ids.set([2 * row, 2 * row + 1], 2 * row);
    fixture.separation.set([0, 1, 0, TOUCHING], 4 * row);
    fixture.pointCount[row] = points.length;
    fixture.before(last).set(BEFORE);
    for (const [p, [slot, separation]] of points.entries()) {
      const [x, z] = [p & 1 ? 0.5 : -0.5, p & 2 ? 0.5 : -0.5];
      fixture.pointsA.set([x, 0.5, z, separation], 16 * row + 4 * p);
      fixture.pointsB.set([x, -0.5, z, 0], 16 * row + 4 * p);
      fixture.previous[4 * row + p] = slot === NEW ? -1 : 4 * last + slot;
    }
  }
  fixture.memory.order.set(order);
  fixture.pass('beginBodies', 0, Math.ceil(CASES.length / 2));
  fixture.pass('prepare', 0, order.length / 4);
  fixture.pass('storeImpulses', 0, order.length / 4);
  return CASES.map((_, row) => [...fixture.kept(row)]);
}

const alone = start(CASES.flatMap((_, row) => [row, -1, -1, -1]));

test.each(CASES)('%s', (name, _, want) => {
  const row = CASES.findIndex(([other]) => other === name);
  expect(alone[row].slice(0, 4)).toEqual(want);
});

test('lanes do not see their neighbors', () => {
  const rows = CASES.map((_, row) => row);
  expect(start([...rows, ...Array<number>(-rows.length & 3).fill(-1)])).toEqual(alone);
});
