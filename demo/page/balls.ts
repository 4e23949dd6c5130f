/** The balls that the visitor shoots: each flies at what a ray from the camera hits. */
import { RayStatus, type Shape, sphere } from 'hullstorm';
import type { Dynamics } from 'hullstorm/dynamics';
import type { BodyScene } from '../../scenes/bodies.ts';
import { aim, type Launch } from './aim.ts';
import { BALL_RADIUS, MOST_BALLS, type Shot } from './protocol.ts';

/** Group of the walls: they are of glass, and no target. */
export const WALLS = 0b10;
/** Groups that rays of the visitor meet. */
export const TARGETS = 0xffff & ~WALLS;
const DENSITY = 5000; // kg/m³
const DAMPING = 0.4; // 1/s

export interface Balls {
  /** Balls shot so far. */
  readonly count: number;
  /** @returns the body that the ray hits, or −1 */
  shoot(shot: Shot): Promise<number>;
}

/** Ball k is body (bodies of the scene + k % MOST_BALLS). The engine needs room for one ray. */
export function createBalls(dynamics: Dynamics, { bodies, center, radius }: BodyScene): Balls {
  const { engine } = dynamics;
  const rays = engine.createRayList(1);
  const ids: number[] = [];
  let shape: number | Shape = sphere(BALL_RADIUS);
  let count = 0;

  function launch({ position, velocity }: Launch): void {
    const k = count++ % MOST_BALLS;
    if (k < ids.length) {
      dynamics.setPose(ids[k], position);
      dynamics.setVelocity(ids[k], velocity, [0, 0, 0]);
      return;
    }
    const id = dynamics.addBody(shape, { position, velocity, density: DENSITY, angularDamping: DAMPING });
    if (id !== bodies.length + k) throw new Error(`balls: expected body ${bodies.length + k}, got ${id}`);
    shape = engine.scene.shapes[id];
    ids.push(id);
  }

  return {
    get count() {
      return count;
    },
    async shoot({ origin, direction }) {
      rays.set(origin, direction);
      const hits = await engine.castRays(rays, { mask: TARGETS, inside: 'skip' });
      const isHit = hits.status[0] === RayStatus.Hit;
      launch(aim(origin, direction, isHit ? hits.t[0] : undefined, center, radius, BALL_RADIUS));
      return isHit ? hits.ids[0] : -1;
    },
  };
}
