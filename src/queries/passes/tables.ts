/** The memory of users' passes. */
import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';
import type { Search } from '../define.ts';
import type { PassCapacity } from './query.ts';

/** The region of users' passes: each set of passes has its part. */
export interface PassRegion {
  readonly passesBegin: number;
  readonly passesEnd: number;
}

export const passTables: Search<PassCapacity, PassRegion> = {
  passes: [],
  bytes: wholeLines,
  bind: (_, byteOffset, capacity) => ({ passesBegin: byteOffset, passesEnd: byteOffset + wholeLines(capacity) }),
};

function wholeLines({ passBytes }: PassCapacity): number {
  return alignUp(passBytes, CACHE_LINE_BYTES);
}
