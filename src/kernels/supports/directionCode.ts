/**
 * Directions in 16 bits: the ids of supports on cores of tier smooth.
 *
 * A direction d is projected onto the octahedron d / (|x| + |y| + |z|), whose lower half is folded outward. There x and
 * y are rounded to a grid of 255 × 256 cells. The code 0xffff is never used. Directions of one code differ by 0.02 rad
 * at most.
 *
 * Hosts and wasm compile this folder, with the same bits.
 *
 * Method: Meyer, Süßmuth, Sußner, Stamminger, Greiner, On floating-point normal vectors, 2010.
 */
import type { Doubles, Int } from '../../language/lanes.ts';

/** A power of two. */
const COLUMNS = 256;
const COLUMN_BITS = 8;
const ROWS = 255;

/** The code of a direction, which may have any length but zero. */
export function directionCode(direction: Doubles): Int {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
  let u = x / sum;
  let v = y / sum;
  if (z < 0) {
    const across = 1 - Math.abs(v);
    const up = 1 - Math.abs(u);
    u = u < 0 ? -across : across;
    v = v < 0 ? -up : up;
  }
  const column = Math.min(COLUMNS - 1, Math.trunc(0.5 * (u + 1) * COLUMNS) | 0);
  const row = Math.min(ROWS - 1, Math.trunc(0.5 * (v + 1) * ROWS) | 0);
  return row * COLUMNS + column;
}

/** Writes the direction in the middle of the cell of a code; its length is not 1. */
export function loadDirection(direction: Doubles, code: Int): void {
  const u = (2 * (Number(code & (COLUMNS - 1)) + 0.5)) / COLUMNS - 1;
  const v = (2 * (Number(code >> COLUMN_BITS) + 0.5)) / ROWS - 1;
  const z = 1 - Math.abs(u) - Math.abs(v);
  const fold = Math.max(-z, 0);
  direction[0] = u - (u < 0 ? -fold : fold);
  direction[1] = v - (v < 0 ? -fold : fold);
  direction[2] = z;
}
