/** What `loadPasses` brings to an engine: bytes that users' passes compute in. */
import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';
import type { Query } from '../query.ts';

export interface PassCapacity {
  /** Bytes for passes of your own: what all `loadPasses` together take. Default 128 MiB. */
  readonly passBytes: number;
}

/** Where users' passes have their memory: each set of them has its part. @internal */
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
