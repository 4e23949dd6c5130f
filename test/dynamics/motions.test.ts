/** Motions of bodies that are cast: written once per step, and carried along with another body. */
import { quat, vec3 } from 'gl-matrix';
import type { Scene } from 'hullstorm';
import { beforeEach, expect, test } from 'vitest';
import { randomUnit, seeded } from '../../scenes/random.ts';
import { AXES, CENTER, INVERSE_ROOT_MASS, INVERSE_ROOT_MOMENTS, MASS_STRIDE } from '../../src/dynamics/massRow.ts';
import { bindStepMemory, type StepMemory, stepBytes } from '../../src/dynamics/memory.ts';
import { Motions } from '../../src/dynamics/motions.ts';
import { DISPLACEMENT, MOTION, quatOf, STATE_STRIDE } from '../../src/dynamics/travel.ts';
import { AWAKE, KINEMATIC, STATIC } from '../../src/dynamics/wide/context.ts';

const SEED = 0x307;
const BODIES = 4;
let memory: StepMemory;
let scene: Scene;
let motions: Motions;

const at = <T extends ArrayLike<number>>(list: T, id: number, size: number, stride: number) =>
  Array.from({ length: size }, (_, k) => list[stride * id + k]!);

/** Bodies of these kinds anywhere, with any motion; centers of mass beside positions if `isAside`. */
function fill(seed: number, kinds: readonly number[], isAside = true): void {
  const random = seeded(seed);
  const spread = (size: number) => size * (2 * random() - 1);
  for (let id = 0; id < BODIES; id++) {
    memory.kinds[id] = kinds[id]!;
    memory.slotOf[id] = BODIES - 1 - id;
    const own = MASS_STRIDE * id;
    memory.mass[own + INVERSE_ROOT_MASS] = 0.5 + random();
    memory.mass.set([1, 1, 1], own + INVERSE_ROOT_MOMENTS);
    memory.mass.set([0, 0, 0, 1], own + AXES);
    for (let c = 0; c < 3; c++) {
      scene.positions[4 * id + c] = spread(5);
      memory.mass[own + CENTER + c] = isAside ? spread(1) : 0;
      memory.state[STATE_STRIDE * memory.slotOf[id]! + DISPLACEMENT + c] = spread(3);
      memory.state[STATE_STRIDE * memory.slotOf[id]! + DISPLACEMENT + 4 + c] = spread(2);
    }
    randomUnit(scene.rotations, 4 * id, 4, random);
  }
  motions.begin();
}

beforeEach(() => {
  const capacity = { colliders: BODIES, contactRows: 1, contacts: 1 };
  memory = bindStepMemory(new ArrayBuffer(stepBytes(capacity)), 0, capacity);
  scene = { positions: new Float64Array(4 * BODIES), rotations: new Float32Array(4 * BODIES) } as unknown as Scene;
  motions = new Motions(scene, memory);
});

/** The pose of a body at a time of its motion, about its center of mass. */
function poseAt(id: number, time: number): { position: vec3; rotation: quat } {
  const [x, y, z, , ...turn] = at(motions.values, id, 7, MOTION);
  const pivot = at(memory.mass, id, MASS_STRIDE, MASS_STRIDE).slice(CENTER, CENTER + 3) as vec3;
  const start = at(scene.rotations, id, 4, 4) as quat;
  const rotation = quat.multiply([0, 0, 0, 1], quatOf(vec3.scale([0, 0, 0], turn as vec3, time)), start);
  const center = vec3.transformQuat([0, 0, 0], pivot, start);
  vec3.add(center, center, at(scene.positions, id, 3, 4) as vec3);
  vec3.scaleAndAdd(center, center, [x!, y!, z!], time);
  return { position: vec3.subtract(center, center, vec3.transformQuat([0, 0, 0], pivot, rotation)), rotation };
}

/** Where a pose is in the frame of another one: position and rotation. */
function within(pose: ReturnType<typeof poseAt>, frame: ReturnType<typeof poseAt>): number[] {
  const back = quat.conjugate([0, 0, 0, 1], frame.rotation);
  const offset = vec3.subtract([0, 0, 0], pose.position, frame.position);
  return [...vec3.transformQuat(offset, offset, back), ...quat.multiply([0, 0, 0, 1], back, pose.rotation)];
}

test(`carried along, a body stays where it is in the frame of the other (seed 0x${SEED.toString(16)})`, () => {
  const random = seeded(SEED);
  for (let round = 0; round < 50; round++) {
    fill(SEED + round, [AWAKE, AWAKE, KINEMATIC, STATIC], round % 5 > 0);
    if (round % 5 > 0) memory.mass.fill(0, MASS_STRIDE * 2 + CENTER, MASS_STRIDE * 2 + CENTER + 3);
    for (let id = 0; id < BODIES; id++) motions.write(id);
    const id = round % 2;
    const other = 1 + id + (round % 2);
    const time = random();
    const end = random();
    const out = new Float64Array(12).fill(99);
    motions.writeCarried(id, time, other, end, out, 2);
    expect([0, 1, 5, 10, 11].map((k) => out[k])).toEqual([99, 99, 99, 99, 99]);
    const carried = { position: [...out.subarray(2, 5)] as vec3, rotation: [...out.subarray(6, 10)] as quat };
    const want = within(poseAt(id, time), poseAt(other, time));
    const got = within(carried, poseAt(other, end));
    for (const [k, value] of want.entries()) expect(got[k], `round ${round}, number ${k}`).toBeCloseTo(value, 5);
  }
});

test('how far two bodies move relative to each other, of any kind', () => {
  fill(SEED, [AWAKE, KINEMATIC, STATIC, AWAKE]);
  const moveOf = (id: number) => {
    const times = [memory.mass[INVERSE_ROOT_MASS]!, 1, 0][id]!;
    const [x, y, z] = at(memory.state, memory.slotOf[id]!, DISPLACEMENT + 3, STATE_STRIDE).slice(DISPLACEMENT) as vec3;
    return vec3.scale([0, 0, 0], [x, y, z], times);
  };
  for (const [id, other] of [
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 1],
  ] as const) {
    const want = vec3.distance(moveOf(id), moveOf(other));
    const got = motions.between(id, other);
    expect(got).toBeGreaterThanOrEqual(want);
    expect(got).toBeLessThan(want * (1 + 2e-6));
  }
  expect(motions.between(2, 2)).toBe(0);
});

test('a motion is written once in a step, with the turn if that is wanted later', () => {
  fill(SEED, [AWAKE, AWAKE, AWAKE, AWAKE]);
  const own = (id: number) => at(motions.values, id, 7, MOTION);
  motions.writeMove(0);
  expect(own(0).slice(4)).toEqual([0, 0, 0]);
  const move = own(0).slice(0, 3);
  motions.write(0);
  expect(own(0).slice(0, 3)).toEqual(move);
  expect(
    own(0)
      .slice(4)
      .every((value) => value !== 0),
  ).toBe(true);
  const whole = own(0);
  fillState(0);
  motions.writeMove(0);
  motions.write(0);
  expect(own(0)).toEqual(whole);
  motions.begin();
  motions.write(0);
  expect(own(0)).not.toEqual(whole);
});

test('casts take pivots only if a body has its center of mass beside its position', () => {
  fill(SEED, [AWAKE, AWAKE, AWAKE, AWAKE], false);
  motions.write(0);
  expect(motions.castOptions).toBeUndefined();
  fill(SEED, [AWAKE, AWAKE, AWAKE, AWAKE]);
  expect(motions.castOptions).toBeUndefined();
  motions.write(0);
  const pivots = motions.castOptions!.pivots as Float64Array;
  expect([...pivots.subarray(0, 3)]).toEqual(at(memory.mass, 0, CENTER + 3, MASS_STRIDE).slice(CENTER));
  motions.begin();
  expect(motions.castOptions).toBeUndefined();
});

/** Another motion of a body. */
function fillState(id: number): void {
  const begin = STATE_STRIDE * memory.slotOf[id]! + DISPLACEMENT;
  for (let k = 0; k < 8; k++) memory.state[begin + k] = memory.state[begin + k]! + 1;
}
