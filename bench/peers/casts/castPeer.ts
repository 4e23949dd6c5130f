/** The interface of a library that casts shapes (castBench.ts). One file per library implements it. */
import type { Bodies, ShapeCasts } from '../../castScenes.ts';

export interface CastPeer {
  readonly name: string;
  readonly version: string;
  /** What a call does, and what it leaves out. */
  readonly note: string;
  /** Makes the bodies, and the moving boxes. Not measured. */
  setup(bodies: Bodies, casts: ShapeCasts): Promise<void> | void;
  /** Casts all boxes. Writes the part of the motion before the first hit of each, 0 … 1, or Infinity. */
  cast(casts: ShapeCasts, times: Float64Array): void;
  dispose(): Promise<void> | void;
}
