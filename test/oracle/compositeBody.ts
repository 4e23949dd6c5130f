/**
 * Sums and hulls of bodies as the slow oracle sees them: heights add, or the largest counts. The distance of a point is the
 * largest height of the point above a supporting plane, by search over directions.
 */
import { hullOf, type ShapePart, sum } from '../../src/shapes/spec.ts';
import { type Quat, type RoundBody, rotated, type Vec3 } from './roundBody.ts';
import { climbFrom, GRID } from './roundOracle.ts';

/** A part at a place in the whole. */
export interface PartBody {
  readonly body: RoundBody;
  readonly position?: Vec3;
  readonly rotation?: Quat;
}

const STILL: Quat = [0, 0, 0, 1];
const along = (p: Vec3, n: Vec3) => p[0] * n[0] + p[1] * n[1] + p[2] * n[2];

function partOf({ body, position, rotation }: PartBody): ShapePart {
  if (!position && !rotation) return body.shape;
  return { shape: body.shape, ...(position && { position }), ...(rotation && { rotation }) };
}

/** A part in the frame of the whole, with its numbers as the tables hold them. */
function placed({ body, position = [0, 0, 0], rotation = STILL }: PartBody) {
  const at = position.map(Math.fround) as Vec3;
  const turn = rotation.map(Math.fround) as Quat;
  return {
    height: (n: Vec3) => body.height(rotated(turn, n, true)) + along(at, n),
    support: (n: Vec3) => rotated(turn, body.support(rotated(turn, n, true))).map((c, k) => c + at[k]!) as Vec3,
    special: body.special.map((n) => rotated(turn, n)),
  };
}

function bodyOf(
  shape: RoundBody['shape'],
  parts: readonly PartBody[],
  height: RoundBody['height'],
  support: RoundBody['support'],
): RoundBody {
  const special = parts.flatMap((part) => placed(part).special);
  const beyond = (p: Vec3): number => {
    const above = (n: Vec3) => along(p, n) - height(n);
    const starts = [...GRID, ...special, ...special.map((n) => n.map((c) => -c) as Vec3)];
    const best = starts.map((n) => ({ n, f: above(n) })).sort((one, other) => other.f - one.f);
    return Math.max(0, ...best.slice(0, 3).map(({ n, f }) => climbFrom(above, n, f, seededTangents())));
  };
  // not more than the true extent
  const extent = Math.max(...GRID.map((n) => Math.hypot(...support(n))));
  return { shape, height, support, beyond, extent, special };
}

/** Random numbers for a search: the same for each search, so that an answer depends on its row alone. */
function seededTangents(): () => number {
  let state = 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export function sumBody(a: PartBody, b: PartBody): RoundBody {
  const [one, other] = [placed(a), placed(b)];
  return bodyOf(
    sum(partOf(a), partOf(b)),
    [a, b],
    (n) => one.height(n) + other.height(n),
    (n) => {
      const [p, q] = [one.support(n), other.support(n)];
      return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
    },
  );
}

export function hullOfBody(...parts: PartBody[]): RoundBody {
  const bodies = parts.map(placed);
  return bodyOf(
    hullOf(...parts.map(partOf)),
    parts,
    (n) => Math.max(...bodies.map((body) => body.height(n))),
    (n) => bodies.reduce((best, body) => (body.height(n) > best.height(n) ? body : best)).support(n),
  );
}
