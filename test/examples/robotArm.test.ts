/** The arm of the example is one, and the clearance that the command finds is that of the scalar kernel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOINTS, LINKS, linkPoints, placeLinks } from '../../examples/robotArm/arm.ts';
import { makeCell, OBSTACLES } from '../../examples/robotArm/cell.ts';
import { drawClearance, readClearance } from '../../examples/robotArm/drawClearance.ts';
import { seeded } from '../../examples/robotArm/random.ts';
import { writeFiles } from '../../examples/robotArm/writeFiles.ts';
import { createPairDistance, distance, hull } from '../../src/pair.ts';
import { batch } from '../support/batchFiles.ts';

describe('the arm', () => {
  const poses = { positions: new Float64Array(3 * LINKS), rotations: new Float64Array(4 * LINKS) };

  test('stands upright with all joints at 0', () => {
    placeLinks(poses, 0, new Float64Array(LINKS));
    let height = 0.75;
    for (const [k, { length }] of JOINTS.entries()) {
      expect([...poses.positions.subarray(3 * k, 3 * k + 3)]).toEqual([0, expect.closeTo(height, 12), 0]);
      height += length;
    }
  });

  test('bends about the axis of each joint, and links keep their lengths', () => {
    // a quarter about y, then a quarter about z of what y has turned
    placeLinks(poses, 0, [Math.PI / 2, Math.PI / 2, 0, 0, 0, 0, 0]);
    const near = (...point: number[]) => point.map((c) => expect.closeTo(c, 12));
    expect([...poses.positions.subarray(6, 9)]).toEqual(near(0, 0.95, JOINTS[1].length));
    placeLinks(poses, 0, [0.3, 0.9, -0.4, 1.1, 0.7, -0.8, 2]);
    for (let k = 1; k < LINKS; k++) {
      const step = [0, 1, 2].map((c) => poses.positions[3 * k + c] - poses.positions[3 * k - 3 + c]);
      expect(Math.hypot(...step)).toBeCloseTo(JOINTS[k - 1].length, 12);
      expect(Math.hypot(...poses.rotations.subarray(4 * k, 4 * k + 4))).toBeCloseTo(1, 12);
    }
  });
});

describe('the files', () => {
  const MOTIONS = 24;
  const FRAMES = 5;
  const SEED = 3;
  let folder: string;
  let clearance: Float64Array;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hullstorm-arm-'));
    writeFiles(folder, { motions: MOTIONS, frames: FRAMES, seed: SEED });
    const file = (name: string) => join(folder, `${name}.parquet`);
    const tables = ['shapes', 'colliders', 'poses'].flatMap((name) => [`--${name}`, file(name)]);
    const options = ['--find-pairs', '0.3', '--reduce', 'min', '--by', 'motion', '--threads', '0'];
    const run = await batch(['run', ...tables, ...options, '--out', join(folder, 'run')]);
    expect(run.code, run.stderr).toBe(0);
    const joined = await batch(['join', join(folder, 'run'), '--out', file('clearance')]);
    expect(joined.code, joined.stderr).toBe(0);
    clearance = await readClearance(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('have each link in each frame', async () => {
    const file = await asyncBufferFromFile(join(folder, 'poses.parquet'));
    const rows = await parquetReadObjects({ file, columns: ['frame', 'motion', 'collider'] });
    expect(rows).toHaveLength(MOTIONS * FRAMES * LINKS);
    rows.forEach(({ frame, motion, collider }, row) => {
      const place = Math.floor(row / LINKS);
      expect([frame, motion, collider]).toEqual([BigInt(place), Math.floor(place / FRAMES), row % LINKS]);
    });
  });

  test('the nearest and the median motion: the least distance of all links, obstacles and frames', async () => {
    const cell = makeCell(seeded(SEED));
    expect(cell).toHaveLength(OBSTACLES);
    const obstacles = cell.map(({ points, position }) => ({ shape: hull(points), position }));
    const links = JOINTS.map((joint) => hull(linkPoints(joint)));
    const file = await asyncBufferFromFile(join(folder, 'poses.parquet'));
    const order = [...clearance.keys()].sort((a, b) => clearance[a] - clearance[b]);
    const out = createPairDistance();
    for (const motion of [order[0], order[MOTIONS >> 1]]) {
      const rows = FRAMES * LINKS;
      const poses = await parquetReadObjects({ file, rowStart: motion * rows, rowEnd: (motion + 1) * rows });
      let least = Infinity;
      for (const { collider, x, y, z, qx, qy, qz, qw } of poses) {
        const pose = { position: [x, y, z], rotation: [qx, qy, qz, qw] };
        for (const { shape, position } of obstacles) {
          least = Math.min(least, distance(links[collider], pose, shape, { position }, out).distance);
        }
      }
      expect(least).toBeLessThan(0.3);
      expect(clearance[motion]).toBeCloseTo(least, 5);
    }
  });

  test('the picture has three lines of as many points', () => {
    const svg = drawClearance(clearance);
    const lines = [...svg.matchAll(/<path d="M([^"]*)" fill="none"/g)].map(([, points]) => points.split('L'));
    expect(lines.map((points) => points.length)).toEqual([1, 1, 1]);
    const many = drawClearance(Float64Array.from({ length: 400 }, (_, k) => 0.3 - k / 1000));
    const [p50, p5, least] = [...many.matchAll(/<path d="M([^"]*)" fill="none"/g)].map(([, points]) =>
      points.split('L').map((point) => Number(point.split(' ')[1])),
    );
    expect(p50).toHaveLength(20);
    // below is a larger y
    p50.forEach((y, k) => {
      expect(y).toBeLessThan(p5[k]);
      expect(p5[k]).toBeLessThanOrEqual(least[k]);
    });
  });
});
