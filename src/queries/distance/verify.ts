/**
 * Checks the distances of a query: recomputes bounds of each in f64 from shapes and poses. For polytopes the code
 * shares nothing with the kernels: it reads tables, rotates vertices by quaternions, and scans. Cores of tier smooth
 * compute their own supports.
 *
 *   lower bound   the gap between the supporting planes along the reported normal. No separate convex shapes are
 *                 nearer, and no overlapping ones are deeper than its negative
 *   upper bound   separate: the distance of the two witness points, which must lie on the cores (see offCore).
 *                 Overlapping: minus the least penetration among 64 directions and the reported normal; the
 *                 directions of a planar scene lie in its plane.
 *                 It detects a depth that is too large, and proves a touch
 *
 * Of a shape with children the reported child is checked, not that no other one is nearer.
 */
import { vec3 } from 'gl-matrix';
import { refuse } from '../../errors.ts';
import { fitWeights } from '../../results/fitWeights.ts';
import { worldShapeOrChild } from '../../results/worldChild.ts';
import type { WorldShape } from '../../results/worldShape.ts';
import { isPlanar } from '../../tables/colliderTable.ts';
import { Status, type StatusCode } from '../../tables/distanceStatus.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import { DistanceResults } from './results.ts';

/** The check that a row fails. */
export type VerificationReason =
  | ''
  | 'status'
  | 'lower bound'
  | 'upper bound'
  | 'witness off its shape'
  | 'witness points do not span the distance';

/** The result of `verify`. All lengths are parts of the size of the pair, the sum of the extents of its two shapes. */
export interface Verification {
  /** Checked rows: those with a distance. */
  readonly checked: number;
  /** Rows that cannot be checked: invalid, beyond `maxDistance`, overlap without depth. */
  readonly skipped: number;
  /** The worst row, or −1. */
  readonly worstRow: number;
  /** How far the worst row exceeds its bounds. */
  readonly worstError: number;
  /** The check that it fails. */
  readonly worstReason: VerificationReason;
}

const IN_SPACE: readonly vec3[] = Array.from({ length: 64 }, (_, k) => {
  const y = 1 - (2 * k + 1) / 64;
  const ring = Math.sqrt(1 - y * y);
  const turn = k * Math.PI * (3 - Math.sqrt(5));
  return [ring * Math.cos(turn), y, ring * Math.sin(turn)] as vec3;
});

const IN_THE_PLANE: readonly vec3[] = Array.from({ length: 64 }, (_, k) => {
  const turn = (2 * Math.PI * k) / 64;
  return [Math.cos(turn), Math.sin(turn), 0] as vec3;
});

function directionsOf({ scene }: DistanceResults): readonly vec3[] {
  return isPlanar(scene.colliders) ? IN_THE_PLANE : IN_SPACE;
}

/**
 * Checks every row of a distance query, at the poses of the query. Slow: for tests and tools.
 * @returns the worst row and its error
 * @throws QueryError for anything but a result of `engine.distance`
 */
export function verify(results: DistanceResults): Verification {
  if (!DistanceResults.is(results)) refuse('verify: results', 'those of a distance query', results);
  let checked = 0;
  let worst: { row: number; error: number; reason: VerificationReason } = { row: -1, error: 0, reason: '' };
  for (let i = 0; i < results.count; i++) {
    const status = results.status[i] as StatusCode;
    if (status === Status.BeyondMaxDistance || status === Status.Invalid) continue;
    const distance = results.distance(i);
    // overlap without depth
    if (status === Status.Overlapping && distance === 0 && Number.isNaN(results.separation[4 * i])) continue;
    checked++;
    for (const [reason, error] of errorsOf(results, i, status)) {
      // NaN counts as the worst error, and stays
      if (!(error <= worst.error) && !Number.isNaN(worst.error)) worst = { row: i, error, reason };
    }
  }
  return {
    checked,
    skipped: results.count - checked,
    worstRow: worst.row,
    worstError: worst.error,
    worstReason: worst.reason,
  };
}

function errorsOf(results: DistanceResults, i: number, status: StatusCode): [VerificationReason, number][] {
  const at = 4 * i;
  const a = worldShapeOrChild(results.scene, results.pairs.ids[2 * i], results.childA[i]);
  const b = worldShapeOrChild(results.scene, results.pairs.ids[2 * i + 1], results.childB[i]);
  const offset = vec3.sub([0, 0, 0], b.position, a.position);
  const normal = vec3.normalize([0, 0, 0], triple(results.separation, at));
  const distance = results.distance(i);
  const witnessA = triple(results.offsetA, at);
  const witnessB = vec3.add([0, 0, 0], triple(results.offsetB, at), offset);
  // a half-space has the size of its witness point's offset, which is rounded to f32
  const reach = a.outward ? vec3.length(witnessA) : b.outward ? vec3.length(triple(results.offsetB, at)) : 0;
  const size = Math.max(a.extent + b.extent + a.radius + b.radius + reach, Math.abs(distance));

  // a half-space allows one direction
  const only = a.outward ?? (b.outward && vec3.negate([0, 0, 0], b.outward));
  const lower = planeGap(a, b, offset, only ?? normal) - (only ? size * vec3.distance(normal, only) : 0);
  const span = vec3.sub([0, 0, 0], witnessB, witnessA);
  const errors: [VerificationReason, number][] = [
    ['lower bound', distance - lower],
    ['witness points do not span the distance', vec3.distance(span, vec3.scale([0, 0, 0], normal, distance))],
    [
      'witness off its shape',
      offCore(results, i, 0, a, b, vec3.scaleAndAdd([0, 0, 0], witnessA, normal, -a.radius), normal),
    ],
    ['witness off its shape', offCore(results, i, 4, b, a, surfaceToCore(witnessB, offset, normal, b.radius), normal)],
  ];
  // the error of a status that contradicts the sign is the distance
  if (status === Status.Separated) errors.push(['status', -distance]);
  if (status === Status.Overlapping) errors.push(['status', distance]);
  if (distance > 0) errors.push(['upper bound', vec3.length(span) - distance]);
  else
    for (const direction of only ? [only] : directionsOf(results))
      errors.push(['upper bound', planeGap(a, b, offset, direction) - distance]);
  return errors.map(([reason, error]) => [reason, Math.max(0, error) / (size || 1)]);
}

function surfaceToCore(witness: vec3, offset: vec3, normal: vec3, radius: number): vec3 {
  return vec3.sub([0, 0, 0], vec3.scaleAndAdd([0, 0, 0], witness, normal, radius), offset);
}

/** Gap between the supporting planes of the two shapes along `direction`, ≤ the signed distance (m). */
function planeGap(a: WorldShape, b: WorldShape, offset: vec3, direction: vec3): number {
  const lowest = -b.reach(vec3.negate([0, 0, 0], direction));
  return lowest + vec3.dot(offset, direction) - a.reach(direction) - a.radius - b.radius;
}

/**
 * Distance of a core point from its core. Vertices: the distance from the reported simplex; 0 proves that the point
 * lies in the core. Pairs with a round core, and overlaps in planar scenes, have no such simplex (docs/shapes.md): the
 * height of the point above supporting planes.
 */
function offCore(
  results: DistanceResults,
  i: number,
  side: 0 | 4,
  body: WorldShape,
  other: WorldShape,
  point: vec3,
  normal: vec3,
): number {
  if (body.outward) return Math.max(0, vec3.dot(point, body.outward));
  const isRound = body.isSmooth || (other.isSmooth && !other.outward);
  if (isRound || isPlanar(results.scene.colliders)) {
    const planes = [...directionsOf(results), normal, vec3.negate([0, 0, 0], normal)];
    return Math.max(0, ...planes.map((direction) => vec3.dot(point, direction) - body.reach(direction)));
  }
  const row = results.simplex.subarray(i * SIMPLEX_STRIDE + side, i * SIMPLEX_STRIDE + side + 4);
  const vertices = [...row].filter((id) => id !== UNUSED).map((id) => body.point(id));
  return vertices.length === 0 ? Infinity : fitWeights(vertices, point).distance;
}

function triple(column: Float32Array, at: number): vec3 {
  return [column[at], column[at + 1], column[at + 2]];
}
