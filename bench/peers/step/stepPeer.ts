/**
 * The interface of an engine that steps a scene of bodies. There is one file per engine in this folder. Each runs in a
 * process of its own (heapChild.ts), so it need not clean up global state.
 */
import type { BodyScene } from '../../../scenes/bodies.ts';

export { POSE } from '../../../scenes/bodies.ts';
export { type Cuboid, cuboid, type Triple, volumeOf } from '../../../scenes/cuboids.ts';

/** m/s² */
export const GRAVITY = [0, -9.81, 0] as const;

export interface StepPeer {
  readonly name: string;
  readonly version: string;
  /** Most bodies, for an engine that would take minutes with more. */
  readonly mostBodies?: number;
  /** Creates the scene. Not measured. */
  load(scene: BodyScene): Promise<Stepper>;
}

export interface Stepper {
  /** Threads of a step, with the calling thread. */
  readonly threads: number;
  /** Measured. @param dt s */
  step(dt: number): void | Promise<void>;
  /** Not measured: writes POSE numbers per body, in the order of the scene. */
  read(out: Float64Array): void;
  close(): void | Promise<void>;
}
