/** A body that the visitor drags: impulses pull the point where it was taken, as a damped spring. */
import { RayStatus } from 'hullstorm';
import type { Dynamics } from 'hullstorm/dynamics';
import { TARGETS } from './balls.ts';
import type { Grip, Shot, Triple } from './protocol.ts';

/** Of the point that is held: speed per distance to go (1/s), most speed (m/s), most change of it in a step (m/s). */
const RATE = 9;
const FASTEST = 30;
const HARDEST = 1.5;
/** Part of the spin that is left after a step. */
const SPIN_KEPT = 0.96;

export interface Gripper {
  /** Takes hold of the body that a ray hits. Bodies that no force moves are none. */
  take(ray: Shot): Promise<Grip | undefined>;
  /** Pulls the body in the next steps. @param goal where the point shall be (m) */
  pull(goal: Triple): void;
  letGo(): void;
  /** Applies the impulse of a step. */
  step(): void;
}

/** @param canMove whether forces move a body. The engine needs room for one ray. */
export function createGripper(dynamics: Dynamics, canMove: (body: number) => boolean): Gripper {
  const { scene } = dynamics.engine;
  const rays = dynamics.engine.createRayList(1);
  let held: Grip | undefined;
  let to: Triple | undefined;
  return {
    async take({ origin, direction }) {
      rays.set(origin, direction);
      const { status, ids, t } = await dynamics.engine.castRays(rays, { mask: TARGETS, inside: 'skip' });
      held = to = undefined;
      if (status[0] !== RayStatus.Hit || !canMove(ids[0])) return undefined;
      const body = ids[0];
      const world = triple((c) => origin[c] + t[0] * direction[c]);
      const arm = triple((c) => world[c] - scene.positions[4 * body + c]);
      const [x, y, z, w] = scene.rotations.subarray(4 * body, 4 * body + 4);
      held = { body, local: rotate([-x, -y, -z, w], arm), world };
      return held;
    },
    pull(goal) {
      to = goal;
    },
    letGo() {
      held = to = undefined;
    },
    step() {
      if (!held || !to) return;
      const { body, local } = held;
      const at = 4 * body;
      const goal = to;
      const arm = rotate(scene.rotations.subarray(at, at + 4), local);
      const point = triple((c) => scene.positions[at + c] + arm[c]);
      const velocity = triple((c) => dynamics.velocities[at + c]);
      const spin = triple((c) => SPIN_KEPT * dynamics.spins[at + c]);
      const speedOf = (v: Triple, w: Triple) => {
        const turning = cross(w, arm);
        return triple((c) => v[c] + turning[c]);
      };
      // what an impulse along each axis does to the point
      const [a, b, c] = [0, 1, 2].map((axis) => {
        dynamics.setVelocity(body, [0, 0, 0]);
        dynamics.applyImpulse(
          body,
          triple((k) => (k === axis ? 1 : 0)),
          point,
        );
        const { velocities, spins } = dynamics;
        return speedOf(
          triple((k) => velocities[at + k]),
          triple((k) => spins[at + k]),
        );
      });
      dynamics.setVelocity(body, velocity, spin);
      const wanted = clamped(
        triple((k) => RATE * (goal[k] - point[k])),
        FASTEST,
      );
      const now = speedOf(velocity, spin);
      const change = clamped(
        triple((k) => wanted[k] - now[k]),
        HARDEST,
      );
      const whole = dot(a, cross(b, c));
      const impulse = [cross(b, c), cross(c, a), cross(a, b)].map((side) => dot(change, side) / whole);
      dynamics.applyImpulse(body, impulse, point);
    },
  };
}

function clamped(v: Triple, most: number): Triple {
  const part = Math.min(1, most / Math.max(Math.hypot(...v), 1e-9));
  return triple((c) => part * v[c]);
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function triple(of: (c: number) => number): [number, number, number] {
  return [of(0), of(1), of(2)];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A vector turned by a unit quaternion. */
function rotate(q: ArrayLike<number>, v: Triple): Triple {
  const u = [q[0], q[1], q[2]] as const;
  const t = cross(u, v);
  const s = cross(u, t);
  return triple((c) => v[c] + 2 * (q[3] * t[c] + s[c]));
}
