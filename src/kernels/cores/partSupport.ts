/** The support of a part of a composite on hosts. The wasm has partSupport.wasm.ts in place of this file. */
import type { Geometry } from '../../shapes/cores/core.ts';
import type { Doubles, Int } from '../lanes.ts';
import { findSupport } from './support.ts';
import type { CorePools } from './tables.ts';

/** `findSupport` of a row of parts. */
export function supportPart(direction: Doubles, pools: CorePools, word: Int): void {
  findSupport(direction, (pools as Geometry).partGeometry!, word);
}
