/** hullstorm as a world of surfaces. What makes colliders of a tile, and of several parts, is an argument. */
import { box, createEngine, type Shape } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import type { Part, SurfaceWorld, Tile } from './surfaceWorld.ts';

export interface SurfaceCalls {
  /** Adds a tile as static colliders. */
  addTile(dynamics: Dynamics, tile: Tile, friction: number): void;
  /** One shape of several parts. */
  compound?(parts: readonly Part[]): Shape;
}

type EngineOptions = NonNullable<Parameters<typeof createEngine>[0]>;

/** @param options of the engine; default: no workers */
export async function hullstormWorld(calls: SurfaceCalls, options?: EngineOptions): Promise<SurfaceWorld> {
  const engine = await createEngine({ workers: 0, ...options });
  const dynamics = await createDynamics(engine);
  const ids: number[] = [];
  return {
    addFloor(floor, friction) {
      if ('tiles' in floor) {
        for (const tile of floor.tiles) calls.addTile(dynamics, tile, friction);
      } else {
        const position = [0, -floor.halfExtents[1], 0];
        dynamics.addBody(box(...floor.halfExtents), { type: 'static', position, friction });
      }
    },
    addBody({ parts, ...options }) {
      const isSingle = parts.length === 1 && parts[0]!.position.every((c) => c === 0);
      if (!isSingle && !calls.compound) throw new Error('expected a function that makes a compound of parts');
      return ids.push(dynamics.addBody(isSingle ? parts[0]!.shape : calls.compound!(parts), options)) - 1;
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
