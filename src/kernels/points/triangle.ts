/**
 * The distance of a point and a triangle, in the frame of its shape: to its plane if the point is over it, else to the
 * nearest edge. That is right for slivers, too, whose normal is rounded. A triangle has no inside.
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Doubles } from '../../language/lanes.ts';
import { cross, dot, load, store, sub, type Vec3, zero } from '../../math/vectors.ts';
import type { PointSearch } from './pointSearch.ts';

/** Squares below this may have lost bits. */
const LEAST_SQUARE: Double = 1e-280;

/** Measures the triangle with these three corners as the core of a body that is placed. */
export function measureTriangle(search: PointSearch, corners: Doubles): void {
  const { core } = search;
  const point = zero();
  const a = zero();
  const b = zero();
  const c = zero();
  load(point, search.local, 0);
  load(a, corners, 0);
  load(b, corners, 3);
  load(c, corners, 6);
  const ab = sub(b, a);
  const bc = sub(c, b);
  const ca = sub(a, c);
  const fromA = sub(point, a);
  const fromB = sub(point, b);
  const fromC = sub(point, c);
  const normal = cross(ab, sub(c, a));
  const length = Math.sqrt(dot(normal, normal));
  core.bound[0] = 0;
  const overAb = dot(cross(normal, ab), fromA);
  const overBc = dot(cross(normal, bc), fromB);
  const overCa = dot(cross(normal, ca), fromC);
  if (overAb >= 0 && overBc >= 0 && overCa >= 0) {
    const height = dot(normal, fromA) / length;
    const share = height / length;
    core.distance[0] = Math.abs(height);
    writeNormal(core.normal, normal, height < 0 ? -length : length);
    core.nearest[0] = point.x - share * normal.x;
    core.nearest[1] = point.y - share * normal.y;
    core.nearest[2] = point.z - share * normal.z;
    return;
  }
  core.distance[0] = 1 / 0;
  tryEdge(search, fromA, ab);
  tryEdge(search, fromB, bc);
  tryEdge(search, fromC, ca);
  const distance = core.distance[0];
  // so far the normal is the way from the edge to the point
  core.nearest[0] = point.x - core.normal[0];
  core.nearest[1] = point.y - core.normal[1];
  core.nearest[2] = point.z - core.normal[2];
  if (distance * distance > LEAST_SQUARE) {
    core.normal[0] = core.normal[0] / distance;
    core.normal[1] = core.normal[1] / distance;
    core.normal[2] = core.normal[2] / distance;
  } else writeNormal(core.normal, normal, length);
}

/** Keeps the way from an edge to the point, and its length, if it is the shortest so far. @param from its begin */
function tryEdge(search: PointSearch, from: Vec3, edge: Vec3): void {
  const { core } = search;
  const along = dot(from, edge) / dot(edge, edge);
  const part: Double = along > 0 ? (along < 1 ? along : 1) : 0;
  const x = from.x - part * edge.x;
  const y = from.y - part * edge.y;
  const z = from.z - part * edge.z;
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (!(distance < core.distance[0])) return;
  core.distance[0] = distance;
  store(core.normal, 0, { x, y, z });
}

function writeNormal(to: Doubles, normal: Vec3, length: Double): void {
  store(to, 0, { x: normal.x / length, y: normal.y / length, z: normal.z / length });
}
