/** The capacity of `loadPasses`, which the engine itself has. */
import { defineQuery } from '../define.ts';
import type { PassCapacity } from './tables.ts';

export const passQuery = defineQuery<object, PassCapacity>({
  name: 'passes',
  capacity: { passBytes: { default: 128 * 2 ** 20 } },
  open: () => ({}),
});
