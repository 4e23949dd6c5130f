/** The seeded worlds: the same on every machine, poses that are a function of the time alone, neither empty nor a heap. */
import { readFileSync } from 'node:fs';
import { createEngine, Status } from 'hullstorm';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../scenes/random.ts';
import { decodeCuboids } from '../../scenes/recorded.ts';
import { createRecorded } from '../../scenes/recordedWorld.ts';
import { createStress, STRESS_SHAPES } from '../../scenes/stress.ts';
import { cosTurns, sinTurns } from '../../scenes/turns.ts';
import type { World } from '../../scenes/world.ts';

const CAPACITY = { colliders: 8192, pairs: 65_536 };

function readRecording() {
  const bytes = readFileSync(new URL('../../scenes/data/boxes-falling.bin', import.meta.url));
  return decodeCuboids(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

async function inScene(world: World) {
  const engine = await createEngine({ workers: 0, capacity: CAPACITY });
  const bodies = world.addTo(engine.scene);
  const poses = () => ({
    positions: engine.scene.positions.slice(0, 4 * world.count),
    rotations: engine.scene.rotations.slice(0, 4 * world.count),
  });
  return { engine, bodies, poses };
}

describe('turns', () => {
  it('agrees with Math.sin and Math.cos to 1e-8', () => {
    const random = seeded(1);
    for (let i = 0; i < 10_000; i++) {
      const turns = 40 * random() - 20;
      expect(Math.abs(sinTurns(turns) - Math.sin(2 * Math.PI * turns))).toBeLessThan(1e-8);
      expect(Math.abs(cosTurns(turns) - Math.cos(2 * Math.PI * turns))).toBeLessThan(1e-8);
    }
  });
});

describe('recorded cuboids', () => {
  it('decodes 5,000 with unit quaternions', () => {
    const { count, halfExtents, rotations } = readRecording();
    expect(count).toBe(5000);
    expect(Math.min(...halfExtents)).toBeGreaterThan(0.1);
    for (let i = 0; i < count; i++) {
      const [x, y, z, w] = rotations.subarray(4 * i, 4 * i + 4);
      expect(Math.abs(Math.hypot(x, y, z, w) - 1)).toBeLessThan(1e-5); // f32
    }
  });

  it('refuses bytes that are no records', () => {
    expect(() => decodeCuboids(new ArrayBuffer(41))).toThrow(
      'decodeCuboids: expected records of 40 bytes, got 41 bytes',
    );
  });

  it('start where they were recorded', async () => {
    const recording = readRecording();
    const { engine, poses } = await inScene(createRecorded(recording));
    const { positions, rotations } = poses();
    for (let i = 0; i < recording.count; i++) {
      for (let k = 0; k < 3; k++) {
        // the way through the phase and back costs a few f64 roundings of 40 m
        expect(Math.abs(positions[4 * i + k] - recording.positions[3 * i + k])).toBeLessThan(1e-12);
      }
    }
    expect(rotations).toEqual(recording.rotations);
    await engine.close();
  });
});

describe.each(STRESS_SHAPES)('stress world of %s, seed 3', (shape) => {
  const options = { count: 1200, shape, seed: 3 };

  it('is the same for the same options, and another for another seed', () => {
    const { addTo: _, ...world } = createStress(options);
    expect(createStress(options)).toMatchObject(world);
    expect(createStress({ ...options, seed: 4 }).motions.x).not.toEqual(world.motions.x);
  });

  it('has poses that depend on the time alone, inside the column, with unit quaternions', async () => {
    const world = createStress(options);
    const { engine, bodies, poses } = await inScene(world);
    bodies.advance(7.5);
    const once = poses();
    for (const time of [0, 100, -3]) bodies.advance(time);
    bodies.advance(7.5);
    expect(poses()).toEqual(once);
    for (let i = 0; i < world.count; i++) {
      expect(once.positions[4 * i + 1]).toBeGreaterThanOrEqual(world.column.bottom);
      expect(once.positions[4 * i + 1]).toBeLessThanOrEqual(world.column.top);
      const [x, y, z, w] = once.rotations.subarray(4 * i, 4 * i + 4);
      expect(Math.abs(Math.hypot(x, y, z, w) - 1)).toBeLessThan(1e-6); // f32
    }
    await engine.close();
  });

  it('gives each body a handful of candidate pairs, and 30 % to 45 % of them overlap', async () => {
    const world = createStress(options);
    const { engine, bodies } = await inScene(world);
    for (const time of [0, 10, 1000]) {
      bodies.advance(time);
      const pairs = await engine.findPairs({ margin: 0.05 });
      const { status, count } = await engine.intersect(pairs);
      const overlapping = status.subarray(0, count).reduce((sum, one) => sum + Number(one === Status.Overlapping), 0);
      // 1,200 bodies have more surface for their volume than 5,000, hence fewer pairs
      expect((2 * count) / world.count).toBeGreaterThan(3.5);
      expect((2 * count) / world.count).toBeLessThan(8);
      expect(overlapping / count).toBeGreaterThan(0.3);
      expect(overlapping / count).toBeLessThan(0.45);
    }
    await engine.close();
  });
});

it('refuses options that make no world', () => {
  expect(() => createStress({ count: 0, shape: 'box', seed: 1 })).toThrow('count: expected an integer ≥ 1, got 0');
  expect(() => createStress({ count: 1, shape: 'ball' as 'box', seed: 1 })).toThrow('shape: expected box, hull');
});
