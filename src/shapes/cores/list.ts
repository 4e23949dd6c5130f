/** All cores. A new one is a file of this folder, its code in codes.ts, and a line in each list that it belongs to. */
import { boxCore } from './box.ts';
import type { Core, KernelCore, Prepare } from './core.ts';
import { hullCore } from './hull.ts';
import { pointCore } from './point.ts';
import { segmentCore } from './segment.ts';

/** By code. Workers do not read it, so it is no part of their bundle. */
export const CORES: readonly (Core | undefined)[] = /* @__PURE__ */ byCode([pointCore, segmentCore, boxCore, hullCore]);

/** Kernel functions of the cores of tier smooth, by code. */
export const SMOOTH_CORES: readonly (KernelCore | undefined)[] = /* @__PURE__ */ byCode([]);

function byCode<C extends { readonly code: number }>(cores: readonly C[]): (C | undefined)[] {
  const list: (C | undefined)[] = [];
  for (const core of cores) list[core.code] = core;
  return list;
}

/** The core of the shapes of a kind. */
export function coreOfKind(kind: string): Core | undefined {
  return CORES.find((core) => core?.kind === kind);
}

/** What prepares the shapes of a kind. */
export function prepareOf(kind: string): Prepare | undefined {
  return coreOfKind(kind)?.prepare;
}
