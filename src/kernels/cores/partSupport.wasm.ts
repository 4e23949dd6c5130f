/** The support of a part of a composite in wasm: of any core but a composite. */
import { BOX, CORE, ELLIPSOID, FRUSTUM, SMOOTH, TRAITS } from '../../shapes/codes.ts';
import { supportBox } from '../../shapes/cores/supports/box.ts';
import { supportEllipsoid } from '../../shapes/cores/supports/ellipsoid.ts';
import { supportFrustum } from '../../shapes/cores/supports/frustum.ts';
import { supportTaperedCapsule } from '../../shapes/cores/supports/taperedCapsule.ts';
import { supportVertex } from '../../shapes/cores/supports/vertices.ts';
import type { Doubles, Int } from '../lanes.ts';
import type { EnginePools } from './enginePools.ts';

export function supportPart(direction: Doubles, pools: EnginePools, word: Int): void {
  const rows: EnginePools = { shapes: pools.parts, vertices: pools.vertices, parts: pools.parts, points: pools.points };
  const code = rows.shapes.words[word + CORE];
  if (code === BOX) supportBox(direction, rows, word);
  else if ((rows.shapes.words[word + TRAITS] & SMOOTH) === 0) supportVertex(direction, rows, word);
  else if (code === FRUSTUM) supportFrustum(direction, rows, word);
  else if (code === ELLIPSOID) supportEllipsoid(direction, rows, word);
  else supportTaperedCapsule(direction, rows, word);
}
