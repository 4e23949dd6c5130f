/**
 * The character of a scene. In a step of time it leaves what presses into it, then walks or falls, and pushes the
 * bodies that it met. To the stepper it is a kinematic body with the velocity of its motion.
 *
 * It walks along the ground. Where something is in the way it tries a motion above that: up by the height of a stair,
 * along, and down. If that leads farther, it climbs, no faster than it walks.
 */
import type { Dynamics } from 'hullstorm/dynamics';
import { type BodyScene, isDynamic } from '../../scenes/bodies.ts';
import type { CharacterSpec, Walk } from '../../scenes/character.ts';
import { createMover } from './mover.ts';

const GRAVITY = 9.81;
/** Normals of what is pushed are this level: the sine of the angle to the vertical. */
const LEVEL = 0.5;
/** A climb leads farther by this (m). */
const FARTHER = 1e-3;

export interface Walker {
  /** x y z (m). */
  readonly position: Float64Array;
  readonly isGrounded: boolean;
  /** Moves the character by one step of time, before that of the stepper. @param dt (s) */
  move(walk: Walk, dt: number): Promise<void>;
  /** Puts the body where the character is, after the step of the stepper. */
  settle(): void;
}

/** Needs an engine with room for one cast. Body k of the scene is collider ids[k]. */
export function createWalker(
  dynamics: Dynamics,
  { bodies }: BodyScene,
  { body, skin, walkSpeed, jumpSpeed, stepHeight, radius, force }: CharacterSpec,
  ids: ArrayLike<number>,
): Walker {
  const own = ids[body];
  const movable = new Set(bodies.flatMap((spec, k) => (isDynamic(spec) ? [ids[k]] : [])));
  const mover = createMover(dynamics.engine, own, skin);
  const { position } = mover;
  const start = new Float64Array(3); // of the motion of a step
  let rising = 0; // m/s
  let isGrounded = false;

  /** The way from the start along a direction (m). */
  const wayAlong = (x: number, z: number) => (position[0] - start[0]) * x + (position[2] - start[2]) * z;

  /** @param most the longest way (m) @returns whether the character stays on the ground */
  async function walk(x: number, z: number, most: number, dt: number): Promise<boolean> {
    if (x !== 0 || z !== 0) {
      await mover.slideLevel(most * x, 0, most * z);
      push(dt);
      if (mover.meetsWall && (await climb(x, z, most))) return true;
    }
    const ahead = position.slice();
    await mover.stop(0, start[1] - position[1] - most, 0);
    if (mover.meetsGround) return true;
    position.set(ahead);
    return false;
  }

  /** @returns whether the character climbs; if not, it stays where it is */
  async function climb(x: number, z: number, most: number): Promise<boolean> {
    const ahead = position.slice();
    const least = wayAlong(x, z) + FARTHER;
    position.set(start);
    const up = await mover.stop(0, stepHeight, 0);
    await mover.slide(radius * x, 0, radius * z);
    const isFarther = wayAlong(x, z) > least;
    await mover.stop(0, start[1] - position[1], 0);
    const rise = position[1] - start[1];
    if (!mover.meetsGround || !isFarther || rise > up) {
      position.set(ahead);
      return false;
    }
    // it was free as far up
    position.set([start[0], start[1] + Math.min(rise, most), start[2]]);
    if (rise < most) await mover.slideLevel(most * x, 0, most * z);
    return true;
  }

  /** @returns whether the character lands */
  async function fall(x: number, z: number, most: number, dt: number): Promise<boolean> {
    rising -= GRAVITY * dt;
    const y = await mover.slideLevel(most * x, rising * dt, most * z);
    push(dt);
    // what is in the way may end a rise or a fall, but not begin one
    rising = rising > 0 ? Math.min(Math.max(y / dt, 0), rising) : Math.max(Math.min(y / dt, 0), rising);
    return rising <= 0 && mover.meetsGround;
  }

  /** Pushes the bodies that the character met, but for those that are as fast as a walk. */
  function push(dt: number): void {
    const { velocities } = dynamics;
    for (const { id, normal } of mover.met) {
      const level = Math.sqrt(normal[0] ** 2 + normal[2] ** 2);
      if (!movable.has(id) || level < LEVEL) continue;
      const [x, z] = [-normal[0] / level, -normal[2] / level];
      if (velocities[4 * id] * x + velocities[4 * id + 2] * z < walkSpeed) {
        dynamics.applyImpulse(id, [x * force * dt, 0, z * force * dt]);
      }
    }
  }

  return {
    position,
    get isGrounded() {
      return isGrounded;
    },
    async move({ x, z, jumps }, dt) {
      const most = walkSpeed * dt;
      await mover.leave(most);
      start.set(position);
      if (isGrounded && jumps) {
        rising = jumpSpeed;
        isGrounded = false;
      }
      isGrounded = isGrounded ? await walk(x, z, most, dt) : await fall(x, z, most, dt);
      if (isGrounded) rising = 0;
      dynamics.setVelocity(
        own,
        Array.from(position, (place, c) => (place - start[c]) / dt),
      );
    },
    settle() {
      dynamics.setPose(own, position);
    },
  };
}
