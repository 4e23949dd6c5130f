/**
 * Octants of directions in which a vertex can be the support, complete but not minimal. Most vertices of a fine hull
 * are supports in one octant, so the search for their regions (cells.ts) skips the other seven.
 *
 * A vertex is the support in the cone of its faces' normals. If all normals point away from an octant, so does the
 * cone. The regions are larger than the cone by a margin, and by the tolerance of ties. An octant is skipped only if
 * the normals point away by more than that.
 */
import type { HullGeometry } from './build.ts';
import { scratch } from './scratch.ts';

const ALL = 0xff;
/** Octants on the negative side of x, y, z: bit 0, 1, 2 of an octant set. */
const NEGATIVE_X = 0xaa;
const NEGATIVE_Y = 0xcc;
const NEGATIVE_Z = 0xf0;

/** Below this sine of the angle at a face's corner, the rounding error of its normal is too large. */
const SLIVER = 1e-6;
/** Least distance of the normals from an octant that is skipped: more than twice the margin of the cells. */
const MARGIN = 5e-6;
/**
 * Share of ties in that distance, times the relative height of the vertex over its neighbors: eight times the angle of
 * a tie.
 */
const TIES = 8e-9;

/** Per vertex: one bit for each octant in which it may be the support. */
export function octantsOf(hull: HullGeometry): Int32Array {
  const { dimension, vertices, faces, neighborStarts, neighbors } = hull;
  const count = vertices.length / 3;
  const octants = scratch.ints(count).fill(ALL);
  if (dimension < 3) return octants;
  // per vertex: sum, lowest and highest of its faces' normals; NaN if one is not known
  const sums = scratch.reals(3 * count);
  const lows = scratch.reals(3 * count).fill(1);
  const highs = scratch.reals(3 * count).fill(-1);
  const normal = scratch.reals(3);
  for (const face of faces) {
    setNormal(normal, vertices, face);
    const x = normal[0];
    const y = normal[1];
    const z = normal[2];
    for (let k = 0; k < face.length; k++) {
      const at = 3 * face[k];
      sums[at] += x;
      sums[at + 1] += y;
      sums[at + 2] += z;
      if (x < lows[at]) lows[at] = x;
      if (y < lows[at + 1]) lows[at + 1] = y;
      if (z < lows[at + 2]) lows[at + 2] = z;
      if (x > highs[at]) highs[at] = x;
      if (y > highs[at + 1]) highs[at + 1] = y;
      if (z > highs[at + 2]) highs[at + 2] = z;
    }
  }
  for (let v = 0; v < count; v++) {
    const at = 3 * v;
    const x = sums[at];
    const y = sums[at + 1];
    const z = sums[at + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    let stands = 1; // height of the vertex over its nearest neighbor, per distance
    for (let k = neighborStarts[v]; k < neighborStarts[v + 1]; k++) {
      const n = 3 * neighbors[k];
      const dx = vertices[at] - vertices[n];
      const dy = vertices[at + 1] - vertices[n + 1];
      const dz = vertices[at + 2] - vertices[n + 2];
      const part = (x * dx + y * dy + z * dz) / (length * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)));
      if (!(part >= stands)) stands = part; // NaN stays
    }
    if (!(stands > 0)) continue;
    const least = MARGIN + TIES / stands;
    let mask = ALL;
    if (highs[at] < -least) mask &= NEGATIVE_X;
    else if (lows[at] > least) mask &= ALL ^ NEGATIVE_X;
    if (highs[at + 1] < -least) mask &= NEGATIVE_Y;
    else if (lows[at + 1] > least) mask &= ALL ^ NEGATIVE_Y;
    if (highs[at + 2] < -least) mask &= NEGATIVE_Z;
    else if (lows[at + 2] > least) mask &= ALL ^ NEGATIVE_Z;
    octants[v] = mask;
  }
  return octants;
}

/** Outward unit normal of a face, or NaN where its first corners are nearly in line. */
function setNormal(normal: Float64Array, vertices: Float32Array, face: readonly number[]): void {
  const a = 3 * face[0];
  const b = 3 * face[1];
  const c = 3 * face[2];
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const uz = vertices[b + 2] - vertices[a + 2];
  const vx = vertices[c] - vertices[a];
  const vy = vertices[c + 1] - vertices[a + 1];
  const vz = vertices[c + 2] - vertices[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const square = nx * nx + ny * ny + nz * nz;
  const products = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  const scale = square > SLIVER * SLIVER * products ? 1 / Math.sqrt(square) : NaN;
  normal[0] = nx * scale;
  normal[1] = ny * scale;
  normal[2] = nz * scale;
}
