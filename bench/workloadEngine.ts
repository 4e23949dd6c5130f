/** An engine with a workload, for measurements. */
import { seeded } from '../scenes/random.ts';
import { fillScene } from './fillScene.ts';
import { createEngine, type Engine, type KernelName, type PairList } from './library.ts';
import type { Workload } from './workloads.ts';

/** Frames of motion. They run forwards and backwards, so that consecutive frames always differ by one step. */
const FRAMES = 6;
/** Motion between frames by default: a part of each pair's size, and an angle (rad). */
const STEP = 0.01;

export interface WorkloadEngine {
  readonly engine: Engine;
  readonly list: PairList;
  /** Drops all caches: the next query is cold. */
  chill(): void;
  /** Moves all colliders to the next frame. */
  move(): void;
  /** Moves all colliders to the poses of the workload. */
  rest(): void;
}

/**
 * Creates the engine of a workload. Its capacity for pairs is that of the workload by default.
 * @param step motion between frames: a part of each pair's size, and an angle (rad)
 */
export async function openWorkload(
  workload: Workload,
  workers: number,
  kernel: KernelName,
  room = workload.pairCount,
  step = STEP,
): Promise<WorkloadEngine> {
  const { shapes, colliderCount, positions, rotations, pairs, pairCount } = workload;
  const engine = await createEngine({
    workers,
    kernel,
    capacity: { shapes: shapes.length, colliders: colliderCount, pairs: room },
  });
  const { scene } = engine;
  fillScene(scene, workload);
  engine.pairs.set(pairs.subarray(0, 2 * pairCount));

  const frames = makeFrames(workload, step);
  let frame = 0;
  return {
    engine,
    list: engine.pairs,
    chill: () => engine.pairs.resize(pairCount),
    move() {
      frame = (frame + 1) % (2 * FRAMES - 2);
      const at = frames[frame < FRAMES ? frame : 2 * FRAMES - 2 - frame];
      scene.positions.set(at.positions);
      scene.rotations.set(at.rotations);
    },
    rest() {
      frame = 0;
      scene.positions.set(positions);
      scene.rotations.set(rotations);
    },
  };
}

interface Frame {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/**
 * Frame 0 is the workload. Each next frame moves every collider by `step` of its pair's size, and turns it by `step`
 * rad.
 */
function makeFrames(workload: Workload, step: number): Frame[] {
  const { colliderCount, pairCount, pairs, sizes, positions, rotations, seed } = workload;
  const sizeOf = new Float32Array(colliderCount).fill(1);
  for (let p = 0; p < pairCount; p++) {
    sizeOf[pairs[2 * p]] = sizes[p];
    sizeOf[pairs[2 * p + 1]] = sizes[p];
  }
  const random = seeded(seed + 1);
  const frames: Frame[] = [{ positions, rotations }];
  while (frames.length < FRAMES) {
    const last = frames.at(-1)!;
    const next = { positions: last.positions.slice(), rotations: last.rotations.slice() };
    for (let c = 0; c < colliderCount; c++) {
      for (let axis = 0; axis < 3; axis++) next.positions[4 * c + axis] += (2 * random() - 1) * step * sizeOf[c] * 0.58;
      // q + ½ ω q with a random ω of about `step`; queries normalize quaternions
      const [x, y, z, w] = last.rotations.subarray(4 * c, 4 * c + 4) as unknown as [number, number, number, number];
      const [u, v, t] = [random() - 0.5, random() - 0.5, random() - 0.5].map((n) => n * step);
      next.rotations.set(
        [
          x + u! * w + v! * z - t! * y,
          y + v! * w + t! * x - u! * z,
          z + t! * w + u! * y - v! * x,
          w - u! * x - v! * y - t! * z,
        ],
        4 * c,
      );
    }
    frames.push(next);
  }
  return frames;
}
