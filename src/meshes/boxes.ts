/** Boxes of triangles: low x y z and a spare number, high x y z and one more, so that each is in one cache line. */

export const BOX_STRIDE = 8;
/** From a low number to the high one. */
export const HIGH = 4;

/** The boxes of all triangles. Vertices are f32, so nothing is rounded. */
export function boxesOf(positions: Float32Array, corners: Uint32Array): Float32Array {
  const boxes = new Float32Array((corners.length / 3) * BOX_STRIDE);
  for (let k = 0, box = 0; k < corners.length; k += 3, box += BOX_STRIDE) {
    const [a, b, c] = [3 * corners[k], 3 * corners[k + 1], 3 * corners[k + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const [x, y, z] = [positions[a + axis], positions[b + axis], positions[c + axis]];
      const low = x < y ? x : y;
      const high = x < y ? y : x;
      boxes[box + axis] = z < low ? z : low;
      boxes[box + HIGH + axis] = z > high ? z : high;
    }
  }
  return boxes;
}
