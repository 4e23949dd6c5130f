/**
 * Cores of tier smooth in wasm: all that an engine has, by their codes. Hosts have smoothCores.ts, with the same bits.
 */
import { COMPOSITE, CORE, ELLIPSOID, FRUSTUM, SMOOTH, TAPERED_CAPSULE, TRAITS, UNBOUNDED } from '../../shapes/codes.ts';
import { supportComposite } from '../../shapes/cores/supports/composite.ts';
import { loadDirection } from '../../shapes/cores/supports/directionCode.ts';
import { supportEllipsoid } from '../../shapes/cores/supports/ellipsoid.ts';
import { supportFrustum } from '../../shapes/cores/supports/frustum.ts';
import { halfSpaceDistance, supportHalfSpace } from '../../shapes/cores/supports/halfSpace.ts';
import { supportTaperedCapsule } from '../../shapes/cores/supports/taperedCapsule.ts';
import type { Doubles, Flag, Int } from '../lanes.ts';
import { smoothDistance } from '../round/smoothDistance.ts';
import type { EnginePools } from './enginePools.ts';
import type { CoreScratch } from './scratch.ts';
import type { CorePools } from './tables.ts';

export function supportSmooth(direction: Doubles, pools: EnginePools, word: Int): Int {
  const code = pools.shapes.words[word + CORE];
  if (code === FRUSTUM) return supportFrustum(direction, pools, word);
  if (code === ELLIPSOID) return supportEllipsoid(direction, pools, word);
  if (code === TAPERED_CAPSULE) return supportTaperedCapsule(direction, pools, word);
  if (code === COMPOSITE) return supportComposite(direction, pools, pools.parts, pools.points, word);
  return supportHalfSpace(direction, pools, word);
}

export function pointOfSmooth(point: Doubles, pools: EnginePools, word: Int, id: Int): void {
  loadDirection(point, id);
  supportSmooth(point, pools, word);
}

export function measureSmooth(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Int {
  const { wordA, wordB } = scratch.pair;
  const traits = a.shapes.words[wordA + TRAITS] | b.shapes.words[wordB + TRAITS];
  if ((traits & UNBOUNDED) !== 0) {
    const isExact = halfSpaceDistance(scratch, a, b);
    return Number(isExact);
  }
  if ((traits & SMOOTH) === 0) return -1;
  const isProven = smoothDistance(scratch, a, b, depth);
  return Number(isProven);
}
