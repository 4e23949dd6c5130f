/** Supports of bodies, on hosts. In wasm, bodySupport.wasm.ts is in the place of this file (tools/lanes/build.ts). */
import { SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { SceneGeometry } from '../../../shapes/cores/core.ts';
import { support } from '../support.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

/** Replaces portal.direction, of any length but zero, by the point of the core that is farthest along it. */
export function supportOfBody({ portal }: BodyRay, pools: RayPools, word: number): void {
  support(portal.direction as Float64Array, pools as SceneGeometry, word / SHAPE_STRIDE);
}
