/**
 * The slow oracle of signed distances: no GJK, no EPA, nothing from src/. With the separation along a direction,
 * f(n) = min over B of n·x − max over A of n·x, the signed distance is the greatest f over all unit n.
 *
 *   a distance d along n is not too large    if f(n) ≥ d
 *   a gap d is not too small                 if two points at this distance lie on the bodies
 *   a depth −d is not too large              if no other direction has f > d: a grid on the sphere, the normals of flat
 *                                            parts, then local search from the best of them
 */
import { type Quat, type RoundBody, rotated, type Vec3 } from './roundBody.ts';

export interface Placed {
  readonly body: RoundBody;
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** The result of a distance query: a `PairDistance`. */
export interface Answer {
  readonly distance: number;
  readonly normal: ArrayLike<number>;
  readonly offsetA: ArrayLike<number>;
  readonly offsetB: ArrayLike<number>;
  readonly errorBound: number;
}

export interface Verdict {
  /** How much the distance is too large, or too small, beyond doubt: parts of the size. */
  readonly error: number;
  /** How much of that the error bound of the answer does not admit. */
  readonly beyondBound: number;
  /** The greatest separation that the oracle has found (m). */
  readonly best: number;
}

/** Directions all over the sphere. */
export const GRID: readonly Vec3[] = Array.from({ length: 300 }, (_, k) => {
  const y = 1 - (2 * k + 1) / 300;
  const ring = Math.sqrt(1 - y * y);
  const turn = k * Math.PI * (3 - Math.sqrt(5));
  return [ring * Math.cos(turn), y, ring * Math.sin(turn)];
});

/** Starts of the local search. */
const STARTS = 4;
/** Rounds of one local search. */
const MOST_ROUNDS = 100;

export function sizeOf(a: Placed, b: Placed): number {
  return a.body.extent + b.body.extent;
}

/** The separation along n, in the world. */
export function separation(a: Placed, b: Placed, n: Vec3): number {
  const offset = [0, 1, 2].map((c) => b.position[c]! - a.position[c]!);
  const inA = rotated(a.rotation, n, true);
  const inB = rotated(b.rotation, n.map((c) => -c) as Vec3, true);
  return offset[0]! * n[0] + offset[1]! * n[1] + offset[2]! * n[2] - a.body.height(inA) - b.body.height(inB);
}

export function checkAnswer(a: Placed, b: Placed, answer: Answer, random: () => number): Verdict {
  const { distance, errorBound } = answer;
  const size = sizeOf(a, b);
  const normal = unit([answer.normal[0]!, answer.normal[1]!, answer.normal[2]!]);
  const along = separation(a, b, normal);
  const tooLarge = distance - along;
  let best = along;
  let tooSmall: number;
  if (distance > 0) {
    tooSmall = Math.max(offBody(a, answer.offsetA), offBody(b, answer.offsetB), spanError(a, b, answer, normal));
  } else {
    best = greatest(a, b, normal, random);
    tooSmall = best - distance;
  }
  const error = Math.max(tooLarge, tooSmall, 0) / size;
  return { error, beyondBound: Math.max(tooLarge, tooSmall - errorBound, 0) / size, best };
}

/** How far a witness point lies outside of its body. */
export function offBody({ body, rotation }: Placed, offset: ArrayLike<number>): number {
  return body.beyond(rotated(rotation, [offset[0]!, offset[1]!, offset[2]!], true));
}

/** How far pointB − pointA is from distance × normal. */
export function spanError(a: Placed, b: Placed, answer: Answer, normal: Vec3): number {
  const parts = [0, 1, 2].map(
    (c) => b.position[c]! - a.position[c]! + answer.offsetB[c]! - answer.offsetA[c]! - answer.distance * normal[c]!,
  );
  return Math.hypot(...parts);
}

/** The greatest separation over directions: of the grid, of flat parts, of `known`, improved by local search. */
function greatest(a: Placed, b: Placed, known: Vec3, random: () => number): number {
  const flat = (of: Placed) =>
    of.body.special.flatMap((n) => [rotated(of.rotation, n), rotated(of.rotation, n.map((c) => -c) as Vec3)]);
  const offset = unit([0, 1, 2].map((c) => b.position[c]! - a.position[c]!) as Vec3);
  const starts = [known, ...flat(a), ...flat(b), ...GRID, ...(offset.every(Number.isFinite) ? [offset] : [])];
  const scored = starts.map((n) => ({ n, f: separation(a, b, n) })).sort((one, other) => other.f - one.f);
  let best = -Infinity;
  const used: Vec3[] = [];
  for (const { n, f } of [{ n: known, f: separation(a, b, known) }, ...scored]) {
    if (used.length === STARTS) break;
    // directions near another start lead to the same place
    if (used.some((u) => u[0] * n[0] + u[1] * n[1] + u[2] * n[2] > 0.99)) continue;
    used.push(n);
    best = Math.max(
      best,
      climbFrom((tried) => separation(a, b, tried), n, f, random),
    );
  }
  return best;
}

/** Local search: steps along random tangents, half as long when eight of them bring nothing. */
export function climbFrom(heightOf: (n: Vec3) => number, from: Vec3, height: number, random: () => number): number {
  let [n, best] = [from, height];
  for (let step = 0.05, rounds = 0; step > 1e-8 && rounds < MOST_ROUNDS; rounds++) {
    const side = unit(cross(n, unit([random() - 0.5, random() - 0.5, random() - 0.5])));
    const other = cross(n, side);
    let improved = false;
    for (let k = 0; k < 8; k++) {
      const [u, v] = [step * Math.cos((k * Math.PI) / 4), step * Math.sin((k * Math.PI) / 4)];
      const tried = unit([0, 1, 2].map((c) => n[c]! + u * side[c]! + v * other[c]!) as Vec3);
      const f = heightOf(tried);
      if (!(f > best)) continue;
      [n, best, improved] = [tried, f, true];
      break;
    }
    step *= improved ? 1.5 : 0.5;
  }
  return best;
}

function unit(v: Vec3): Vec3 {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
