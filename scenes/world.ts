/** A world of falling bodies: what it is made of, how it moves, and the step that puts it into a scene. */
import type { Scene, Shape } from 'hullstorm';
import { type Column, type Motions, writePoses } from './fall.ts';
import { between, type Random, randomUnit } from './random.ts';

/** A world before it is in a scene: plain data, and the step that puts it there. */
export interface World {
  /** What it is made of: a `StressShape`, or 'recorded'. */
  readonly name: string;
  readonly count: number;
  readonly seed: number;
  /** Shared by many bodies. */
  readonly shapes: readonly Shape[];
  /** Row of `shapes` per body. */
  readonly shapeOf: Uint32Array;
  readonly column: Column;
  readonly motions: Motions;
  /** Adds every shape and body to a scene, as they are at time 0. */
  addTo(scene: WorldScene): Bodies;
}

/** What a world needs of a scene. */
export type WorldScene = Pick<Scene, 'addShape' | 'addCollider' | 'positions' | 'rotations'>;

/** A world in a scene. */
export interface Bodies {
  /** Collider id per body. */
  readonly ids: Uint32Array;
  /** Writes the poses at `time` (s, any) straight into the scene's columns. Allocates nothing. */
  advance(time: number): void;
}

/** Mean speed down the column (m/s). */
const FALL_SPEED = 4.5;
/** Draws speeds and spins, as every world does; x, z, phase and rotation of the motions are there already. */
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
