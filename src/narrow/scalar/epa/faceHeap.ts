/** The heap of the faces of a polytope, by plane distance. */
import { HEAP, type Polytope } from './polytopeTable.ts';

/** The face with the lowest plane, or −1. It stays on the heap until it is removed. */
export function lowestFace(p: Polytope): number {
  const { heap, alive, n } = p;
  while (n[HEAP] > 0) {
    const face = heap[0];
    if (alive[face] === 1) return face;
    dropLowest(p);
  }
  return -1;
}

/** Adds a face. */
export function pushFace(p: Polytope, face: number): void {
  const { heap, planes, n } = p;
  let at = n[HEAP];
  n[HEAP] = at + 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (planes[4 * heap[parent] + 3] <= planes[4 * face + 3]) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = face;
}

/** Removes the top of the heap. */
function dropLowest(p: Polytope): void {
  const { heap, planes, n } = p;
  const size = n[HEAP] - 1;
  n[HEAP] = size;
  if (size === 0) return;
  const last = heap[size];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && planes[4 * heap[child + 1] + 3] < planes[4 * heap[child] + 3]) child++;
    if (planes[4 * heap[child] + 3] >= planes[4 * last + 3]) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
}
