/** The recorded heap of 5,000 settled cuboids, as colliders of an engine. */
import { readFileSync } from 'node:fs';
import { box, type Engine } from 'hullstorm';
import { decodeCuboids } from '../../scenes/recorded.ts';

/** Capacities that hold it, and a few shapes besides. */
export const HEAP_CAPACITY = { shapes: 5100, vertices: 4096, colliders: 5100, pairs: 64 };

/** The box around the positions of the cuboids, min x y z, max x y z (m). */
export type HeapBounds = number[];

function recording() {
  const bytes = readFileSync(new URL('../../scenes/data/boxes-settled.bin', import.meta.url));
  return decodeCuboids(new Uint8Array(bytes).buffer);
}

/** Half extents of the cuboids by shape id, 3 per shape. */
export function heapHalves(): Float32Array {
  return recording().halfExtents;
}

/** Adds the cuboids. @returns the box around their positions */
export function fillHeap({ scene }: Engine): HeapBounds {
  const { count, halfExtents, positions, rotations } = recording();
  const shapes = scene.addShapesSync(
    Array.from({ length: count }, (_, k) => box(halfExtents[3 * k]!, halfExtents[3 * k + 1]!, halfExtents[3 * k + 2]!)),
  );
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    const position = positions.subarray(3 * k, 3 * k + 3);
    scene.addCollider(shapes[k]!, { position, rotation: rotations.subarray(4 * k, 4 * k + 4) });
    for (let c = 0; c < 3; c++) {
      bounds[c] = Math.min(bounds[c]!, position[c]!);
      bounds[3 + c] = Math.max(bounds[3 + c]!, position[c]!);
    }
  }
  return bounds;
}
