/** The support of a part of a composite in wasm. No part is a composite: recursion is an error there. */
import type { Doubles, Int } from '../../language/lanes.ts';
import type { EnginePools, VertexPools } from './enginePools.ts';
import { supportSimple } from './simpleSupport.ts';

export function supportPart(direction: Doubles, pools: EnginePools, word: Int): void {
  const rows: VertexPools = { shapes: pools.parts, vertices: pools.vertices };
  supportSimple(direction, rows, word);
}
