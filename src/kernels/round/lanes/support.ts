/**
 * Supports of round cores, and of cores beside them. One formula without branches has most cores: the sum of a box
 * across y, the higher of two disks, and an ellipsoid without the radius that is taken out of it. Lengths that a core
 * does not have are 0.
 *
 *   point      nothing
 *   segment    two disks of radius 0
 *   box        two disks of radius 0, and the box across y
 *   frustum    two disks
 *   ellipsoid  the ellipsoid
 *
 * Tapered capsules have the higher of two balls, and hulls use a `SupportSet`.
 */
import {
  type Column,
  type ColumnOf,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  int,
  intsAt,
  type Lane,
  select,
  sqrt,
  type Table,
  where,
} from '../../../language/lanes.ts';
import { withSign } from '../../../math/lanes/signs.ts';
import type { Vec3 } from '../../../math/lanes/vectors.ts';
import {
  AXIS_X,
  BOTTOM_RADIUS,
  BOX,
  CORE,
  ELLIPSOID,
  EXTENT,
  FRUSTUM,
  HALF_HEIGHT,
  HALF_X,
  HALF_Y,
  HULL,
  SEGMENT,
  TAKEN,
  TAPERED_CAPSULE,
  TOP_RADIUS,
} from '../../../tables/shapeWords.ts';
import { supportOfSet } from '../../gjk/lanes/support.ts';
import { loadSupportSet, type SupportSet, vertexOf } from '../../gjk/lanes/supportSet.ts';

/** Four cores: those of A, or of B, of four pairs. */
export interface RoundSet extends Table<4> {
  readonly core: IntColumn;
  readonly extent: Column;
  /** Half extents across y, and half the height. */
  readonly halfX: Column;
  readonly halfZ: Column;
  readonly height: Column;
  /** Radii at +height and at −height. */
  readonly top: Column;
  readonly bottom: Column;
  /** Half axes, and the radius that is taken out. */
  readonly axes: ColumnOf<Vec3>;
  readonly taken: Column;
  /** Whether there are ellipsoids, and tapered capsules: words 0 and 1 are 1 or 0. */
  readonly curved: Ints;
  /** Whether there are hulls: 1 or 0. */
  readonly hulls: Ints;
  /** The last support, in the frame of the shape; its vertex in lanes of hulls. */
  readonly point: ColumnOf<Vec3>;
  readonly vertex: IntColumn;
}

/** Columns of a set with numbers of its cores. */
const CORE_COLUMNS = 11;

/** Loads the cores of the shapes at `shapes[k …]`. Their hulls are loaded into `hulls`. */
export function loadRoundSet(context: Ints, set: RoundSet, hulls: SupportSet, shapes: Ints, k: Int): void {
  const cores = intsAt(set.core);
  const numbers = floatsAt(set.extent);
  let ellipsoids: Int = 0;
  let taperedCount: Int = 0;
  let hullCount: Int = 0;
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const words = intsAt(shapes[k + lane]);
    const reals = floatsAt(words);
    const core = words[CORE];
    const box = core === BOX;
    const frustum = core === FRUSTUM;
    const ellipsoid = core === ELLIPSOID;
    const tapered = core === TAPERED_CAPSULE;
    const tall = box || frustum || core === SEGMENT;
    cores[lane] = core;
    numbers[lane] = reals[EXTENT];
    numbers[4 + lane] = select(box, reals[HALF_X], 0);
    numbers[8 + lane] = select(box, reals[HALF_X + 2], 0);
    numbers[12 + lane] = select(tapered, reals[HALF_HEIGHT], select(tall, reals[HALF_Y], 0));
    const less = select(tapered, reals[TAKEN], 0);
    numbers[16 + lane] = select(frustum || tapered, reals[TOP_RADIUS] - less, 0);
    numbers[20 + lane] = select(frustum || tapered, reals[BOTTOM_RADIUS] - less, 0);
    numbers[24 + lane] = select(ellipsoid, reals[AXIS_X], 0);
    numbers[28 + lane] = select(ellipsoid, reals[AXIS_X + 1], 0);
    numbers[32 + lane] = select(ellipsoid, reals[AXIS_X + 2], 0);
    numbers[36 + lane] = select(ellipsoid, reals[TAKEN], 0);
    ellipsoids = ellipsoids | int(ellipsoid);
    taperedCount = taperedCount | int(tapered);
    hullCount = hullCount | int(core === HULL);
  }
  intsAt(set.curved)[0] = ellipsoids;
  intsAt(set.curved)[1] = taperedCount;
  intsAt(set.hulls)[0] = hullCount;
  if (hullCount !== 0) {
    loadSupportSet(context, hulls, shapes, k);
    // other lanes count as scanned, with any result
    hulls.scanned[0] = select(set.core[0] === HULL, hulls.scanned[0], 1);
  }
}

/** Puts lane `lane` of sets A and B into the first two lanes of `pair`, without hulls. */
export function loadRoundPair(pair: RoundSet, setA: RoundSet, setB: RoundSet, lane: Int): void {
  const to = intsAt(pair);
  const a = intsAt(setA);
  const b = intsAt(setB);
  for (let column: Int = 0; column < CORE_COLUMNS; column += 1) {
    to[4 * column] = a[4 * column + lane];
    to[4 * column + 1] = b[4 * column + lane];
    to[4 * column + 2] = a[4 * column + lane];
    to[4 * column + 3] = b[4 * column + lane];
  }
  intsAt(pair.curved)[0] = intsAt(setA.curved)[0] | intsAt(setB.curved)[0];
  intsAt(pair.curved)[1] = intsAt(setA.curved)[1] | intsAt(setB.curved)[1];
  intsAt(pair.hulls)[0] = 0;
}

/** A rim is the center of its disk for directions nearer to the axis than this (squared sine): f32 has no direction. */
const AXIAL = 1e-30;

/** Writes the supports along the unit vectors n, each in the frame of its shape, to set.point; set.vertex of hulls. */
export function findSupports(set: RoundSet, hulls: SupportSet, n: Vec3): void {
  const across2 = n.x * n.x + n.z * n.z;
  const across = sqrt(across2);
  const height = set.height[0];
  const top = set.top[0];
  const bottom = set.bottom[0];
  const isTop = (height + height) * n.y + (top - bottom) * across >= 0;
  const share = where(across2 > AXIAL, select(isTop, top, bottom) / across);
  let point: Vec3 = {
    x: withSign(set.halfX[0], n.x) + share * n.x,
    y: select(isTop, height, -height),
    z: withSign(set.halfZ[0], n.z) + share * n.z,
  };
  if (intsAt(set.curved)[0] !== 0) {
    const axes = set.axes[0];
    const taken = set.taken[0];
    const x = axes.x * n.x;
    const y = axes.y * n.y;
    const z = axes.z * n.z;
    const length = sqrt(x * x + y * y + z * z);
    const part: Lane = where(axes.x > 0, 1 / length);
    point = {
      x: point.x + (axes.x * (part * x) - taken * n.x),
      y: point.y + (axes.y * (part * y) - taken * n.y),
      z: point.z + (axes.z * (part * z) - taken * n.z),
    };
  }
  if (intsAt(set.curved)[1] !== 0) {
    const isHigher = (height + height) * n.y + (top - bottom) >= 0;
    const radius: Lane = select(isHigher, top, bottom);
    const onBall: Vec3 = { x: radius * n.x, y: select(isHigher, height, -height) + radius * n.y, z: radius * n.z };
    point = select(set.core[0] === TAPERED_CAPSULE, onBall, point);
  }
  if (intsAt(set.hulls)[0] !== 0) {
    const isHull = set.core[0] === HULL;
    const found = supportOfSet(hulls, n);
    const vertex = where(isHull, found);
    set.vertex[0] = vertex;
    point = select(isHull, vertexOf(hulls, vertex), point);
  }
  set.point[0] = point;
}
