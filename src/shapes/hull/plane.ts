/**
 * Computes the side of a plane through three points on which a fourth point lies. The sign is always exact.
 *
 * Method: f64 with Shewchuk's error bound (Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates, 1997, orient3d stage A); cases within the bound are computed in whole numbers of `cloud.unit`.
 */
import type { FacetTable, WholePlane } from './facetTable.ts';

/** The part of a cloud (cloud.ts) that planes read. */
interface Points {
  readonly xyz: Float64Array;
  readonly unit: number;
}

/** Shewchuk's (7 + 56 ε) ε with ε = 2^-53 is 7.772e-16; relative to the sum of the magnitudes of all six products. */
const ROUNDING = 7.8e-16;
/** The same for points within 1.01 of each other along each axis, as in a cloud. */
const ROUNDING_IN_CLOUD = 7.9e-16;

/** Sets the facet in `row` to the triangle a b c, counter-clockwise seen from the positive side of its plane. */
export function setPlane({ xyz }: Points, facets: FacetTable, row: number, a: number, b: number, c: number): void {
  const { corners, planes, whole } = facets;
  corners[3 * row] = a;
  corners[3 * row + 1] = b;
  corners[3 * row + 2] = c;
  const ax = xyz[3 * a];
  const ay = xyz[3 * a + 1];
  const az = xyz[3 * a + 2];
  const ux = xyz[3 * b] - ax;
  const uy = xyz[3 * b + 1] - ay;
  const uz = xyz[3 * b + 2] - az;
  const vx = xyz[3 * c] - ax;
  const vy = xyz[3 * c + 1] - ay;
  const vz = xyz[3 * c + 2] - az;
  planes[4 * row] = uy * vz - uz * vy;
  planes[4 * row + 1] = uz * vx - ux * vz;
  planes[4 * row + 2] = ux * vy - uy * vx;
  const mx = Math.abs(uy * vz) + Math.abs(uz * vy);
  const my = Math.abs(uz * vx) + Math.abs(ux * vz);
  const mz = Math.abs(ux * vy) + Math.abs(uy * vx);
  planes[4 * row + 3] = ROUNDING_IN_CLOUD * (mx + my + mz);
  if (whole.size > 0) whole.delete(row);
}

/**
 * > 0 on the positive side, 0 on the plane. The sign is exact. Where f64 decides, the size is the distance times |n|.
 */
export function sideOf(cloud: Points, facets: FacetTable, row: number, p: number): number {
  const { xyz } = cloud;
  const { planes } = facets;
  const a = 3 * facets.corners[3 * row];
  const side =
    (xyz[3 * p] - xyz[a]) * planes[4 * row] +
    (xyz[3 * p + 1] - xyz[a + 1]) * planes[4 * row + 1] +
    (xyz[3 * p + 2] - xyz[a + 2]) * planes[4 * row + 2];
  return Math.abs(side) > planes[4 * row + 3] ? side : nearSide(cloud, facets, row, p, side);
}

/** `sideOf` where the bound of the whole cloud does not decide: by the bound of the point, or exactly. */
function nearSide(cloud: Points, facets: FacetTable, row: number, p: number, side: number): number {
  const { xyz } = cloud;
  const a = 3 * facets.corners[3 * row];
  const b = 3 * facets.corners[3 * row + 1];
  const c = 3 * facets.corners[3 * row + 2];
  if (3 * p === b || 3 * p === c) return 0;
  let bound = 0;
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const z = (x + 2) % 3;
    const product = (xyz[b + y] - xyz[a + y]) * (xyz[c + z] - xyz[a + z]);
    const other = (xyz[b + z] - xyz[a + z]) * (xyz[c + y] - xyz[a + y]);
    bound += Math.abs(xyz[3 * p + x] - xyz[a + x]) * (Math.abs(product) + Math.abs(other));
  }
  if (bound === 0) return 0; // every product is 0
  return Math.abs(side) > ROUNDING * bound ? side : wholeSide(cloud, facets, row, p);
}

function wholeSide(cloud: Points, facets: FacetTable, row: number, p: number): number {
  let plane = facets.whole.get(row);
  if (!plane) {
    plane = wholePlane(cloud, facets.corners, row);
    facets.whole.set(row, plane);
  }
  const [nx, ny, nz, offset] = plane;
  const [x, y, z] = wholePoint(cloud, p);
  const side = nx * x + ny * y + nz * z - offset;
  if (side === 0n) return 0;
  return side > 0n ? Number.MIN_VALUE : -Number.MIN_VALUE;
}

function wholePlane(cloud: Points, corners: Int32Array, row: number): WholePlane {
  const [ax, ay, az] = wholePoint(cloud, corners[3 * row]);
  const [bx, by, bz] = wholePoint(cloud, corners[3 * row + 1]);
  const [cx, cy, cz] = wholePoint(cloud, corners[3 * row + 2]);
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return [nx, ny, nz, nx * ax + ny * ay + nz * az];
}

function wholePoint({ xyz, unit }: Points, p: number): [bigint, bigint, bigint] {
  return [BigInt(xyz[3 * p] / unit), BigInt(xyz[3 * p + 1] / unit), BigInt(xyz[3 * p + 2] / unit)];
}
