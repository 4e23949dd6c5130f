/** Mass properties of polytopes grown by a radius. */
import { fail } from '../../errors.ts';
import { hullAngles, meanOf, type Polytope } from '../hull/angles.ts';
import { chained, NO_TURN, principalAxes, type Quaternion, turned } from './principalAxes.ts';
import { roundedMoments } from './roundedMoments.ts';
import type { UnitBody } from './unitBody.ts';

/**
 * Mass properties, computed twice: about the mean of the vertices in local axes, then about the resulting center along
 * the resulting axes. This avoids cancellation for thin bodies.
 * @throws QueryError for a body without volume; `at` is the prefix of the error
 */
export function polytopeBody(at: string, polytope: Polytope, radius: number): UnitBody {
  if (polytope.dimension < 3 && radius === 0) {
    const what = ['a point', 'a segment', 'a flat polygon'][polytope.dimension];
    fail(at, 'a body with volume (one without has no mass)', `${what} of radius 0`);
  }
  const angles = hullAngles(polytope);
  let body: UnitBody = { volume: 0, center: meanOf(polytope.vertices), squares: [0, 0, 0], axes: NO_TURN };
  for (let pass = 0; pass < 2; pass++) {
    const { center, axes } = body;
    const xyz = seenFrom(polytope.vertices, center, axes);
    const { volume, first, second } = roundedMoments(polytope, angles, xyz, radius);
    const [x, y, z] = [first[0] / volume, first[1] / volume, first[2] / volume];
    const [dx, dy, dz] = turned(axes, x, y, z);
    const principal = principalAxes([
      second[0] - x * first[0],
      second[1] - y * first[1],
      second[2] - z * first[2],
      second[3] - y * first[2],
      second[4] - z * first[0],
      second[5] - x * first[1],
    ]);
    body = {
      volume,
      center: [center[0] + dx, center[1] + dy, center[2] + dz],
      squares: principal.values,
      axes: chained(axes, principal.axes),
    };
  }
  return body;
}

/** Vertices in the frame at `origin`; `axes` rotates this frame to local axes. */
function seenFrom(vertices: Float32Array, origin: UnitBody['center'], axes: Quaternion): Float64Array {
  const xyz = new Float64Array(vertices.length);
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y, z] = [vertices[k] - origin[0], vertices[k + 1] - origin[1], vertices[k + 2] - origin[2]];
    xyz.set(turned(axes, x, y, z, true), k);
  }
  return xyz;
}
