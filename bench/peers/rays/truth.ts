/** The first hits of rays by brute force over all cuboids, in f64, and the verdict on a library's answers. */
import type { Rays, RayWorld } from './rayPeer.ts';

/** Larger errors are wrong (m). */
const MOST_ERROR = 1e-3;
/** A ray is judged if its first hit differs by less than MOST_ERROR with cuboids larger and smaller by this (m). */
const SKIN = 1e-4;

export interface Truth {
  /** The distance of the first hit (m), Infinity for none, NaN for a ray that is not judged. */
  readonly distances: Float64Array;
  readonly judged: number;
  readonly hits: number;
}

export function truthOf(world: RayWorld, rays: Rays): Truth {
  const columns = [0, SKIN, -SKIN].map((grown) => firstHits(world, rays, grown));
  const distances = columns[0]!.map((own, k) =>
    columns.every((column) => column[k] === own || Math.abs(column[k]! - own) < MOST_ERROR) ? own : Number.NaN,
  );
  const judged = distances.filter((d) => !Number.isNaN(d));
  return { distances, judged: judged.length, hits: judged.filter((d) => d < Infinity).length };
}

/** How many judged rays have another answer, or one that is farther off than MOST_ERROR. */
export function countWrong({ distances }: Truth, answers: Float64Array): number {
  return distances.reduce((wrong, own, k) => {
    if (Number.isNaN(own) || answers[k] === own || Math.abs(answers[k]! - own) <= MOST_ERROR) return wrong;
    return wrong + 1;
  }, 0);
}

function firstHits(world: RayWorld, { count, origins, directions, far }: Rays, grown: number): Float64Array {
  const first = new Float64Array(count).fill(Infinity);
  for (let body = 0; body < world.count; body++) {
    const axes = axesOf(world.rotations, 4 * body);
    for (let k = 0; k < count; k++) {
      let entry = 0;
      let exit = Math.min(far, first[k]!);
      for (let c = 0; c < 3 && entry <= exit; c++) {
        let place = 0;
        let way = 0;
        for (let d = 0; d < 3; d++) {
          place += axes[3 * c + d]! * (origins[3 * k + d]! - world.positions[4 * body + d]!);
          way += axes[3 * c + d]! * directions[3 * k + d]!;
        }
        const half = world.halves[3 * body + c]! + grown;
        const one = (-half - place) / way;
        const two = (half - place) / way;
        entry = Math.max(entry, Math.min(one, two));
        exit = Math.min(exit, Math.max(one, two));
      }
      if (entry <= exit) first[k] = entry;
    }
  }
  return first;
}

/** The axes of a turned frame, world, one after the other. */
function axesOf(rotations: Float32Array, at: number): number[] {
  const q = Array.from(rotations.subarray(at, at + 4));
  const length = Math.hypot(...q);
  const [x, y, z, w] = q.map((part) => part / length) as [number, number, number, number];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ].flat();
}
