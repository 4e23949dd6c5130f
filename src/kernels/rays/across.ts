/**
 * The plane across a ray: its axes, and points of a body in them. The origin is the center of the local ray, so the
 * line is x = y = 0, and z counts along it.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { dot, load, store, type Vec3 } from '../../math/vectors.ts';
import { findSupport } from '../cores/support.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './rayNumbers.ts';

/** Writes the axes: those of the local frame if the ray is along one. */
export function writeAcross(body: BodyRay): void {
  const { unit: u } = body;
  const { x: v, y: w } = body.portal;
  const x = Math.abs(u[0]);
  const y = Math.abs(u[1]);
  const z = Math.abs(u[2]);
  // the axis that is most across
  const axis: Int = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const part = -u[axis];
  v[0] = part * u[0];
  v[1] = part * u[1];
  v[2] = part * u[2];
  v[axis] += 1;
  const share = 1 / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  v[0] *= share;
  v[1] *= share;
  v[2] *= share;
  w[0] = u[1] * v[2] - u[2] * v[1];
  w[1] = u[2] * v[0] - u[0] * v[2];
  w[2] = u[0] * v[1] - u[1] * v[0];
}

/** Replaces a local point by itself in the axes across the ray. */
export function seeAcross(point: Vec3, body: BodyRay): void {
  const { center, unit: u } = body;
  const { x: v, y: w } = body.portal;
  const x = point.x - center[0];
  const y = point.y - center[1];
  const z = point.z - center[2];
  point.x = x * v[0] + y * v[1] + z * v[2];
  point.y = x * w[0] + y * w[1] + z * w[2];
  point.z = x * u[0] + y * u[1] + z * u[2];
}

/** Writes a direction of these axes in the local frame. */
export function localAcross(local: Vec3, body: BodyRay, toward: Vec3): void {
  const { unit: u } = body;
  const { x: v, y: w } = body.portal;
  local.x = toward.x * v[0] + toward.y * w[0] + toward.z * u[0];
  local.y = toward.x * v[1] + toward.y * w[1] + toward.z * u[1];
  local.z = toward.x * v[2] + toward.y * w[2] + toward.z * u[2];
}

/**
 * Writes the point of the grown body that is farthest along a direction of any length but zero, both in the axes across
 * the ray.
 */
export function supportAcross(found: Vec3, body: BodyRay, pools: RayPools, word: Int, toward: Vec3): void {
  const { growth } = body;
  const { direction } = body.portal;
  localAcross(found, body, toward);
  store(direction, 0, found);
  findSupport(direction, pools, word);
  load(found, direction, 0);
  seeAcross(found, body);
  const grow = growth > 0 ? growth / Math.sqrt(dot(toward, toward)) : 0;
  found.x += grow * toward.x;
  found.y += grow * toward.y;
  found.z += grow * toward.z;
}

/** Seen along the ray, twice the area of the origin and two points: > 0 if they are counter-clockwise. */
export function areaOf(a: Vec3, b: Vec3): Double {
  return a.x * b.y - a.y * b.x;
}
