/**
 * Scenes of rigid bodies as plain data, for any engine: hullstorm, or a peer in the benchmark. m, kg, s; world axes; y
 * points up.
 */
import type { Shape } from 'hullstorm';
import type { CharacterSpec } from './character.ts';
import type { SensorSpec } from './sensor.ts';
import type { Surface } from './surfaces.ts';

export interface BodySpec {
  readonly shape: Shape;
  readonly position: readonly [number, number, number];
  /** x y z w, unit length. Default: none. */
  readonly rotation?: readonly [number, number, number, number];
  /** The triangles of a mesh or a height field, to be drawn. */
  readonly surface?: Surface;
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
  /** Casts rays after each step. */
  readonly sensor?: SensorSpec;
  /** Walks before each step. */
  readonly character?: CharacterSpec;
  /** Bounding sphere of the scene, for cameras. */
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

/** Numbers per body in a column of poses: position x y z (m), rotation x y z w. */
export const POSE = 7;

/** Half the distance between the walls of a yard (m). */
export const HALF_YARD = 20;

/** Whether a body is a wall of a yard: a static box that stands on the ground, around the yard. */
export function isWall({ shape, position, type }: BodySpec): boolean {
  const away = Math.max(Math.abs(position[0]), Math.abs(position[2]));
  return type === 'static' && shape.kind === 'box' && position[1] > 0 && away > HALF_YARD;
}

/** Whether a body is moved by forces. */
export function isDynamic({ type = 'dynamic' }: BodySpec): boolean {
  return type === 'dynamic';
}

/** Capacity for bodies that share their shapes. */
export function roomForBodies(bodies: readonly BodySpec[]) {
  const shapes = [...new Set(bodies.map(({ shape }) => shape))];
  // 8 vertices for a box; those of hulls are padded
  const vertices = shapes.reduce((sum, shape) => sum + 8 + (shape.kind === 'hull' ? shape.points.length / 3 : 0), 0);
  return { shapes: shapes.length, vertices, colliders: bodies.length };
}
