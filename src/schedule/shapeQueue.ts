/** A queue of hulls and meshes that threads build: each thread claims the next one until none is left. */
import type { BakedMesh } from '../meshes/bake.ts';
import type { MeshInput } from '../meshes/options.ts';
import type { PreparedShape } from '../shapes/cores/core.ts';
import { prepareHullWithFaces } from '../shapes/cores/hull.ts';
import type { HullShape } from '../shapes/hull/prepareHull.ts';

/** Arrays and counts lie in shared memory. */
export interface ShapeQueue {
  readonly hulls: readonly HullShape[];
  /** Only workers claim them: a mesh may take seconds. */
  readonly meshes: readonly MeshInput[];
  /** QUEUE_WORDS numbers. */
  readonly counts: Int32Array;
}

/** A built shape by its index among the hulls or the meshes: a hull as tables store it, or the tables of a mesh. */
export type BuiltShape =
  | { readonly index: number; readonly hull: PreparedShape }
  | { readonly index: number; readonly mesh: BakedMesh };

/** Words of `counts`: claimed hulls, finished or failed shapes, claimed meshes. */
const HULLS = 0;
export const FINISHED = 1;
const MESHES = 2;
export const QUEUE_WORDS = 3;

/**
 * Claims hulls and adds them to `built`, one at least, until none is left or the time is `end`. Skips hulls that cannot
 * be built: the engine builds them again and reports the error.
 * @param end by `performance.now()` (ms)
 * @returns whether none is left
 */
export function buildClaimed({ hulls, counts }: ShapeQueue, built: BuiltShape[], end = Infinity): boolean {
  do {
    const index = Atomics.add(counts, HULLS, 1);
    if (index >= hulls.length) return true;
    const hull = hulls[index];
    tryTo(() => built.push({ index, hull: prepareHullWithFaces('', hull, hull.radius) }));
    Atomics.add(counts, FINISHED, 1);
  } while (end === Infinity || performance.now() < end);
  return false;
}

/** Claims meshes until none is left, and adds them to `built`. Skips meshes that cannot be baked, as above. */
export function bakeClaimed(
  { meshes, counts }: ShapeQueue,
  built: BuiltShape[],
  bake: (where: string, input: MeshInput) => BakedMesh,
): void {
  for (;;) {
    const index = Atomics.add(counts, MESHES, 1);
    if (index >= meshes.length) return;
    tryTo(() => built.push({ index, mesh: bake('', meshes[index]) }));
    Atomics.add(counts, FINISHED, 1);
  }
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // skipped
  }
}
