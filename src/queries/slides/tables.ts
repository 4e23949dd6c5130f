/** The memory of `moveAndSlide`. */
import type { CastCapacity } from '../castShapes/query.ts';
import type { Search } from '../define.ts';
import { bindSlides, type SlideTable, slideTableBytes } from './table.ts';

export const slideTables: Search<CastCapacity, { readonly slides: SlideTable }> = {
  passes: [],
  bytes: ({ casts }) => slideTableBytes(casts),
  bind: (buffer, byteOffset, { casts }) => ({ slides: bindSlides(buffer, byteOffset, casts) }),
};
