/** What both entries export besides `createEngine` and `EngineOptions`. */
export type { ContactOptions } from './engine/contactOptions.ts';
export type { DistanceOptions } from './engine/distanceOptions.ts';
export { Engine } from './engine/engine.ts';
export type { FindPairsOptions } from './engine/findOptions.ts';
export type { EngineInfo, RunningKernel } from './engine/info.ts';
export type { EngineCapacity, EngineTuning, KernelName } from './engine/options.ts';
export type { OverlapOptions } from './engine/overlapOptions.ts';
export { Passes, PassProgram } from './engine/passes.ts';
export type { PassOptions, WasmModule } from './engine/passOptions.ts';
export { type ColliderOptions, type ColliderPose, Scene } from './engine/scene.ts';
export { QueryError } from './errors.ts';
export { PairList } from './pairs/pairList.ts';
export { type ContactList, type ContactPoint, type ContactReading, ContactResults } from './results/contactResults.ts';
export { NO_FEATURE } from './results/contactTable.ts';
export { OverlapResults } from './results/overlapResults.ts';
export {
  DistanceResults,
  IntersectResults,
  type PairReading,
  type ResultList,
  type SimplexVertex,
} from './results/results.ts';
export { Status, type StatusCode, UNUSED } from './results/resultTable.ts';
export { type Verification, type VerificationReason, verify } from './results/verify.ts';
export { hull } from './shapes/hullSpec.ts';
export { type MassProperties, massProperties } from './shapes/massProperties.ts';
export {
  type BoxShape,
  box,
  capsule,
  type HullOptions,
  type HullShape,
  type PointShape,
  point,
  rounded,
  type SegmentShape,
  type Shape,
  segment,
  sphere,
} from './shapes/specs.ts';
