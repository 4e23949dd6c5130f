/** The scenes of rigid bodies, by name. Equal names, counts and seeds give equal bodies on every machine. */
import type { BodyScene } from './bodies.ts';
import { createDragon } from './dragon.ts';
import { createDragonRain } from './dragonRain.ts';
import { createHeap } from './heap.ts';
import { createLidar } from './lidar.ts';
import { createMixed } from './mixed.ts';
import { createPyramid } from './pyramid.ts';
import { createTerrain } from './terrain.ts';
import { createWalk } from './walk.ts';
import { createWall } from './wall.ts';

const MAKERS = {
  heap: createHeap,
  wall: createWall,
  pyramid: createPyramid,
  mixed: createMixed,
  dragonRain: createDragonRain,
  dragon: createDragon,
  terrain: createTerrain,
  lidar: createLidar,
  walk: createWalk,
};

export type BodySceneName = keyof typeof MAKERS;

export const BODY_SCENES = Object.keys(MAKERS) as readonly BodySceneName[];

/** @param count bodies that are not static, ≥ 2 */
export async function createBodyScene(name: BodySceneName, count: number, seed: number): Promise<BodyScene> {
  return MAKERS[name](count, seed);
}
