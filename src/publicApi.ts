/** The public API without `createEngine` and `EngineOptions`, which differ between Node and the browser. */

export type { Shape as PlanarShape } from './dim2/pair/shapes.ts';
export type { BaseScene } from './engine/baseScene.ts';
export type {
  ColliderGroups,
  ColliderOptions,
  ColliderPose,
  PlanarColliderOptions,
} from './engine/colliderOptions.ts';
export { Engine } from './engine/engine.ts';
export type { EngineCapacity, KernelName, SomeOf, WorkerPort } from './engine/engineOptions.ts';
export type { EngineInfo, RunningKernel } from './engine/info.ts';
export type { PlanarEngine } from './engine/planarEngine.ts';
export { PlanarScene } from './engine/planarScene.ts';
export { Scene } from './engine/scene.ts';
export { QueryError } from './errors.ts';
export { PairList } from './pairs/pairList.ts';
export { CastList } from './queries/casts/castList.ts';
export type { CastPairsOptions, CastShapesOptions } from './queries/casts/options.ts';
export {
  type CastPairReading,
  CastPairResults,
  type CastShapeReading,
  CastShapeResults,
} from './queries/casts/results.ts';
export type { ClosestOptions } from './queries/closestPoints/options.ts';
export { type ClosestReading, ClosestResults } from './queries/closestPoints/results.ts';
export type { ContactOptions } from './queries/contacts/options.ts';
export {
  type ContactList,
  type ContactPoint,
  type ContactReading,
  ContactResults,
} from './queries/contacts/results.ts';
export type { DistanceOptions } from './queries/distance/options.ts';
export {
  DistanceResults,
  IntersectResults,
  type PairReading,
  type ResultList,
  type SimplexVertex,
} from './queries/distance/results.ts';
export { type Verification, type VerificationReason, verify } from './queries/distance/verify.ts';
export type { FindPairsOptions } from './queries/findPairs/options.ts';
export type { OverlapShapesOptions } from './queries/overlapShapes/options.ts';
export { ShapeOverlapResults } from './queries/overlapShapes/results.ts';
export type { OverlapOptions } from './queries/overlaps/options.ts';
export { OverlapResults } from './queries/overlaps/results.ts';
export type { ModuleUrl, PassOptions, WasmModule } from './queries/passes/options.ts';
export { Passes, PassProgram } from './queries/passes/passes.ts';
export { ProbeList } from './queries/probes/probeList.ts';
export { RayList } from './queries/rays/list.ts';
export type { AllRayOptions, RayOptions } from './queries/rays/options.ts';
export { AllRayHits, RayHits, type RayReading } from './queries/rays/results.ts';
export type { SeparateOptions } from './queries/separate/options.ts';
export { type SeparateReading, SeparateResults, type TouchedPlane } from './queries/separate/results.ts';
export type { SlideOptions } from './queries/slides/options.ts';
export { type MetPlane, type SlideReading, SlideResults } from './queries/slides/results.ts';
export type { SceneChanges } from './scene/sceneChanges.ts';
export type { EngineTuning } from './schedule/tuning.ts';
export { type MassProperties, massProperties } from './shapes/mass/massProperties.ts';
export * from './shapes/spec.ts';
export { CastStatus, type CastStatusCode } from './tables/castTable.ts';
export { ClosestStatus, type ClosestStatusCode } from './tables/closestStatus.ts';
export { NO_FEATURE } from './tables/featureIds.ts';
export { ProbeStatus, type ProbeStatusCode } from './tables/probeStatus.ts';
export { RayStatus, type RayStatusCode } from './tables/rayStatus.ts';
export { Status, type StatusCode, UNUSED } from './tables/resultTable.ts';
export { SeparateStatus, type SeparateStatusCode } from './tables/separateStatus.ts';
export { SlideStatus, type SlideStatusCode } from './tables/slideStatus.ts';
