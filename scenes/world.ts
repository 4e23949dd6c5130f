/** A world of falling bodies: shapes, motions, and a function that adds them to a scene. */
import type { Scene, Shape } from 'hullstorm';
import { type Column, type Motions, writePoses } from './fall.ts';
import { between, type Random, randomUnit } from './random.ts';

/** A world that is not in a scene yet: plain data. */
export interface World {
  /** The kind of bodies: a `StressShape`, or 'recorded'. */
  readonly name: string;
  readonly count: number;
  readonly seed: number;
  /** Shapes, which many bodies share. */
  readonly shapes: readonly Shape[];
  /** Row of `shapes` per body. */
  readonly shapeOf: Uint32Array;
  readonly column: Column;
  readonly motions: Motions;
  /** Adds all shapes and bodies to a scene, with their poses at time 0. */
  addTo(scene: WorldScene): Bodies;
}

/** The methods of a scene that a world uses. */
export type WorldScene = Pick<Scene, 'addShape' | 'addCollider' | 'positions' | 'rotations'>;

/** A world in a scene. */
export interface Bodies {
  /** Collider id per body. */
  readonly ids: Uint32Array;
  /** Writes the poses at `time` (s) to the columns of the scene. Allocates nothing. */
  advance(time: number): void;
}

/** Mean speed down the column (m/s). */
const FALL_SPEED = 4.5;
/** Draws random speeds and spins. The motions already have x, z, phase and rotation. */
export function makeWorld(
  name: World['name'],
  seed: number,
  shapes: readonly Shape[],
  shapeOf: Uint32Array,
  column: Column,
  motions: Motions,
  random: Random,
): World {
  const { count } = motions;
  const rate = FALL_SPEED / (column.top - column.bottom);
  for (let i = 0; i < count; i++) {
    motions.rate[i] = rate * between(random, 0.82, 1.18);
    randomUnit(motions.axis, 3 * i, 3, random);
    motions.spin[i] = between(random, 0.05, 0.35);
  }
  return {
    name,
    count,
    seed,
    shapes,
    shapeOf,
    column,
    motions,
    addTo(scene) {
      const shapeIds = shapes.map((shape) => scene.addShape(shape));
      const ids = Uint32Array.from(shapeOf, (row) => scene.addCollider(shapeIds[row]));
      const advance = (time: number) => writePoses(scene, ids, motions, column, time);
      advance(0);
      return { ids, advance };
    },
  };
}
