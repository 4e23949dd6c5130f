/** Random casts of all shapes: seeded, shapes of 0.1 … 1 m, and the oracle of one cast. */
import { expect } from 'vitest';
import type { CastHit } from '../../src/pair.ts';
import { CastStatus, castShape, createCastHit, createPairDistance, distance } from '../../src/pair.ts';
import { box, cylinder, disk, rounded } from '../../src/shapes/spec.ts';
import {
  boxBody,
  chained,
  frustumBody,
  quaternion,
  type RoundBody,
  rotated,
  turnAbout,
  type Vec3,
} from '../oracle/roundBody.ts';
import { type Placed, separation, sizeOf } from '../oracle/roundOracle.ts';
import { composite } from './compositePairs.ts';
import { direction, FLAT, type Random, ROUND } from './roundPairs.ts';

/** A motion of arrays. */
type Turning = { readonly [K in 'move' | 'turn']: ArrayLike<number> } & { readonly pivot?: ArrayLike<number> };

/** One body with its pose at the start, and its motion. */
export interface Moving extends Placed {
  readonly motion: Turning;
}

export interface CastPair {
  readonly a: Moving;
  readonly b: Moving;
  readonly skin: number;
}

const between = (r: Random, low: number, high: number) => low + (high - low) * r();
const pick = <T>(r: Random, list: readonly T[]): T => list[Math.floor(r() * list.length)]!;
const vector = (r: Random, length: number): Vec3 => direction(r).map((c) => c * length * r()) as Vec3;
const KINDS = [...Object.values(FLAT), ...Object.values(ROUND)];
const anyBody = (r: Random) => (r() < 0.05 ? composite(r, 1) : pick(r, KINDS)(r));

/** Boxes, half of them thin along some axis, half of them rounded. */
function anyBox(r: Random): RoundBody {
  const half = () => (r() < 0.2 ? 10 ** between(r, -3, -1) : between(r, 0.1, 1));
  const core = box(half(), half(), half());
  return boxBody(r() < 0.5 ? core : rounded(core, between(r, 0.01, 0.3)));
}

const STILL: Turning = { move: [0, 0, 0], turn: [0, 0, 0] };

/** Plates and needles, up to 1,000 times as long as they are thick. */
function thin(r: Random): RoundBody {
  const small = 10 ** between(r, -3, -1);
  return pick(r, [
    () => boxBody(box(1, small, 1)),
    () => boxBody(box(small, small, 1)),
    () => frustumBody(cylinder(small, 1)),
    () => frustumBody(cylinder(1, small)),
    () => frustumBody(disk(1)),
  ])();
}

/** Bodies up to `reach` from the origin that move towards each other, past it or not as far, and up to `way` aside. */
function pairOf(r: Random, body: (r: Random) => RoundBody, reach: number, way: number, turn: number): CastPair {
  const moving = (): Moving => {
    const position = vector(r, reach);
    const aside = vector(r, way);
    const far = way < reach ? 0 : 2 * r();
    const move = position.map((c, k) => aside[k]! - far * c);
    return { body: body(r), position, rotation: quaternion(r), motion: { move, turn: vector(r, turn) } };
  };
  return { a: moving(), b: moving(), skin: r() < 0.5 ? 0 : 0.01 };
}

/** B passes by A at a distance of about ±1e-6 … 1e-2 of its size, and may turn. */
function grazing(r: Random): CastPair {
  const n = direction(r);
  const across = direction(r);
  const along = across[0] * n[0] + across[1] * n[1] + across[2] * n[2];
  const way = across.map((c, k) => 6 * (c - along * n[k]!)) as Vec3;
  const a: Moving = { body: anyBody(r), position: [0, 0, 0], rotation: quaternion(r), motion: STILL };
  const b = anyBody(r);
  const rotation = quaternion(r);
  const gap = (r() < 0.5 ? -1 : 1) * 10 ** between(r, -6, -2);
  const here: Placed = { body: b, position: [0, 0, 0], rotation };
  const height = gap - separation(a, here, n);
  const position = way.map((c, k) => n[k]! * height - c / 2) as Vec3;
  const turn = r() < 0.5 ? [0, 0, 0] : vector(r, 2);
  return { a, b: { body: b, position, rotation, motion: { move: way, turn } }, skin: 0 };
}

/** Both turn about one axis, or about parallel ones; they come nearer slowly. */
function coaxial(r: Random): CastPair {
  const axis = direction(r);
  const turn = (): Vec3 => axis.map((c) => c * between(r, -6, 6)) as Vec3;
  const start = between(r, 0.5, 2.5);
  const aside = r() < 0.5 ? [0, 0, 0] : vector(r, 0.3);
  return {
    a: { body: anyBody(r), position: [0, 0, 0], rotation: quaternion(r), motion: { move: [0, 0, 0], turn: turn() } },
    b: {
      body: anyBody(r),
      position: axis.map((c, k) => c * start + aside[k]!) as Vec3,
      rotation: quaternion(r),
      motion: { move: axis.map((c) => -c * between(r, 0, 1)) as Vec3, turn: turn() },
    },
    skin: 0,
  };
}

/** Both turn about points up to 0.5 m from their positions. */
function aboutPivots(r: Random): CastPair {
  const { a, b, skin } = pairOf(r, anyBody, 3, 3, 3);
  const aside = (body: Moving): Moving => ({ ...body, motion: { ...body.motion, pivot: vector(r, 0.5) } });
  return { a: aside(a), b: r() < 0.5 ? b : aside(b), skin };
}

export const CAST_CLASSES: Record<string, (r: Random) => CastPair> = {
  'without turns': (r) => pairOf(r, anyBody, 3, 3, 0),
  'small turns': (r) => pairOf(r, anyBody, 3, 3, 0.2),
  turns: (r) => pairOf(r, anyBody, 3, 3, 3),
  'spins of up to 6 rad in place': (r) => pairOf(r, anyBody, 1.6, 0.02, 6),
  'thin plates and needles': (r) => pairOf(r, thin, 2, 2, 3),
  'boxes that turn': (r) => pairOf(r, anyBox, 3, 3, 6),
  'turns about pivots': aboutPivots,
  grazing,
  'coaxial spins': coaxial,
};

/** The pose at time t. */
export function movedTo({ body, position, rotation, motion: { move, turn, pivot } }: Moving, t: number): Placed {
  const axis = [...(turn as number[])] as Vec3;
  const angle = Math.hypot(...axis);
  const turned = angle > 0 ? chained(turnAbout(axis, angle * t), rotation) : rotation;
  const arm = Array.from(pivot ?? [0, 0, 0]) as Vec3;
  const before = rotated(rotation, arm);
  const after = rotated(turned, arm);
  return {
    body,
    position: position.map((c, k) => c + t * move[k]! + before[k]! - after[k]!) as Vec3,
    rotation: turned,
  };
}

const apart = createPairDistance();
const found = createCastHit();

/** The distance of the kernel at time t, and the oracle's separation along its normal: a lower bound of the truth. */
function measureAt({ a, b }: CastPair, t: number) {
  const [atA, atB] = [movedTo(a, t), movedTo(b, t)];
  distance(a.body.shape, atA, b.body.shape, atB, apart);
  return { distance: apart.distance, bound: apart.errorBound, low: separation(atA, atB, [...apart.normal] as Vec3) };
}

function armOf({ motion: { pivot } }: Moving): number {
  return pivot ? Math.hypot(...Array.from(pivot)) : 0;
}

/** Casts the pair, and checks the result at `samples` times before it. */
export function checkCast(pair: CastPair, samples: number): CastHit {
  const { a, b, skin } = pair;
  // a body is as large as it is seen from its pivot
  const size = sizeOf(a, b) + armOf(a) + armOf(b);
  castShape(a.body.shape, a, a.motion, b.body.shape, b, b.motion, found, { skin });
  const { status, t } = found;
  // radii in tables are f32 sums
  const rounding = 1e-7 * size;
  if (status === CastStatus.StartsTouching) {
    expect(t).toBe(0);
    expect(found.distance).toBeLessThanOrEqual(skin);
    return found;
  }
  expect(status).not.toBe(CastStatus.Unresolved);
  for (let k = 0; k < samples; k++) {
    const { low } = measureAt(pair, (t * k) / samples);
    if (!(low > skin - rounding)) expect(low, `separation at ${(t * k) / samples} of ${t}`).toBeGreaterThan(skin);
  }
  const end = measureAt(pair, t);
  expect(Math.abs(found.distance - end.distance)).toBeLessThanOrEqual(found.errorBound + end.bound + rounding);
  // ellipsoids and composites count with more than their extent
  if (status === CastStatus.Hit) expect(found.distance).toBeLessThan(skin + 2e-6 * size);
  else expect(t).toBe(1);
  return found;
}
