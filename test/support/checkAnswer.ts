/**
 * What the kernels' answers are held to, against the oracle and by certificate. All errors are parts of the scale of the
 * pair: the larger body's extent, or the distance where that is longer (the f32 column of a far pair cannot be better).
 */
import { type PairDistance, Status, type StatusCode } from '../../src/pair.ts';
import type { DistanceResults } from '../../src/queries/distance/results.ts';
import type { Body } from '../oracle/body.ts';
import { certify } from '../oracle/certificate.ts';
import { signedDistance } from '../oracle/signedDistance.ts';

/** What the project promises, for every number of every answer. */
export const PROMISED = 1e-6;
/**
 * What the distance in f64 is held to. Cores nearer than 1e-8 of their extents count as touching, and their distance is
 * that of the best plane; the penetration search stops at planes that D exceeds by 1e-10 of the extents. Extents are
 * about the local origins, and two of them make the size: 2e-8 where those are inside. (Hulls 50 diameters from theirs
 * would need 2e-6 within 1e-6 m of contact: none of the classes puts them there.)
 * Witness points and normals are held to the promise: cores 1e-8 apart have normals of 1e-8 rad, and edges that are
 * parallel but for 1e-8 rad are passed over.
 */
export const F64_TOLERANCE = 2e-8;
/**
 * What the distance in the f32 column is held to: 2^-24 of the distance for its own rounding, and the f64 tolerance.
 * Offsets, normals and error bounds are rounded to 2^-24 of their length as well. What is checked by adding them up
 * (two offsets and distance · normal) gathers 3 · 2^-24 of the longest of them, and a normal acts over the distance of
 * the two positions: hence "reach" below, and 6 · 2^-24 on top of the promise.
 */
const F32_ROUNDING = 2 ** -24;
export const F32_TOLERANCE = F32_ROUNDING + F64_TOLERANCE;

/** What the answers of one kind of kernel are held to, as parts of the scale. */
export interface Bounds {
  /** Farther than this from contact, the flag must be right. */
  readonly flag: number;
  readonly distance: number;
  /** Witness points on their surfaces, and the normal as the plane that shows the distance. */
  readonly witness: number;
  /** How far the length of a normal may be from 1. */
  readonly normal: number;
  /** Nearer than this, a search for a depth may change the flag. */
  readonly touching: number;
  /** Whether the answer went through f32 columns. */
  readonly columns: boolean;
  /** Whether a pair that is apart has the same bits asked with depth and without. */
  readonly sameWithoutDepth: boolean;
}

/** `hullstorm/pair`. */
export const EXACT: Bounds = {
  flag: PROMISED,
  distance: F64_TOLERANCE,
  witness: PROMISED,
  normal: 1e-12,
  touching: F64_TOLERANCE,
  columns: false,
  sameWithoutDepth: true,
};
/** The scalar kernel's columns. */
export const SCALAR: Bounds = { ...EXACT, distance: F32_TOLERANCE, normal: 2 * F32_ROUNDING, columns: true };
/** Kernels that compute in f32. */
export const WIDE: Bounds = {
  flag: 1e-5,
  distance: 1e-5,
  witness: 1e-5,
  // turned by a matrix of f32, and made unit in f32
  normal: 16 * F32_ROUNDING,
  touching: 1e-5,
  columns: true,
  sameWithoutDepth: false,
};

/** What the columns of an engine are held to. @param kernel its `info.kernel` */
export function boundsOf(kernel: string): Bounds {
  return kernel === 'scalar' ? SCALAR : WIDE;
}

/** The oracle's own error: a few f64 roundings of the coordinates. */
const ORACLE_TOLERANCE = 1e-13;

export interface Answer {
  status: StatusCode;
  distance: number;
  errorBound: number;
  normal: ArrayLike<number>;
  pointA: ArrayLike<number>;
  pointB: ArrayLike<number>;
}

export interface Truth {
  distance: number;
  /** m */
  size: number;
}

/** Errors as parts of the scale. */
export interface Verdict {
  /** What is wrong, in words; empty if nothing is. */
  faults: string[];
  wrongFlag: boolean;
  distanceError: number;
  witnessError: number;
  planeError: number;
}

export function truthOf(a: Body, b: Body, size: number): Truth {
  return { distance: signedDistance(a, b).distance, size };
}

/** The answer of `hullstorm/pair`, in f64. */
export function pairAnswer(out: PairDistance): Answer {
  const { status, distance, errorBound, normal, offsetA, offsetB } = out;
  return { status, distance, errorBound, normal, pointA: offsetA, pointB: offsetB };
}

/** Row p of the result columns, in f32. */
export function columnAnswer(
  results: Pick<DistanceResults, 'status' | 'separation' | 'offsetA' | 'offsetB'>,
  p: number,
): Answer {
  const at = 4 * p;
  return {
    status: results.status[p] as StatusCode,
    distance: results.separation[at + 3],
    errorBound: results.offsetA[at + 3],
    normal: results.separation.subarray(at, at + 3),
    pointA: results.offsetA.subarray(at, at + 3),
    pointB: results.offsetB.subarray(at, at + 3),
  };
}

/** Checks a full answer. */
export function checkAnswer(a: Body, b: Body, truth: Truth, answer: Answer, bounds: Bounds): Verdict {
  const { columns } = bounds;
  const faults: string[] = [];
  const { distance, status } = answer;
  const scale = Math.max(truth.size, Math.abs(truth.distance));
  const between = Math.hypot(...[0, 1, 2].map((c) => b.position[c] - a.position[c]));
  const reach = Math.max(scale, between, norm(answer.pointA), norm(answer.pointB));
  const wrongFlag = !flagIsRight(status, truth, bounds);
  if (wrongFlag) faults.push(`status ${status} at a distance of ${truth.distance} m`);
  if (status === Status.Separated ? !(distance > 0) : !(distance <= 0)) {
    faults.push(`status ${status} with a reported distance of ${distance} m`);
  }
  const distanceError = Math.abs(distance - truth.distance) / scale;
  if (!(distanceError <= bounds.distance))
    faults.push(`distance ${distance} m for ${truth.distance} m: off by ${distanceError}`);
  const excess = Math.abs(distance - truth.distance) - answer.errorBound - ORACLE_TOLERANCE * reach;
  if (!(excess <= 0)) faults.push(`error exceeds the reported bound ${answer.errorBound} m by ${excess} m`);

  const c = certify(a, b, { distance, normal: answer.normal, pointA: answer.pointA, pointB: answer.pointB });
  const rounding = columns ? 6 * F32_ROUNDING * (reach - scale) : 0;
  const witnessError =
    (maxOf(c.witnessGapA, c.witnessGapB, c.insideA, c.insideB, c.witnessMismatch) - rounding) / scale;
  if (!(witnessError <= bounds.witness)) {
    faults.push(
      `witness off by ${witnessError}: outside ${c.witnessGapA} ${c.witnessGapB}, ` +
        `below the surface ${c.insideA} ${c.insideB}, mismatch ${c.witnessMismatch} m`,
    );
  }
  const planeError = (Math.abs(c.planeError) - rounding) / scale;
  if (!(planeError <= bounds.witness)) faults.push(`normal shows ${c.lower} m for ${distance} m: off by ${planeError}`);
  if (!(c.normalError <= bounds.normal)) faults.push(`normal of length 1 ± ${c.normalError}`);
  return { faults, wrongFlag, distanceError, witnessError, planeError };
}

/** Separated or Overlapping, and the right one wherever |distance| is above the promised part of the size. */
export function flagIsRight(status: number, { distance, size }: Truth, { flag } = EXACT): boolean {
  if (status !== Status.Separated && status !== Status.Overlapping) return false;
  if (!(Math.abs(distance) > flag * size)) return true;
  return (status === Status.Overlapping) === distance < 0;
}

/** Faults of a row asked with `maxDistance`; a full answer is checked as one. */
export function checkLimited(
  a: Body,
  b: Body,
  truth: Truth,
  answer: Answer,
  maxDistance: number,
  bounds: Bounds,
): string[] {
  if (answer.status !== Status.BeyondMaxDistance) {
    const faults = checkAnswer(a, b, truth, answer, bounds).faults;
    if (truth.distance > maxDistance + Math.max(PROMISED, bounds.distance) * truth.size)
      faults.push(`not beyond ${maxDistance} m: ${truth.distance}`);
    return faults;
  }
  const faults: string[] = [];
  const slack = bounds.distance * Math.max(truth.size, Math.abs(truth.distance), maxDistance);
  if (!(truth.distance > maxDistance - slack)) faults.push(`beyond ${maxDistance} m at ${truth.distance} m`);
  // the reported number is a lower bound, no less than the limit, and its normal shows it
  if (!(answer.distance >= maxDistance - slack)) faults.push(`bound ${answer.distance} m below ${maxDistance} m`);
  const between = Math.hypot(...[0, 1, 2].map((c) => b.position[c] - a.position[c]));
  const nothing = [0, 0, 0];
  const c = certify(a, b, { distance: answer.distance, normal: answer.normal, pointA: nothing, pointB: nothing });
  const reach = Math.max(truth.size, between, Math.abs(truth.distance));
  if (!(c.planeError <= bounds.witness * reach)) {
    faults.push(`normal shows ${c.lower} m for a bound of ${answer.distance} m`);
  }
  if (!(c.normalError <= Math.max(bounds.normal, 2 * F32_ROUNDING)))
    faults.push(`normal of length 1 ± ${c.normalError}`);
  return faults;
}

/** Faults of a row asked without depth, beside the full answer of the same cold start. */
export function checkShallow(truth: Truth, shallow: Answer, full: Answer, bounds = EXACT): string[] {
  // in contact within rounding, either word is right, and the search for a depth may change it
  const touching = Math.abs(truth.distance) <= bounds.touching * truth.size;
  if (shallow.status !== full.status && !touching)
    return [`status ${shallow.status} without depth, ${full.status} with`];
  if (!flagIsRight(shallow.status, truth, bounds)) return [`status ${shallow.status} at ${truth.distance} m`];
  const { distance, errorBound, normal, pointA, pointB } = shallow;
  const unmeasured = [errorBound, ...Array.from(normal), ...Array.from(pointA), ...Array.from(pointB)];
  if (shallow.status === Status.Overlapping) {
    return distance === 0 && unmeasured.every(Number.isNaN) ? [] : [`an overlap measured without depth: ${distance} m`];
  }
  if (unmeasured.some(Number.isNaN)) return ['nothing measured of a separated pair'];
  const scale = Math.max(truth.size, Math.abs(truth.distance));
  const near = Math.abs(shallow.distance - full.distance) <= 2 * bounds.distance * scale;
  return (bounds.sameWithoutDepth ? sameNumbers(shallow, full) : near || touching)
    ? []
    : ['a pair that is not deep has another answer without depth'];
}

function sameNumbers(x: Answer, y: Answer): boolean {
  const numbers = ({ distance, errorBound, normal, pointA, pointB }: Answer) => [
    distance,
    errorBound,
    ...Array.from(normal),
    ...Array.from(pointA),
    ...Array.from(pointB),
  ];
  const other = numbers(y);
  return numbers(x).every((value, k) => value === other[k]);
}

/** Whether row `q`, asked as (b, a), holds the mirrored bits of row `p`, asked as (a, b). */
export function mirrored(
  { status, separation, offsetA, offsetB }: Pick<DistanceResults, 'status' | 'separation' | 'offsetA' | 'offsetB'>,
  p: number,
  q: number,
): boolean {
  if (status[p] !== status[q]) return false;
  for (let c = 0; c < 3; c++) {
    if (!same(separation[4 * p + c], -separation[4 * q + c])) return false;
    if (!same(offsetA[4 * p + c], offsetB[4 * q + c])) return false;
    if (!same(offsetB[4 * p + c], offsetA[4 * q + c])) return false;
  }
  return same(separation[4 * p + 3], separation[4 * q + 3]) && same(offsetA[4 * p + 3], offsetA[4 * q + 3]);
}

/** Equal, 0 = −0, NaN = NaN. */
function same(x: number, y: number): boolean {
  return x === y || (Number.isNaN(x) && Number.isNaN(y));
}

/** The largest; NaN if any is NaN. */
function maxOf(...values: number[]): number {
  return Math.max(...values);
}

function norm(v: ArrayLike<number>): number {
  return Math.hypot(v[0], v[1], v[2]);
}
