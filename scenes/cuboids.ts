/** Scenes of cuboids only: their bodies with all defaults filled in. m, kg; world axes. */
import type { BodySpec } from './bodies.ts';

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

/** @throws for a body that is not a cuboid, or is neither dynamic nor static */
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
