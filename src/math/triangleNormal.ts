/** Writes the unit normal of a triangle, to the side from which its corners are counter-clockwise. */
export function writeTriangleNormal(to: Float64Array, corners: Float64Array): void {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const next = (c + 1) % 3;
    const last = (c + 2) % 3;
    const one = (corners[3 + next] - corners[next]) * (corners[6 + last] - corners[last]);
    to[c] = one - (corners[3 + last] - corners[last]) * (corners[6 + next] - corners[next]);
    square += to[c] * to[c];
  }
  const inverse = 1 / Math.sqrt(square);
  for (let c = 0; c < 3; c++) to[c] *= inverse;
}
