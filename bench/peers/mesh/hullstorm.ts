/** hullstorm: one engine without workers; the queries of a row in one synchronous call. */
import { createEngine, type Engine, mesh, type RayList } from '../../library.ts';
import type { MeshPeer } from './meshPeer.ts';

/** Queries of a row at most. */
const MOST = 65_536;

export async function hullstorm(): Promise<MeshPeer> {
  let engine: Engine;
  let rayList: RayList;
  const capacity = {
    shapes: 8,
    vertices: 64,
    colliders: 8,
    pairs: 1,
    rays: MOST,
    rayHits: 1,
    meshTriangles: 1_100_000,
    meshVertices: 1_100_000,
  };
  engine = await createEngine({ workers: 0, capacity });
  rayList = engine.createRayList(MOST);
  return {
    name: 'hullstorm',
    bake({ positions, indices }) {
      engine.scene.addCollider(engine.scene.addShape(mesh({ positions, indices, sides: 'both' })), { static: true });
    },
    rays(origins, directions, distances) {
      rayList.set(origins, directions);
      distances.set(engine.castRaysSync(rayList).t.subarray(0, distances.length));
    },
    dispose: () => void engine.close(),
  };
}
