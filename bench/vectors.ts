/** Vectors of f64 as triples, for the shapes of benchmarks and for their true answers. */

export type Vec = [x: number, y: number, z: number];
type Triple = ArrayLike<number>;

export const dot = (v: Triple, w: Triple) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
export const minus = (v: Triple, w: Triple): Vec => [v[0] - w[0], v[1] - w[1], v[2] - w[2]];
export const cross = (v: Triple, w: Triple): Vec => [
  v[1] * w[2] - v[2] * w[1],
  v[2] * w[0] - v[0] * w[2],
  v[0] * w[1] - v[1] * w[0],
];
