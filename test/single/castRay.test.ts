/** `castRay` of `hullstorm/pair`: closed forms, and random rays against the heights of an independent oracle. */
import { describe, expect, test } from 'vitest';
import {
  box,
  capsule,
  castRay,
  createRayHit,
  cylinder,
  ellipsoid,
  halfSpace,
  hull,
  type PairShape,
  type Pose,
  point,
  RayStatus,
  sphere,
  taperedCapsule,
} from '../../src/pair.ts';
import { quaternion, rotated, type Vec3 } from '../oracle/roundBody.ts';
import { seeded } from '../support/random.ts';
import { direction, FLAT, ROUND } from '../support/roundPairs.ts';
import { sweep } from '../support/sweep.ts';

const HERE: Pose = { position: [0, 0, 0] };
const crate = box(1, 1, 1);

describe('closed forms', () => {
  test('a box, from each side, 1e7 m from the origin', () => {
    for (let axis = 0; axis < 6; axis++) {
      const way = [0, 0, 0];
      way[axis % 3] = axis < 3 ? 2 : -2;
      const origin = [1e7, -1e7, 5].map((c, k) => c - 2 * way[k]!);
      const hit = castRay(crate, { position: [1e7, -1e7, 5] }, origin, way);
      expect(hit.status).toBe(RayStatus.Hit);
      expect(hit.t).toBeCloseTo(1.5, 12);
      for (let k = 0; k < 3; k++) expect(hit.normal[k]).toBeCloseTo(-way[k]! / 2, 14);
      for (let k = 0; k < 3; k++) expect(hit.offset[k]).toBeCloseTo(-way[k]! / 2, 12);
    }
  });

  test('a ray from 1e7 m away loses no more than its origin does', () => {
    const hit = castRay(crate, { position: [1e7, 0, 0] }, [0, 0.3, 0.2], [1, 0, 0]);
    expect(Math.abs(hit.t - (1e7 - 1))).toBeLessThan(1e-8);
  });

  test('a start inside, on a face, and on a corner', () => {
    for (const origin of [
      [0, 0, 0],
      [1, 0.5, 0],
      [1, 1, 1],
    ]) {
      const hit = castRay(crate, HERE, origin, [1, 0.5, 0]);
      expect([hit.status, hit.t, ...hit.normal]).toEqual([RayStatus.StartsInside, 0, 0, 0, 0]);
      expect([...hit.offset]).toEqual(origin);
    }
  });

  test('misses: beside, behind, and beyond maxT', () => {
    const miss = { status: RayStatus.Miss, t: Infinity };
    expect(castRay(crate, HERE, [-4, 1.001, 0], [1, 0, 0])).toMatchObject(miss);
    expect(castRay(crate, HERE, [4, 0, 0], [1, 0, 0])).toMatchObject(miss);
    expect(castRay(crate, HERE, [-4, 0, 0], [0, 1, 0])).toMatchObject(miss);
    expect(castRay(crate, HERE, [-4, 0, 0], [1, 0, 0], undefined, { maxT: 2.99 })).toMatchObject(miss);
    expect(castRay(crate, HERE, [-4, 0, 0], [1, 0, 0], undefined, { maxT: 3.01 }).t).toBeCloseTo(3, 13);
    expect(castRay(point(), HERE, [-4, 0.1, 0], [1, 0, 0])).toMatchObject(miss);
  });

  test('a sphere: t, normal and bound, down to a grazing ray', () => {
    for (const height of [0, 0.5, 0.999, 1 - 1e-9]) {
      const hit = castRay(sphere(1), { position: [5, 0, 0] }, [0, height, 0], [0.5, 0, 0]);
      const truth = 5 - Math.sqrt((1 - height) * (1 + height));
      expect(hit.status).toBe(RayStatus.Hit);
      expect(Math.abs(hit.t / 2 - truth)).toBeLessThanOrEqual(hit.errorBound);
      expect(hit.errorBound).toBeLessThan(height > 0.9999 ? 2.1 : 1e-9);
      expect(Math.abs(hit.normal[1] - height)).toBeLessThan(1e-6);
    }
  });

  test('a half-space from above, from below, and along it', () => {
    const down = castRay(halfSpace(), { position: [3, 1, 0] }, [0, 2, 0], [1, -0.5, 0]);
    expect(down).toMatchObject({ status: RayStatus.Hit, t: 2 });
    expect([...down.normal, ...down.offset]).toEqual([0, 1, 0, -1, 0, 0]);
    expect(castRay(halfSpace(), HERE, [0, 2, 0], [1, 0, 0]).status).toBe(RayStatus.Miss);
    expect(castRay(halfSpace(), HERE, [0, -2, 0], [1, 5, 0]).status).toBe(RayStatus.StartsInside);
  });
});

const TINY: Record<string, (size: number) => PairShape> = {
  point: () => point(),
  'hull of one point': () => hull([0, 0, 0]),
  'hull of a segment': (size) => hull([-size, 0, 0, size, 0, 0]),
  'hull of a triangle': (size) => hull([-size, -size, 0, size, -size, 0, 0, size, 0]),
  tetrahedron: (size) => hull([size, size, size, size, -size, -size, -size, size, -size, -size, -size, size]),
  sphere: (size) => sphere(size),
  capsule: (size) => capsule(size, size),
  box: (size) => box(size, size, size),
  cylinder: (size) => cylinder(size, size),
  'tapered capsule': (size) => taperedCapsule(size, size / 2, size),
  ellipsoid: (size) => ellipsoid(size, size / 2, size),
};

describe.each(Object.entries(TINY))('%s, 1e-12 to 1e6 m large, seed 14', (_, make) => {
  const random = seeded(14);
  const out = createRayHit();
  // an origin around the point, aimed at the shape's middle, which lies in the shape
  const aimed = (position: readonly number[], away: number) => {
    const unit = direction(random);
    const origin = position.map((x, k) => x - away * unit[k]!);
    return { origin, way: position.map((x, k) => x - origin[k]!) };
  };

  test('every ray at its middle from outside hits it within its bound', () => {
    for (let size = 1e-12; size < 2e6; size *= 1e3) {
      const shape = make(Math.fround(size));
      for (let k = 0; k < sweep(20, 500); k++) {
        const away = 4 * size * 10 ** (random() * (k % 2 === 0 ? 3 : 15));
        const position = k % 3 === 0 ? [0, 0, 0] : direction(random).map((x) => 4 * size * x);
        const { origin, way } = aimed(position, away);
        castRay(shape, { position, rotation: quaternion(random) }, origin, way, out);
        const where = `size ${size}, from ${away} m`;
        expect(out.status, where).toBe(RayStatus.Hit);
        const rounding = 1e-14 * (size + away);
        expect(Math.abs(1 - out.t) * Math.hypot(...way), where).toBeLessThan(2 * size + rounding);
        expect(out.errorBound, where).toBeLessThan(8 * (size + rounding));
        expect(Math.hypot(...out.normal), where).toBeCloseTo(1, 12);
        expect(Math.hypot(...out.offset), where).toBeLessThan(2 * size + rounding);
      }
    }
  });

  test('a ray that passes by, or leads away, misses it', () => {
    for (let size = 1e-12; size < 2e6; size *= 1e3) {
      const shape = make(Math.fround(size));
      for (let k = 0; k < sweep(10, 200); k++) {
        const away = 4 * size * 10 ** (3 * random());
        const { origin, way } = aimed([0, 0, 0], away);
        const pose = { position: [0, 0, 0], rotation: quaternion(random) };
        expect(
          castRay(
            shape,
            pose,
            origin,
            way.map((x) => -x),
            out,
          ).status,
        ).toBe(RayStatus.Miss);
        const aside = direction(random);
        const along = aside.reduce((sum, x, m) => sum + x * way[m]!, 0) / away / away;
        const across = aside.map((x, m) => x - along * way[m]!);
        const share = (3 * size) / Math.hypot(...across);
        const beside = origin.map((x, m) => x + share * across[m]!);
        expect(castRay(shape, pose, beside, way, out).status, `size ${size}, from ${away} m`).toBe(RayStatus.Miss);
      }
    }
  });

  test('a ray that begins in its middle starts inside', () => {
    for (let size = 1e-12; size < 2e6; size *= 1e3) {
      const position = direction(random);
      expect(castRay(make(Math.fround(size)), { position }, position, direction(random), out).status).toBe(2);
    }
  });
});

test.each(Object.entries({ ...FLAT, ...ROUND }))(
  '%s: the way up to the hit is free, and the hit lies on the surface; seed 8',
  (_, make) => {
    const random = seeded(8);
    const out = createRayHit();
    let hits = 0;
    for (let k = 0; k < sweep(30, 2000); k++) {
      const body = make(random);
      const rotation = quaternion(random);
      const origin = direction(random).map((c) => c * (2 + 3 * random())) as Vec3;
      const target = direction(random).map((c) => c * 0.7 * random()) as Vec3;
      const length = 0.5 + random();
      const way = origin.map((c, m) => length * (target[m]! - c)) as Vec3;
      castRay(body.shape, { position: [0, 0, 0], rotation }, origin, way, out);
      const local = (t: number) => rotated(rotation, origin.map((c, m) => c + t * way[m]!) as Vec3, true);
      const end = out.status === RayStatus.Hit ? out.t : 2;
      const size = body.extent;
      for (let m = 0; m < 20; m++) expect(body.beyond(local((end * m) / 20)), `ray ${k}`).toBeGreaterThan(0);
      if (out.status !== RayStatus.Hit) continue;
      hits++;
      expect(body.beyond(local(out.t)), `ray ${k}`).toBeLessThan(2e-7 * size);
      // from outside: the normal is that of a supporting plane
      const normal = rotated(rotation, [...out.normal] as Vec3, true);
      const at = local(out.t);
      expect(at[0] * normal[0] + at[1] * normal[1] + at[2] * normal[2]).toBeGreaterThan(body.height(normal) - 1e-5);
      const scale = Math.hypot(...way);
      const inside = out.t + (2 * out.errorBound) / scale;
      // radii in tables are f32 sums
      if (out.errorBound < 0.01) expect(body.beyond(local(inside)), `ray ${k}`).toBeLessThan(1e-7 * size);
    }
    expect(hits).toBeGreaterThan(2);
  },
);

test('bad rays are refused in a sentence', () => {
  expect(() => castRay(crate, HERE, [0, 0, 0], [0, 0, 0])).toThrow(
    'castRay: direction: expected a direction that is not zero, got 0,0,0',
  );
  expect(() => castRay(crate, HERE, [0, Number.NaN, 0], [1, 0, 0])).toThrow(
    'castRay: origin[1]: expected a finite number, got NaN',
  );
  expect(() => castRay(crate, HERE, [3, 0, 0], [1, 0, 0], undefined, { maxT: -1 })).toThrow(
    'castRay: maxT: expected a number ≥ 0, got -1',
  );
});
