/** Room in a staging column, which threads fill in any order and the calling thread reads. */

/**
 * Reserves room for `count` elements.
 * @param cursor the word that counts the elements of all threads
 * @param room elements of the column
 * @returns the place of the first, or −1 without room
 */
export function reserve(words: Int32Array, cursor: number, count: number, room: number): number {
  // a cursor that has passed the end does not grow further: it could wrap around
  if (Atomics.load(words, cursor) > room) return -1;
  const at = Atomics.add(words, cursor, Math.min(count, room + 1));
  return at + count > room ? -1 : at;
}
