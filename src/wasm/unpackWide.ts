/**
 * The wasm builds as text: base64 of gzip, with blocks of both builds in turn. The builds differ in few instructions.
 * gzip looks back 32 kB, so this order lets it find most of the second build in the first. One build after the other
 * takes 1.5 times the bytes.
 */
import { inflate } from './inflate.ts';

/** Bytes of a block. */
export const BLOCK_BYTES = 2048;

/** Joins builds, block by block. */
export function interleave(builds: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(builds.reduce((sum, build) => sum + build.length, 0));
  walk(
    builds.map((build) => build.length),
    (build, begin, end, at) => all.set(builds[build].subarray(begin, end), at),
  );
  return all;
}

/** A module of `dist`: builds as text, and their lengths in bytes. */
export interface Packed {
  readonly packed: string;
  readonly lengths: readonly number[];
}

/** Unpacks a build. @param place its place among the builds */
export async function unpackWide({ packed, lengths }: Packed, place: number): Promise<Uint8Array<ArrayBuffer>> {
  const all = await inflate(
    packed,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  const bytes = new Uint8Array(lengths[place]);
  walk(lengths, (build, begin, end, at) => {
    if (build === place) bytes.set(all.subarray(at, at + end - begin), begin);
  });
  return bytes;
}

/** Calls `take` for each block: bytes begin … end of the build, which are at `at` in the joined bytes. */
function walk(lengths: readonly number[], take: (build: number, begin: number, end: number, at: number) => void): void {
  let at = 0;
  for (let begin = 0; begin < Math.max(...lengths); begin += BLOCK_BYTES) {
    for (const [build, length] of lengths.entries()) {
      const end = Math.min(begin + BLOCK_BYTES, length);
      if (end <= begin) continue;
      take(build, begin, end, at);
      at += end - begin;
    }
  }
}
