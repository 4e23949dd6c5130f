/**
 * The signed distance of a point and a body with a closed form: box, segment, point, half-space.
 *
 *   reads   the body: p[ROTATION …], p[OFFSET …], p[HALF …], p[RADIUS], p[EXTENT]
 *   writes  p[TURN …], p[LOCAL …], p[NORMAL …] … p[BOUND], p[FOUND …]
 *
 * In the middle of a shape several normals are equally good: the first axis wins, and its positive side.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { F64_ROUNDING } from '../rounding.ts';
import {
  BOUND,
  DISTANCE,
  EXTENT,
  FOUND,
  FOUND_BOUND,
  FOUND_DISTANCE,
  FOUND_NORMAL,
  FOUND_POINT,
  HALF,
  LOCAL,
  NORMAL,
  OFFSET,
  RADIUS,
  ROTATION,
  TURN,
  WITNESS,
} from './codes.ts';

/** Squares below this may have lost bits. */
const LEAST_SQUARE: Double = 1e-280;

/** Writes the rotation of the body, and the point in its frame. */
export function placePoint(p: Doubles): void {
  const x = p[ROTATION];
  const y = p[ROTATION + 1];
  const z = p[ROTATION + 2];
  const w = p[ROTATION + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  p[TURN] = 1 - s * (y * y + z * z);
  p[TURN + 1] = s * (x * y - z * w);
  p[TURN + 2] = s * (x * z + y * w);
  p[TURN + 3] = s * (x * y + z * w);
  p[TURN + 4] = 1 - s * (x * x + z * z);
  p[TURN + 5] = s * (y * z - x * w);
  p[TURN + 6] = s * (x * z - y * w);
  p[TURN + 7] = s * (y * z + x * w);
  p[TURN + 8] = 1 - s * (x * x + y * y);
  const ox = p[OFFSET];
  const oy = p[OFFSET + 1];
  const oz = p[OFFSET + 2];
  p[LOCAL] = p[TURN] * ox + p[TURN + 3] * oy + p[TURN + 6] * oz;
  p[LOCAL + 1] = p[TURN + 1] * ox + p[TURN + 4] * oy + p[TURN + 7] * oz;
  p[LOCAL + 2] = p[TURN + 2] * ox + p[TURN + 5] * oy + p[TURN + 8] * oz;
}

/** Measures the core of a box. */
export function fromBox(p: Doubles): void {
  const x = p[LOCAL];
  const y = p[LOCAL + 1];
  const z = p[LOCAL + 2];
  const halfX = p[HALF];
  const halfY = p[HALF + 1];
  const halfZ = p[HALF + 2];
  const nearX = x < -halfX ? -halfX : x > halfX ? halfX : x;
  const nearY = y < -halfY ? -halfY : y > halfY ? halfY : y;
  const nearZ = z < -halfZ ? -halfZ : z > halfZ ? halfZ : z;
  const overX = x - nearX;
  const overY = y - nearY;
  const overZ = z - nearZ;
  const square = overX * overX + overY * overY + overZ * overZ;
  p[BOUND] = 0;
  p[WITNESS] = nearX;
  p[WITNESS + 1] = nearY;
  p[WITNESS + 2] = nearZ;
  if (square > LEAST_SQUARE) {
    const length = Math.sqrt(square);
    p[DISTANCE] = length;
    p[NORMAL] = overX / length;
    p[NORMAL + 1] = overY / length;
    p[NORMAL + 2] = overZ / length;
    return;
  }
  // inside or on a face: the nearest face
  const beyondX = Math.abs(x) - halfX;
  const beyondY = Math.abs(y) - halfY;
  const beyondZ = Math.abs(z) - halfZ;
  let axis: Int = 0;
  let largest: Double = -1 / 0;
  if (beyondX > largest) largest = beyondX;
  if (beyondY > largest) {
    largest = beyondY;
    axis = 1;
  }
  if (beyondZ > largest) {
    largest = beyondZ;
    axis = 2;
  }
  const side: Double = p[LOCAL + axis] < 0 ? -1 : 1;
  p[DISTANCE] = largest;
  p[NORMAL] = 0;
  p[NORMAL + 1] = 0;
  p[NORMAL + 2] = 0;
  p[NORMAL + axis] = side;
  p[WITNESS + axis] = side * p[HALF + axis];
}

/** The same for a segment along y; a point has no length. */
export function fromSegment(p: Doubles): void {
  const half = p[HALF + 1];
  const x = p[LOCAL];
  const y = p[LOCAL + 1];
  const z = p[LOCAL + 2];
  const near = y < -half ? -half : y > half ? half : y;
  const beyond = y - near;
  const square = x * x + beyond * beyond + z * z;
  const isApart = square > LEAST_SQUARE;
  const length = Math.sqrt(square);
  p[BOUND] = 0;
  p[WITNESS] = 0;
  p[WITNESS + 1] = near;
  p[WITNESS + 2] = 0;
  p[DISTANCE] = isApart ? length : 0;
  p[NORMAL] = isApart ? x / length : 1;
  p[NORMAL + 1] = isApart ? beyond / length : 0;
  p[NORMAL + 2] = isApart ? z / length : 0;
}

/** The same for the half-space y ≤ 0. */
export function fromPlane(p: Doubles): void {
  p[DISTANCE] = p[LOCAL + 1];
  p[BOUND] = 0;
  p[NORMAL] = 0;
  p[NORMAL + 1] = 1;
  p[NORMAL + 2] = 0;
  p[WITNESS] = p[LOCAL];
  p[WITNESS + 1] = 0;
  p[WITNESS + 2] = p[LOCAL + 2];
}

/** Writes the results of the body from those of its core. */
export function writeFound(p: Doubles): void {
  const radius = p[RADIUS];
  p[FOUND + FOUND_DISTANCE] = p[DISTANCE] - radius;
  const away = Math.abs(p[LOCAL]) + Math.abs(p[LOCAL + 1]) + Math.abs(p[LOCAL + 2]);
  p[FOUND + FOUND_BOUND] = p[BOUND] + F64_ROUNDING * (p[EXTENT] + away);
  const x = p[NORMAL];
  const y = p[NORMAL + 1];
  const z = p[NORMAL + 2];
  const pointX = p[WITNESS] + radius * x;
  const pointY = p[WITNESS + 1] + radius * y;
  const pointZ = p[WITNESS + 2] + radius * z;
  p[FOUND + FOUND_NORMAL] = p[TURN] * x + p[TURN + 1] * y + p[TURN + 2] * z;
  p[FOUND + FOUND_NORMAL + 1] = p[TURN + 3] * x + p[TURN + 4] * y + p[TURN + 5] * z;
  p[FOUND + FOUND_NORMAL + 2] = p[TURN + 6] * x + p[TURN + 7] * y + p[TURN + 8] * z;
  p[FOUND + FOUND_POINT] = p[TURN] * pointX + p[TURN + 1] * pointY + p[TURN + 2] * pointZ;
  p[FOUND + FOUND_POINT + 1] = p[TURN + 3] * pointX + p[TURN + 4] * pointY + p[TURN + 5] * pointZ;
  p[FOUND + FOUND_POINT + 2] = p[TURN + 6] * pointX + p[TURN + 7] * pointY + p[TURN + 8] * pointZ;
}
