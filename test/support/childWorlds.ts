/** Meshes and compounds in scenes, as slow solvers see them. */
import { box, capsule, cylinder, hull, sphere } from 'hullstorm';
import type { Triangles } from '../../scenes/bruteForce.ts';
import type { BakedMesh } from '../../src/meshes/bake.ts';

type Vec3 = [number, number, number];

export interface World {
  readonly triangles: Triangles;
  /** The user's numbers of the triangles. */
  readonly sources: number[];
}

/** Triangles of a baked mesh in the order of the user's numbers, moved. */
export function worldOf({ triangles, vertices }: BakedMesh, by: Vec3): World {
  const count = triangles.length / 4;
  const order = Array.from({ length: count }, (_, k) => k).sort((a, b) => triangles[4 * a + 3] - triangles[4 * b + 3]);
  const corners = new Float64Array(9 * count);
  order.forEach((triangle, k) => {
    for (let n = 0; n < 9; n++) {
      corners[9 * k + n] = vertices[4 * triangles[4 * triangle + Math.floor(n / 3)] + (n % 3)] + by[n % 3];
    }
  });
  return { triangles: { count, corners }, sources: order.map((triangle) => triangles[4 * triangle + 3]) };
}

/** Convex shapes of several kinds. */
export const PARTS = [
  { shape: box(0.5, 0.1, 0.5), position: [0, 0, 0] },
  { shape: sphere(0.3), position: [0, 0.6, 0] },
  { shape: capsule(0.2, 0.1), position: [0.7, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  { shape: hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), position: [-1.5, 0.2, 0.4], rotation: [0.1, 0.5, -0.3, 0.8] },
  { shape: cylinder(0.3, 0.2), position: [0.2, -0.8, 0.3], rotation: [0.4, 0.1, 0.6, 0.5] },
] as const;

export const crossOf = (u: readonly number[], v: readonly number[]): Vec3 => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
];

export interface Pose {
  readonly position: readonly number[];
  readonly rotation?: readonly number[];
}

/** The pose of a part in the world. */
export function placedAt(whole: Required<Pose>, { position, rotation = [0, 0, 0, 1] }: Pose) {
  const [q, p] = [whole.rotation, rotation].map((turn) => turn.map((x) => x / Math.hypot(...turn)));
  const axis = q.slice(0, 3);
  const twice = crossOf(axis, position).map((x) => 2 * x);
  const across = crossOf(axis, twice);
  return {
    position: position.map((x, c) => whole.position[c] + x + q[3] * twice[c] + across[c]) as Vec3,
    rotation: [
      q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1],
      q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0],
      q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3],
      q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2],
    ] as [number, number, number, number],
  };
}
