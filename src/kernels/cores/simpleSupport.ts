/** Supports in wasm of all cores but composites, by their codes. */
import { BOX, CORE, ELLIPSOID, FRUSTUM, HALF_SPACE, TAPERED_CAPSULE } from '../../shapes/codes.ts';
import { supportBox } from '../../shapes/cores/supports/box.ts';
import { supportEllipsoid } from '../../shapes/cores/supports/ellipsoid.ts';
import { supportFrustum } from '../../shapes/cores/supports/frustum.ts';
import { supportHalfSpace } from '../../shapes/cores/supports/halfSpace.ts';
import { supportTaperedCapsule } from '../../shapes/cores/supports/taperedCapsule.ts';
import { supportVertex } from '../../shapes/cores/supports/vertices.ts';
import type { Doubles, Int } from '../lanes.ts';
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
