/** Lone triangles: the same contact faces as without the short cut for them, bit for bit. */
import { expect, test, vi } from 'vitest';
import { contactFaces } from '../../src/shapes/faces/contactFaces.ts';
import { buildHull } from '../../src/shapes/hull/build.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

/** Whether the short cut is taken, and how often it has found a face. */
const cut = vi.hoisted(() => ({ isOpen: true, found: 0, asked: 0 }));
vi.mock('../../src/shapes/faces/triangle.ts', async (original) => {
  const real = await original<typeof import('../../src/shapes/faces/triangle.ts')>();
  const loneTriangle: typeof real.loneTriangle = (...args) => {
    if (!cut.isOpen) return false;
    cut.asked++;
    const found = real.loneTriangle(...args);
    if (found) cut.found++;
    return found;
  };
  return { loneTriangle };
});

const SEED = 0x107e;
const HULLS = sweep(200, 600);

/** Points near an ellipsoid: from well apart to nearly in one plane, at the origin or far from it. */
function rough(seed: number): Float32Array {
  const random = seeded(seed);
  const height = [1, 1e-2, 1e-3, 1e-4, 3e-5][seed % 5];
  const offset = [0, 3, 1000][seed % 3];
  const points = Array.from({ length: 8 + Math.floor(150 * random()) }, () => {
    const p = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1] as const;
    const scale = (1 - 1e-4 * random()) / Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    return [offset + scale * p[0], offset + scale * p[1], height * (offset + scale * p[2])];
  });
  return Float32Array.from(points.flat());
}

test(`${HULLS} rough ellipsoids, seeds from ${SEED}`, () => {
  for (let seed = SEED; seed < SEED + HULLS; seed++) {
    const hull = buildHull(rough(seed));
    cut.isOpen = true;
    const short = contactFaces(hull);
    cut.isOpen = false;
    expect(short, `seed ${seed}`).toEqual(contactFaces(hull));
  }
  // both ways are taken
  expect(cut.found).toBeGreaterThan(0.3 * cut.asked);
  expect(cut.found).toBeLessThan(0.95 * cut.asked);
});
