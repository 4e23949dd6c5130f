/** Contacts as the oracle would answer: what the oracles must accept, and what tests of oracles spoil. Slow. */
import { Status } from '../../src/pair.ts';
import { relativePosition, type Vec3 } from '../oracle/body.ts';
import { type Corner, contactPatch, hullArea } from '../oracle/contactPatch.ts';
import { signedDistance } from '../oracle/signedDistance.ts';
import { sizeOf } from '../oracle/surface.ts';
import { AS_DEEP } from './checkContacts.ts';
import type { BodyPair, ContactRow } from './contactFixture.ts';

/** @param tolerance of the faces, as a part of the size */
export function oracleRow({ a, b }: BodyPair, margin: number, tolerance: number): ContactRow {
  const { distance, normal } = signedDistance(a, b);
  const status = distance > margin ? Status.BeyondMaxDistance : distance > 0 ? Status.Separated : Status.Overlapping;
  if (distance > margin) return { status, distance, normal, points: [] };
  const patch = contactPatch(a, b, normal, tolerance * sizeOf(a, b));
  const [u, v] = patch.across;
  const between = relativePosition(a, b);
  const lifted = (at: readonly number[], height: number) =>
    [0, 1, 2].map((c) => at[0] * u[c] + at[1] * v[c] + height * normal[c]) as Vec3;
  const corners = fourOf(
    patch.corners.filter(({ separation }) => separation <= margin),
    AS_DEEP * sizeOf(a, b),
  );
  const points = corners.map(({ at, heights, separation }, k) => ({
    pointA: lifted(at, heights[0] + a.radius),
    pointB: lifted(at, heights[1] - b.radius).map((c, i) => c - between[i]) as Vec3,
    separation,
    feature: k,
    previous: -1,
  }));
  return { status, distance, normal, points };
}

/** One of the deepest corners, and the three that span the largest area with it. */
function fourOf(corners: Corner[], tie: number): Corner[] {
  if (corners.length <= 4) return corners;
  const limit = Math.min(...corners.map(({ separation }) => separation)) + tie;
  let best: Corner[] = [];
  let most = -1;
  for (const four of foursOf(corners)) {
    if (!four.some(({ separation }) => separation <= limit)) continue;
    const area = hullArea(four.map(({ at }) => at));
    if (area > most) [best, most] = [four, area];
  }
  return best;
}

function foursOf<T>(items: readonly T[], count = 4): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, k) => foursOf(items.slice(k + 1), count - 1).map((rest) => [item, ...rest]));
}
