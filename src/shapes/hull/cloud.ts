/**
 * The points of one hull during its construction, and the affine space that they span.
 *
 * Coordinates are f32, as in the tables, scaled by a power of two so that the largest side of the bounding box lies in
 * (½, 1]. This is exact, and no product of three of them over- or underflows in f64.
 */
import type { FacetTable } from './facetTable.ts';
import { setPlane, sideOf } from './plane.ts';
import { scratch } from './scratch.ts';

/** Sets thinner than this part of their longest side are flat: far above f64 rounding, far below any real plate. */
export const FLAT = 1e-9;

export interface Cloud {
  /** xyz triples, scaled. */
  readonly xyz: Float64Array;
  readonly count: number;
  /** A power of two that every coordinate is a whole multiple of. */
  readonly unit: number;
}

/** Ids of points that span the set, as many as its dimension + 1. */
export type Span =
  | readonly [number]
  | readonly [number, number]
  | readonly [number, number, number]
  | readonly [number, number, number, number];

export function cloudOf(points: Float32Array): Cloud {
  const xyz = scratch.reals(points.length);
  xyz.set(points);
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    longest = Math.max(longest, xyz[highest(xyz, axis)] - xyz[lowest(xyz, axis)]);
  }
  const scale = longest > 0 ? 2 ** -Math.ceil(Math.log2(longest)) : 1;

  let smallest = Number.POSITIVE_INFINITY; // nonzero magnitude
  for (let k = 0; k < xyz.length; k++) {
    const value = xyz[k] * scale + 0; // + 0 turns −0 into 0
    xyz[k] = value;
    if (value !== 0 && Math.abs(value) < smallest) smallest = Math.abs(value);
  }
  // f32 has 24 bits of mantissa; 25 because log2 may round up across a power of two
  const unit = smallest < Number.POSITIVE_INFINITY ? 2 ** (Math.floor(Math.log2(smallest)) - 25) : 1;
  return { xyz, count: xyz.length / 3, unit };
}

/**
 * Extremes along the longest side, then the point farthest from their line, then from that plane: greedy, O(n).
 * The plane of the first three stays in row 0 of `planes`.
 */
export function spanOf(cloud: Cloud, planes: FacetTable): Span {
  const { xyz, count } = cloud;
  let a = 0;
  let b = 0;
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = lowest(xyz, axis);
    const high = highest(xyz, axis);
    const side = xyz[high] - xyz[low];
    if (side > longest) [a, b, longest] = [(low - axis) / 3, (high - axis) / 3, side];
  }
  if (longest === 0) return [0];
  const flat = FLAT * longest;

  const ax = xyz[3 * a];
  const ay = xyz[3 * a + 1];
  const az = xyz[3 * a + 2];
  const ux = xyz[3 * b] - ax;
  const uy = xyz[3 * b + 1] - ay;
  const uz = xyz[3 * b + 2] - az;
  let c = a;
  let area = 0; // twice that of the triangle a b c
  for (let p = 0; p < count; p++) {
    const vx = xyz[3 * p] - ax;
    const vy = xyz[3 * p + 1] - ay;
    const vz = xyz[3 * p + 2] - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (n > area) [c, area] = [p, n];
  }
  if (area <= flat * Math.sqrt(ux * ux + uy * uy + uz * uz)) return [a, b];

  setPlane(cloud, planes, 0, a, b, c);
  let d = a;
  let height = 0;
  for (let p = 0; p < count; p++) {
    const h = Math.abs(sideOf(cloud, planes, 0, p)); // rounding noise counts as 0
    if (h > height) [d, height] = [p, h];
  }
  return height <= flat * area ? [a, b, c] : [a, b, c, d];
}

/** Index of the first lowest coordinate of an axis. */
function lowest(xyz: Float64Array, axis: number): number {
  let low = axis;
  for (let k = axis + 3; k < xyz.length; k += 3) if (xyz[k] < xyz[low]) low = k;
  return low;
}

/** Index of the first highest coordinate of an axis. */
function highest(xyz: Float64Array, axis: number): number {
  let high = axis;
  for (let k = axis + 3; k < xyz.length; k += 3) if (xyz[k] > xyz[high]) high = k;
  return high;
}
