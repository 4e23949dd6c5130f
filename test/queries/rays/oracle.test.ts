/** Every hit of every ray against an oracle that shares no code with the library: no hit is wrong, none is missed. */
import { createEngine, RayStatus } from 'hullstorm';
import { expect, test } from 'vitest';
import { seeded } from '../../support/random.ts';
import { addRayBodies, checkRay, someRays } from '../../support/rayBodies.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = sweep(90, 300);
const RAYS = sweep(150, 4000);
const SIDE = 3;
/** The oracle of round bodies knows no depth: a ray that is inside for less may as well miss (m). */
const GRAZE = 1e-4;

test.each([0, 1e6])('bodies of all kinds, %s m from the origin (seed 0x7a75)', async (origin) => {
  const random = seeded(0x7a75);
  const engine = await createEngine({
    workers: 0,
    capacity: { shapes: 32, vertices: 512, colliders: BODIES, pairs: 1, rays: RAYS, rayHits: 64 * RAYS },
  });
  const bodies = addRayBodies(engine, BODIES, SIDE, origin, random);
  const given = someRays(RAYS, SIDE, origin, random);
  const rays = engine.createRayList(RAYS);
  rays.set(given.origins, given.directions, given.maxT);
  const all = engine.castRaysSync(rays, { hits: 'all' });
  const any = Array.from(engine.castRaysSync(rays, { hits: 'any' }).status.subarray(0, RAYS));
  const closest = engine.castRaysSync(rays);
  let hits = 0;
  for (let k = 0; k < RAYS; k++) {
    const list = all.read(k);
    const first = list[0] ?? { status: RayStatus.Miss, id: -1, t: Infinity };
    expect(closest.read(k)).toMatchObject({ status: first.status, id: first.id, t: first.t });
    expect(any[k]).toBe(list.length > 0 ? RayStatus.Hit : RayStatus.Miss);
    for (let h = 1; h < list.length; h++) {
      const isSorted = list[h - 1]!.t < list[h]!.t || (list[h - 1]!.t === list[h]!.t && list[h - 1]!.id < list[h]!.id);
      expect(isSorted).toBe(true);
    }
    for (const body of bodies) {
      const what = `ray ${k}, body ${body.id} of kind ${body.kind.shape.kind}`;
      const { found, length, rounding } = checkRay(engine, body, given, k);
      const hit = list.find(({ id }) => id === body.id);
      if (!hit) {
        // a ray along a face is at one distance from it for long
        const isLong = found !== undefined && found.least <= 0 && found.nearest - found.entry > GRAZE;
        expect(isLong || (found !== undefined && found.least < -rounding), what).toBe(false);
        continue;
      }
      hits++;
      expect(found?.least, what).toBeLessThan(rounding);
      if (hit.status === RayStatus.StartsInside) {
        expect(found!.entry, what).toBeLessThan(rounding);
        continue;
      }
      expect(Math.abs(hit.t * length - found!.entry), what).toBeLessThan(hit.errorBound + 10 * rounding + GRAZE ** 2);
      expect(Math.abs(Math.hypot(...hit.normal) - 1)).toBeLessThan(1e-6);
      const against = [0, 1, 2].reduce((sum, c) => sum + hit.normal[c]! * given.directions[3 * k + c]!, 0);
      expect(against / length, what).toBeLessThan(1e-6);
    }
  }
  expect(hits).toBeGreaterThan(3 * RAYS);
  await engine.close();
});
