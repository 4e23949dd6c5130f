/** Cores of tier smooth with their distances: for the scalar kernel of engines. */
import type { MeasuredCore, SceneGeometry } from '../../kernels/cores/geometry.ts';
import { halfSpaceDistance } from '../../kernels/cores/halfSpaceDistance.ts';
import { smoothDistance } from '../../kernels/round/smoothDistance.ts';
import { UNBOUNDED } from '../../tables/shapeWords.ts';
import { type SceneTables, SMOOTH_CORES, sceneGeometry } from './list.ts';

/** By code. */
const CORES: readonly (MeasuredCore | undefined)[] = /* @__PURE__ */ SMOOTH_CORES.map(
  (core) => core && { ...core, distance: (core.traits & UNBOUNDED) === 0 ? smoothDistance : halfSpaceDistance },
);

/** What kernels that measure distances read of the tables of a scene. */
export function measuredGeometry(tables: SceneTables): SceneGeometry {
  return sceneGeometry(tables, CORES);
}
