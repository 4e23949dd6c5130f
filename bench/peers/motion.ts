/**
 * Poses for what is asked again and again of a scene that moves: frame 0 is the workload, each next one moves every collider
 * by up to `step` of its pair's size and turns it by about `step` rad. Walked back and forth, so that every frame is one
 * step from the one before. And `spread`, for libraries that find their own pairs.
 */
import { seeded } from '../../scenes/random.ts';
import { makeWorkload, type Workload } from '../workloads.ts';

const FRAMES = 6;
/** A part of the size, and rad. */
const STEP = 0.01;
/** m between pairs that must not meet: more than any pair of the workloads is long. */
const SPACING = 12;

export interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/** A walk through the frames of a workload. */
export interface Motion {
  /** The workload's own poses. */
  readonly rest: Poses;
  /** The next frame. */
  next(): Poses;
}

/** Walks on to the workload's own poses: at least one step, each like every other. */
export function walkToRest(motion: Motion, visit: (poses: Poses, isRest: boolean) => void): void {
  for (;;) {
    const poses = motion.next();
    visit(poses, poses === motion.rest);
    if (poses === motion.rest) return;
  }
}

export function makeMotion(workload: Workload, step = STEP): Motion {
  const { colliderCount, pairCount, pairs, sizes, positions, rotations, seed } = workload;
  const sizeOf = new Float32Array(colliderCount).fill(1);
  for (let p = 0; p < pairCount; p++) {
    sizeOf[pairs[2 * p]] = sizes[p];
    sizeOf[pairs[2 * p + 1]] = sizes[p];
  }
  const random = seeded(seed + 1);
  const around = (size: number) => (random() - 0.5) * size;
  const frames: Poses[] = [{ positions, rotations }];
  while (frames.length < FRAMES) {
    const last = frames.at(-1)!;
    const next = { positions: last.positions.slice(), rotations: last.rotations.slice() };
    for (let c = 0; c < 4 * colliderCount; c += 4) {
      // in a cube whose half diagonal is a step of the size; rounded, so that f32 libraries get the same scene
      for (let k = 0; k < 3; k++) {
        const moved = next.positions[c + k] + around(1.15 * step * sizeOf[c / 4]);
        next.positions[c + k] = Math.fround(moved);
      }
      const q = last.rotations.subarray(c, c + 4);
      const turned = [0, 1, 2, 3].map((k) => q[k] + around(step));
      const length = Math.hypot(...turned);
      next.rotations.set(
        turned.map((value) => value / length),
        c,
      );
    }
    frames.push(next);
  }
  let at = 0;
  return {
    rest: frames[0],
    next() {
      at = (at + 1) % (2 * FRAMES - 2);
      return frames[at < FRAMES ? at : 2 * FRAMES - 2 - at];
    },
  };
}

/** Most generated pairs put into a world of a library: two bodies each. */
const WORLD_PAIRS = 20_000;

/** How many pairs of a workload `spread` keeps. */
export function worldPairs({ name, pairCount }: Workload): number {
  return isRecorded(name) ? pairCount : Math.min(pairCount, WORLD_PAIRS);
}

/** Candidate pairs of the world that `spread` makes: of a recorded scene all, though the list may have been thinned. */
export function answeredPairs(workload: Workload): number {
  return isRecorded(workload.name)
    ? makeWorkload(workload.name, Number.POSITIVE_INFINITY).pairCount
    : worldPairs(workload);
}

/**
 * The first `worldPairs` of a workload apart from each other, on a lattice: the generated ones lie in a heap, where a library
 * that finds its own pairs would find others. The relative pose of a pair stays as it was, up to f32 rounding at that
 * distance (8e-6 m). Colliders are numbered anew: pair p is (2p, 2p + 1). Recorded scenes stay as they are.
 */
export function spread(workload: Workload): Workload {
  if (isRecorded(workload.name)) return workload;
  const pairCount = worldPairs(workload);
  const colliderCount = 2 * pairCount;
  const ids = workload.pairs.subarray(0, colliderCount);
  const positions = new Float64Array(4 * colliderCount);
  const rotations = new Float32Array(4 * colliderCount);
  const edge = Math.ceil(Math.cbrt(pairCount));
  ids.forEach((id, row) => {
    rotations.set(workload.rotations.subarray(4 * id, 4 * id + 4), 4 * row);
    const p = row >> 1;
    const cells = [p % edge, Math.floor(p / edge) % edge, Math.floor(p / edge ** 2)];
    cells.forEach((cell, k) => {
      const offset = workload.positions[4 * id + k] - workload.positions[4 * ids[2 * p] + k]; // 0 for A
      positions[4 * row + k] = Math.fround((cell - (edge >> 1)) * SPACING + offset);
    });
  });
  const shapeOf = Uint32Array.from(ids, (id) => workload.shapeOf[id]);
  const pairs = Uint32Array.from({ length: colliderCount }, (_, row) => row);
  const sizes = workload.sizes.slice(0, pairCount);
  return { ...workload, shapeOf, colliderCount, positions, rotations, pairs, pairCount, sizes };
}

function isRecorded(name: Workload['name']): boolean {
  return name === 'settled' || name === 'falling';
}
