/** Rapier's build with wasm SIMD, for kinematic worlds (rapierStep.ts) and for heaps (step/rapier.ts). */
import { importPeer } from './peer.ts';

export const PACKAGE = '@dimforge/rapier3d-simd-compat';

export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

export interface Quat extends Vec3 {
  w: number;
}

/** Loads and initializes the module. @typeParam M the part of its interface that the caller uses */
export async function loadRapierSimd<M>(): Promise<M> {
  const { default: module } = await importPeer<{ default: M & { init(): Promise<void> } }>(PACKAGE);
  await module.init();
  return module;
}
