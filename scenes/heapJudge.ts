/**
 * Judges a heap from poses alone, by the same rules for every engine. hullstorm measures the overlaps of the exact
 * shapes (`findPairs`, `distance`). Velocities follow from the last two poses of each body, so they do not depend on
 * what an engine calls velocity.
 */
import { createEngine, massProperties, type Shape } from 'hullstorm';
import { type BodyScene, type BodySpec, HALF_YARD, isDynamic, POSE, roomForBodies } from './bodies.ts';
import { boundingRadius } from './boundingRadius.ts';

/** Depths are per dynamic body: its deepest overlap, or 0. */
export interface HeapVerdict {
  /** Over all bodies (m). */
  readonly deepest: number;
  readonly p99: number;
  /** The same, in bounding radii of the smaller of the two bodies. */
  readonly deepestPart: number;
  readonly p99Part: number;
  /** Kinetic energy per body (J) and mean speed (m/s). */
  readonly energy: number;
  readonly speed: number;
  /** Bodies whose center is beyond a wall or below the ground. They are not judged further. */
  readonly escaped: number;
  /** Bodies with a number in their pose that is not finite. They are not judged further. */
  readonly broken: number;
}

/** @param before poses, POSE numbers per body @param after poses, `dt` seconds later */
export async function judgeHeap(
  scene: BodyScene,
  before: Float64Array,
  after: Float64Array,
  dt: number,
): Promise<HeapVerdict> {
  const { bodies } = scene;
  const dynamic = bodies.flatMap((body, k) => (isDynamic(body) ? [k] : []));
  const finite = dynamic.filter(
    (k) => poseOf(before, k).every(Number.isFinite) && poseOf(after, k).every(Number.isFinite),
  );
  const inside = finite.filter((k) => isInside(poseOf(after, k)));
  const depths = await overlaps(bodies, after, inside);
  const motions = inside.map((k) => motion(bodies[k], poseOf(before, k), poseOf(after, k), dt));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  return {
    deepest: rank(depths.meters, 1),
    p99: rank(depths.meters, 0.99),
    deepestPart: rank(depths.parts, 1),
    p99Part: rank(depths.parts, 0.99),
    energy: mean(motions.map(({ energy }) => energy)),
    speed: mean(motions.map(({ speed }) => speed)),
    escaped: finite.length - inside.length,
    broken: dynamic.length - finite.length,
  };
}

/** For each body of `inside`: its deepest overlap, in m and in bounding radii of the smaller body. */
async function overlaps(bodies: readonly BodySpec[], poses: Float64Array, inside: readonly number[]) {
  const present = [...bodies.flatMap((body, k) => (isDynamic(body) ? [] : [k])), ...inside];
  const meters = new Float64Array(bodies.length);
  const parts = new Float64Array(bodies.length);
  const engine = await createEngine({ workers: 0, capacity: roomForBodies(present.map((k) => bodies[k])) });
  const rows = new Map<Shape, number>();
  for (const k of present) {
    const pose = poseOf(poses, k);
    const { shape } = bodies[k];
    const row = rows.get(shape) ?? engine.scene.addShape(shape);
    rows.set(shape, row);
    const position = pose.subarray(0, 3);
    engine.scene.addCollider(row, { position, rotation: pose.subarray(3), static: !isDynamic(bodies[k]) });
  }
  const pairs = engine.findPairsSync();
  const results = engine.distanceSync(pairs);
  for (let p = 0; p < pairs.count; p++) {
    const depth = -results.distance(p);
    if (!(depth > 0)) continue;
    const a = present[pairs.ids[2 * p]]; // the colliders of a new scene have ids 0, 1, 2, …
    const b = present[pairs.ids[2 * p + 1]];
    const part = depth / Math.min(boundingRadius(bodies[a].shape), boundingRadius(bodies[b].shape));
    for (const k of [a, b]) {
      meters[k] = Math.max(meters[k], depth);
      parts[k] = Math.max(parts[k], part);
    }
  }
  await engine.close();
  return { meters: inside.map((k) => meters[k]), parts: inside.map((k) => parts[k]) };
}

/** Speed of the center of mass (m/s), and kinetic energy (J). */
function motion({ shape, density }: BodySpec, before: Float64Array, after: Float64Array, dt: number) {
  const { mass, moments, center, axes } = massProperties(shape, density);
  const [from, to] = [before, after].map((pose) => {
    const arm = rotated(pose.subarray(3), center);
    return arm.map((part, axis) => pose[axis] + part);
  });
  const speed = Math.hypot(...[0, 1, 2].map((axis) => (to[axis] - from[axis]) / dt));
  const spin = spinBetween(before.subarray(3), after.subarray(3), dt);
  const [x, y, z, w] = axes;
  const principal = rotated([-x, -y, -z, w], spin);
  const turning = moments.reduce((sum, moment, axis) => sum + moment * principal[axis] ** 2, 0);
  return { speed, energy: 0.5 * (mass * speed ** 2 + turning) };
}

/** q v q⁻¹ of a unit quaternion x y z w: v + 2 q × (q × v + w v). */
function rotated([x, y, z, w]: ArrayLike<number> & Iterable<number>, [a, b, c]: ArrayLike<number> & Iterable<number>) {
  const tx = y! * c! - z! * b! + w! * a!;
  const ty = z! * a! - x! * c! + w! * b!;
  const tz = x! * b! - y! * a! + w! * c!;
  return [a! + 2 * (y! * tz - z! * ty), b! + 2 * (z! * tx - x! * tz), c! + 2 * (x! * ty - y! * tx)];
}

/** Angular velocity (rad/s), in the body's axes: 2 log(q₀* q₁) / dt. */
function spinBetween([ax, ay, az, aw]: Iterable<number>, [bx, by, bz, bw]: Iterable<number>, dt: number) {
  const w = aw! * bw! + ax! * bx! + ay! * by! + az! * bz!;
  const v = [
    aw! * bx! - ax! * bw! - ay! * bz! + az! * by!,
    aw! * by! - ay! * bw! - az! * bx! + ax! * bz!,
    aw! * bz! - az! * bw! - ax! * by! + ay! * bx!,
  ];
  const sine = Math.hypot(...v);
  const scale = sine === 0 ? 0 : (2 * Math.atan2(sine, Math.abs(w)) * (w < 0 ? -1 : 1)) / (sine * dt);
  return v.map((part) => part * scale);
}

function isInside(pose: Float64Array): boolean {
  return Math.abs(pose[0]) < HALF_YARD && Math.abs(pose[2]) < HALF_YARD && pose[1] > 0;
}

function poseOf(poses: Float64Array, k: number): Float64Array {
  return poses.subarray(POSE * k, POSE * k + POSE);
}

/** Nearest-rank percentile; 0 without values. */
function rank(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(Math.ceil(part * sorted.length) - 1, 0)] ?? 0;
}
