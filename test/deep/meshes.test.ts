/** Meshes in bulk: contacts against brute force, and the product of ghost runs. */
import { describe, expect, test } from 'vitest';
import { allGhostRows, BODY_NAMES, FLOORS, type GhostRow, hasGhosts, measureGhosts } from '../../scenes/ghosts.ts';
import { hullstormWorld } from '../../scenes/hullstormSurfaces.ts';
import { noteCounts } from '../support/counts.ts';
import { countFaults } from '../support/surfaceContacts.ts';
import { SURFACE_CLASSES } from '../support/surfaces.ts';

const SEED = 0x34d5;
/** Of all classes together. */
const POSES = 200_000;

describe.each(['scalar', 'simd'] as const)(`contacts with surfaces, kernel %s, seed ${SEED}`, (kernel) => {
  test.each(SURFACE_CLASSES)('%s: no closest contact is lost', async (cls) => {
    const poses = Math.ceil(POSES / 2 / SURFACE_CLASSES.length);
    const counts = await countFaults(cls, kernel, poses, SEED);
    const { apart, overlaps, lost, unseen, near, deep, off, worst, most, fault } = counts;
    const wrong = near + deep + off;
    const found = { poses, apart, overlaps, wrong, lost: lost + unseen, 'worst error': worst, 'most triangles': most };
    noteCounts('contacts', `${cls}, ${kernel}`, found);
    expect([lost, unseen, near, deep, off], fault).toEqual([0, 0, 0, 0, 0]);
  });
});

describe.each(BODY_NAMES)('ghosts of a %s', (body) => {
  test.each(FLOORS)('on %s', async (floor) => {
    const rows = allGhostRows().filter((row) => row.body === body && row.floor === floor);
    const found: GhostRow[] = [];
    const worst = { highest: 0, lowest: 0, speedLost: 0, spin: 0 };
    for (const row of rows) {
      const result = await measureGhosts(hullstormWorld, row);
      worst.highest = Math.max(worst.highest, result.highest);
      worst.lowest = Math.min(worst.lowest, result.lowest);
      worst.speedLost = Math.max(worst.speedLost, result.speedLost);
      worst.spin = Math.max(worst.spin, result.spin);
      if (hasGhosts(result)) found.push(row);
    }
    noteCounts('ghosts', `${body}, ${floor}`, { runs: rows.length, 'with ghosts': found.length, ...worst });
    expect(found).toEqual([]);
  });
});
