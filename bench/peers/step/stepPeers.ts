/**
 * The engines that step scenes, by their names in `--engines`, in the order of the table. Each is loaded when it is
 * used.
 */
import type { StepPeer } from './stepPeer.ts';

export const STEP_PEERS: Readonly<Record<string, () => Promise<StepPeer>>> = {
  hullstorm: async () => (await import('./hullstorm.ts')).hullstorm,
  rapier: async () => (await import('./rapier.ts')).rapier,
  jolt: async () => (await import('./jolt.ts')).jolt,
  havok: async () => (await import('./havok.ts')).havok,
  physx: async () => (await import('./physx.ts')).physx,
  'cannon-es': async () => (await import('./cannon.ts')).cannon,
};
