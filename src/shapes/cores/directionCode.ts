/**
 * Directions in 16 bits: the ids of supports on cores of tier smooth.
 *
 * A direction d is projected onto the octahedron d / (|x| + |y| + |z|), whose lower half is folded outward. There x and
 * y are rounded to a grid of 255 × 256 cells. The code 0xffff is never used. Directions of one code differ by 0.02 rad
 * at most.
 *
 * Method: Meyer, Süßmuth, Sußner, Stamminger, Greiner, On floating-point normal vectors, 2010.
 */

const COLUMNS = 256;
const ROWS = 255;

/** The code of the direction f[at …], which may have any length but zero. */
export function directionCode(f: Float64Array, at: number): number {
  const sum = Math.abs(f[at]) + Math.abs(f[at + 1]) + Math.abs(f[at + 2]);
  let u = f[at] / sum;
  let v = f[at + 1] / sum;
  if (f[at + 2] < 0) {
    const x = u;
    u = (1 - Math.abs(v)) * (x < 0 ? -1 : 1);
    v = (1 - Math.abs(x)) * (v < 0 ? -1 : 1);
  }
  const column = Math.min(COLUMNS - 1, (0.5 * (u + 1) * COLUMNS) | 0);
  const row = Math.min(ROWS - 1, (0.5 * (v + 1) * ROWS) | 0);
  return row * COLUMNS + column;
}

/** Writes the direction in the middle of the cell of a code to f[at …]; its length is not 1. */
export function loadDirection(f: Float64Array, at: number, code: number): void {
  const u = (2 * ((code % COLUMNS) + 0.5)) / COLUMNS - 1;
  const v = (2 * (Math.trunc(code / COLUMNS) + 0.5)) / ROWS - 1;
  const z = 1 - Math.abs(u) - Math.abs(v);
  const fold = Math.max(-z, 0);
  f[at] = u - (u < 0 ? -fold : fold);
  f[at + 1] = v - (v < 0 ? -fold : fold);
  f[at + 2] = z;
}
