/**
 * Scenes of rigid bodies as plain data, for any engine: hullstorm, or a peer in the benchmark. m, kg, s; world axes; y
 * points up.
 */
import type { Shape } from 'hullstorm';

export interface BodySpec {
  readonly shape: Shape;
  readonly position: readonly [number, number, number];
  /** x y z w, unit length. Default: none. */
  readonly rotation?: readonly [number, number, number, number];
  /** Default 'dynamic'. */
  readonly type?: 'dynamic' | 'kinematic' | 'static';
  /** kg/m³. Default 1,000. */
  readonly density?: number;
  /** Coulomb. Default 0.6. */
  readonly friction?: number;
  /** 0 … 1. Default 0. */
  readonly restitution?: number;
  /** Damping of the spin (1/s). Default 0. */
  readonly angularDamping?: number;
  readonly velocity?: readonly [number, number, number];
  /** rad/s. */
  readonly spin?: readonly [number, number, number];
}

export interface BodyScene {
  readonly name: string;
  readonly bodies: readonly BodySpec[];
  /** Options of `createDynamics`, if the defaults are not enough. */
  readonly stepping?: { readonly substeps: number };
  /** Bounding sphere of the scene, for cameras. */
  readonly center: readonly [number, number, number];
  readonly radius: number;
}
