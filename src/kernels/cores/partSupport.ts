/** The support of a part of a composite on hosts. The wasm has partSupport.wasm.ts in place of this file. */
import type { Doubles, Int } from '../../language/lanes.ts';
import type { CorePools } from './corePair.ts';
import type { Geometry } from './geometry.ts';
import { findSupport } from './support.ts';

/** `findSupport` of a row of parts. */
export function supportPart(direction: Doubles, pools: CorePools, word: Int): void {
  findSupport(direction, (pools as Geometry).partGeometry!, word);
}
