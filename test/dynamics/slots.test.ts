/** Slots: every row has one of its own, those that move come first, and what is near in space is near in slots. */
import { describe, expect, test } from 'vitest';
import { bindStepMemory, type StepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import { SLICES, Slots, slicesFor } from '../../src/dynamics/slots.ts';
import { ASLEEP, AWAKE, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';
import { seeded } from '../support/random.ts';

interface World {
  readonly slots: Slots;
  readonly memory: StepMemory;
  readonly positions: Float64Array;
  readonly rows: number;
}

/** `rows` bodies within `size`, of any kind, around `origin`. */
function worldOf(rows: number, size: readonly [number, number, number], origin = 0, seed = 1): World {
  const capacity = { colliders: rows, contactRows: 1, contacts: 1 };
  const memory = bindStepMemory(new ArrayBuffer(stepBytes(capacity)), 0, capacity);
  const random = seeded(seed);
  const positions = new Float64Array(4 * rows);
  for (let id = 0; id < rows; id++) {
    memory.kinds[id] = [AWAKE, AWAKE, AWAKE, AWAKE, KINEMATIC, STATIC, ASLEEP][Math.floor(7 * random())];
    for (const axis of [0, 1, 2]) positions[4 * id + axis] = origin + size[axis] * random();
  }
  return { slots: new Slots(memory), memory, positions, rows };
}

const isMoving = ({ memory }: World, id: number) => memory.kinds[id] === AWAKE || memory.kinds[id] === KINEMATIC;

/** Arranges, and checks what holds of any arrangement. @returns ids in the order of slots */
function arrange(world: World, count: number): number[] {
  const { slots, memory, positions, rows } = world;
  slots.arrange(positions, rows, count);
  const groups = 4 * Math.ceil(rows / 4);
  const bodyAt = new Array<number>(groups).fill(-1);
  for (let row = 0; row < groups; row++) {
    expect(bodyAt[memory.slotOf[row]]).toBe(-1);
    bodyAt[memory.slotOf[row]] = row;
  }
  const ids = bodyAt.slice(0, rows);
  expect(Math.max(...ids)).toBeLessThan(rows);
  expect(ids.map((id) => isMoving(world, id))).toEqual(ids.map((_, slot) => slot < slots.moving));
  // by slices, and in a slice by ids
  const keys = ids.slice(0, slots.moving).map((id) => [slots.slices[id], id]);
  expect(keys).toEqual([...keys].sort((p, q) => p[0] - q[0] || p[1] - q[1]));
  expect(slots.slices.subarray(0, rows).every((slice) => slice < count)).toBe(true);
  return ids;
}

describe.each([1, 3, 4, 5, 63, 64, 65, 1000])('%i rows', (rows) => {
  test.each([1, 2, SLICES])('%i slices', (count) => {
    for (const origin of [0, -500, 1e7]) arrange(worldOf(rows, [3, 2, 40], origin), count);
  });
});

describe.each([0, 1, 2])('spread most along axis %i', (axis) => {
  const size: [number, number, number] = [3, 3, 3];
  size[axis] = 60;

  test('slices follow that axis, and hold about as many each', () => {
    const world = worldOf(8000, size);
    arrange(world, 8);
    const { slots, positions, rows } = world;
    const order = Array.from({ length: rows }, (_, id) => id)
      .filter((id) => isMoving(world, id))
      .sort((a, b) => positions[4 * a + axis] - positions[4 * b + axis]);
    const along = order.map((id) => slots.slices[id]);
    expect(along).toEqual([...along].sort((p, q) => p - q));
    for (let slice = 0; slice < 8; slice++) {
      const share = along.filter((s) => s === slice).length / order.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.2);
    }
  });

  test('one body far away, and one nowhere, change little', () => {
    const world = worldOf(4000, size);
    const { slots, positions } = world;
    arrange(world, 8);
    const before = slots.slices.slice();
    positions[4 * 17 + axis] = 400;
    positions.fill(Number.NaN, 4 * 801, 4 * 802);
    arrange(world, 8);
    const changed = before.filter((slice, id) => slice !== slots.slices[id]).length;
    expect(changed / slots.moving).toBeLessThan(0.15);
  });
});

test('nobody awake, all in one place, or no body at all: slots all the same', () => {
  const still = worldOf(9, [5, 5, 5]);
  still.memory.kinds.fill(STATIC, 0, 9);
  expect(arrange(still, 4)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(still.slots.moving).toBe(0);
  const heap = worldOf(9, [0, 0, 0], 3);
  arrange(heap, 4);
  const { slots, positions } = worldOf(4, [1, 1, 1]);
  slots.arrange(positions, 0, 1);
  expect(slots.moving).toBe(0);
});

test('slices: none of few contacts, a power of two of many, no more than there are', () => {
  expect([0, 1, 4096, 8191, 8192, 16_384, 61_000, 1e6].map(slicesFor)).toEqual([1, 1, 1, 1, 2, 4, 8, SLICES]);
});
