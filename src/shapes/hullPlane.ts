/**
 * On which side of the plane through three points does a fourth lie? The sign is exact, always.
 *
 * Method: f64 with Shewchuk's error bound (Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates, 1997, orient3d stage A); what the bound cannot decide is computed in whole numbers of `cloud.unit`.
 */
import type { Cloud } from './hullCloud.ts';

/** Shewchuk's (7 + 56 ε) ε with ε = 2^-53 is 7.772e-16; relative to the sum of the magnitudes of all six products. */
const ROUNDING = 7.8e-16;

export interface Plane {
  /** A point on it. */
  readonly anchor: number;
  /** (b − a) × (c − a), rounded, and the magnitudes that went into each component. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly mx: number;
  readonly my: number;
  readonly mz: number;
  readonly b: number;
  readonly c: number;
  /** The same normal and n · a in whole units; made when first needed. */
  exact: readonly [bigint, bigint, bigint, bigint] | null;
}

/** The plane through points a, b, c; counter-clockwise seen from its positive side. */
export function planeThrough({ xyz }: Cloud, a: number, b: number, c: number): Plane {
  const ux = xyz[3 * b]! - xyz[3 * a]!;
  const uy = xyz[3 * b + 1]! - xyz[3 * a + 1]!;
  const uz = xyz[3 * b + 2]! - xyz[3 * a + 2]!;
  const vx = xyz[3 * c]! - xyz[3 * a]!;
  const vy = xyz[3 * c + 1]! - xyz[3 * a + 1]!;
  const vz = xyz[3 * c + 2]! - xyz[3 * a + 2]!;
  return {
    anchor: a,
    nx: uy * vz - uz * vy,
    ny: uz * vx - ux * vz,
    nz: ux * vy - uy * vx,
    mx: Math.abs(uy * vz) + Math.abs(uz * vy),
    my: Math.abs(uz * vx) + Math.abs(ux * vz),
    mz: Math.abs(ux * vy) + Math.abs(uy * vx),
    b,
    c,
    exact: null,
  };
}

/** > 0 on the positive side, 0 on the plane. The sign is exact; the size is the distance times |n| where f64 decides. */
export function sideOf(cloud: Cloud, plane: Plane, p: number): number {
  const { xyz } = cloud;
  const dx = xyz[3 * p]! - xyz[3 * plane.anchor]!;
  const dy = xyz[3 * p + 1]! - xyz[3 * plane.anchor + 1]!;
  const dz = xyz[3 * p + 2]! - xyz[3 * plane.anchor + 2]!;
  const side = dx * plane.nx + dy * plane.ny + dz * plane.nz;
  const bound = ROUNDING * (Math.abs(dx) * plane.mx + Math.abs(dy) * plane.my + Math.abs(dz) * plane.mz);
  if (Math.abs(side) > bound) return side;
  if (bound === 0) return 0; // every product is 0
  return exactSide(cloud, plane, p);
}

function exactSide(cloud: Cloud, plane: Plane, p: number): number {
  plane.exact ??= exactPlane(cloud, plane);
  const [nx, ny, nz, offset] = plane.exact;
  const [x, y, z] = wholePoint(cloud, p);
  const side = nx * x + ny * y + nz * z - offset;
  if (side === 0n) return 0;
  return side > 0n ? Number.MIN_VALUE : -Number.MIN_VALUE;
}

function exactPlane(cloud: Cloud, { anchor, b, c }: Plane): [bigint, bigint, bigint, bigint] {
  const [ax, ay, az] = wholePoint(cloud, anchor);
  const [bx, by, bz] = wholePoint(cloud, b);
  const [cx, cy, cz] = wholePoint(cloud, c);
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return [nx, ny, nz, nx * ax + ny * ay + nz * az];
}

function wholePoint({ xyz, unit }: Cloud, p: number): [bigint, bigint, bigint] {
  return [BigInt(xyz[3 * p]! / unit), BigInt(xyz[3 * p + 1]! / unit), BigInt(xyz[3 * p + 2]! / unit)];
}
