/**
 * What an engine must offer to step a scene of bodies, and what a scene asks of it. One file of this folder per engine; each runs in
 * a process of its own (heapChild.ts), so it may keep what it likes and leave it behind.
 */
import type { BodyScene, BodySpec } from '../../../scenes/bodies.ts';

/** Numbers per body that `read` writes: position x y z (m), rotation x y z w. */
export const POSE = 7;

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

export type Triple = readonly [number, number, number];

/** A cuboid with every default of `BodySpec` filled in. */
export interface Cuboid {
  readonly half: Triple;
  readonly position: Triple;
  readonly rotation: readonly [number, number, number, number];
  readonly isStatic: boolean;
  readonly density: number;
  readonly friction: number;
  readonly restitution: number;
  readonly velocity: Triple;
  readonly spin: Triple;
}

/** @throws for what the adapters here cannot build */
export function cuboid(body: BodySpec): Cuboid {
  const { shape, position, rotation = [0, 0, 0, 1], type = 'dynamic' } = body;
  if (shape.kind !== 'box' || shape.radius !== 0) throw new Error(`a scene of boxes expected, got a ${shape.kind}`);
  if (type === 'kinematic') throw new Error('a scene of dynamic and static bodies expected, got a kinematic one');
  return {
    half: shape.halfExtents,
    position,
    rotation,
    isStatic: type === 'static',
    density: body.density ?? 1000,
    friction: body.friction ?? 0.6,
    restitution: body.restitution ?? 0,
    velocity: body.velocity ?? [0, 0, 0],
    spin: body.spin ?? [0, 0, 0],
  };
}

export function volumeOf({ half: [hx, hy, hz] }: Cuboid): number {
  return 8 * hx * hy * hz;
}
