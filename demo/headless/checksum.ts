/**
 * FNV-1a over what a run came to, a whole 32-bit word at a time. The same for every number of workers, and on every machine with
 * the same kernel.
 */
import type { DistanceResults } from 'hullstorm';

export const CHECKSUM_START = 0x811c9dc5;
const PRIME = 0x01000193;

/** Goes on from `checksum` with one frame's results: the number of pairs, every status and the bits of every distance. */
export function addFrame(checksum: number, { status, separation, count }: DistanceResults): number {
  const bits = new Uint32Array(separation.buffer, separation.byteOffset, 4 * count);
  checksum = Math.imul(checksum ^ count, PRIME);
  for (let i = 0; i < count; i++) {
    checksum = Math.imul(checksum ^ status[i], PRIME);
    checksum = Math.imul(checksum ^ bits[4 * i + 3], PRIME);
  }
  return checksum >>> 0;
}

/** Goes on from `checksum` with the bits of numbers. */
export function addNumbers(checksum: number, numbers: Float64Array): number {
  for (const word of new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length)) {
    checksum = Math.imul(checksum ^ word, PRIME);
  }
  return checksum >>> 0;
}

export function checksumText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
