/** Motions of bodies in a step, from the state of the solver: of any kind, at any slot. */
import type { Scene } from 'hullstorm';
import { beforeEach, describe, expect, test } from 'vitest';
import { AXES, CENTER, INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from '../../src/dynamics/massRow.ts';
import { bindStepMemory, type StepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import {
  DISPLACEMENT,
  MOTION,
  quatOf,
  STATE_STRIDE,
  squaredDisplacement,
  TURN,
  writeMotion,
  writeMove,
  writePivot,
} from '../../src/dynamics/travel.ts';
import { ASLEEP, AWAKE, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';
import { FARTHEST_TURN } from '../../src/dynamics/wide/limits.ts';

const BODIES = 6;
const ID = 3;
const HALF = Math.SQRT1_2;
const ROW = 2;
let memory: StepMemory;
let rotations: Float32Array;
/** What was there before: each number is to be written, and no other. */
let out: Float64Array;

beforeEach(() => {
  const capacity = { colliders: BODIES, contactRows: 1, contacts: 1 };
  memory = bindStepMemory(new ArrayBuffer(stepBytes(capacity)), 0, capacity);
  memory.slotOf.forEach((_, id) => {
    memory.slotOf[id] = (id + 2) % BODIES;
  });
  memory.state.set([3, -4, 12, 0, 0.1, -0.2, 0.3], STATE_STRIDE * memory.slotOf[ID]! + DISPLACEMENT);
  const own = MASS_STRIDE * ID;
  memory.mass[own + INVERSE_ROOT_MASS] = 0.5;
  memory.mass.set([2, 3, 4], own + INVERSE_ROOT_MOMENTS);
  memory.mass.set([0, 0, 0, 1], own + AXES);
  rotations = new Float32Array(4 * BODIES);
  rotations.set([0, 0, 0, 1], 4 * ID);
  out = new Float64Array(3 * MOTION + 8 * ROW).fill(99);
});

const scene = () => ({ rotations }) as unknown as Scene;

function motionOf(kind: number): number[] {
  memory.kinds[ID] = kind;
  writeMotion(ID, memory, scene(), out, MOTION);
  const others = [...out.subarray(0, MOTION), ...out.subarray(2 * MOTION)];
  expect(others.every((value) => value === 99)).toBe(true);
  const [x, y, z, , ...turn] = out.subarray(MOTION, 2 * MOTION);
  return [x!, y!, z!, ...turn];
}

const near = (got: readonly number[], want: readonly number[]) => {
  expect(got).toHaveLength(want.length);
  for (const [k, value] of want.entries()) expect(got[k], `number ${k}`).toBeCloseTo(value, 6);
};

describe('the motion', () => {
  test('of a dynamic body is scaled by its mass, and the turn along its principal axes', () => {
    near(motionOf(AWAKE), [1.5, -2, 6, 0.2, -0.6, 1.2, 0]);
  });

  test('of one whose principal axes and rotation are turned', () => {
    // the principal axes x, y, z are z, −x, −y of the world
    memory.mass.set([0, 0, HALF, HALF], MASS_STRIDE * ID + AXES);
    rotations.set([HALF, 0, 0, HALF], 4 * ID);
    near(motionOf(AWAKE).slice(3), [0.3, -0.8, 0.6, 0]);
  });

  test('does not depend on the length of the rotation', () => {
    rotations.set([0, 0, 0, 7], 4 * ID);
    near(motionOf(AWAKE), [1.5, -2, 6, 0.2, -0.6, 1.2, 0]);
  });

  test('of a kinematic body is that of the state', () => {
    near(motionOf(KINEMATIC), [3, -4, 12, 0.1, -0.2, 0.3, 0]);
  });

  test.each([STATIC, ASLEEP])('of a body of kind %i, which does not move, is 0', (kind) => {
    expect(motionOf(kind)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('turns no farther than the limit', () => {
    const at = STATE_STRIDE * memory.slotOf[ID]! + TURN;
    memory.state.set([1e3, -1e3, 1e-3], at);
    // each axis is cut, then the whole is shortened
    const most = Math.SQRT1_2 * FARTHEST_TURN;
    const [x, y, z] = motionOf(AWAKE).slice(3);
    for (const [k, turn] of [x, y].entries()) expect(turn! * (-1) ** k).toBeCloseTo(most, 5);
    expect(z).toBeCloseTo(Math.SQRT1_2 * 4e-3, 5);
  });
});

test('the move alone', () => {
  memory.kinds[ID] = AWAKE;
  writeMove(ID, memory, out, 4);
  expect([...out.subarray(3, 8)]).toEqual([99, 1.5, -2, 6, 99]);
  memory.kinds[ID] = ASLEEP;
  writeMove(ID, memory, out, 4);
  expect([...out.subarray(3, 8)]).toEqual([99, 0, 0, 0, 99]);
});

test('its squared length', () => {
  memory.kinds[ID] = AWAKE;
  expect(squaredDisplacement(ID, memory)).toBe(169 / 4);
  memory.kinds[ID] = KINEMATIC;
  expect(squaredDisplacement(ID, memory)).toBe(169);
});

test('the point that a body turns about', () => {
  expect(writePivot(ID, memory, out, 1)).toBe(false);
  expect([...out.subarray(0, 5)]).toEqual([99, 0, 0, 0, 99]);
  for (const k of [0, 1, 2]) {
    memory.mass.fill(0, MASS_STRIDE * ID + CENTER, MASS_STRIDE * ID + CENTER + 3);
    memory.mass[MASS_STRIDE * ID + CENTER + k] = -2;
    expect(writePivot(ID, memory, out, 1)).toBe(true);
    expect([...out.subarray(1, 4)]).toEqual([0, 1, 2].map((c) => (c === k ? -2 : 0)));
  }
});

test('the quaternion of a rotation vector', () => {
  expect([...quatOf([0, 0, 0])]).toEqual([0, 0, 0, 1]);
  near([...quatOf([0, Math.PI / 2, 0])], [0, HALF, 0, HALF]);
  near([...quatOf([0, 0, -Math.PI])], [0, 0, -1, 0]);
});
