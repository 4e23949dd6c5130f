/**
 * Bodies for the tiny solver: mass, motion and free fall. Columns by collider id; m, kg, s; world axes unless noted.
 *
 *   motion   f64×6  velocity, spin (rad/s)
 *   inverse  f64×4  1 / mass, 1 / moments of inertia about the body's own axes; all 0 = static
 *   turning  f64×9  inverse inertia, symmetric
 */
import { box, hull, type Scene, sphere } from 'hullstorm';

export interface Bodies {
  readonly motion: Float64Array;
  readonly inverse: Float64Array;
  readonly turning: Float64Array;
}

const GRAVITY = -9.81;
const DENSITY = 1000;
/** Half the side of the ground (m). */
const GROUND = 20;

/** Adds a ground with its top at height 0, and `count` boxes, spheres and hulls above it, in layers of 8 × 8. */
export function dropBodies(scene: Scene, count: number, seed: number): Bodies {
  const rows = count + 1;
  const inverse = new Float64Array(4 * rows);
  let state = seed;
  const between = (low: number, high: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
  scene.addCollider(scene.addShape(box(GROUND, 1, GROUND)), { position: [0, -1, 0], static: true });
  for (let k = 0; k < count; k++) {
    const half = [between(0.15, 0.35), between(0.15, 0.35), between(0.15, 0.35)] as const;
    const kinds = [box(...half), sphere(half[0]), hull(mirroredPoints(half, between))];
    const id = scene.addCollider(scene.addShape(kinds[k % 3]), {
      position: [(k % 8) - 3.5, 0.6 + 0.8 * Math.floor(k / 64), (Math.floor(k / 8) % 8) - 3.5],
      rotation: [between(-1, 1), between(-1, 1), between(-1, 1), 1],
    });
    inverse.set(k % 3 === 1 ? inverseOfBall(half[0]) : inverseOfBox(half), 4 * id);
  }
  return { motion: new Float64Array(6 * rows), inverse, turning: new Float64Array(9 * rows) };
}

/** Points inside a box, and their mirror images: so the center of mass is at the collider's position. */
function mirroredPoints(half: readonly number[], between: (low: number, high: number) => number): number[] {
  const points = Array.from({ length: 8 }, () => half.map((h) => between(-h, h)));
  return points.flatMap(([x, y, z]) => [x!, y!, z!, -x!, -y!, -z!]);
}

function inverseOfBall(radius: number): number[] {
  const mass = DENSITY * 4.18879 * radius * radius * radius;
  const moment = 0.4 * mass * radius * radius;
  return [1 / mass, 1 / moment, 1 / moment, 1 / moment];
}

/** For hulls, too: they get mass and inertia of the box that contains their points. */
function inverseOfBox([x, y, z]: readonly [number, number, number]): number[] {
  const mass = DENSITY * 8 * x * y * z;
  return [1 / mass, 3 / (mass * (y * y + z * z)), 3 / (mass * (z * z + x * x)), 3 / (mass * (x * x + y * y))];
}

/** Applies gravity for `h` seconds. */
export function fall({ motion, inverse }: Bodies, h: number): void {
  for (let id = 0; 4 * id < inverse.length; id++) if (inverse[4 * id] > 0) motion[6 * id + 1] += h * GRAVITY;
}

/** Moves bodies for `h` seconds, in the columns of the scene. */
export function move({ positions, rotations }: Scene, { motion, inverse }: Bodies, h: number): void {
  for (let id = 0; 4 * id < inverse.length; id++) {
    if (inverse[4 * id] === 0) continue;
    for (let c = 0; c < 3; c++) positions[4 * id + c] += h * motion[6 * id + c];
    // q + h / 2 · spin q; queries normalize it
    const [x, y, z, w] = [rotations[4 * id], rotations[4 * id + 1], rotations[4 * id + 2], rotations[4 * id + 3]];
    const sx = 0.5 * h * motion[6 * id + 3];
    const sy = 0.5 * h * motion[6 * id + 4];
    const sz = 0.5 * h * motion[6 * id + 5];
    const scale = 1 / Math.sqrt((x * x + y * y + z * z + w * w) * (1 + sx * sx + sy * sy + sz * sz));
    rotations[4 * id] = scale * (x + sx * w + sy * z - sz * y);
    rotations[4 * id + 1] = scale * (y + sy * w + sz * x - sx * z);
    rotations[4 * id + 2] = scale * (z + sz * w + sx * y - sy * x);
    rotations[4 * id + 3] = scale * (w - sx * x - sy * y - sz * z);
  }
}

/** Bodies that are not above the ground, or whose pose is NaN. */
export function countEscaped({ positions }: Scene, { inverse }: Bodies): number {
  let escaped = 0;
  for (let id = 0; 4 * id < inverse.length; id++) {
    const aside = Math.max(Math.abs(positions[4 * id]), Math.abs(positions[4 * id + 2]));
    if (inverse[4 * id] > 0 && !(aside < GROUND && positions[4 * id + 1] > 0)) escaped++;
  }
  return escaped;
}

/** Rotates the inverse inertia of every body to world axes: R diag Rᵀ. */
export function turnInertia({ rotations }: Scene, { inverse, turning }: Bodies): void {
  for (let id = 0; 4 * id < inverse.length; id++) {
    turnToWorld(rotations, 4 * id);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += R[3 * r + k] * inverse[4 * id + 1 + k] * R[3 * c + k];
        turning[9 * id + 3 * r + c] = sum;
      }
    }
  }
}

/** Kinetic energy, and potential energy above height 0 (J). */
export function energyOf(scene: Scene, { motion, inverse }: Bodies): { kinetic: number; potential: number } {
  let kinetic = 0;
  let potential = 0;
  for (let id = 0; 4 * id < inverse.length; id++) {
    if (inverse[4 * id] === 0) continue;
    turnToWorld(scene.rotations, 4 * id);
    const mass = 1 / inverse[4 * id];
    potential -= mass * GRAVITY * scene.positions[4 * id + 1];
    for (let k = 0; k < 3; k++) {
      const own = R[k] * motion[6 * id + 3] + R[3 + k] * motion[6 * id + 4] + R[6 + k] * motion[6 * id + 5];
      const speed = motion[6 * id + k];
      kinetic += 0.5 * (mass * speed * speed + (own * own) / inverse[4 * id + 1 + k]);
    }
  }
  return { kinetic, potential };
}

/** The last result of `turnToWorld`: rotation matrix local → world, row-major. */
const R = new Float64Array(9);

function turnToWorld(rotations: Float32Array, at: number): void {
  const [x, y, z, w] = [rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]];
  const s = 2 / (x * x + y * y + z * z + w * w);
  R[0] = 1 - s * (y * y + z * z);
  R[1] = s * (x * y - z * w);
  R[2] = s * (x * z + y * w);
  R[3] = s * (x * y + z * w);
  R[4] = 1 - s * (x * x + z * z);
  R[5] = s * (y * z - x * w);
  R[6] = s * (x * z - y * w);
  R[7] = s * (y * z + x * w);
  R[8] = 1 - s * (x * x + y * y);
}
