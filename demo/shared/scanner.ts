/** The sensor of a scene: it casts all of its rays at once into the scene of an engine. */
import { type Engine, type RayHits, type RayList, RayStatus } from 'hullstorm';
import { directionsOf, rayCount, type SensorSpec, turnDirections } from '../../scenes/sensor.ts';

export interface Scanner {
  /** Rays of the last scan. */
  readonly rays: RayList;
  /** Turns the sensor by the time since the last scan (s), and casts its rays. */
  scan(dt: number): Promise<RayHits>;
}

/** Needs an engine with room for `rayCount` rays. */
export function createScanner(engine: Engine, sensor: SensorSpec): Scanner {
  const directions = directionsOf(sensor);
  const rays = engine.createRayList(rayCount(sensor));
  for (let k = 0; k < rays.capacity; k++) rays.origins.set([...sensor.position, sensor.reach], 4 * k);
  rays.count = rays.capacity;
  let turned = 0;
  return {
    rays,
    scan(dt) {
      turned += sensor.speed * dt;
      turned -= Math.floor(turned);
      turnDirections(rays.directions, directions, turned);
      return engine.castRays(rays);
    },
  };
}

/** Rays that hit something. */
export function countHits({ status, count }: RayHits): number {
  let found = 0;
  for (let k = 0; k < count; k++) if (status[k] === RayStatus.Hit) found++;
  return found;
}

/** Writes x y z of each hit (m) to out, one after the other. Allocates nothing. */
export function writePoints(out: Float32Array, { origins, directions }: RayList, { status, t, count }: RayHits): void {
  let to = 0;
  for (let k = 0; k < count; k++) {
    if (status[k] !== RayStatus.Hit) continue;
    for (let at = 4 * k; at < 4 * k + 3; at++) out[to++] = origins[at] + t[k] * directions[at];
  }
}
