/** The public API of `hullstorm/core` without `createEngine`, which differs between Node and browsers. */
export type { CoreEngine, QuerySet, Types } from './engine/coreEngine.ts';
export type { SceneCapacity } from './memory/capacity.ts';
export * from './publicApi.ts';
export * from './queries/list.ts';
export type { QueryMethods } from './queries/whole.ts';
