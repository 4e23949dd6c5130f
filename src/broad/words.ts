/**
 * Moves of words. Hosts run these functions as written; wasm has instructions for them, with the same result
 * (tools/lanes/hosted.ts).
 */
import type { Int, Ints, Words } from '../language/lanes.ts';

/** Copies two words. Both indices are even. */
export function copyTwo(to: Words, at: Int, from: Words, source: Int): void {
  to[at] = from[source];
  to[at + 1] = from[source + 1];
}

/** Copies four words. Both indices are multiples of four. */
export function copyFour(to: Words, at: Int, from: Words, source: Int): void {
  to[at] = from[source];
  to[at + 1] = from[source + 1];
  to[at + 2] = from[source + 2];
  to[at + 3] = from[source + 3];
}

/** Sets all bits of words [begin, end). */
export function setBits(to: Ints, begin: Int, end: Int): void {
  for (let k: Int = begin; k < end; k++) to[k] = -1;
}
