/** Classes of pairs with round shapes: seeded, 0.1 … 1 m unless a class says otherwise. */
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  hull,
  rounded,
  sphere,
  taperedCapsule,
  triangle,
} from '../../src/shapes/spec.ts';
import {
  boxBody,
  capsuleBody,
  chained,
  ellipsoidBody,
  frustumBody,
  hullBody,
  type Quat,
  quaternion,
  type RoundBody,
  rotated,
  taperedCapsuleBody,
  turnAbout,
  type Vec3,
} from '../oracle/roundBody.ts';
import type { Placed } from '../oracle/roundOracle.ts';

export type Random = () => number;

export interface RoundPair {
  readonly a: Placed;
  readonly b: Placed;
  /** The signed distance, where the class knows it (m). */
  readonly exact?: number;
}

const NO_TURN: Quat = [0, 0, 0, 1];
const UP: Vec3 = [0, 1, 0];
export const TILTS = [0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-1];

const between = (r: Random, low: number, high: number) => low + (high - low) * r();
const pick = <T>(r: Random, list: readonly T[]): T => list[Math.floor(r() * list.length)]!;
const length = (r: Random) => between(r, 0.1, 1);

export function direction(r: Random): Vec3 {
  return rotated(quaternion(r), UP);
}

const OCTANTS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [x, y, z])));

function octahedron(r: Random): RoundBody {
  const [a, b, c] = [length(r), length(r), length(r)].map(Math.fround) as Vec3;
  const normals = OCTANTS.map(([x, y, z]) => {
    const share = 1 / Math.hypot(1 / a, 1 / b, 1 / c);
    return [(share * x) / a, (share * y) / b, (share * z) / c] as Vec3;
  });
  return hullBody(hull([a, 0, 0, -a, 0, 0, 0, b, 0, 0, -b, 0, 0, 0, c, 0, 0, -c]), normals);
}

function triangleBody(r: Random): RoundBody {
  const [x, y, z] = [length(r), length(r), length(r)];
  const across: Vec3[] = [UP, [0, -1, 0]];
  return hullBody(triangle([x, 0, 0, -y, 0, z, -y, 0, -x]), across);
}

export const ROUND: Record<string, (r: Random) => RoundBody> = {
  cylinder: (r) => frustumBody(cylinder(length(r), length(r))),
  cone: (r) => frustumBody(cone(length(r), length(r))),
  frustum: (r) => frustumBody(frustum(length(r), length(r), length(r))),
  disk: (r) => frustumBody(disk(length(r))),
  ellipsoid: (r) => ellipsoidBody(ellipsoid(length(r), length(r), length(r))),
  spheroid: (r) => {
    const [side, along] = [length(r), length(r)];
    return ellipsoidBody(ellipsoid(side, along, side));
  },
  'rounded cone': (r) => frustumBody(rounded(cone(length(r), length(r)), between(r, 0.02, 0.3))),
  'rounded disk': (r) => frustumBody(rounded(disk(length(r)), between(r, 0.02, 0.3))),
  'rounded ellipsoid': (r) => ellipsoidBody(rounded(ellipsoid(length(r), length(r), length(r)), between(r, 0.02, 0.3))),
};

export const FLAT: Record<string, (r: Random) => RoundBody> = {
  box: (r) => boxBody(box(length(r), length(r), length(r))),
  'rounded box': (r) => boxBody(rounded(box(length(r), length(r), length(r)), between(r, 0.02, 0.3))),
  capsule: (r) => capsuleBody(capsule(length(r), length(r))),
  sphere: (r) => capsuleBody(sphere(length(r))),
  octahedron,
  triangle: triangleBody,
};

const round = (r: Random) => pick(r, Object.values(ROUND))(r);
const any = (r: Random) => pick(r, [...Object.values(ROUND), ...Object.values(FLAT)])(r);
/** With a volume: two flat ones touch with depth 0. */
const solid = (r: Random) =>
  pick(r, [ROUND.cylinder!, ROUND.cone!, ROUND.frustum!, ROUND.ellipsoid!, ROUND.spheroid!])(r);

const tapered = (r: Random) => taperedCapsuleBody(taperedCapsule(length(r), length(r), length(r)));

const at = (body: RoundBody, rotation: Quat, position: Vec3 = [0, 0, 0]): Placed => ({ body, rotation, position });

/** B where the supports of A along n and of B along −n are `gap` apart, and up to `slide` aside. */
export function touching(
  r: Random,
  a: Placed,
  b: RoundBody,
  rotation: Quat,
  n: Vec3,
  gap: number,
  slide = 0,
): RoundPair {
  const onA = rotated(a.rotation, a.body.support(rotated(a.rotation, n, true)));
  const onB = rotated(rotation, b.support(rotated(rotation, n.map((c) => -c) as Vec3, true)));
  const any3 = direction(r);
  const along = any3[0] * n[0] + any3[1] * n[1] + any3[2] * n[2];
  const position = [0, 1, 2].map(
    (c) => a.position[c]! + onA[c]! - onB[c]! + gap * n[c]! + slide * (any3[c]! - along * n[c]!),
  ) as Vec3;
  // two supports one above the other: no points are nearer
  const exact = gap > 0 && slide === 0 ? { exact: gap } : {};
  return { a, b: at(b, rotation, position), ...exact };
}

/** ±1e-7 … ±0.1, about as many of each size. */
function gapOf(r: Random): number {
  return (r() < 0.5 ? -1 : 1) * 10 ** between(r, -7, -1);
}

/** Turned by `angle` about a random axis across y, after `to`. */
function tilted(r: Random, angle: number, to: Quat = NO_TURN): Quat {
  const turn = between(r, 0, 2 * Math.PI);
  return chained(to, turnAbout([Math.cos(turn), 0, Math.sin(turn)], angle));
}

/** A rotation that takes local y to n, up to a random turn about it. */
function upright(r: Random, n: Vec3): Quat {
  const spin = turnAbout(UP, between(r, 0, 6));
  const axis: Vec3 = [n[2], 0, -n[0]];
  if (Math.hypot(...axis) < 1e-9) return n[1] > 0 ? spin : chained([1, 0, 0, 0], spin);
  return chained(turnAbout(axis, Math.acos(Math.min(1, Math.max(-1, n[1])))), spin);
}

function scaledBy(factor: number): (r: Random) => RoundPair {
  return (r) => {
    const scaled = () => {
      const [x, y, z] = [length(r), length(r), length(r)].map((c) => factor * c) as Vec3;
      return pick(r, [
        () => frustumBody(frustum(x, y, z)),
        () => frustumBody(cone(x, y)),
        () => ellipsoidBody(ellipsoid(x, y, z)),
        () => boxBody(box(x, y, z)),
      ])();
    };
    return touching(r, at(scaled(), quaternion(r)), scaled(), quaternion(r), direction(r), factor * gapOf(r), 0);
  };
}

function thin(r: Random): RoundBody {
  const small = 10 ** between(r, -3, -2);
  return pick(r, [
    () => frustumBody(cylinder(1, small)),
    () => frustumBody(cylinder(small, 1)),
    () => frustumBody(cone(1, small)),
    () => frustumBody(cone(small, 1)),
    () => ellipsoidBody(ellipsoid(small, 1, small)),
    () => ellipsoidBody(ellipsoid(1, small, between(r, small, 1))),
    () => frustumBody(disk(1)),
  ])();
}

const coaxial =
  (angle: number) =>
  (r: Random): RoundPair => {
    const turn = quaternion(r);
    const [a, b] = [pick(r, REVOLVED)(r), pick(r, REVOLVED)(r)];
    const offset = rotated(turn, [0, between(r, -0.2, 0.2), 0]);
    return { a: at(a, turn), b: at(b, tilted(r, angle, turn), offset) };
  };

const REVOLVED = [ROUND.cylinder!, ROUND.cone!, ROUND.frustum!, ROUND.spheroid!];

export const CLASSES: Record<string, (r: Random) => RoundPair> = {
  'random, near': (r) =>
    touching(r, at(round(r), quaternion(r)), any(r), quaternion(r), direction(r), gapOf(r), 0.3 * r()),
  'random, deep': (r) => ({
    a: at(solid(r), quaternion(r)),
    b: at(r() < 0.7 ? solid(r) : FLAT.box!(r), quaternion(r), direction(r).map((c) => 0.6 * r() * c) as Vec3),
  }),
  'random, anywhere': (r) => ({
    a: at(round(r), quaternion(r)),
    b: at(any(r), quaternion(r), direction(r).map((c) => 2 * r() * c) as Vec3),
  }),
  'supports in touch': (r) => touching(r, at(round(r), quaternion(r)), any(r), quaternion(r), direction(r), gapOf(r)),
  'needles and plates': (r) =>
    touching(
      r,
      at(thin(r), quaternion(r)),
      r() < 0.5 ? thin(r) : any(r),
      quaternion(r),
      direction(r),
      gapOf(r),
      0.2 * r(),
    ),
  'needles and plates, deep': (r) => ({
    a: at(thin(r), quaternion(r)),
    b: at(r() < 0.5 ? thin(r) : solid(r), quaternion(r), direction(r).map((c) => 0.1 * r() * c) as Vec3),
  }),
  'cap on box': (r) => {
    const rotation = tilted(r, pick(r, TILTS));
    return touching(
      r,
      at(FLAT.box!(r), NO_TURN),
      pick(r, [ROUND.cylinder!, ROUND.frustum!, ROUND.cone!, ROUND.disk!])(r),
      rotation,
      UP,
      gapOf(r),
      0.2,
    );
  },
  'side on box': (r) => {
    const rotation = chained(tilted(r, pick(r, TILTS)), turnAbout([0, 0, 1], Math.PI / 2));
    return touching(
      r,
      at(FLAT.box!(r), NO_TURN),
      pick(r, [ROUND.cylinder!, ROUND.spheroid!])(r),
      rotation,
      UP,
      gapOf(r),
      0.2,
    );
  },
  'rim on face, edge, corner': (r) =>
    touching(
      r,
      at(r() < 0.7 ? FLAT.box!(r) : octahedron(r), quaternion(r)),
      pick(r, [ROUND.cylinder!, ROUND.disk!, ROUND.frustum!])(r),
      quaternion(r),
      direction(r),
      gapOf(r),
    ),
  'rim on rim': (r) =>
    touching(
      r,
      at(ROUND.cylinder!(r), quaternion(r)),
      r() < 0.5 ? ROUND.disk!(r) : ROUND.cylinder!(r),
      quaternion(r),
      direction(r),
      gapOf(r),
    ),
  'apex on everything': (r) => {
    const n = direction(r);
    return touching(r, at(any(r), quaternion(r)), ROUND.cone!(r), upright(r, n.map((c) => -c) as Vec3), n, gapOf(r));
  },
  'parallel axes': (r) => {
    const turn = quaternion(r);
    const offset = rotated(turn, [between(r, -1, 1), between(r, -1, 1), pick(r, [0, 1e-17, 1e-12, 1e-9, 0.5])]);
    return { a: at(pick(r, REVOLVED)(r), turn), b: at(pick(r, REVOLVED)(r), turn, offset) };
  },
  ...Object.fromEntries(TILTS.map((angle) => [`coaxial, tilted by ${angle}`, coaxial(angle)])),
  concentric: (r) => ({ a: at(solid(r), quaternion(r)), b: at(solid(r), quaternion(r)) }),
  'nearly spheres, concentric': (r) => {
    const near = () => ellipsoidBody(ellipsoid(1, 1 + 0.02 * r(), 1 + 0.02 * r()));
    return { a: at(near(), quaternion(r)), b: at(near(), quaternion(r), [1e-3 * r(), 0, 0]) };
  },
  'spheres as ellipsoids': (r) => {
    const [one, two] = [length(r), length(r)].map(Math.fround) as [number, number];
    const position = direction(r).map((c) => 2 * r() * c) as Vec3;
    const other = r() < 0.5 ? ellipsoidBody(ellipsoid(two, two, two)) : capsuleBody(sphere(two));
    return {
      a: at(ellipsoidBody(ellipsoid(one, one, one)), quaternion(r)),
      b: at(other, quaternion(r), position),
      exact: Math.hypot(...position) - one - two,
    };
  },
  'tapered capsules': (r) => {
    const other = r() < 0.5 ? any(r) : tapered(r);
    return touching(r, at(tapered(r), quaternion(r)), other, quaternion(r), direction(r), gapOf(r), 0.3 * r());
  },
  'tapered capsules, deep': (r) => ({
    a: at(tapered(r), quaternion(r)),
    b: at(r() < 0.5 ? solid(r) : tapered(r), quaternion(r), direction(r).map((c) => 0.6 * r() * c) as Vec3),
  }),
  '1e7 m away': (r) => {
    const pair = touching(
      r,
      at(round(r), quaternion(r), [1e7, -1e7, 1e7]),
      any(r),
      quaternion(r),
      direction(r),
      gapOf(r),
    );
    // positions have 2e-9 m there: the class knows no exact distance
    return { a: pair.a, b: pair.b };
  },
  '1e-4 m': scaledBy(1e-4),
  '1e4 m': scaledBy(1e4),
};
