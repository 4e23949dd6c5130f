/** Poses of four pairs, B relative to A. */
import { CELL_BEGIN, RADIUS } from '../../shapes/codes.ts';
import { POSITIONS, ROTATIONS } from './context.ts';
import { shapeWordsAt } from './gather.ts';
import {
  abs,
  columnAt,
  differences,
  doublesAt,
  type Int,
  type Ints,
  intsAt,
  type Lane,
  type Mask,
  transpose,
} from './lanes.ts';
import type { Rows } from './rows.ts';
import { cross, type Mat3, type Quat, type Vec3 } from './vectors.ts';

export interface RelativePose {
  /** Rotation B → A. */
  readonly rotation: Mat3;
  /** Position of B in frame A. */
  readonly shift: Vec3;
  /** Position of B minus position of A, world axes. */
  readonly offset: Vec3;
  /** Rotation of A, of any length but zero, and 2 / its squared length. */
  readonly quatA: Quat;
  readonly scaleA: Lane;
  /** All numbers are finite, and no quaternion is zero. */
  readonly valid: Mask;
}

/** Components of the four quaternions at `ids[k …]`. */
function quats(rotations: Int, ids: Ints, k: Int): Quat {
  const column = columnAt(rotations);
  const rows = transpose({
    a: column[4 * ids[k]],
    b: column[4 * ids[k + 1]],
    c: column[4 * ids[k + 2]],
    d: column[4 * ids[k + 3]],
  });
  return { x: rows.a, y: rows.b, z: rows.c, w: rows.d };
}

/** Positions of the colliders `b[k …]` minus those of `a[k …]`: subtracted in f64, world axes. */
function offsets(positions: Int, a: Ints, b: Ints, k: Int): Vec3 {
  const rows = transpose({
    a: differences(doublesAt(positions + 32 * b[k]), doublesAt(positions + 32 * a[k])),
    b: differences(doublesAt(positions + 32 * b[k + 1]), doublesAt(positions + 32 * a[k + 1])),
    c: differences(doublesAt(positions + 32 * b[k + 2]), doublesAt(positions + 32 * a[k + 2])),
    d: differences(doublesAt(positions + 32 * b[k + 3]), doublesAt(positions + 32 * a[k + 3])),
  });
  return { x: rows.a, y: rows.b, z: rows.c };
}

/** Poses of pairs k … k + 3. */
export function relativePose(context: Ints, rows: Rows, k: Int): RelativePose {
  const a = quats(context[ROTATIONS], intsAt(rows.a), k);
  const b = quats(context[ROTATIONS], intsAt(rows.b), k);
  const offset = offsets(context[POSITIONS], intsAt(rows.a), intsAt(rows.b), k);
  return poseBetween(a, b, offset);
}

/** The pose of B relative to A, by both rotations and the position of B minus that of A, world axes. */
export function poseBetween(a: Quat, b: Quat, offset: Vec3): RelativePose {
  // conjugate(a) b rotates B's frame into A's; 2 / |q|² normalizes on the way: R = 1 + s (w [u]× + [u]×²)
  const x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
  const y = a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z;
  const z = a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x;
  const w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const scaleA = 2 / (a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  const rotation: Mat3 = {
    x: { x: 1 - sy * y - sz * z, y: sx * y - sz * w, z: sx * z + sy * w },
    y: { x: sx * y + sz * w, y: 1 - sx * x - sz * z, z: sy * z - sx * w },
    z: { x: sx * z - sy * w, y: sy * z + sx * w, z: 1 - sx * x - sy * y },
  };
  const finite = abs(offset.x) + abs(offset.y) + abs(offset.z) < 1e18;
  const turned = scaleA > 1e-18 && scaleA < 1e18 && s > 1e-18 && s < 1e18;
  return {
    rotation,
    shift: fromWorld(a, scaleA, offset),
    offset,
    quatA: a,
    scaleA,
    valid: finite && turned,
  };
}

/** World → A: v − w t + u × t, with t = s (u × v), u = q.xyz. */
export function fromWorld(q: Quat, s: Lane, v: Vec3): Vec3 {
  const u: Vec3 = { x: q.x, y: q.y, z: q.z };
  const c = cross(u, v);
  const t: Vec3 = { x: s * c.x, y: s * c.y, z: s * c.z };
  const d = cross(u, t);
  return { x: v.x - q.w * t.x + d.x, y: v.y - q.w * t.y + d.y, z: v.z - q.w * t.z + d.z };
}

/** A → world: v + w t + u × t. */
export function toWorld(q: Quat, s: Lane, v: Vec3): Vec3 {
  const u: Vec3 = { x: q.x, y: q.y, z: q.z };
  const c = cross(u, v);
  const t: Vec3 = { x: s * c.x, y: s * c.y, z: s * c.z };
  const d = cross(u, t);
  return { x: v.x + q.w * t.x + d.x, y: v.y + q.w * t.y + d.y, z: v.z + q.w * t.z + d.z };
}

/** Radii and half extents of four shapes. */
export interface Sizes {
  readonly radius: Lane;
  readonly half: Vec3;
}

/** Sizes of the shapes at `shapes[k …]`: half extents come after the radius. */
export function sizes(shapes: Ints, k: Int): Sizes {
  const words = shapeWordsAt(shapes, k, RADIUS);
  return { radius: words.a, half: { x: words.b, y: words.c, z: words.d } };
}

/** Extents of the cores of the shapes at `shapes[k …]`: the last of the four words from CELL_BEGIN on. */
export function extentsOf(shapes: Ints, k: Int): Lane {
  return shapeWordsAt(shapes, k, CELL_BEGIN).d;
}

/** The size of a core, to which tolerances are relative: an upper bound of |half| and of the extent. */
export function lengthOf(half: Vec3): Lane {
  return abs(half.x) + abs(half.y) + abs(half.z);
}

/** Rounding error of f32, as a part of the size. */
export const ROUNDING = 2e-6;
/** Largest error of the point that weights give, as a part of the size. */
export const FIT = 2e-6;
