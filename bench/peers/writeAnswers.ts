/** Writes rows of `Answers`. A row that a peer does not write stays without an answer: NaN, or no points. */
import { type Answers, MAX_POINTS } from './peer.ts';

/** Writes the vector of pair `p` to a column with 3 numbers per pair. */
export function writeVector(column: Float32Array, p: number, x: number, y: number, z: number): void {
  column[3 * p] = x;
  column[3 * p + 1] = y;
  column[3 * p + 2] = z;
}

/** The same with a vector of any length but zero, which is normalized. */
export function writeUnit(column: Float32Array, p: number, x: number, y: number, z: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(column, p, x * scale, y * scale, z * scale);
}

/** Writes contact point `k` of pair `p`, and its signed separation (m). `pointCount` is left to the caller. */
export function writePoint(
  { points }: Answers,
  p: number,
  k: number,
  x: number,
  y: number,
  z: number,
  separation: number,
): void {
  const at = 4 * (MAX_POINTS * p + k);
  points[at] = x;
  points[at + 1] = y;
  points[at + 2] = z;
  points[at + 3] = separation;
}

/** Writes a manifold of which only the separations are known: the peer keeps the points in a world of its own. */
export function writeSeparations(out: Answers, p: number, separations: number[]): void {
  separations.sort((a, b) => a - b);
  out.pointCount[p] = separations.length;
  for (let k = 0; k < Math.min(separations.length, MAX_POINTS); k++) {
    out.points[4 * (MAX_POINTS * p + k) + 3] = separations[k];
  }
}
