/** Scenes and rays of `bench:rays`, as an engine holds them and as plain numbers. */
import { randomUnit, seeded } from '../scenes/random.ts';
import { fillScene } from './fillScene.ts';
import { type Engine, hull } from './library.ts';
import { makeWorkload } from './workloads.ts';

export interface RaySet {
  /** x y z of each ray. */
  readonly origins: Float64Array;
  readonly directions: Float64Array;
}

/** The bodies of a scene: an engine, or a workload as `{ scene }`. */
export interface RayTargets {
  readonly scene: { readonly rows: number; readonly positions: Float64Array };
}

const HULLS = 10_000;
const HULL_KINDS = 64;
const HULL_POINTS = 16;
/** m per hull, along each axis. */
const HULL_ROOM = 1.2;

/** By name: the function that adds the bodies of a scene. */
export const RAY_SCENES: Record<string, (engine: Engine, seed: number) => void> = {
  boxes: ({ scene }) => fillScene(scene, makeWorkload('settled', 1)),
  hulls: addHulls,
};

export function addRayScene(engine: Engine, name: string, seed: number): void {
  RAY_SCENES[name]!(engine, seed);
}

/** Hulls of points on ellipsoids about 1 m wide, at random poses in a cube. */
function addHulls({ scene }: Engine, seed: number): void {
  const random = seeded(seed);
  const way = new Float64Array(3);
  const turn = new Float64Array(4);
  const shapes = Array.from({ length: HULL_KINDS }, () => {
    const axes = [0, 1, 2].map(() => 0.25 + 0.35 * random());
    const points = Array.from({ length: HULL_POINTS }, () => {
      randomUnit(way, 0, 3, random);
      return Array.from(way, (c, k) => c * axes[k]!);
    });
    return scene.addShape(hull(points.flat()));
  });
  const side = HULL_ROOM * Math.cbrt(HULLS);
  for (let k = 0; k < HULLS; k++) {
    randomUnit(turn, 0, 4, random);
    const position = [0, 0, 0].map(() => Math.fround(side * random()));
    scene.addCollider(shapes[k % HULL_KINDS]!, { position, rotation: Array.from(turn) });
  }
}

/** Middle of the positions, and the largest distance from it along an axis. */
function extentOf({ scene }: RayTargets): { middle: number[]; half: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 4 * scene.rows; k++) {
    const c = k % 4;
    if (c === 3) continue;
    low[c] = Math.min(low[c]!, scene.positions[k]!);
    high[c] = Math.max(high[c]!, scene.positions[k]!);
  }
  return { middle: low.map((x, c) => (x + high[c]!) / 2), half: low.map((x, c) => (high[c]! - x) / 2) };
}

/** Rays from the ball around the scene to points among the bodies. */
export function randomRays(engine: RayTargets, count: number, seed: number): RaySet {
  const random = seeded(seed + 1);
  const { middle, half } = extentOf(engine);
  const radius = 1.5 * Math.hypot(...half);
  const [origins, directions] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const way = new Float64Array(3);
  for (let k = 0; k < count; k++) {
    randomUnit(way, 0, 3, random);
    for (let c = 0; c < 3; c++) {
      const target = middle[c]! + half[c]! * (2 * random() - 1);
      origins[3 * k + c] = middle[c]! + radius * way[c]!;
      directions[3 * k + c] = target - origins[3 * k + c]!;
    }
  }
  return { origins, directions };
}

/** Rays of a square image of the scene, from above one corner. */
export function cameraRays(engine: RayTargets, count: number): RaySet {
  const { middle, half } = extentOf(engine);
  const across = Math.floor(Math.sqrt(count));
  const size = Math.hypot(...half);
  const eye = [middle[0]! + 1.2 * size, middle[1]! + size, middle[2]! + 1.2 * size];
  const unit = (v: number[]) => v.map((c) => c / Math.hypot(...v));
  const cross = (a: number[], b: number[]) =>
    [0, 1, 2].map((c) => a[(c + 1) % 3]! * b[(c + 2) % 3]! - a[(c + 2) % 3]! * b[(c + 1) % 3]!);
  const ahead = unit(middle.map((c, k) => c - eye[k]!));
  const right = unit(cross(ahead, [0, 1, 0]));
  const up = cross(right, ahead);
  const [origins, directions] = [new Float64Array(3 * across * across), new Float64Array(3 * across * across)];
  for (let k = 0; k < across * across; k++) {
    const x = 0.7 * ((2 * (k % across) + 1) / across - 1);
    const y = 0.7 * (1 - (2 * Math.floor(k / across) + 1) / across);
    for (let c = 0; c < 3; c++) {
      origins[3 * k + c] = eye[c]!;
      directions[3 * k + c] = ahead[c]! + x * right[c]! + y * up[c]!;
    }
  }
  return { origins, directions };
}
