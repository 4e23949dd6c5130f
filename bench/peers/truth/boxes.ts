/** Two boxes: the least overlap over the 15 axes, which is exact. */
import { cross, dot, type Vec } from '../../vectors.ts';
import { rotationMatrix } from '../../workloadShapes.ts';
import type { Workload } from '../../workloads.ts';

/** Largest signed separation of two boxes over the 15 axes (m): exact sign, exact depth, a lower bound on a gap. */
export function boxSeparation(
  workload: Workload,
  halfA: Float32Array,
  halfB: Float32Array,
  a: number,
  b: number,
  offset: readonly number[],
): number {
  const columns = (id: number): Vec[] => {
    const m = new Float64Array(9);
    rotationMatrix(m, workload.rotations, id);
    return [0, 1, 2].map((k) => [m[k], m[3 + k], m[6 + k]]);
  };
  const axesA = columns(a);
  const axesB = columns(b);
  const reach = (half: Float32Array, axes: Vec[], n: Vec) =>
    axes.reduce((sum, axis, k) => sum + half[k] * Math.abs(dot(axis, n)), 0);
  let most = -Infinity;
  const test = (n: Vec) => {
    const length = Math.sqrt(dot(n, n));
    if (length < 1e-7) return; // parallel edges: the face axes cover this case
    const apart = Math.abs(dot(n, offset as Vec)) - reach(halfA, axesA, n) - reach(halfB, axesB, n);
    most = Math.max(most, apart / length);
  };
  axesA.forEach(test);
  axesB.forEach(test);
  for (const e of axesA) for (const f of axesB) test(cross(e, f));
  return most;
}
