/** The pairs of a benchmark, as plain data, and the names of all such workloads. */
import { boundingRadius, numbersOf, type WorkloadShape } from '../workloadShapes.ts';

export const WORKLOADS = ['settled', 'falling', 'random', 'h16', 'h64', 'h256'] as const;
/** More colliders than caches hold: shows the cost of the order of ids. */
export const CROWDS = ['crowd', 'crowd-shuffled'] as const;
/** Pairs with cylinders and cones. */
export const ROUND = 'round';
export type WorkloadName = (typeof WORKLOADS)[number] | (typeof CROWDS)[number] | typeof ROUND;

export interface Workload {
  readonly name: WorkloadName;
  /** 0 for the recorded scenes, which have no seed. */
  readonly seed: number;
  /** FNV-1a over every array below: equal checksums, equal input. */
  readonly checksum: number;
  readonly shapes: readonly WorkloadShape[];
  readonly colliderCount: number;
  /** Row of `shapes` per collider. */
  readonly shapeOf: Uint32Array;
  /** x y z 0 per collider. The values are exact in f32, so that f32 libraries get the same scene. */
  readonly positions: Float64Array;
  /** x y z w per collider. */
  readonly rotations: Float32Array;
  readonly pairCount: number;
  /** Two collider ids per pair. */
  readonly pairs: Uint32Array;
  /** Per pair: the larger of the two bounding radii about the local origin. It is the unit of errors. */
  readonly sizes: Float32Array;
}

/** The part of a workload from which the rest follows. */
export type WorkloadInput = Omit<Workload, 'checksum' | 'colliderCount' | 'pairCount' | 'sizes'>;

/** Counts colliders and pairs, and computes sizes and the checksum. */
export function finishWorkload(input: WorkloadInput): Workload {
  const radii = input.shapes.map(boundingRadius);
  const pairCount = input.pairs.length / 2;
  const sizes = new Float32Array(pairCount);
  for (let p = 0; p < pairCount; p++) {
    const radiusOf = (id: number) => radii[input.shapeOf[id]];
    sizes[p] = Math.max(radiusOf(input.pairs[2 * p]), radiusOf(input.pairs[2 * p + 1]));
  }
  let checksum = 0x811c9dc5;
  const shapeData = input.shapes.map(numbersOf);
  for (const column of [...shapeData, input.shapeOf, input.positions, input.rotations, input.pairs]) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let i = 0; i < bytes.length; i++) checksum = Math.imul(checksum ^ bytes[i], 0x01000193);
  }
  return { ...input, colliderCount: input.shapeOf.length, pairCount, sizes, checksum: checksum >>> 0 };
}
