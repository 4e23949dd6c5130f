/** The memory of `moveAndSlide`. */
import type { Search } from '../../broad/pass.ts';
import { bindSlides, slideTableBytes } from '../../tables/slideTable.ts';
import type { CastCapacity } from '../castShapes/search.ts';

/** @internal */
export const slideTables: Search<CastCapacity> = {
  passes: [],
  bytes: ({ casts }) => slideTableBytes(casts),
  bind: (buffer, byteOffset, { casts }) => ({ slides: bindSlides(buffer, byteOffset, casts) }),
};
