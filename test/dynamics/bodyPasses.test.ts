/** The passes over bodies by themselves: turning against the matrix exponential, rows that are no bodies, and a step that is done again. */
import { describe, expect, test } from 'vitest';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import {
  ASLEEP,
  AWAKE,
  EXCLUDED,
  EXCLUDED_KINEMATIC,
  FRAME,
  KINEMATIC,
  STATIC,
  STEP,
  SUBSTEP,
} from '../../src/dynamics/wide/context.ts';
import { apply, turning } from '../support/denseStep.ts';
import { compilePasses, PassFixture, SETTINGS } from '../support/dynamicsTables.ts';
import { type Quat, rotate, type Vec } from '../support/world.ts';

const module = compilePasses();
/** Of a spin, in one step: it goes through six matrices of f32, whose rows are 1 to a few 1e-7 each. */
const ROUNDING = 2e-6;
const PASSES = ['beginBodies', 'accelerate', 'move', 'finishBodies'] as const;

function step(fixture: PassFixture): void {
  const groups = Math.ceil(fixture.bodies / 4);
  for (const pass of PASSES) {
    const perGroup = pass === 'beginBodies' || pass === 'finishBodies';
    fixture.pass(pass, 0, perGroup ? groups : fixture.bodies);
  }
}

/** Random rotations, spins of `speed` (rad/s), `kind`. */
function turnersOf(count: number, kind: number, speed: number): PassFixture {
  const fixture = new PassFixture(module, count, 1, { ...SETTINGS, gravity: [0, 0, 0] });
  fixture.memory.reals[SUBSTEP] = 1 / 60;
  fixture.memory.reals[STEP] = 1 / 60;
  const random = seeded(0x7e17);
  for (let id = 0; id < count; id++) {
    randomUnit(fixture.rotations, 4 * id, 4, random);
    randomUnit(fixture.memory.spins, 4 * id, 3, random);
    for (let k = 0; k < 3; k++) fixture.memory.spins[4 * id + k] *= speed;
    fixture.memory.kinds[id] = kind;
    if (kind !== AWAKE) continue;
    // of one moment, whatever the axes: no precession
    fixture.memory.mass.set([0.5, 0.5, 0.5, 0.5, 3, 3, 3, 2, between(random, -1, 1), 0.5, 0.2], 16 * id);
  }
  return fixture;
}

describe.each([
  [KINEMATIC, 'kinematic'],
  [AWAKE, 'dynamic'],
])('kind %i, %s', (kind) => {
  // the last: just below a quarter of a turn per step
  test.each([0, 0.01, 5, 40, 94])('spin of %d rad/s for a step of 1/60 s', (speed) => {
    const fixture = turnersOf(65, kind, speed);
    const before = fixture.rotations.slice();
    const spins = fixture.memory.spins.slice();
    step(fixture);
    for (let id = 0; id < 65; id++) {
      const quat = (column: Float32Array) => [...column.subarray(4 * id, 4 * id + 4)] as unknown as Quat;
      const axis: Vec = [0.36, 0.48, 0.8];
      const spin = [...spins.subarray(4 * id, 4 * id + 3)];
      const want = apply(turning(spin.map((c) => c / 60)), rotate(quat(before), axis));
      const got = rotate(quat(fixture.rotations), axis);
      expect(Math.hypot(...want.map((c, k) => c - got[k])), `body ${id}`).toBeLessThan(
        kind === KINEMATIC ? 1e-6 : 1e-6 + ROUNDING * (speed / 60),
      );
      expect(Math.hypot(...quat(fixture.rotations))).toBeCloseTo(1, 6);
      // an asymmetric position of the centre of mass: it stays where it was
      const middle = [...fixture.memory.mass.subarray(16 * id + 8, 16 * id + 11)] as unknown as Vec;
      const shift = rotate(quat(before), middle).map((c, k) => c - rotate(quat(fixture.rotations), middle)[k]);
      const at = fixture.positions.subarray(4 * id, 4 * id + 3);
      expect(Math.hypot(...shift.map((c, k) => c - at[k]))).toBeLessThan(2e-6);
      expect(Math.hypot(...spin.map((c, k) => c - fixture.memory.spins[4 * id + k]))).toBeLessThanOrEqual(
        ROUNDING * speed,
      );
    }
  });
});

test('beyond a quarter of a turn the axis is right', () => {
  const fixture = turnersOf(8, KINEMATIC, 150);
  const axes = fixture.memory.spins.slice();
  step(fixture);
  for (let id = 0; id < 8; id++) {
    expect([...fixture.rotations.subarray(4 * id, 4 * id + 4)].every(Number.isFinite)).toBe(true);
    expect(axes.subarray(4 * id, 4 * id + 3)).toEqual(fixture.memory.spins.subarray(4 * id, 4 * id + 3));
  }
});

test('statics, and rows without a rotation, stay as they are, bit by bit, beside bodies that move', () => {
  const fixture = turnersOf(7, AWAKE, 3);
  const still = [1, 4, 6];
  for (const id of still) {
    fixture.memory.kinds[id] = STATIC;
    fixture.positions.set([Number.NaN, 1, 2], 4 * id);
    fixture.rotations.set(id === 4 ? [0, 0, 0, 0] : [Number.NaN, 0, 0, 1], 4 * id);
    fixture.memory.forces[4 * id] = 5;
  }
  const [positions, rotations] = [fixture.positions.slice(), fixture.rotations.slice()];
  step(fixture);
  for (let id = 0; id < 7; id++) {
    const [from, to] = [4 * id, 4 * id + 4];
    if (still.includes(id)) {
      expect(fixture.positions.slice(from, to)).toEqual(positions.slice(from, to));
      expect(fixture.rotations.slice(from, to)).toEqual(rotations.slice(from, to));
    } else {
      expect([...fixture.rotations.slice(from, to), ...fixture.positions.slice(from, to)].every(Number.isFinite)).toBe(
        true,
      );
      expect(fixture.rotations.slice(from, to)).not.toEqual(rotations.slice(from, to));
    }
  }
});

/** The state and the frame of a row: what contacts read of it. */
function contactBytes({ memory, buffer }: PassFixture, id: number): Uint32Array[] {
  const at = 64 * memory.slotOf[id];
  return [memory.state.byteOffset, memory.words[FRAME]].map((table) => new Uint32Array(buffer, table + at, 16).slice());
}

/** Four rows of these kinds, with random bytes of earlier steps. */
function fourOf(kinds: readonly number[], seed: number): PassFixture {
  const fixture = turnersOf(4, AWAKE, 7);
  const { memory, buffer, positions, rotations } = fixture;
  const random = seeded(seed);
  const frames = new Float32Array(buffer, memory.words[FRAME], 64);
  for (const column of [memory.state.subarray(0, 64), frames, memory.mass.subarray(0, 64), memory.velocities])
    column.forEach((_, k) => {
      column[k] = between(random, -2, 2);
    });
  for (let id = 0; id < 4; id++) {
    memory.kinds[id] = kinds[id];
    memory.timers[id] = between(random, 0, 1);
    memory.predictionTimes[id] = between(random, 0, 1);
    if (random() < 0.2) positions[4 * id] = Number.NaN;
    if (random() < 0.2) rotations[4 * id] = Number.NaN;
  }
  return fixture;
}

// four still rows take a shorter way than a group with one that moves
test.each([AWAKE, KINEMATIC])('rows that do not move have the same bytes alone and beside kind %i', (moving) => {
  const stills = [STATIC, ASLEEP, EXCLUDED, EXCLUDED_KINEMATIC];
  for (let seed = 1; seed <= 40; seed++) {
    const kinds = stills.map((_, k) => stills[(k + seed) & 3]);
    const alone = fourOf(kinds, seed);
    const beside = fourOf(kinds.with((seed >> 2) & 3, moving), seed);
    const poses = [alone.positions.slice(), alone.rotations.slice(), alone.memory.velocities.slice()];
    for (const fixture of [alone, beside]) fixture.pass('beginBodies', 0, 1);
    for (let id = 0; id < 4; id++) {
      if (beside.memory.kinds[id] === moving) continue;
      expect(contactBytes(alone, id), `seed ${seed}, row ${id}`).toEqual(contactBytes(beside, id));
    }
    for (const fixture of [alone, beside]) fixture.pass('finishBodies', 0, 1);
    expect([...alone.memory.timers.subarray(0, 4)], `seed ${seed}`).toEqual([0, 0, 0, 0]);
    expect([alone.positions, alone.rotations, alone.memory.velocities], `seed ${seed}`).toEqual(poses);
    for (let id = 0; id < 4; id++)
      if (beside.memory.kinds[id] !== moving) expect(beside.memory.timers[id], `seed ${seed}, row ${id}`).toBe(0);
  }
});

test('either program done twice, as after a death, ends on the same bits', () => {
  const [once, again] = [turnersOf(9, AWAKE, 7), turnersOf(9, AWAKE, 7)];
  for (const fixture of [once, again]) {
    fixture.memory.forces.fill(3);
    fixture.memory.torques.fill(-1);
    fixture.memory.timers.fill(0.1);
  }
  step(once);
  // all but the end, half of it twice; then the end twice
  for (const count of [2, 3])
    for (const pass of PASSES.slice(0, count)) again.pass(pass, 0, pass === 'beginBodies' ? 3 : 9);
  again.pass('finishBodies', 0, 2);
  again.pass('finishBodies', 0, 3);
  for (const of of [
    (r: PassFixture) => r.positions,
    (r: PassFixture) => r.rotations,
    (r: PassFixture) => r.memory.velocities,
    (r: PassFixture) => r.memory.spins,
    (r: PassFixture) => r.memory.timers,
  ]) {
    expect(of(again)).toEqual(of(once));
  }
});

test('a body rests while it is slower than 5 cm/s, both motions together; forces and statics have no time', () => {
  const fixture = turnersOf(8, AWAKE, 0);
  const speeds: [number, number][] = [
    [0.04, 0],
    [0.06, 0],
    [0, 0.09],
    [0, 0.14],
    [0.03, 0.07],
    [0.045, 0.09],
    [0, 0],
    [0, 0],
  ];
  // 1/√m = 2, 1/√I = 3: spin counts for √(I / m) = 2/3 of a metre
  for (const [id, [v, w]] of speeds.entries()) {
    fixture.memory.velocities[4 * id] = v;
    fixture.memory.spins[4 * id + 1] = w;
    fixture.memory.timers[id] = 0.25;
  }
  fixture.memory.kinds[7] = STATIC;
  const rests = speeds.map(([v, w]) => Math.hypot(v, (2 / 3) * w) < 0.05);
  step(fixture);
  for (const [id, isSlow] of rests.entries()) {
    expect(fixture.memory.timers[id], `body ${id}`).toBeCloseTo(isSlow && id < 7 ? 0.25 + 1 / 60 : 0, 6);
  }
});
