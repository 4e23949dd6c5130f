/** What a body is to a ray, and the hit of a search. */
import type { Double, Int } from '../../language/lanes.ts';
import { greater } from '../../math/extremes.ts';
import { NO_CHILD } from '../../tables/childWords.ts';
import { NONE } from '../../tables/rayTree.ts';
import { copy, dot, toWorld } from '../casts/vectors.ts';
import { endOf } from './ray.ts';
import type { BestHit, BodyRay, RayHit, WorldRay } from './rayNumbers.ts';

/** The ray does not meet the body. */
export const MISSES = 0;
/** It enters the body after its origin. */
export const ENTERS = 1;
/** Its origin lies in the body. */
export const INSIDE = 2;

/** Before the first hit of a ray. */
export function clearChildren(hit: RayHit, best: BestHit): void {
  writeNoChild(hit);
  writeNoChild(best.hit);
}

/** Before the first hit that counts. */
export function startHits(best: BestHit, ray: WorldRay): void {
  best.hit.t = ray.mostT;
  best.end = endOf(ray, ray.mostT);
  best.code = MISSES;
  best.row = NONE;
}

/** Makes a hit the best one. */
export function keepHit(best: BestHit, ray: WorldRay, hit: RayHit, code: Int, row: Int): void {
  best.hit.t = hit.t;
  copy(best.hit.normal, hit.normal);
  best.hit.bound = hit.bound;
  best.end = endOf(ray, hit.t);
  best.code = code;
  best.row = row;
  // scenes without children skip this
  if (hit.child < 0 && best.hit.child < 0) return;
  best.hit.weights[0] = hit.weights[0];
  best.hit.weights[1] = hit.weights[1];
  best.hit.child = hit.child;
  best.hit.material = hit.material;
}

/** Writes the t of a body that the ray meets: 0 if its origin lies inside. */
export function writeTime(hit: RayHit, ray: WorldRay, body: BodyRay, code: Int): void {
  hit.t = code === INSIDE ? 0 : greater(body.entry - body.start, 0) / ray.length;
}

/** Writes normal and error bound of a convex body. */
export function writeHit(hit: RayHit, body: BodyRay, code: Int): void {
  if (hit.child >= 0) writeNoChild(hit);
  if (code === INSIDE) {
    writeInside(hit);
    return;
  }
  toWorld(hit.normal, body.rotation, body.normal);
  const slope = Math.abs(dot(body.normal, body.unit));
  // a shift across the line moves the entry by its cotangent, but not off the body
  const shift: Double = (body.slack + body.gap) / slope;
  hit.bound = body.gap + Math.min(shift, 2 * body.size);
}

/** Of a body around the origin of the ray. */
export function writeInside(hit: RayHit): void {
  hit.normal[0] = 0;
  hit.normal[1] = 0;
  hit.normal[2] = 0;
  hit.bound = 0;
}

/** Of a convex body. */
export function writeNoChild(hit: RayHit): void {
  hit.weights[0] = 0;
  hit.weights[1] = 0;
  hit.child = NO_CHILD;
  hit.material = 0;
}

/** Writes what `writeHit` does, and the child. @param child its number @param material of a triangle, else 0 */
export function writeChildHit(hit: RayHit, body: BodyRay, code: Int, child: Int, material: Int): void {
  writeHit(hit, body, code);
  hit.weights[0] = body.weights[0];
  hit.weights[1] = body.weights[1];
  hit.child = Number(child);
  hit.material = Number(material);
}
