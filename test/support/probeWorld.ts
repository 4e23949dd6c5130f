/** The scene of the tests of probes and closest points: clusters of every shape, and two half-spaces. */
import type { Worker } from 'node:worker_threads';
import { createEngine, type Engine, halfSpace, type Shape } from 'hullstorm';
import type { PORTABLE } from './kernels.ts';
import { everyShape, fillMixed } from './mixedScene.ts';

export interface ProbeWorld {
  readonly engine: Engine;
  /** By shape id. */
  readonly shapes: Shape[];
}

/** Edge of the cube with this many bodies (m). */
export function sideOf(bodies: number): number {
  return 1.2 * Math.cbrt(bodies) + 1;
}

/** `bodies` of every shape; every seventh is in group 4. One half-space lies below them, one, in group 2, beside them. */
export async function probeWorld(
  bodies: number,
  capacity: object,
  kernel: (typeof PORTABLE)[number],
  workers: number,
  createWorker?: () => Worker,
): Promise<ProbeWorld> {
  const engine = await createEngine({
    workers,
    kernel,
    capacity: { shapes: 64, vertices: 4096, colliders: bodies + 8, pairs: 8 * bodies, ...capacity },
    tuning: { shareFrom: 0 },
    ...(createWorker && { createWorker }),
  });
  fillMixed(engine, bodies, 0xf1d);
  const { scene } = engine;
  const ground = scene.addShape(halfSpace());
  scene.addCollider(ground, { static: true, position: [3, 0.5, 3] });
  scene.addCollider(ground, { static: true, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], membership: 2 });
  for (let id = 0; id < bodies; id += 7) scene.setGroups(id, 4, 0);
  return { engine, shapes: [...everyShape(), halfSpace()] };
}
