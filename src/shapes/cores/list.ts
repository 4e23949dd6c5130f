/**
 * All cores. A new core is a file of this folder, its code in tables/shapeWords.ts, and a line in each of these lists
 * that applies.
 */
import type { SceneGeometry, SupportCore } from '../../kernels/cores/geometry.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import type { ShapeTable } from '../../tables/shapeTable.ts';
import type { VertexTable } from '../../tables/vertexTable.ts';
import { boxCore } from './box.ts';
import { hullOfCore, sumCore } from './composite/core.ts';
import { compositeSupport } from './composite/support.ts';
import { compoundCore, compoundSupport } from './compound.ts';
import type { Core, Prepare, StoredCore } from './core.ts';
import { ellipsoidCore, ellipsoidSupport } from './ellipsoid.ts';
import { frustumCore, frustumSupport } from './frustum.ts';
import { halfSpaceCore, halfSpaceSupport } from './halfSpace.ts';
import { heightFieldCore, heightFieldSupport } from './heightField.ts';
import { hullCore } from './hull.ts';
import { meshCore, meshSupport } from './mesh.ts';
import { userSupportCore } from './pairOnly.ts';
import { pointCore } from './point.ts';
import { polygonCore } from './polygon.ts';
import { segmentCore } from './segment.ts';
import { byCode } from './smooth.ts';
import { taperedCapsuleCore, taperedCapsuleSupport } from './taperedCapsule.ts';

/** By kind: two kinds may have one code. Workers do not read it, so it is not in their bundle. */
const KINDS: readonly Core[] = [
  pointCore,
  segmentCore,
  boxCore,
  hullCore,
  frustumCore,
  ellipsoidCore,
  taperedCapsuleCore,
  halfSpaceCore,
  sumCore,
  hullOfCore,
  meshCore,
  heightFieldCore,
  compoundCore,
  userSupportCore,
];

/** By code. */
export const CORES: readonly (Core | undefined)[] = /* @__PURE__ */ byCode(KINDS);

/** The cores of planar scenes, by code. */
export const PLANAR_CORES: readonly (StoredCore | undefined)[] = /* @__PURE__ */ byCode([polygonCore]);

/** Supports of the cores of tiers smooth and unbounded, by code. */
export const SMOOTH_CORES: readonly (SupportCore | undefined)[] = /* @__PURE__ */ byCode([
  frustumSupport,
  ellipsoidSupport,
  taperedCapsuleSupport,
  halfSpaceSupport,
  compositeSupport,
  meshSupport,
  heightFieldSupport,
  compoundSupport,
]);

/** The tables of the shapes of a scene. */
export interface SceneTables {
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  /** Rows of parts (tables/partTable.ts). */
  readonly parts: ShapeTable;
  readonly children: ChildTable;
}

/** The core of a kind of shapes. */
export function coreOfKind(kind: string): Core | undefined {
  return KINDS.find((core) => core.kind === kind);
}

/** What kernels read of the tables of a scene. */
export function sceneGeometry({ shapes, vertices, parts, children }: SceneTables, cores = SMOOTH_CORES): SceneGeometry {
  return { shapes, vertices, cores, heads: children.reals, partGeometry: { shapes: parts, vertices, cores } };
}

/** The function that prepares a kind of shapes. */
export function prepareOf(kind: string): Prepare | undefined {
  return coreOfKind(kind)?.prepare;
}
