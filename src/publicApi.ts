/** The public API without `createEngine` and `EngineOptions`, which differ between Node and the browser. */

export type { QuatLike, Vec2Like, Vec3Like } from './checks.ts';
export type { Shape as PlanarShape } from './dim2/pair/shapes.ts';
export type { BaseScene } from './engine/baseScene.ts';
export type {
  ColliderGroups,
  ColliderOptions,
  ColliderPose,
  ColliderTraits,
  PlanarColliderOptions,
} from './engine/colliderOptions.ts';
export { Engine } from './engine/engine.ts';
export type { EngineCapacity, KernelName, SomeOf, WorkerPort } from './engine/engineOptions.ts';
export type { EngineInfo, LastQuery, RunningKernel } from './engine/info.ts';
export type { PlanarEngine } from './engine/planarEngine.ts';
export { PlanarScene } from './engine/planarScene.ts';
export { Scene } from './engine/scene.ts';
export { QueryError } from './errors.ts';
export { PairList } from './pairs/pairList.ts';
export type { CastPairsOptions } from './queries/castPairs/query.ts';
export { type CastPairReading, CastPairResults } from './queries/castPairs/results.ts';
export { CastList } from './queries/castShapes/castList.ts';
export type { CastShapesOptions } from './queries/castShapes/query.ts';
export { type CastShapeReading, CastShapeResults } from './queries/castShapes/results.ts';
export type { ClosestOptions } from './queries/closestPoints/query.ts';
export { type ClosestReading, ClosestResults } from './queries/closestPoints/results.ts';
export type { ContactOptions } from './queries/contacts/query.ts';
export {
  type ContactList,
  type ContactPoint,
  type ContactReading,
  ContactResults,
} from './queries/contacts/results.ts';
export type { DistanceOptions, IntersectOptions } from './queries/distance/query.ts';
export {
  DistanceResults,
  IntersectResults,
  type PairReading,
  type ResultList,
  type SimplexVertex,
} from './queries/distance/results.ts';
export { type Verification, type VerificationReason, verify } from './queries/distance/verify.ts';
export type { FindPairsOptions } from './queries/findPairs/query.ts';
export type {
  GpuBuffer,
  GpuColumn,
  GpuColumns,
  GpuDevice,
  GpuInfo,
  GpuOptions,
  Read,
  ReadColumn,
} from './queries/gpu.ts';
export { type NearestOptions, NearestResults, type Neighbor } from './queries/nearest/query.ts';
export type { OverlapShapesOptions } from './queries/overlapShapes/query.ts';
export { type ShapeOverlap, ShapeOverlapResults } from './queries/overlapShapes/results.ts';
export type { OverlapOptions } from './queries/overlaps/query.ts';
export { OverlapResults } from './queries/overlaps/results.ts';
export type { ModuleUrl, PassOptions, WasmModule } from './queries/passes/options.ts';
export { Passes, PassProgram } from './queries/passes/passes.ts';
export { ProbeList } from './queries/probes/probeList.ts';
export { RayList } from './queries/rays/list.ts';
export type { AllRayOptions, RayOptions } from './queries/rays/query.ts';
export { AllRayHits, RayHits, type RayReading } from './queries/rays/results.ts';
export type { SeparateOptions } from './queries/separate/query.ts';
export { type SeparateReading, SeparateResults, type TouchedPlane } from './queries/separate/results.ts';
export type { SlideOptions } from './queries/slides/query.ts';
export { type MetPlane, type SlideReading, SlideResults } from './queries/slides/results.ts';
export type { SceneChanges } from './scene/sceneChanges.ts';
export type { EngineTuning } from './schedule/tuning.ts';
export { compound } from './shapes/cores/compound.ts';
export {
  type HeightFieldOptions,
  type HeightFieldShape,
  type HeightFieldSurface,
  heightField,
} from './shapes/heightFieldShape.ts';
export { type MassProperties, massProperties } from './shapes/mass/massProperties.ts';
export {
  bakeMesh,
  type MeshBorders,
  type MeshInfo,
  type MeshOptions,
  type MeshShape,
  type MeshSides,
  type MeshSurface,
  mesh,
  meshInfo,
} from './shapes/meshShape.ts';
export * from './shapes/spec.ts';
export { CastStatus, type CastStatusCode } from './tables/castStatus.ts';
export { ClosestStatus, type ClosestStatusCode } from './tables/closestStatus.ts';
export { Status, type StatusCode } from './tables/distanceStatus.ts';
export { NO_FEATURE } from './tables/featureIds.ts';
export { ProbeStatus, type ProbeStatusCode } from './tables/probeStatus.ts';
export { RayStatus, type RayStatusCode } from './tables/rayStatus.ts';
export { SeparateStatus, type SeparateStatusCode } from './tables/separateStatus.ts';
export { UNUSED } from './tables/simplexWords.ts';
export { SlideStatus, type SlideStatusCode } from './tables/slideStatus.ts';
