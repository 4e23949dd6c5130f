/** Supports in wasm of all cores but composites, by their codes. */
import type { Doubles, Int } from '../../language/lanes.ts';
import { BOX, CORE, ELLIPSOID, FRUSTUM, HALF_SPACE, TAPERED_CAPSULE } from '../../tables/shapeWords.ts';
import { supportBox } from '../supports/box.ts';
import { supportEllipsoid } from '../supports/ellipsoid.ts';
import { supportFrustum } from '../supports/frustum.ts';
import { supportHalfSpace } from '../supports/halfSpace.ts';
import { supportTaperedCapsule } from '../supports/taperedCapsule.ts';
import { supportVertex } from '../supports/vertices.ts';
import type { VertexPools } from './enginePools.ts';

/** Replaces a direction by the point of a core that is farthest along it, both in the frame of the shape. */
export function supportSimple(direction: Doubles, pools: VertexPools, word: Int): void {
  const { words } = pools.shapes;
  const code = words[word + CORE];
  if (code === BOX) supportBox(direction, pools, word);
  else if (code === FRUSTUM) supportFrustum(direction, pools, word);
  else if (code === ELLIPSOID) supportEllipsoid(direction, pools, word);
  else if (code === TAPERED_CAPSULE) supportTaperedCapsule(direction, pools, word);
  else if (code === HALF_SPACE) supportHalfSpace(direction);
  else supportVertex(direction, pools, word);
}
