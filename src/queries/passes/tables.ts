/** The memory of users' passes. */
import type { Search } from '../../broad/pass.ts';
import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';

export interface PassCapacity {
  /** Bytes for passes of your own, for all `loadPasses` together. Default 128 MiB. */
  readonly passBytes: number;
}

/** @internal */
export const passTables: Search<PassCapacity> = {
  passes: [],
  bytes: wholeLines,
  bind: (_, byteOffset, capacity) => ({ passesBegin: byteOffset, passesEnd: byteOffset + wholeLines(capacity) }),
};

function wholeLines({ passBytes }: PassCapacity): number {
  return alignUp(passBytes, CACHE_LINE_BYTES);
}
