/**
 * Poses of a moving scene. Frame 0 is the workload. Each next frame moves every collider by up to `step` of its pair's
 * size, and turns it by about `step` rad. Frames run forwards and backwards, so that consecutive frames differ by one
 * step. `spread` is for libraries that find their own pairs.
 */
import { seeded } from '../../scenes/random.ts';
import { makeWorkload, type Workload } from '../workloads.ts';

const FRAMES = 6;
/** A part of the size, and an angle (rad). */
const STEP = 0.01;
/** Distance between pairs that must not meet (m): larger than any pair of the workloads. */
const SPACING = 12;

export interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/** A walk through the frames of a workload. */
export interface Motion {
  /** The poses of the workload. */
  readonly rest: Poses;
  /** The next frame. */
  next(): Poses;
}

/** Walks to the poses of the workload: at least one step, as long as the others. */
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
      // in a cube whose half diagonal is a step of the size; rounded to f32, so that f32 libraries get the same scene
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

/** Most generated pairs in a world of a library: two bodies each. */
const WORLD_PAIRS = 20_000;

/** Pairs of a workload that `spread` keeps. */
export function worldPairs({ name, pairCount }: Workload): number {
  return isRecorded(name) ? pairCount : Math.min(pairCount, WORLD_PAIRS);
}

/** Candidate pairs of the world that `spread` makes. Of a recorded scene these are all, even if the list is thinned. */
export function answeredPairs(workload: Workload): number {
  return isRecorded(workload.name)
    ? makeWorkload(workload.name, Number.POSITIVE_INFINITY).pairCount
    : worldPairs(workload);
}

/**
 * Puts the first `worldPairs` of a workload on a lattice, far apart from each other. Generated pairs overlap other
 * pairs, so a library that finds its own pairs would find more. The relative pose of a pair stays the same, up to f32
 * rounding at that distance (8e-6 m). Pair p gets the colliders (2p, 2p + 1). Recorded scenes stay as they are.
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
