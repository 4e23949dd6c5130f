/**
 * A world of static surfaces and of bodies on them, through any engine: hullstorm (hullstormSurfaces.ts), or a peer of
 * the benchmark. m, kg, s; world axes; y points up.
 */
import type { Shape } from 'hullstorm';
import type { Surface } from './surfaces.ts';

type Triple = readonly [number, number, number];

/** A static floor: a box with its top at y = 0, or surfaces, each as a collider of its own. */
export type Floor = { readonly halfExtents: Triple } | { readonly tiles: readonly Tile[] };

export interface Tile {
  readonly surface: Surface;
  readonly position: Triple;
}

export interface Part {
  readonly shape: Shape;
  /** In the frame of the body. */
  readonly position: Triple;
}

/** A dynamic body of 1,000 kg/m³: one shape, or several as a compound. */
export interface PartBody {
  readonly parts: readonly Part[];
  readonly position: Triple;
  /** x y z w, unit length. */
  readonly rotation: readonly [number, number, number, number];
  readonly velocity: Triple;
  readonly spin: Triple;
  readonly friction: number;
  readonly canSleep: boolean;
}

/** Place, velocity and spin of a body: x y z each. */
export interface Motion {
  /** Of the frame of the body. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
}

export interface SurfaceWorld {
  addFloor(floor: Floor, friction: number): void;
  /** @returns its number for `read`, from 0 */
  addBody(body: PartBody): number;
  step(dt: number): void | Promise<void>;
  read(body: number, out: Motion): void;
  close(): void | Promise<void>;
}

export function makeMotion(): Motion {
  return { position: new Float64Array(3), velocity: new Float64Array(3), spin: new Float64Array(3) };
}
