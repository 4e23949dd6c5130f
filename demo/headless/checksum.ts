/**
 * FNV-1a over the results of a run, one 32-bit word at a time. It is the same for any number of workers, and on every
 * machine with the same kernel.
 */
import type { DistanceResults, RayHits } from 'hullstorm';

export const CHECKSUM_START = 0x811c9dc5;
const PRIME = 0x01000193;

/** Adds the results of one frame to `checksum`: the number of pairs, each status, and the bits of each distance. */
export function addFrame(checksum: number, { status, separation, count }: DistanceResults): number {
  const bits = new Uint32Array(separation.buffer, separation.byteOffset, 4 * count);
  checksum = Math.imul(checksum ^ count, PRIME);
  for (let i = 0; i < count; i++) {
    checksum = Math.imul(checksum ^ status[i], PRIME);
    checksum = Math.imul(checksum ^ bits[4 * i + 3], PRIME);
  }
  return checksum >>> 0;
}

/** Adds the bits of numbers to `checksum`. */
export function addNumbers(checksum: number, numbers: Float64Array): number {
  for (const word of new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length)) {
    checksum = Math.imul(checksum ^ word, PRIME);
  }
  return checksum >>> 0;
}

/** Adds what rays hit to `checksum`: each collider, and the bits of each t. */
export function addHits(checksum: number, { ids, t, count }: RayHits): number {
  const bits = new Uint32Array(t.buffer, t.byteOffset, 2 * count);
  for (let k = 0; k < count; k++) {
    checksum = Math.imul(checksum ^ ids[k], PRIME);
    checksum = Math.imul(checksum ^ bits[2 * k], PRIME);
    checksum = Math.imul(checksum ^ bits[2 * k + 1], PRIME);
  }
  return checksum >>> 0;
}

export function checksumText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
