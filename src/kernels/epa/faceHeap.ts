/** The heap of the faces of a polytope, by plane distance. */
import type { Int } from '../../language/lanes.ts';
import type { Polytope } from './polytopeTable.ts';

/** The face with the lowest plane. It stays on the heap until it is removed. */
export function lowestFace(p: Polytope): Int {
  const heap = p.heap;
  const planes = p.planes;
  while (p.alive[heap[0]] === 0) {
    // the last face takes the place of the top, and sinks
    p.heapSize--;
    const size = p.heapSize;
    const last = heap[size];
    let at: Int = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && planes[4 * heap[child + 1] + 3] < planes[4 * heap[child] + 3]) child++;
      if (planes[4 * heap[child] + 3] >= planes[4 * last + 3]) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
  }
  return heap[0];
}

/** Adds a face. */
export function pushFace(p: Polytope, face: Int): void {
  const heap = p.heap;
  const planes = p.planes;
  let at = p.heapSize;
  p.heapSize = at + 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (planes[4 * heap[parent] + 3] <= planes[4 * face + 3]) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = face;
}
