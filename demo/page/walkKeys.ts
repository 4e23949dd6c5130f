/** The keys that move the character of a scene: arrows or WASD, and space to jump, as long as they are down. */
import { STANDING, type Walk } from '../../scenes/character.ts';

/** To the right and ahead, as the camera sees it. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  a: [-1, 0],
  d: [1, 0],
  w: [0, 1],
  s: [0, -1],
};
const JUMP = ' ';

export interface WalkKeys {
  /** A key goes down or up. @returns whether it is one that moves the character */
  hold(key: string, isDown: boolean): boolean;
  /** Lets all keys go. */
  release(): void;
  /** What they tell the character. @param heading angle of the camera about y, from z towards x (rad) */
  walk(heading: number): Walk;
}

export function createWalkKeys(): WalkKeys {
  const held = new Set<string>();
  return {
    hold(key, isDown) {
      if (key !== JUMP && !DIRECTIONS[key]) return false;
      if (isDown) held.add(key);
      else held.delete(key);
      return true;
    },
    release: () => held.clear(),
    walk(heading) {
      let [right, ahead] = [0, 0];
      for (const key of held) {
        right += DIRECTIONS[key]?.[0] ?? 0;
        ahead += DIRECTIONS[key]?.[1] ?? 0;
      }
      const jumps = held.has(JUMP);
      const length = Math.hypot(right, ahead);
      if (length === 0) return { ...STANDING, jumps };
      // the camera looks from z and x towards the center
      const x = right * Math.cos(heading) - ahead * Math.sin(heading);
      const z = -right * Math.sin(heading) - ahead * Math.cos(heading);
      return { x: x / length, z: z / length, jumps };
    },
  };
}
