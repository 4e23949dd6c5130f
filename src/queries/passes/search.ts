/** The memory of users' passes. */

import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';
import type { Search } from '../../narrow/threadTools.ts';

export interface PassCapacity {
  /** Bytes for passes of your own, for all `loadPasses` together. Default 128 MiB. */
  readonly passBytes: number;
}

/** @internal */
export const passSearch: Search<PassCapacity> = {
  name: 'passes',
  capacity: { passBytes: { default: 128 * 2 ** 20 } },
  passes: [],
  bytes: wholeLines,
  bind: (_, byteOffset, capacity) => ({ passesBegin: byteOffset, passesEnd: byteOffset + wholeLines(capacity) }),
};

function wholeLines({ passBytes }: PassCapacity): number {
  return alignUp(passBytes, CACHE_LINE_BYTES);
}
