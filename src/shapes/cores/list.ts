/**
 * All cores. A new core is a file of this folder, its code in codes.ts, and a line in each of these lists that applies.
 */
import { boxCore } from './box.ts';
import type { Core, KernelCore, Prepare, StoredCore } from './core.ts';
import { ellipsoidCore, ellipsoidKernel } from './ellipsoid.ts';
import { frustumCore, frustumKernel } from './frustum.ts';
import { halfSpaceCore, halfSpaceKernel } from './halfSpace.ts';
import { hullCore } from './hull.ts';
import { pointCore } from './point.ts';
import { polygonCore } from './polygon.ts';
import { segmentCore } from './segment.ts';

/** By code. Workers do not read it, so it is not in their bundle. */
export const CORES: readonly (Core | undefined)[] = /* @__PURE__ */ byCode([
  pointCore,
  segmentCore,
  boxCore,
  hullCore,
  frustumCore,
  ellipsoidCore,
  halfSpaceCore,
]);

/** The cores of planar scenes, by code. */
export const PLANAR_CORES: readonly (StoredCore | undefined)[] = /* @__PURE__ */ byCode([polygonCore]);

/** Kernel functions of the cores of tiers smooth and unbounded, by code. */
export const SMOOTH_CORES: readonly (KernelCore | undefined)[] = /* @__PURE__ */ byCode([
  frustumKernel,
  ellipsoidKernel,
  halfSpaceKernel,
]);

function byCode<C extends { readonly code: number }>(cores: readonly C[]): (C | undefined)[] {
  const list: (C | undefined)[] = [];
  for (const core of cores) list[core.code] = core;
  return list;
}

/** The core of a kind of shapes. */
export function coreOfKind(kind: string): Core | undefined {
  return CORES.find((core) => core?.kind === kind);
}

/** The function that prepares a kind of shapes. */
export function prepareOf(kind: string): Prepare | undefined {
  return coreOfKind(kind)?.prepare;
}
