/**
 * Axes of revolution of cores: kernels solve pairs of bodies about parallel axes in a plane. Hosts and wasm compile
 * this file, with the same bits.
 */
import type { Int } from '../../language/lanes.ts';
import {
  AXIS_X,
  AXIS_Y,
  AXIS_Z,
  COMPOSITE,
  CORE,
  ELLIPSOID,
  FRUSTUM,
  POINT,
  REVOLUTION,
  SEGMENT,
  TAPERED_CAPSULE,
} from '../../tables/shapeWords.ts';
import type { CorePools } from './corePair.ts';

/** No axis, and any axis. Others are 0, 1, 2: local x, y, z. */
export const NONE: Int = -1;
export const ANY: Int = 3;

/** The axis through the local origin about which the core at `word` is a body of revolution. */
export function axisOf(pools: CorePools, word: Int): Int {
  const { words, reals } = pools.shapes;
  const code = words[word + CORE];
  if (code === FRUSTUM || code === TAPERED_CAPSULE || code === SEGMENT) return 1;
  if (code === POINT) return ANY;
  if (code === COMPOSITE) return Math.trunc(Number(reals[word + REVOLUTION]));
  if (code !== ELLIPSOID) return NONE;
  const a = reals[word + AXIS_X];
  const b = reals[word + AXIS_Y];
  const c = reals[word + AXIS_Z];
  if (a === b && b === c) return ANY;
  return a === c ? 1 : a === b ? 2 : b === c ? 0 : NONE;
}
