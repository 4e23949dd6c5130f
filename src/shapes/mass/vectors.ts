/** Vectors x y z, for code that may allocate. */
export type Vector = readonly [number, number, number];

export function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function times(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Vector): Vector {
  return times(a, 1 / Math.hypot(...a));
}

/** x y z triples as vectors. */
export function vectorsOf(triples: ArrayLike<number>): Vector[] {
  return Array.from({ length: triples.length / 3 }, (_, k) => [triples[3 * k], triples[3 * k + 1], triples[3 * k + 2]]);
}

/** A normal of a polygon, counter-clockwise seen from outside, of twice its area. */
export function normalOf(corners: readonly Vector[]): Vector {
  const [first] = corners;
  let sum: Vector = [0, 0, 0];
  for (let k = 2; k < corners.length; k++) {
    sum = plus(sum, cross(minus(corners[k - 1], first), minus(corners[k], first)));
  }
  return sum;
}
