/**
 * FNV-1a over what the frames answered: per frame the number of pairs, every status and the bits of every distance. The
 * same for every number of workers, and on every machine with the same kernel.
 */
import type { DistanceResults } from 'hullstorm';

export const CHECKSUM_START = 0x811c9dc5;
const PRIME = 0x01000193;

/** Goes on from `checksum` with one frame's results; a whole 32-bit word at a time. */
export function addFrame(checksum: number, { status, separation, count }: DistanceResults): number {
  const bits = new Uint32Array(separation.buffer, separation.byteOffset, 4 * count);
  checksum = Math.imul(checksum ^ count, PRIME);
  for (let i = 0; i < count; i++) {
    checksum = Math.imul(checksum ^ status[i], PRIME);
    checksum = Math.imul(checksum ^ bits[4 * i + 3], PRIME);
  }
  return checksum >>> 0;
}
