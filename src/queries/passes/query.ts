/** The capacity and memory of `loadPasses`: bytes for users' passes. */
import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';
import type { Query } from '../query.ts';

export interface PassCapacity {
  /** Bytes for passes of your own, for all `loadPasses` together. Default 128 MiB. */
  readonly passBytes: number;
}

/** The region of users' passes: each set of passes has its part. @internal */
export interface PassRegion {
  readonly passesBegin: number;
  readonly passesEnd: number;
}

/** @internal */
export const passQuery: Query<PassCapacity, PassCapacity, PassRegion> = {
  name: 'passes',
  capacity: { passBytes: { default: 128 * 2 ** 20 } },
  bytes: wholeLines,
  bind: (_, byteOffset, capacity) => ({ passesBegin: byteOffset, passesEnd: byteOffset + wholeLines(capacity) }),
};

function wholeLines({ passBytes }: PassCapacity): number {
  return alignUp(passBytes, CACHE_LINE_BYTES);
}
