/** hullstorm: one engine without workers, all rays in one call. */
import { fillScene } from '../../fillScene.ts';
import { createEngine, type Engine, type KernelName, type RayList } from '../../library.ts';
import type { RayPeer } from './rayPeer.ts';

export function hullstorm(kernel: KernelName): RayPeer {
  let engine: Engine | undefined;
  let list: RayList | undefined;
  return {
    name: `hullstorm ${kernel}`,
    version: '',
    note: 'one call for all rays, with the copy of the rays into the list, all bounds, and normals; no workers',
    async setup({ bodies }) {
      const { colliderCount: colliders, shapes } = bodies;
      const capacity = { shapes: shapes.length, vertices: 64, colliders, pairs: 1, contacts: 1 };
      engine = await createEngine({ workers: 0, kernel, capacity });
      fillScene(engine.scene, bodies);
    },
    cast({ count, origins, directions, far }, distances) {
      list ??= engine!.createRayList(count);
      list.set(origins, directions, far);
      const { t } = engine!.castRaysSync(list);
      for (let k = 0; k < count; k++) distances[k] = t[k]!;
    },
    dispose: () => engine!.close(),
  };
}
