/** The memory of `moveAndSlide`. Its capacity is that of casts. */
import { bindSlides, type SlideTable, slideTableBytes } from '../../tables/slideTable.ts';
import type { CastCapacity } from '../casts/query.ts';
import type { Query } from '../query.ts';

/** @internal */
export interface SlideTables {
  readonly slides: SlideTable;
}

/** @internal */
export const slideQuery: Query<object, CastCapacity, SlideTables> = {
  name: 'slides',
  capacity: {},
  bytes: ({ casts }) => slideTableBytes(casts),
  bind: (buffer, byteOffset, { casts }) => ({ slides: bindSlides(buffer, byteOffset, casts) }),
};
