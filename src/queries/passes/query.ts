/** The capacity of `loadPasses`, which the engine itself has. */
import { defineQuery } from '../define.ts';

export interface PassCapacity {
  /** Bytes for passes of your own, for all `loadPasses` together. Default 128 MiB. */
  readonly passBytes: number;
}

export const passQuery = defineQuery<object, PassCapacity>({
  name: 'passes',
  capacity: { passBytes: { default: 128 * 2 ** 20 } },
  open: () => ({}),
});
