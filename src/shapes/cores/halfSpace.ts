/**
 * The half-space y ≤ 0 of the local frame: solid, without bounds, and so only for static colliders.
 *
 * It measures every pair that it is in, by one support of the other shape (kernels/cores/halfSpaceDistance.ts). It has
 * no bounding box: searches test its plane (broad/unbounded.ts). Its other closed forms stand among those of other
 * kinds: of a ray in kernels/rays/closedForms.ts, of a point in kernels/points/closedForms.ts, its contact feature in
 * kernels/contacts/feature.ts. Four lanes have rows of their own for shapes without bounds: kernels/planes.
 */
import { fail } from '../../errors.ts';
import type { SupportCore } from '../../kernels/cores/geometry.ts';
import { supportHalfSpace } from '../../kernels/supports/halfSpace.ts';
import { EXTENT, HALF_SPACE, HALF_SPACE_TRAITS, HALF_X, HALF_Y, HALF_Z, RADIUS } from '../../tables/shapeWords.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import type { Core, PreparedShape, SnapshotShapes } from './core.ts';
import { isSmoothRow, prepareSmooth } from './smooth.ts';

/** The solid y ≤ 0 of the local frame. */
export interface HalfSpaceShape {
  readonly kind: 'halfSpace';
  /** A half-space has no radius. */
  readonly radius: 0;
}

/** @internal */
export function prepareHalfSpace(at: string, _shape: HalfSpaceShape, radius: number): PreparedShape {
  if (radius !== 0) fail(`${at}: radius`, '0 (move a half-space instead)', radius);
  return prepareSmooth(halfSpaceSupport, 0, [0, 0, 0], 0, []);
}

/** Functions of kernels. @internal */
export const halfSpaceSupport: SupportCore = {
  code: HALF_SPACE,
  traits: HALF_SPACE_TRAITS,
  support: supportHalfSpace,
  idOf: () => 0,
  pointOf: supportHalfSpace,
};

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const zeros = [RADIUS, HALF_X, HALF_Y, HALF_Z, EXTENT];
  return isSmoothRow(shapes, word, []) && zeros.every((at) => shapes.reals[word + at] === 0);
}

function moments(at: string): UnitBody {
  return fail(at, 'a shape with bounds (one without has no mass)', 'a half-space');
}

/** @internal */
export const halfSpaceCore: Core = {
  kind: 'halfSpace',
  code: HALF_SPACE,
  traits: HALF_SPACE_TRAITS,
  prepare: prepareHalfSpace,
  isSound,
  moments,
  hasFaces: false,
};
