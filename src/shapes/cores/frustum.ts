/**
 * A frustum of a cone along local y, a tier-smooth core: cylinders, cones and disks are frustums.
 *
 * It is the hull of two disks: its support along n is that of the higher disk, the rim point in the direction of n. A
 * direction along the axis has the center of the cap as its support.
 */
import { fail } from '../../errors.ts';
import { supportFrustum } from '../../kernels/supports/frustum.ts';
import { BOTTOM_RADIUS, EXTENT, FRUSTUM, HALF_X, HALF_Y, HALF_Z, SMOOTH, TOP_RADIUS } from '../../tables/shapeWords.ts';
import { frustumMoments } from '../mass/frustumMoments.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import { type Core, isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';
import { extentOf, radiusOf } from './lengths.ts';
import { isSmoothRow, prepareSmooth, smoothSupport } from './smooth.ts';

/** A frustum of a cone along local y around the local origin, grown by `radius`. */
export interface FrustumShape {
  readonly kind: 'frustum';
  /** Half the height (m). 0 for a disk. */
  readonly halfHeight: number;
  /** Radius at y = −halfHeight (m). */
  readonly bottomRadius: number;
  /** Radius at y = +halfHeight (m). */
  readonly topRadius: number;
  readonly radius: number;
}

/** Half height, bottom and top radius of a shape, checked. */
function lengthsOf(at: string, { halfHeight, bottomRadius, topRadius }: FrustumShape): [number, number, number] {
  const bottom = radiusOf(`${at}: bottomRadius`, bottomRadius);
  const top = radiusOf(`${at}: topRadius`, topRadius);
  if (bottom === 0 && top === 0) fail(`${at}: bottomRadius, topRadius`, 'one of them > 0 (m, f32)', '0 and 0');
  // equal radii may have no height between them: a disk
  const length = bottom === top ? radiusOf : extentOf;
  return [length(`${at}: halfHeight`, halfHeight), bottom, top];
}

/** @internal */
export function prepareFrustum(at: string, shape: FrustumShape, radius: number): PreparedShape {
  const [h, bottom, top] = lengthsOf(at, shape);
  const widest = Math.max(bottom, top);
  const numbers = [
    [TOP_RADIUS, top],
    [BOTTOM_RADIUS, bottom],
  ] as const;
  return prepareSmooth(frustumSupport, radius, [widest, h, widest], Math.sqrt(h * h + widest * widest), numbers);
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { reals } = shapes;
  const h = reals[word + HALF_Y];
  const bottom = reals[word + BOTTOM_RADIUS];
  const top = reals[word + TOP_RADIUS];
  const widest = Math.max(bottom, top);
  return (
    isSmoothRow(shapes, word, [HALF_Y, BOTTOM_RADIUS, TOP_RADIUS]) &&
    widest > 0 &&
    (h > 0 || bottom === top) &&
    reals[word + HALF_X] === widest &&
    reals[word + HALF_Z] === widest &&
    isExtent(reals, word + EXTENT, Math.hypot(h, widest))
  );
}

function moments(at: string, shape: FrustumShape, radius: number): UnitBody {
  const [h, bottom, top] = lengthsOf(at, shape);
  if (h === 0 && radius === 0) fail(at, 'a body with volume (one without has no mass)', 'a disk of radius 0');
  return frustumMoments(h, bottom, top, radius);
}

/** Functions of kernels. @internal */
export const frustumSupport = /* @__PURE__ */ smoothSupport(FRUSTUM, supportFrustum);

/** @internal */
export const frustumCore: Core = {
  kind: 'frustum',
  code: FRUSTUM,
  traits: SMOOTH,
  prepare: prepareFrustum,
  isSound,
  moments,
  hasFaces: false,
};
