/**
 * The plane across a ray: its axes, and points of a body in them. The origin is the center of the local ray, so the
 * line is x = y = 0, and z counts along it.
 */
import type { Doubles, Int } from '../../wide/lanes.ts';
import { dot } from '../cast/vectors.ts';
import { supportOfBody } from './bodySupport.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

/** Writes the axes: those of the local frame if the ray is along one. */
export function writeAcross(body: BodyRay): void {
  const u = body.unit;
  const v = body.portal.x;
  const w = body.portal.y;
  const x = Math.abs(u[0]);
  const y = Math.abs(u[1]);
  const z = Math.abs(u[2]);
  // the axis that is most across
  const isX = x <= y && x <= z;
  const isY = !isX && y <= z;
  // integers, because V8 makes a branch of a choice of floats
  const onX = Number(Number(isX));
  const onY = Number(Number(isY));
  const onZ = Number(Number(!(isX || isY)));
  const part = onX * u[0] + onY * u[1] + onZ * u[2];
  v[0] = onX - part * u[0];
  v[1] = onY - part * u[1];
  v[2] = onZ - part * u[2];
  const share = 1 / Math.sqrt(dot(v, v));
  v[0] *= share;
  v[1] *= share;
  v[2] *= share;
  w[0] = u[1] * v[2] - u[2] * v[1];
  w[1] = u[2] * v[0] - u[0] * v[2];
  w[2] = u[0] * v[1] - u[1] * v[0];
}

/** Writes a local point in the axes across the ray: `to` may be `point`. */
export function seeAcross(to: Doubles, body: BodyRay, point: Doubles): void {
  const center = body.center;
  const u = body.unit;
  const v = body.portal.x;
  const w = body.portal.y;
  const x = point[0] - center[0];
  const y = point[1] - center[1];
  const z = point[2] - center[2];
  to[0] = x * v[0] + y * v[1] + z * v[2];
  to[1] = x * w[0] + y * w[1] + z * w[2];
  to[2] = x * u[0] + y * u[1] + z * u[2];
}

/** Writes the point of the grown body that is farthest along `toward`, in the axes across the ray. */
export function supportAcross(to: Doubles, body: BodyRay, pools: RayPools, word: Int): void {
  const portal = body.portal;
  const u = body.unit;
  const v = portal.x;
  const w = portal.y;
  const direction = portal.direction;
  const center = body.center;
  const x = portal.toward[0];
  const y = portal.toward[1];
  const z = portal.toward[2];
  direction[0] = x * v[0] + y * w[0] + z * u[0];
  direction[1] = x * v[1] + y * w[1] + z * u[1];
  direction[2] = x * v[2] + y * w[2] + z * u[2];
  supportOfBody(body, pools, word);
  const px = direction[0] - center[0];
  const py = direction[1] - center[1];
  const pz = direction[2] - center[2];
  const grow = body.growth > 0 ? body.growth / Math.sqrt(x * x + y * y + z * z) : 0;
  to[0] = px * v[0] + py * v[1] + pz * v[2] + grow * x;
  to[1] = px * w[0] + py * w[1] + pz * w[2] + grow * y;
  to[2] = px * u[0] + py * u[1] + pz * u[2] + grow * z;
}
