/**
 * Supports of cores of tier smooth in wasm: all that an engine has, by their codes. Hosts have smoothCores.ts, with the
 * same bits.
 */
import type { Doubles, Int } from '../../language/lanes.ts';
import { COMPOSITE, CORE } from '../../tables/shapeWords.ts';
import { supportComposite } from '../supports/composite.ts';
import { directionCode, loadDirection } from '../supports/directionCode.ts';
import type { EnginePools } from './enginePools.ts';
import { supportSimple } from './simpleSupport.ts';

export function findSmooth(direction: Doubles, pools: EnginePools, word: Int): void {
  if (pools.shapes.words[word + CORE] !== COMPOSITE) supportSimple(direction, pools, word);
  else supportComposite(direction, pools, pools.parts, pools.points, word);
}

export function supportSmooth(direction: Doubles, pools: EnginePools, word: Int): Int {
  const id = directionCode(direction);
  findSmooth(direction, pools, word);
  return id;
}

export function pointOfSmooth(point: Doubles, pools: EnginePools, word: Int, id: Int): void {
  loadDirection(point, id);
  findSmooth(point, pools, word);
}
