/** The tables of the stepper's wide sources as the lane compiler lays them out; and that no two tables of a step overlap. */
import { describe, expect, test } from 'vitest';
import { bindStepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import { BUNDLE_BYTES, RECORD_BYTES } from '../../src/dynamics/wide/bundles.ts';
import * as context from '../../src/dynamics/wide/context.ts';
import { COLORS } from '../../src/dynamics/wide/limits.ts';
import { compilePasses } from '../support/dynamicsTables.ts';

const { tables } = compilePasses();

test('a bundle fills what the host sets aside', () => {
  expect(tables.Bundle!.bytes).toBe(BUNDLE_BYTES);
});

test('vectors whose lanes are read one by one lie side by side: x, y, z, 16 bytes each', () => {
  const { members } = tables.Bundle!;
  for (const name of ['normal', 'first', 'second']) {
    const at = members[`${name}.x`].byteOffset;
    expect([members[`${name}.y`].byteOffset, members[`${name}.z`].byteOffset]).toEqual([at + 16, at + 32]);
  }
});

describe.each([1, 3, 4, 5, 63, 64, 65])('memory of a stepper for %i bodies and contacts', (count) => {
  const capacity = { colliders: count, contactRows: count, contacts: count };
  const begin = 4096;
  const bytes = stepBytes(capacity);
  const buffer = new ArrayBuffer(begin + bytes);
  const memory = bindStepMemory(buffer, begin, capacity);
  const rows = 4 * Math.ceil(count / 4) + 4;
  const { words } = memory;
  /** Tables by where they begin, and bytes that passes touch of them. */
  const regions: [string, number, number][] = [
    ['context', words.byteOffset, 4 * context.CONTEXT_WORDS],
    ['stages', memory.stages.byteOffset, 8 * (COLORS + 1)],
    ['MASS', words[context.MASS], RECORD_BYTES * rows],
    ['VELOCITIES', words[context.VELOCITIES], 16 * rows],
    ['SPINS', words[context.SPINS], 16 * rows],
    ['FORCES', words[context.FORCES], 16 * rows],
    ['TORQUES', words[context.TORQUES], 16 * rows],
    ['KINDS', words[context.KINDS], 4 * rows],
    ['TIMERS', words[context.TIMERS], 4 * rows],
    ['LEADS', words[context.PREDICTION_TIMES], 4 * rows],
    ['awake', memory.awake.byteOffset, rows],
    ['STATE', words[context.STATE], RECORD_BYTES * rows],
    ['BEFORE', words[context.BEFORE], 32 * rows],
    ['PUSH', words[context.PUSH], 32 * rows],
    ['FRAME', words[context.FRAME], RECORD_BYTES * rows],
    ['START_POSITIONS', words[context.START_POSITIONS], 32 * rows],
    ['START_ROTATIONS', words[context.START_ROTATIONS], 16 * rows],
    ['START_TIMERS', words[context.START_TIMERS], 4 * rows],
    ['SLOT_OF', words[context.SLOT_OF], 4 * rows],
    ['ORDER', words[context.ORDER], 16 * memory.bundleCapacity],
    ['impulses 0', memory.impulses[0].byteOffset, 128 * memory.bundleCapacity],
    ['impulses 1', memory.impulses[1].byteOffset, 128 * memory.bundleCapacity],
    ['places 0', memory.impulseRows[0].byteOffset, 4 * count],
    ['places 1', memory.impulseRows[1].byteOffset, 4 * count],
    ['BUNDLES', words[context.BUNDLES], BUNDLE_BYTES * memory.bundleCapacity],
  ];

  test('tables do not overlap, begin on cache lines, and end within the bytes asked for', () => {
    const sorted = [...regions].sort((p, q) => p[1] - q[1]);
    for (const [k, [name, at, size]] of sorted.entries()) {
      expect(at % 64, name).toBe(0);
      expect(at + size, name).toBeLessThanOrEqual(sorted[k + 1]?.[1] ?? begin + bytes);
    }
    expect(sorted[0][1]).toBe(begin);
  });

  test('the empty slot is a row of its own, in no group of a body', () => {
    const empty = words[context.EMPTY_SLOT];
    expect(empty).toBeLessThan(rows);
    expect(empty).toBeGreaterThanOrEqual(4 * Math.ceil(count / 4));
  });
});
