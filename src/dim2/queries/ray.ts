/**
 * A ray against a shape, in the frame of the ray: `along` its unit direction from the point that is nearest to the
 * shape's position, and to its left `side`. The shape is the union of its core, of strips along the edges, and of
 * circles around the corners, so it is entered where one of them is entered first.
 */
import { type Geometry, STRIDE } from '../pair/geometry.ts';

/** Where along the ray it enters, and the unit normal there, in the frame of the shape. */
class Entry {
  along = NaN;
  readonly normal = new Float64Array(2);
}

export const entry = /* @__PURE__ */ new Entry();

/**
 * Finds where the line of a ray enters a shape. Signs of `side` decide for both edges of a corner, so that no line
 * passes between them.
 * @param ux, uy unit direction in the frame of the shape
 * @param lateral side of the shape's position seen from the line, negative: cross product of u and the origin
 * @returns whether the line meets the shape
 */
export function enterShape(
  { count, radius, reals, faces }: Geometry,
  ux: number,
  uy: number,
  lateral: number,
): boolean {
  const { normal } = entry;
  let best = Infinity;
  for (let k = 0; k < count; k++) {
    const at = STRIDE * k;
    const x = reals[at];
    const y = reals[at + 1];
    const side = ux * y - uy * x - lateral;
    const along = ux * x + uy * y;
    if (count > 1) {
      const nx = faces[at];
      const ny = faces[at + 1];
      const shift = radius * (ux * ny - uy * nx);
      const first = side + shift;
      const next = at + STRIDE;
      const second = ux * reals[next + 1] - uy * reals[next] - lateral + shift;
      if (first >= 0 && second <= 0 && first > second) {
        const length = ux * reals[at + 2] + uy * reals[at + 3];
        const place = along + radius * (ux * nx + uy * ny) + (length * first) / (first - second);
        if (place < best) {
          best = place;
          normal[0] = nx;
          normal[1] = ny;
        }
      }
    }
    const square = radius * radius - side * side;
    if (!(square >= 0)) continue;
    const back = Math.sqrt(square);
    if (!(along - back < best)) continue;
    best = along - back;
    // from the corner to the place, back in the frame of the shape
    const scale = radius > 0 ? 1 / radius : 0;
    normal[0] = radius > 0 ? scale * (uy * side - ux * back) : -ux;
    normal[1] = radius > 0 ? -scale * (ux * side + uy * back) : -uy;
  }
  entry.along = best;
  return best < Infinity;
}
