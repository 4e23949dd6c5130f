/**
 * A tapered capsule along local y, a tier-smooth core: the convex hull of two balls.
 *
 * The smaller radius is taken out of the core and added to the shape's radius: the core is the hull of a ball and a
 * point. Its support along n is that of the end which is higher along n. If one ball holds the other, that is the same
 * end for all n: the larger radius is taken out, and the core is a point.
 */
import { supportTaperedCapsule } from '../../kernels/supports/taperedCapsule.ts';
import {
  BOTTOM_RADIUS,
  EXTENT,
  HALF_HEIGHT,
  HALF_X,
  RADIUS,
  SMOOTH,
  TAKEN,
  TAPERED_CAPSULE,
  TOP_RADIUS,
} from '../../tables/shapeWords.ts';
import { taperedCapsuleMoments } from '../mass/frustumMoments.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import { type Core, type CoreOf, isExtent, type PreparedShape, type SnapshotShapes } from './core.ts';
import { extentOf, radiusOf } from './lengths.ts';
import { prepareSegment, segmentCore } from './segment.ts';
import { isSmoothRow, prepareSmooth, smoothSupport } from './smooth.ts';

/** The convex hull of two balls on local y, grown by `radius`. */
export interface TaperedCapsuleShape {
  readonly kind: 'taperedCapsule';
  /** Half the distance of the centers of the balls (m). */
  readonly halfHeight: number;
  /** Radius of the ball at y = +halfHeight (m). */
  readonly radiusA: number;
  /** Radius of the ball at y = −halfHeight (m). */
  readonly radiusB: number;
  readonly radius: number;
}

/** Half height and radii of a shape, checked. */
function lengthsOf(at: string, shape: TaperedCapsuleShape): [number, number, number] {
  const a = radiusOf(`${at}: radiusA`, shape.radiusA);
  const b = radiusOf(`${at}: radiusB`, shape.radiusB);
  return [extentOf(`${at}: halfHeight`, shape.halfHeight), a, b];
}

/** @internal */
export function prepareTaperedCapsule(at: string, shape: TaperedCapsuleShape, radius: number): PreparedShape {
  const [h, a, b] = lengthsOf(at, shape);
  if (a === b) return prepareSegment(at, { kind: 'segment', halfHeight: h, radius }, radius + a);
  const { ball, taken } = splitRadii(h, a, b);
  return prepareSmooth(taperedCapsuleSupport, radius + taken, [ball, h + ball, ball], h + Math.max(a, b), [
    [TOP_RADIUS, a],
    [BOTTOM_RADIUS, b],
    [HALF_HEIGHT, h],
    [TAKEN, taken],
  ]);
}

/** The radius of the ball of the core, and the radius that is taken out of it (m). */
function splitRadii(h: number, a: number, b: number) {
  const taper = Math.abs(a - b);
  const isBall = taper >= 2 * h;
  return { ball: isBall ? 0 : taper, taken: isBall ? Math.max(a, b) : Math.min(a, b) };
}

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { reals } = shapes;
  const [h, a, b] = [HALF_HEIGHT, TOP_RADIUS, BOTTOM_RADIUS].map((at) => reals[word + at]);
  const { ball, taken } = splitRadii(h, a, b);
  return (
    isSmoothRow(shapes, word, [HALF_HEIGHT, TOP_RADIUS, BOTTOM_RADIUS]) &&
    h > 0 &&
    a !== b &&
    reals[word + TAKEN] === taken &&
    taken <= reals[word + RADIUS] &&
    [ball, h + ball, ball].every((half, k) => reals[word + HALF_X + k] === Math.fround(half)) &&
    isExtent(reals, word + EXTENT, h + Math.max(a, b))
  );
}

function moments(at: string, shape: TaperedCapsuleShape, radius: number, coreOf: CoreOf, density: number): UnitBody {
  const [h, a, b] = lengthsOf(at, shape);
  if (a === b) return segmentCore.moments(at, { kind: 'segment', halfHeight: h, radius }, radius + a, coreOf, density);
  return taperedCapsuleMoments(h, b + radius, a + radius);
}

/** Functions of kernels. @internal */
export const taperedCapsuleSupport = /* @__PURE__ */ smoothSupport(TAPERED_CAPSULE, supportTaperedCapsule);

/** @internal */
export const taperedCapsuleCore: Core = {
  kind: 'taperedCapsule',
  code: TAPERED_CAPSULE,
  traits: SMOOTH,
  prepare: prepareTaperedCapsule,
  isSound,
  moments,
  hasFaces: false,
};
