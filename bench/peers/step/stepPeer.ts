/**
 * What an engine must offer to step a scene of bodies, and what a scene asks of it. One file of this folder per engine; each runs in
 * a process of its own (heapChild.ts), so it may keep what it likes and leave it behind.
 */
import type { BodyScene } from '../../../scenes/bodies.ts';

export { type Cuboid, cuboid, POSE, type Triple, volumeOf } from '../../../scenes/cuboids.ts';

/** m/s² */
export const GRAVITY = [0, -9.81, 0] as const;

export interface StepPeer {
  readonly name: string;
  readonly version: string;
  /** Most bodies to ask for, of an engine so slow that more would take minutes. */
  readonly mostBodies?: number;
  /** Builds the scene, untimed. */
  load(scene: BodyScene): Promise<Stepper>;
}

export interface Stepper {
  /** Threads that a step runs on, the calling one included. */
  readonly threads: number;
  /** What the clock sees. @param dt s */
  step(dt: number): void | Promise<void>;
  /** Untimed: POSE numbers per body, in the order of the scene. */
  read(out: Float64Array): void;
  close(): void | Promise<void>;
}
