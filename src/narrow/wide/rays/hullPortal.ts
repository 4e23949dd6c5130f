/** The triangle of a contact face that the line passes through: the arithmetic of `portalOn` (scalar/rays). */
import { FACE_COUNT, VERTEX_BEGIN } from '../../../shapes/codes.ts';
import { CORNERS } from '../../scalar/rays/places.ts';
import { LOOPS } from '../context.ts';
import { type Doubles, type Int, type Ints, shortsAt } from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { vertexOf } from './hullSupport.ts';

/**
 * Writes the triangle to f[CORNERS …], in the axes across the ray.
 * @param x and y: axes across the ray, local
 * @returns 1, or 0 if there is none
 */
export function findPortal(
  context: Ints,
  f: Doubles,
  words: Ints,
  face: Int,
  center: Vec,
  unit: Vec,
  x: Vec,
  y: Vec,
): Int {
  const loops = shortsAt(context[LOOPS] + 16 * words[VERTEX_BEGIN]);
  const ids = words[FACE_COUNT] + 1;
  const first = ids + loops[face];
  const end = ids + loops[face + 1];
  const a = vertexOf(context, words, loops[first]);
  const b = vertexOf(context, words, loops[first + 1]);
  writeCorner(f, 0, a, center, unit, x, y);
  writeCorner(f, 6, b, center, unit, x, y);
  for (let k = first + 2; k < end; k += 1) {
    f[CORNERS + 3] = f[CORNERS + 6];
    f[CORNERS + 4] = f[CORNERS + 7];
    f[CORNERS + 5] = f[CORNERS + 8];
    const c = vertexOf(context, words, loops[k]);
    writeCorner(f, 6, c, center, unit, x, y);
    const ab = f[CORNERS] * f[CORNERS + 4] - f[CORNERS + 1] * f[CORNERS + 3];
    const bc = f[CORNERS + 3] * f[CORNERS + 7] - f[CORNERS + 4] * f[CORNERS + 6];
    const ca = f[CORNERS + 6] * f[CORNERS + 1] - f[CORNERS + 7] * f[CORNERS];
    // seen along the line, loops of faces through which it enters are clockwise
    if (ab <= 0 && bc <= 0 && ca <= 0 && ab + bc + ca < 0) {
      swapCorners(f);
      return 1;
    }
  }
  return 0;
}

function writeCorner(f: Doubles, to: Int, point: Vec, center: Vec, unit: Vec, x: Vec, y: Vec): void {
  const px = point.x - center.x;
  const py = point.y - center.y;
  const pz = point.z - center.z;
  f[CORNERS + to] = px * x.x + py * x.y + pz * x.z;
  f[CORNERS + to + 1] = px * y.x + py * y.y + pz * y.z;
  f[CORNERS + to + 2] = px * unit.x + py * unit.y + pz * unit.z;
}

function swapCorners(f: Doubles): void {
  const x = f[CORNERS + 3];
  const y = f[CORNERS + 4];
  const z = f[CORNERS + 5];
  f[CORNERS + 3] = f[CORNERS + 6];
  f[CORNERS + 4] = f[CORNERS + 7];
  f[CORNERS + 5] = f[CORNERS + 8];
  f[CORNERS + 6] = x;
  f[CORNERS + 7] = y;
  f[CORNERS + 8] = z;
}
