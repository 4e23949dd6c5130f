/**
 * Whether one pair overlaps, with the first proof either way: a separating axis, or a point in common. Boxes by their 15
 * axes, all else by GJK on the cores with both early exits.
 *
 *   reads   what `relatePoses` wrote; i[COUNT] > 0 is a warm start
 *   writes  the simplex on which GJK ended (box–box: none)
 */
import { Status, type StatusCode } from '../../results/resultTable.ts';
import { BOX, CORE, EXTENT, RADIUS, SHAPE_STRIDE } from '../../shapes/shapeTable.ts';
import { NO_AXIS, separatingAxis } from './boxSat.ts';
import { gjk } from './gjk.ts';
import { BEYOND, CONVERGED, UNPROVEN } from './gjkCareful.ts';
import { aimAlongShift } from './measure.ts';
import { penetration } from './penetration.ts';
import type { Polytope } from './polytope.ts';
import { COUNT, DISTANCE, FAR, type Geometry, NEAR2, type Scratch, SHIFT, SIZE, TOUCH, VV } from './scratch.ts';

/** Whether both shapes are boxes without a radius: then `touch` reads no simplex and leaves none. */
export function areSharpBoxes(geometryA: Geometry, rowA: number, geometryB: Geometry, rowB: number): boolean {
  const a = rowA * SHAPE_STRIDE;
  const b = rowB * SHAPE_STRIDE;
  const { words, reals } = geometryA.shapes;
  const other = geometryB.shapes;
  if (words[a + CORE] !== BOX || other.words[b + CORE] !== BOX) return false;
  return reals[a + RADIUS]! + other.reals[b + RADIUS]! === 0;
}

/** Separated, Overlapping, or (never seen) NotConverged. */
export function touch(
  scratch: Scratch,
  polytope: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): StatusCode {
  const { f, i } = scratch;
  const a = rowA * SHAPE_STRIDE;
  const b = rowB * SHAPE_STRIDE;
  const shapesA = geometryA.shapes;
  const shapesB = geometryB.shapes;
  const radii = shapesA.reals[a + RADIUS]! + shapesB.reals[b + RADIUS]!;
  if (areSharpBoxes(geometryA, rowA, geometryB, rowB)) {
    i[COUNT] = 0;
    return separatingAxis(f, shapesA, rowA, shapesB, rowB) === NO_AXIS ? Status.Overlapping : Status.Separated;
  }
  const size = shapesA.reals[a + EXTENT]! + shapesB.reals[b + EXTENT]!;
  const reach = size + radii;
  const x = f[SHIFT]!;
  const y = f[SHIFT + 1]!;
  const z = f[SHIFT + 2]!;
  if (x * x + y * y + z * z > reach * reach) {
    i[COUNT] = 0;
    return Status.Separated; // by the spheres around the two origins
  }
  f[SIZE] = size;
  f[FAR] = radii;
  f[NEAR2] = radii * radii;
  aimAlongShift(f);
  const end = gjk(scratch, geometryA, rowA, geometryB, rowB);
  if (end === BEYOND) return Status.Separated;
  if (end === UNPROVEN) {
    // the penetration search knows the side of contact that GJK could not tell
    f[TOUCH] = Math.sqrt(f[VV]!);
    if (!penetration(scratch, polytope, geometryA, rowA, geometryB, rowB)) return Status.NotConverged;
    return f[DISTANCE]! > radii ? Status.Separated : Status.Overlapping;
  }
  if (end === CONVERGED) return f[VV]! > f[NEAR2]! ? Status.Separated : Status.Overlapping;
  return Status.Overlapping;
}
