/** Where a ray meets a convex body, in its frame. Hosts have the same steps in ../rayBody.ts. */
import { floatsAt, type Int, type Ints, intsAt, shortsAt, wordsAt } from '../../../language/lanes.ts';
import { LOOPS } from '../../../tables/kernelContext.ts';
import { FACE_COUNT } from '../../../tables/shapeWords.ts';
import type { EnginePools } from '../../cores/enginePools.ts';
import { poolsOf } from '../../rows/lanes/pools.ts';
import { lastOf } from '../box.ts';
import { castCore } from '../castCore.ts';
import { NO_FACE, UNKNOWN } from '../facePortal.ts';
import { MISSES } from '../hit.ts';
import type { RayVertices } from '../pools.ts';
import { faceOfEntry } from './hullFace.ts';
import type { RayTables } from './rayTables.ts';

/** RayPools in wasm. */
interface WideRayPools extends EnginePools {
  readonly vertices: RayVertices;
}

/**
 * What a convex body that is no box is to the ray in its frame. Hits beyond the best one may be left out.
 * @param rows address of the rows of shapes
 */
export function castOther(context: Ints, tables: RayTables, rows: Int, word: Int): Int {
  const body = tables.body;
  let face: Int = UNKNOWN;
  if (wordsAt(rows)[word + FACE_COUNT] > 0) {
    face = faceOfEntry(context, intsAt(rows + 4 * word), body, lastOf(body, tables.best));
    if (face === NO_FACE) return MISSES;
  }
  const { vertices, parts, points } = poolsOf(context, tables.points);
  const { coordinates, cells } = vertices;
  const pools: WideRayPools = {
    shapes: { words: wordsAt(rows), reals: floatsAt(rows) },
    vertices: { coordinates, cells, loops: shortsAt(context[LOOPS]) },
    parts,
    points,
  };
  return castCore(body, pools, word, face);
}
