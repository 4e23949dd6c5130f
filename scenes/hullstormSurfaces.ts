/** hullstorm as a world of surfaces. */
import { box, compound, createEngine, mesh } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import type { SurfaceWorld, Tile } from './surfaceWorld.ts';

/** Adds one of `count` tiles side by side as static colliders. */
export type AddTile = (dynamics: Dynamics, tile: Tile, friction: number, count: number) => void;

/** Each tile is a mesh. */
export const addMesh: AddTile = (dynamics, { surface, position }, friction, count) => {
  const shape = mesh({ ...surface, borders: count > 1 ? 'joined' : 'free' });
  dynamics.addBody(shape, { type: 'static', position, friction });
};

type EngineOptions = NonNullable<Parameters<typeof createEngine>[0]>;

/** @param options of the engine; default: no workers */
export async function hullstormWorld(addTile = addMesh, options?: EngineOptions): Promise<SurfaceWorld> {
  const engine = await createEngine({ workers: 0, ...options });
  const dynamics = await createDynamics(engine);
  const ids: number[] = [];
  return {
    addFloor(floor, friction) {
      if ('tiles' in floor) {
        for (const tile of floor.tiles) addTile(dynamics, tile, friction, floor.tiles.length);
      } else {
        const position = [0, -floor.halfExtents[1], 0];
        dynamics.addBody(box(...floor.halfExtents), { type: 'static', position, friction });
      }
    },
    addBody({ parts, ...options }) {
      const isSingle = parts.length === 1 && parts[0]!.position.every((c) => c === 0);
      return ids.push(dynamics.addBody(isSingle ? parts[0]!.shape : compound(parts), options)) - 1;
    },
    step(dt) {
      dynamics.stepSync(dt);
    },
    read(body, { position, velocity, spin }) {
      const at = 4 * ids[body]!;
      position.set(engine.scene.positions.subarray(at, at + 3));
      velocity.set(dynamics.velocities.subarray(at, at + 3));
      spin.set(dynamics.spins.subarray(at, at + 3));
    },
    close: () => engine.close(),
  };
}
