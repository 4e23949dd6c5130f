/** Which hits a ray search takes, and where they go. */
import { INSIDE, keepHit, MISSES } from '../../kernels/rays/hit.ts';
import type { RayNumbers } from '../../kernels/rays/rayNumbers.ts';
import { ALL, ANY, NEAREST, NONE } from '../../tables/rayTree.ts';
import { growHits, type RayScratch, type RayView, storeHit } from './rayScratch.ts';

export function isLeftOut({ skipInside }: RayView, code: number): boolean {
  return code === MISSES || (code === INSIDE && skipInside);
}

/**
 * Whether the last hit counts: all do for ALL. Others are nearer than the best, or as near with a smaller id, or of the
 * same row a smaller child.
 */
export function isTaken({ mode }: RayView, { hit, best }: RayNumbers, row: number, child: number): boolean {
  if (mode === ALL) return true;
  if (hit.t !== best.hit.t) return hit.t < best.hit.t;
  return best.row === NONE || row < best.row || (row === best.row && child < best.hit.child);
}

/** A body is hit not before its bounds, which the ray enters at numbers.entry (m). */
export function delayHit({ mode }: RayView, { hit, entry, ray }: RayNumbers, code: number): void {
  // a difference by rounding, if there is one; castClosest writes 0 for INSIDE
  if (code !== INSIDE || mode === NEAREST) hit.t = Math.max(hit.t, entry / ray.length);
}

/**
 * Takes the last hit, which counts and is written, into the result of the search.
 * @returns the new result
 */
export function takeHit({ mode }: RayView, scratch: RayScratch, row: number, code: number, result: number): number {
  if (mode === ANY) return 0;
  const { numbers } = scratch;
  const { hit } = numbers;
  if (mode === ALL) {
    growHits(scratch, result + 1);
    storeHit(scratch.hits, result, row, hit);
    return result + 1;
  }
  keepHit(numbers.best, numbers.ray, hit, code, row);
  return row;
}
