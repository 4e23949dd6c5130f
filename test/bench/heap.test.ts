/** The oracle of heaps, on poses whose answers are known by hand, and the table it ends up in. */
import { box } from 'hullstorm';
import { describe, expect, it } from 'vitest';
import { heapTable } from '../../bench/peers/heapTable.ts';
import type { BodyScene, BodySpec } from '../../scenes/bodies.ts';
import { judgeHeap } from '../../scenes/heapJudge.ts';

const DT = 1 / 60;
const SIZE = Math.hypot(0.5, 0.5, 0.5); // m, bounding radius of a crate
const GROUND: BodySpec = { shape: box(24, 2, 24), position: [0, -2, 0], type: 'static' };
const IDENTITY = [0, 0, 0, 1] as const;

/** Crates with sides of 1 m above a ground whose top is at 0. */
function crates(...positions: (readonly [number, number, number])[]) {
  const shape = box(0.5, 0.5, 0.5);
  const bodies = [GROUND, ...positions.map((position): BodySpec => ({ shape, position }))];
  const scene: BodyScene = { name: 'crates', bodies, center: [0, 0, 0], radius: 1 };
  const poses = Float64Array.from(bodies.flatMap(({ position }) => [...position, ...IDENTITY]));
  return { scene, poses };
}

describe('judgeHeap', () => {
  it('finds the deepest overlap of every body, with the ground and with each other', async () => {
    const { scene, poses } = crates([0, 0.49, 0], [0, 1.46, 0], [5, 0.52, 0]);
    const verdict = await judgeHeap(scene, poses, poses, DT);
    expect(verdict.deepest).toBeCloseTo(0.03, 6);
    expect(verdict.p99).toBeCloseTo(0.03, 6); // of three bodies: the deepest
    expect(verdict.deepestPart).toBeCloseTo(0.03 / SIZE, 5);
    expect(verdict).toMatchObject({ energy: 0, speed: 0, escaped: 0, broken: 0 });
  });

  it('does not check the overlap of statics', async () => {
    const { scene, poses } = crates([0, 0.75, 0]);
    const wall: BodySpec = { shape: box(1, 1, 1), position: [9, 0, 9], type: 'static' };
    const walled = { ...scene, bodies: [...scene.bodies, wall] };
    const verdict = await judgeHeap(walled, ...twice([...poses, ...wall.position, ...IDENTITY]), DT);
    expect(verdict.deepest).toBe(0);
  });

  it('counts who escaped and who broke, and leaves them out', async () => {
    const { scene, poses } = crates([0, 0.49, 0], [0, -3, 0], [21, 1, 0], [3, 1, 3]);
    const after = poses.slice();
    after[7 * 4 + 5] = Number.NaN;
    const verdict = await judgeHeap(scene, poses, after, DT);
    expect(verdict).toMatchObject({ escaped: 2, broken: 1 });
    expect(verdict.deepest).toBeCloseTo(0.01, 6);
  });

  it('tells energy and speed from two poses', async () => {
    const { scene, poses } = crates([0, 2, 0]);
    const after = poses.slice();
    after[7] += 3 * DT; // 3 m/s along x
    const half = 0.5 * (2 * DT); // 2 rad/s about y
    after.set([0, Math.sin(half), 0, Math.cos(half)], 7 + 3);
    const verdict = await judgeHeap(scene, poses, after, DT);
    const energy = 0.5 * 1000 * 3 ** 2 + 0.5 * (1000 / 6) * 2 ** 2; // 1,000 kg, m a² / 6
    expect(verdict.speed).toBeCloseTo(3, 9);
    expect(verdict.energy).toBeCloseTo(energy, 6);
    after.subarray(7 + 3, 7 + 7).forEach((value, k, turn) => {
      turn[k] = -value; // the same rotation
    });
    expect((await judgeHeap(scene, poses, after, DT)).energy).toBeCloseTo(energy, 6);
  });

  it('has zeros for a scene without dynamic bodies', async () => {
    const { scene, poses } = crates();
    expect(await judgeHeap(scene, poses, poses, DT)).toMatchObject({ deepest: 0, p99: 0, energy: 0, escaped: 0 });
  });
});

function twice(poses: number[]): [Float64Array, Float64Array] {
  return [Float64Array.from(poses), Float64Array.from(poses)];
}

describe('heapTable', () => {
  const verdict = {
    deepest: 0.0123,
    p99: 0.002,
    deepestPart: 0.025,
    p99Part: 0.004,
    energy: 0.00012,
    speed: 0,
    escaped: 2,
    broken: 1,
  };
  const stats = (mean: number) => ({ mean, p50: 1, p95: 12.34, p99: 123.4, max: 1234 });
  const ours = {
    engine: 'hullstorm',
    version: '1.0.0',
    threads: 2,
    steps: 600,
    first: 9,
    stats: stats(2),
    steady: stats(1),
    verdict,
  };
  const theirs = {
    engine: 'rapier',
    name: 'rapier-simd',
    version: '0.20.0',
    threads: 1,
    steps: 600,
    first: 3,
    stats: stats(5),
    verdict,
  };

  it('tells ratios against hullstorm, in millimetres and per cent', () => {
    const { lines, reasons } = heapTable([ours, theirs]);
    const numbers = ['12.3', '2.50', '2.00', '0.40', '1e-4', '0', '2', '1'];
    const ourTimes = ['9.00', '2.00', '1.00', '12.3', '1234', '1.00', '1.00', '1.00', '12.3'];
    const theirTimes = ['3.00', '5.00', '1.00', '12.3', '1234', '2.50', '–', '–', '–'];
    expect(lines[1]).toEqual(['hullstorm 1.0.0', '2', '600', ...ourTimes, ...numbers]);
    expect(lines[2]).toEqual(['rapier-simd 0.20.0', '1', '600', ...theirTimes, ...numbers]);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(reasons).toEqual([]);
  });

  it('has lower bounds of ratios for engines with fewer steps', () => {
    const { lines } = heapTable([ours, { ...theirs, steps: 250 }]);
    expect(lines[2].slice(2, 9)).toEqual(['250', '3.00', '5.00', '1.00', '12.3', '1234', '≥ 2.50']);
  });

  it('has a line and a reason for an engine without numbers, and no ratios without hullstorm', () => {
    const { lines, reasons } = heapTable([{ engine: 'hullstorm', reason: 'is missing' }, theirs]);
    expect(lines[1][0]).toBe('hullstorm [1]');
    expect(lines[1].slice(1)).toEqual(Array(lines[0].length - 1).fill('–'));
    expect(lines[2][8]).toBe('–');
    expect(reasons).toEqual(['hullstorm: is missing']);
  });
});
