/** A character that walks by itself: its guide tells it where to. */
import type { Dynamics } from 'hullstorm/dynamics';
import type { BodyScene } from '../../scenes/bodies.ts';
import { type CharacterSpec, createGuide } from '../../scenes/character.ts';
import { createWalker } from './walker.ts';

export interface GuidedWalk {
  /** x y z of the character (m). */
  readonly position: Float64Array;
  /** Places of its way that it has reached. */
  readonly reached: number;
  /** Before and after the step of the stepper. */
  move(dt: number): Promise<void>;
  settle(): void;
}

/** Body k of the scene is collider ids[k]. */
export function createGuidedWalk(
  dynamics: Dynamics,
  scene: BodyScene,
  character: CharacterSpec,
  ids: ArrayLike<number>,
): GuidedWalk {
  const walker = createWalker(dynamics, scene, character, ids);
  const guide = createGuide(character);
  return {
    position: walker.position,
    get reached() {
      return guide.reached;
    },
    move: (dt) => walker.move(guide.next(walker.position), dt),
    settle: walker.settle,
  };
}
