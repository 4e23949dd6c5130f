/** The checks of composites that snapshots and mass properties need; kernels do not. */
import {
  ADD,
  GROWTH,
  HULL_OF,
  MAX_NESTING,
  MAX_PARTS,
  OPERATION_BITS,
  OPERATIONS,
  PART_ROWS,
  POSITION,
  ROTATION,
} from '../../../tables/partTable.ts';
import type { ShapeRows } from '../../../tables/shapeTable.ts';
import {
  COMPOSITE,
  COMPOSITE_TRAITS,
  CORE,
  EXTENT,
  HALF_SPACE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  PART_COUNT,
  SHAPE_STRIDE,
} from '../../../tables/shapeWords.ts';
import { chained, turned } from '../../mass/principalAxes.ts';
import { supportBody } from '../../mass/supportBody.ts';
import type { UnitBody } from '../../mass/unitBody.ts';
import { plus, times } from '../../mass/vectors.ts';
import type { HullOfShape, SumShape } from '../../shape.ts';
import { type Core, type CoreOf, isExtent, type PrepareOf, type SnapshotShapes } from '../core.ts';
import { hullCore } from '../hull.ts';
import { isSmoothRow } from '../smooth.ts';
import { prepareComposite, readComposite } from './composite.ts';
import { geometryOfParts, packComposite } from './pack.ts';
import { isPoints, type PlacedCore } from './simplify.ts';
import { compositeSupport } from './support.ts';

function isSound(shapes: SnapshotShapes, word: number): boolean {
  const { reals } = shapes;
  const half = [HALF_X, HALF_Y, HALF_Z].map((at) => reals[word + at]);
  return (
    isSmoothRow(shapes, word, [HALF_X, HALF_Y, HALF_Z, PART_COUNT]) &&
    isExtent(reals, word + EXTENT, Math.hypot(...half))
  );
}

/** Whether kernels can walk the list of `count` parts from `begin` on; the rows of their cores are checked apart. */
export function arePartsSound({ words, reals }: ShapeRows, begin: number, count: number): boolean {
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_PARTS)) return false;
  if ((begin + count) * PART_ROWS * SHAPE_STRIDE > words.length) return false;
  let bodies = 0;
  for (let part = begin; part < begin + count; part++) {
    const row = part * PART_ROWS * SHAPE_STRIDE;
    const at = row + SHAPE_STRIDE;
    const core = words[row + CORE];
    if (core === COMPOSITE || core === HALF_SPACE || ++bodies > MAX_NESTING + 1) return false;
    for (let rest = words[at + OPERATIONS]; rest !== 0; rest >>>= OPERATION_BITS) {
      const operation = rest & (2 ** OPERATION_BITS - 1);
      if ((operation !== ADD && operation !== HULL_OF) || --bodies < 1) return false;
    }
    const [x, y, z, w] = reals.subarray(at + ROTATION, at + ROTATION + 4);
    const isPlaced = reals.subarray(at + POSITION, at + POSITION + 3).every(Number.isFinite);
    const isTurned = Math.abs(x * x + y * y + z * z + w * w - 1) <= 1e-5;
    if (!(isPlaced && isTurned && reals[at + GROWTH] >= 0 && reals[at + GROWTH] < Infinity)) return false;
  }
  return bodies === 1;
}

/** Closed forms where the shape is a polytope or one other shape, else numerical integration. */
function moments(at: string, shape: SumShape | HullOfShape, radius: number, coreOf: CoreOf, density: number): UnitBody {
  const prepareOf: PrepareOf = (kind) => coreOf(kind)?.prepare;
  const { body, radius: common } = readComposite(at, shape, radius, prepareOf);
  if (isPoints(body)) return hullCore.moments(at, { kind: 'hull', points: body.points }, common, coreOf, density);
  if ('leaf' in body && body.growth === 0) return placedMoments(at, body, { common, density, coreOf });
  const { parts } = packComposite(at, body, common, prepareOf);
  const point = new Float64Array(3);
  const geometry = geometryOfParts(parts!.geometry, parts!.leaves.length);
  return supportBody(at, (n) => {
    point.set(n);
    compositeSupport.support(point, geometry, 0);
    return plus([point[0], point[1], point[2]], times(n, common));
  });
}

/** Moments of one shape at a place. Its own radius is the common one, without what its core leaves to it. */
function placedMoments(
  at: string,
  { leaf, place }: PlacedCore,
  { common, density, coreOf }: { readonly common: number; readonly density: number; readonly coreOf: CoreOf },
): UnitBody {
  const radius = common - (leaf.prepared.radius - leaf.own);
  const { center, axes, ...body } = coreOf(leaf.spec.kind)!.moments(at, leaf.spec, radius, coreOf, density);
  return {
    ...body,
    center: plus(turned(place.rotation, ...center), place.position),
    axes: chained(place.rotation, axes),
  };
}

/** @internal */
export const sumCore: Core = {
  kind: 'sum',
  code: COMPOSITE,
  traits: COMPOSITE_TRAITS,
  prepare: prepareComposite,
  isSound,
  moments,
  hasFaces: false,
};

/** @internal */
export const hullOfCore: Core = { ...sumCore, kind: 'hullOf' };
