/** Casts of the rows of castColumns.ts. Hosts and wasm compile this file, with the same bits. */
import type { Int, Words } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { LEAVING } from '../../tables/castWords.ts';
import type { Cast } from './cast.ts';
import { type CastScene, loadPair, loadProbe, writePair } from './castColumns.ts';
import type { CastColumns } from './castResults.ts';
import { runCast } from './runCast.ts';

/** Casts row k of a list of pairs: both colliders move. */
export function castPair(cast: Cast, scene: CastScene, results: CastColumns, ids: Words, k: Int): void {
  const isLoaded = loadPair(cast.c, scene, ids, k);
  let status: Int = CastStatus.Invalid;
  if (isLoaded) status = runCast(cast, scene.casts.words[LEAVING] === 1);
  writePair(results, k, cast.c, status, ids);
}

/** Casts the probe in row `mover` against a collider, until the best time of row k so far. @returns a `CastStatus` */
export function castProbe(cast: Cast, scene: CastScene, results: CastColumns, k: Int, mover: Int, collider: Int): Int {
  const isLoaded = loadProbe(cast.c, scene, results, k, mover, collider);
  if (!isLoaded) return CastStatus.Invalid;
  return runCast(cast, scene.casts.words[LEAVING] === 1);
}
