/** Classes of pairs with sums and hulls of shapes: seeded, parts of 0.1 … 1 m. */
import { box, cylinder, disk, sphere } from '../../src/shapes/spec.ts';
import { hullOfBody, type PartBody, sumBody } from '../oracle/compositeBody.ts';
import {
  boxBody,
  capsuleBody,
  chained,
  frustumBody,
  type Quat,
  quaternion,
  type RoundBody,
  turnAbout,
  type Vec3,
} from '../oracle/roundBody.ts';
import type { Placed } from '../oracle/roundOracle.ts';
import { direction, FLAT, type Random, ROUND, type RoundPair, TILTS, touching } from './roundPairs.ts';

const NO_TURN: Quat = [0, 0, 0, 1];
const UP: Vec3 = [0, 1, 0];
const LEAVES = [...Object.values(ROUND), ...Object.values(FLAT)];

const between = (r: Random, low: number, high: number) => low + (high - low) * r();
const pick = <T>(r: Random, list: readonly T[]): T => list[Math.floor(r() * list.length)]!;
const leaf = (r: Random) => pick(r, LEAVES)(r);
const at = (body: RoundBody, rotation: Quat, position: Vec3 = [0, 0, 0]): Placed => ({ body, rotation, position });

/** A part at a random place, or at the origin. */
function part(r: Random, body: RoundBody): PartBody {
  const position = direction(r).map((c) => 0.5 * r() * c) as Vec3;
  return pick<PartBody>(r, [
    { body },
    { body, position },
    { body, rotation: quaternion(r) },
    { body, position, rotation: quaternion(r) },
  ]);
}

/** A sum or a hull, nested up to `depth` deep. */
export function composite(r: Random, depth = 3): RoundBody {
  const inner = () => part(r, depth > 1 && r() < 0.3 ? composite(r, depth - 1) : leaf(r));
  return r() < 0.4 ? sumBody(inner(), inner()) : hullOfBody(...Array.from({ length: pick(r, [1, 2, 2, 3]) }, inner));
}

/** Parts along the axes, so that faces and rims of them are parallel. */
function aligned(r: Random): RoundBody {
  const quarter = turnAbout(pick<Vec3>(r, [UP, [1, 0, 0], [0, 0, 1]]), Math.PI / 2);
  const place = (): Vec3 => [0, 1, 2].map(() => pick(r, [0, 0.25, -0.5])) as Vec3;
  const own = (): PartBody => ({
    body: pick(r, [ROUND.cylinder!, ROUND.cone!, ROUND.disk!, FLAT.box!, FLAT.sphere!, FLAT.capsule!])(r),
    position: place(),
    rotation: pick(r, [NO_TURN, quarter]),
  });
  return r() < 0.5 ? sumBody(own(), own()) : hullOfBody(own(), own());
}

/** The hull of two spheres of different radii on the y axis, or a cylinder whose rims are round in its own way. */
function revolved(r: Random): RoundBody {
  const ball = (y: number): PartBody => ({ body: capsuleBody(sphere(between(r, 0.1, 0.5))), position: [0, y, 0] });
  const [radius, height] = [between(r, 0.1, 0.5), between(r, 0.1, 0.5)];
  return pick(r, [
    () => hullOfBody(ball(0.5), ball(-0.5)),
    () => sumBody({ body: frustumBody(cylinder(height, radius)) }, { body: frustumBody(disk(0.2)) }),
    () => hullOfBody({ body: frustumBody(cylinder(height, radius)) }, ball(0.3)),
  ])();
}

const gapOf = (r: Random) => (r() < 0.5 ? -1 : 1) * 10 ** between(r, -7, -1);

/** Turned by `angle` about a random axis across y. */
function tilted(r: Random, angle: number, to: Quat = NO_TURN): Quat {
  const turn = between(r, 0, 2 * Math.PI);
  return chained(to, turnAbout([Math.cos(turn), 0, Math.sin(turn)], angle));
}

const coaxial =
  (angle: number) =>
  (r: Random): RoundPair => {
    const turn = quaternion(r);
    return { a: at(revolved(r), turn), b: at(revolved(r), tilted(r, angle, turn)) };
  };

export const COMPOSITES: Record<string, (r: Random) => RoundPair> = {
  'composites, in touch': (r) =>
    touching(
      r,
      at(composite(r), quaternion(r)),
      r() < 0.5 ? composite(r) : leaf(r),
      quaternion(r),
      direction(r),
      gapOf(r),
    ),
  'composites, near': (r) =>
    touching(
      r,
      at(composite(r), quaternion(r)),
      r() < 0.5 ? composite(r) : leaf(r),
      quaternion(r),
      direction(r),
      gapOf(r),
      0.3 * r(),
    ),
  'composites, deep': (r) => ({
    a: at(composite(r), quaternion(r)),
    b: at(composite(r), quaternion(r), direction(r).map((c) => 0.6 * r() * c) as Vec3),
  }),
  'composites, anywhere': (r) => ({
    a: at(composite(r), quaternion(r)),
    b: at(r() < 0.5 ? composite(r) : leaf(r), quaternion(r), direction(r).map((c) => 3 * r() * c) as Vec3),
  }),
  'composites, aligned': (r) => {
    const rotation = tilted(r, pick(r, TILTS));
    const other = r() < 0.5 ? aligned(r) : boxBody(box(0.5, 0.25, 1));
    return touching(
      r,
      at(aligned(r), NO_TURN),
      other,
      rotation,
      pick<Vec3>(r, [UP, [1, 0, 0], [0, 0, -1]]),
      gapOf(r),
      0.1,
    );
  },
  'composites, concentric': (r) => ({ a: at(composite(r, 2), quaternion(r)), b: at(composite(r, 2), quaternion(r)) }),
  'composites, 1e7 m away': (r) => {
    const a = at(composite(r), quaternion(r), [1e7, -1e7, 1e7]);
    const pair = touching(r, a, composite(r), quaternion(r), direction(r), gapOf(r));
    // positions have 2e-9 m there: the class knows no exact distance
    return { a: pair.a, b: pair.b };
  },
  ...Object.fromEntries(
    [0, 1e-7, 1e-3, 0.1].map((angle) => [`coaxial composites, tilted by ${angle}`, coaxial(angle)]),
  ),
};
