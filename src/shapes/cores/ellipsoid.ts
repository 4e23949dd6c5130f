/**
 * An ellipsoid around the local origin, a tier-smooth core.
 *
 * Its least radius of curvature ε = c²/a (c the least half axis, a the largest) is taken out of the core and added to
 * the shape's radius: the ellipsoid is exactly a convex core grown by ε. A sphere's core is nearly a point. So shallow
 * overlaps are cores that are apart.
 *
 * Support of the core along n: a²∘n / |a∘n| − ε n / |n|. This is convex as long as ε ≤ c²/a.
 */
import { firstOf } from '../../checks.ts';
import { supportEllipsoid } from '../../kernels/supports/ellipsoid.ts';
import { AXIS_X, AXIS_Y, AXIS_Z, ELLIPSOID, EXTENT, HALF_X, RADIUS, SMOOTH, TAKEN } from '../../tables/shapeWords.ts';
import { ellipsoidMoments } from '../mass/ellipsoidMoments.ts';
import { NO_TURN } from '../mass/principalAxes.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import { type Core, isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';
import { extentOf } from './lengths.ts';
import { isSmoothRow, prepareSmooth, smoothSupport } from './smooth.ts';

/** An ellipsoid around the local origin, grown by `radius`. */
export interface EllipsoidShape {
  readonly kind: 'ellipsoid';
  /** Half axes along local x, y and z (m). */
  readonly radii: readonly [number, number, number];
  readonly radius: number;
}

/** ε is smaller than c²/a by this part, so that the core stays convex with rounding. */
const ROUNDING = 1e-7;

function radiiOf(at: string, { radii }: EllipsoidShape): [number, number, number] {
  const where = `${at}: radii`;
  const own = firstOf(where, 'three numbers > 0 (m, f32)', radii, 3);
  return own.map((value, k) => extentOf(`${where}[${k}]`, value)) as [number, number, number];
}

/** The largest f32 that is at most `value`, > 0. */
function roundedDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : Math.fround(value * (1 - 2 ** -23));
}

/** @internal */
export function prepareEllipsoid(at: string, shape: EllipsoidShape, radius: number): PreparedShape {
  const [x, y, z] = radiiOf(at, shape);
  const least = Math.min(x, y, z);
  const most = Math.max(x, y, z);
  const taken = roundedDown((1 - ROUNDING) * least * (least / most));
  const half = [x - taken, y - taken, z - taken] as const;
  const numbers = [
    [AXIS_X, x],
    [AXIS_Y, y],
    [AXIS_Z, z],
    [TAKEN, taken],
  ] as const;
  return prepareSmooth(ellipsoidSupport, radius + taken, half, most, numbers);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { reals } = shapes;
  const axes = [AXIS_X, AXIS_Y, AXIS_Z].map((at) => reals[word + at]);
  const least = Math.min(...axes);
  const most = Math.max(...axes);
  const taken = reals[word + TAKEN];
  return (
    isSmoothRow(shapes, word, [AXIS_X, AXIS_Y, AXIS_Z, TAKEN]) &&
    least > 0 &&
    taken <= least * (least / most) &&
    taken <= reals[word + RADIUS] &&
    axes.every((axis, k) => Math.fround(axis - taken) === reals[word + HALF_X + k]) &&
    isExtent(reals, word + EXTENT, most)
  );
}

function moments(at: string, shape: EllipsoidShape, radius: number): UnitBody {
  return { ...ellipsoidMoments(radiiOf(at, shape), radius), center: [0, 0, 0], axes: NO_TURN };
}

/** Functions of kernels. @internal */
export const ellipsoidSupport = /* @__PURE__ */ smoothSupport(ELLIPSOID, supportEllipsoid);

/** @internal */
export const ellipsoidCore: Core = {
  kind: 'ellipsoid',
  code: ELLIPSOID,
  traits: SMOOTH,
  prepare: prepareEllipsoid,
  isSound,
  moments,
  hasFaces: false,
};
