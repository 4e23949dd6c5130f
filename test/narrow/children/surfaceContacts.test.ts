/** Contacts with surfaces of every class, against all triangles by brute force: none is lost, none is too near. */
import { describe, expect, test } from 'vitest';
import { countFaults } from '../../support/surfaceContacts.ts';
import { SURFACE_CLASSES } from '../../support/surfaces.ts';

const SEED = 0x34c2;
const POSES = 24;

describe.each(['scalar', 'simd'] as const)(`kernel %s, seed ${SEED}`, (kernel) => {
  test.each(SURFACE_CLASSES)('%s', async (cls) => {
    const { lost, unseen, near, deep, off, fault, apart, overlaps } = await countFaults(cls, kernel, POSES, SEED);
    expect(fault).toBe('');
    expect([lost, unseen, near, deep, off]).toEqual([0, 0, 0, 0, 0]);
    expect(Math.min(apart, overlaps)).toBeGreaterThan(3);
  });
});
